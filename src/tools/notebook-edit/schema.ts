import { oneOf, optional, text } from "../../schema/fields.js";
import { defineInput, type InputOf, type ObjectSchema } from "../../schema/object-schema.js";
import type { Hunk } from "../../text/diff/hunks.js";
import type { ReviewOutput } from "../change/planned-change.js";
import type { GitDiffOutput } from "../with-git-diff.js";

const fields = {
  notebook_path: text("Absolute path; ~ is the home directory."),
  cell_id: optional(text("Id of the cell as Read shows it, or #index, counted from 0.")),
  new_source: text("Whole source of the cell, without Read's tags. Empty with delete."),
  cell_type: optional(oneOf("Required with insert.", ["code", "markdown"])),
  edit_mode: optional(oneOf("Default replace.", ["replace", "insert", "delete"])),
} as const;

export type NotebookEditInput = InputOf<typeof fields>;
export const notebookEditInput: ObjectSchema<NotebookEditInput> = defineInput(fields);

export interface NotebookEditOutput extends ReviewOutput, GitDiffOutput {
  readonly new_source: string;
  /** The source before; absent for a new cell. */
  readonly old_source?: string;
  /** The cell's own id, or #index where it has none; after the change, except for a deleted cell. */
  readonly cell_id: string;
  readonly cell_type: string;
  /** The notebook's language. */
  readonly language: string;
  readonly edit_mode: "replace" | "insert" | "delete";
  readonly notebook_path: string;
  /** The whole text before and after. */
  readonly original_file: string;
  readonly updated_file: string;
  readonly structuredPatch: readonly Hunk[];
  /** The change's name in the history, by which it can be undone; absent when nothing needed changing. */
  readonly change?: string;
}
