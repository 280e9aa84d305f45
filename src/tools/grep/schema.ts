import { boolean, integer, oneOf, optional, text } from "../../schema/fields.js";
import { defineInput, type InputOf, type ObjectSchema } from "../../schema/object-schema.js";
import type { ReachOutput } from "../search-notes.js";

const outputModes = ["content", "files_with_matches", "count"] as const;
export type OutputMode = (typeof outputModes)[number];

export const DEFAULT_HEAD_LIMIT = 250;

const lines = { minimum: 0 } as const;

const fields = {
  pattern: text("Regular expression to search file contents for, in ripgrep's syntax."),
  path: optional(
    text(
      "File or directory to search, absolute or relative to where searches begin. Leave it out to search there: in the working directory, or in all roots if it lies outside them.",
    ),
  ),
  glob: optional(
    text('Searches only files that match: "*.js", "**/*.{ts,tsx}", "!*.test.ts". Relative to path.'),
  ),
  type: optional(text('Searches only files of this type: "js", "py", "rust".')),
  output_mode: optional(
    oneOf(
      "files_with_matches (default) lists files, newest first; content shows lines; count counts matches by file.",
      outputModes,
    ),
  ),
  "-A": optional(integer("Lines to show after each match. Only with content.", lines)),
  "-B": optional(integer("Lines to show before each match. Only with content.", lines)),
  "-C": optional(integer("Lines to show before and after each match. Only with content.", lines)),
  context: optional(integer("The same as -C.", lines)),
  "-n": optional(boolean("Whether to show line numbers. Only with content; true by default.")),
  "-i": optional(boolean("Whether to ignore case.")),
  "-o": optional(boolean("Whether to show only what matched of each line. Only with content.")),
  head_limit: optional(
    integer(
      `How many lines (content) or files (other modes) to show; ${DEFAULT_HEAD_LIMIT} by default, 0 for all.`,
      lines,
    ),
  ),
  offset: optional(integer("How many of them to pass over first, to see the next page.", lines)),
  multiline: optional(boolean("Whether a match may span lines, and . may match a newline.")),
} as const;

export type GrepInput = InputOf<typeof fields>;
export const grepInput: ObjectSchema<GrepInput> = defineInput(fields);

export interface GrepOutput extends ReachOutput {
  readonly mode: OutputMode;
  /** How many files this page names. */
  readonly numFiles: number;
  /** Absolute paths: newest first when files are listed, else by path. */
  readonly filenames: readonly string[];
  /** How many files match, on all pages; absent for content, which is not searched beyond its page. */
  readonly totalFiles?: number;
  /** The lines of the page as the model sees them, or `path:count` lines. */
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
