import { boolean, optional, text } from "../../schema/fields.js";
import { defineInput, type InputOf, type ObjectSchema } from "../../schema/object-schema.js";
import type { Hunk } from "../../text/diff/hunks.js";
import type { MatchTier } from "../../text/edit/tiers.js";
import type { ReviewOutput } from "../change/planned-change.js";
import type { GitDiffOutput } from "../with-git-diff.js";

const fields = {
  file_path: text("Absolute path; ~ is the home directory."),
  old_string: text("Text to replace."),
  new_string: text("Text to put in its place."),
  replace_all: optional(boolean("Replace every occurrence.")),
} as const;

export type EditInput = InputOf<typeof fields>;
export const editInput: ObjectSchema<EditInput> = defineInput(fields);

export interface EditOutput extends ReviewOutput, GitDiffOutput {
  readonly filePath: string;
  readonly oldString: string;
  readonly newString: string;
  /** The text before the change; null for a new file, and for one too large to hold. */
  readonly originalFile: string | null;
  readonly structuredPatch: readonly Hunk[];
  readonly replaceAll: boolean;
  /** How the text was found: "exact", or the relaxation that located it. */
  readonly matchTier: MatchTier;
  readonly replacements: number;
  /** How many lines of new_string lost trailing blanks; absent if none did. */
  readonly trimmedLines?: number;
  /** The change's name in the history, by which it can be undone; absent when the user kept the file as it was. */
  readonly change?: string;
  /** The file had changed outside since it was read, elsewhere than here. */
  readonly rebased?: boolean;
}
