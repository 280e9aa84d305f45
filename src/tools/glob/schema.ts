import { optional, text } from "../../schema/fields.js";
import { defineInput, type InputOf, type ObjectSchema } from "../../schema/object-schema.js";
import type { ReachOutput } from "../search-notes.js";

const fields = {
  pattern: text('"**/*.ts", "src/**/*.{js,jsx}", "/abs/dir/*.md".'),
  path: optional(text("Directory, absolute or relative.")),
} as const;

export type GlobInput = InputOf<typeof fields>;
export const globInput: ObjectSchema<GlobInput> = defineInput(fields);

export interface GlobOutput extends ReachOutput {
  readonly durationMs: number;
  readonly numFiles: number;
  /** Absolute paths, newest first. */
  readonly filenames: readonly string[];
  readonly truncated: boolean;
  /** How many files match, shown or not. */
  readonly totalMatches: number;
  /** Set when only files that the project ignores matched. */
  readonly ignoredFiles?: true;
}
