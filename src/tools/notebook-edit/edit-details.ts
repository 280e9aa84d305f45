import type { Notebook } from "../../notebook/notebook.js";
import type { CellEditPlan } from "../../notebook/plan-cell-edit.js";
import type { PlannedChange } from "../change/planned-change.js";
import type { CellOrder } from "./cell-order.js";
import type { NotebookEditInput } from "./schema.js";

export interface NotebookEditDetails {
  readonly planned: PlannedChange;
  readonly input: NotebookEditInput;
  readonly mode: "replace" | "insert" | "delete";
  readonly edited: CellEditPlan;
  /** As it was before. */
  readonly notebook: Notebook;
  readonly originalText: string;
  readonly updatedText: string;
  readonly order: CellOrder;
  /** The type that the cell had, if it has another now. */
  readonly convertedFrom: string | undefined;
  /** A code cell had outputs, or a count, that are gone now. */
  readonly hasClearedOutputs: boolean;
}
