/** A notebook as it is found in a text, with the places of its parts. What nobody asks for is not decoded. */
import type { StringHabits } from "../json/json-scanner.js";
import type { JsonNode } from "../json/json-tree.js";
import type { Output } from "./outputs.js";

export interface Notebook {
  readonly kind: "notebook";
  readonly format: 4;
  readonly minor: number;
  /** The kernel's language, such as "python". */
  readonly language: string;
  readonly cells: readonly Cell[];
  /** The whole object and its array of cells. */
  readonly root: JsonNode;
  readonly cellsNode: JsonNode;
  readonly habits: StringHabits;
}

export interface Cell {
  /** 0-based. */
  readonly index: number;
  /** The cell's own id, if there is one and no other cell has it. */
  readonly id: string | undefined;
  /** The id that the file gives the cell, whether or not another has it too. */
  readonly writtenId: string | undefined;
  /** What the cell is called: its id, else `#` and its index. */
  readonly shownId: string;
  /** As the file has it; "unknown" where it has none. */
  readonly type: string;
  /** All lines in one text; what is no text stands in it as JSON. */
  readonly source: string;
  /** Undefined where there is none, or none that is a number. */
  readonly executionCount: number | null | undefined;
  readonly span: { readonly start: number; readonly end: number };
  /** The cell's members; none if it is no object. */
  readonly node: JsonNode;
  /** Whether there is anything in its outputs. */
  readonly hasOutputs: boolean;
  /** Decoded with each call. */
  outputs(): Output[];
  attachments(): Attachment[];
}

/** A file that a Markdown cell carries, by its name. */
export interface Attachment {
  readonly name: string;
  readonly data: ReadonlyMap<string, unknown>;
}

/** Why a text can't be used as a notebook, or a notebook not be edited as wanted. */
export interface NotebookProblem {
  readonly kind:
    | "invalid-json"
    | "not-a-notebook"
    | "unsupported-format"
    /** The cell can't be edited as it is. */
    | "invalid-cell"
    /** The edit would make the notebook one that Jupyter refuses. */
    | "invalid-result";
  /** A phrase without a full stop, such as "expected a comma". */
  readonly detail: string;
  /** 1-based, where the place is known. */
  readonly line?: number;
  readonly column?: number;
}

export type ParsedNotebook = Notebook | NotebookProblem;
