import { text } from "../../schema/fields.js";
import { defineInput, type InputOf, type ObjectSchema } from "../../schema/object-schema.js";
import type { Hunk } from "../../text/diff/hunks.js";
import type { ReviewOutput } from "../change/planned-change.js";
import type { GitDiffOutput } from "../with-git-diff.js";

const fields = {
  file_path: text("Absolute path; ~ is the home directory."),
  content: text("The whole content."),
} as const;

export type WriteInput = InputOf<typeof fields>;
export const writeInput: ObjectSchema<WriteInput> = defineInput(fields);

export interface WriteOutput extends ReviewOutput, GitDiffOutput {
  readonly type: "create" | "update";
  readonly filePath: string;
  readonly content: string;
  readonly structuredPatch: readonly Hunk[];
  /** The text before the change; null for a new file. */
  readonly originalFile: string | null;
  /** The change's name in the history, by which it can be undone; absent when nothing needed changing. */
  readonly change?: string;
}
