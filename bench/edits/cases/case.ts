import type { SourceLanguage } from "../languages.js";

/** One changed run of lines of one file of one commit. */
export interface CommitHunk {
  readonly repository: string;
  readonly commit: string;
  readonly path: string;
  /** Its position among the hunks of the file. */
  readonly index: number;
  readonly language: SourceLanguage;
  /** The whole file before the commit. */
  readonly before: string;
  /** The first removed line, counted from 0; for pure insertions the line that follows. */
  readonly start: number;
  readonly removed: number;
  readonly added: readonly string[];
}

/** The strings that a model sends. */
export interface EditStrings {
  readonly old: string;
  readonly new: string;
}

/** An edit whose `old` occurs in the file exactly once. */
export interface CleanEdit extends EditStrings {
  readonly before: string;
  readonly expected: string;
  /** The number of the first line of `old`, counted from 1. */
  readonly firstLine: number;
  readonly language: SourceLanguage;
}

/** One call for each contestant. */
export interface EditTask extends EditStrings {
  readonly id: number;
  /** Its position among the tasks of its kind: slow contestants take every n-th. */
  readonly ordinal: number;
  readonly path: string;
  readonly before: string;
  /** Undefined if no content is right. */
  readonly expected: string | undefined;
}

export interface EditCase extends EditTask {
  readonly kind: string;
  readonly repository: string;
  readonly commit: string;
  readonly language: string;
  readonly expected: string;
}
