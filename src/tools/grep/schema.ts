import { boolean, integer, oneOf, optional, text } from "../../schema/fields.js";
import { defineInput, type InputOf, type ObjectSchema } from "../../schema/object-schema.js";
import type { ReachOutput } from "../search-notes.js";

const outputModes = ["content", "files_with_matches", "count"] as const;
export type OutputMode = (typeof outputModes)[number];

export const DEFAULT_HEAD_LIMIT = 250;

const lines = { minimum: 0 } as const;

const fields = {
  pattern: text("Regular expression."),
  path: optional(text("File or directory, absolute or relative.")),
  glob: optional(text('Only files that match, relative to path: "*.js", "**/*.{ts,tsx}", "!*.test.ts".')),
  type: optional(text('Only files of this type: "js", "py".')),
  output_mode: optional(oneOf("Default files_with_matches.", outputModes)),
  "-A": optional(integer("With content: lines after each match.", lines)),
  "-B": optional(integer("Lines before.", lines)),
  "-C": optional(integer("Lines before and after.", lines)),
  context: optional(integer("Same as -C.", lines)),
  "-n": optional(boolean("Line numbers, default true.")),
  "-i": optional(boolean("Ignore case.")),
  "-o": optional(boolean("With content: only what matched.")),
  head_limit: optional(
    integer(`Maximum lines or files to show, default ${DEFAULT_HEAD_LIMIT}; 0 for all.`, lines),
  ),
  offset: optional(integer("Lines or files to skip.", lines)),
  multiline: optional(boolean("Matches may span lines, . matches newlines.")),
} as const;

export type GrepInput = InputOf<typeof fields>;
export const grepInput: ObjectSchema<GrepInput> = defineInput(fields);

export interface GrepOutput extends ReachOutput {
  readonly mode: OutputMode;
  /** How many files this page names. */
  readonly numFiles: number;
  /** Absolute paths: the newest first when files are listed, those with most matches when counted, else by path. */
  readonly filenames: readonly string[];
  /** How many files match, on all pages; absent for content, which is not searched beyond its page. */
  readonly totalFiles?: number;
  /** The page as the model sees it, without its notes. */
  readonly content?: string;
  /** How many lines `content` shows, without headings. */
  readonly numLines?: number;
  /** How many matches there are in all files, when they were counted. */
  readonly numMatches?: number;
  /** Set when something was left out: how many entries were asked for at most. */
  readonly appliedLimit?: number;
  readonly appliedOffset?: number;
  /** Set when the filters let only files through that the project ignores, so that those were searched. */
  readonly ignoredFiles?: true;
}
