/** Why an old text was not found, told so that the next try can succeed. */
import type { LineRanges } from "../../line-ranges.js";

export interface FailedMatch {
  readonly oldString: string;
  readonly newString: string;
  /** Lines whose content may be told, as far as they have been read. */
  readonly seen: LineRanges | "whole";
  /** Number of the first line of the text, when it is part of a larger file; 1 by default. */
  readonly firstLine?: number;
}

export type MissReason =
  | "already-applied"
  | "line-number-prefix"
  | "escaped-newline"
  | "case"
  | "quotes"
  | "indentation"
  /** Carriage returns that only one side has, or where the other has a line break. */
  | "carriage-returns"
  | "whitespace"
  /** Other characters that look the same: no-break spaces, full-width forms, composed and decomposed letters. */
  | "look-alike"
  /** HTML entities for characters of the file. */
  | "entities"
  | "blank-lines"
  | "fence"
  /** A line stands for text left out. */
  | "elision"
  /** What comes nearest stands in lines that have not been read. */
  | "unread-lines"
  | "different-text"
  | "absent";

export interface Diagnosis {
  readonly reason: MissReason;
  /** Why, and what to do next, in at most 200 characters. */
  readonly sentence: string;
  /** At most three, with at most twenty lines in all. */
  readonly places: readonly Place[];
  readonly firstDifference?: FirstDifference;
  /** Lines that can be sent as old_string as they are: those of the first place, and more if only that makes them unique. */
  readonly paste?: Paste;
  /** The lines to read, where what comes nearest has not been read. */
  readonly unread?: LineRanges;
  /** Characters that look or read alike and differ, each pair once; absent if there are none. */
  readonly characters?: readonly CharacterDifference[];
}

export interface Paste {
  readonly startLine: number;
  readonly endLine: number;
  readonly text: string;
}

export interface CharacterDifference {
  /** As the old text and as the file has it. */
  readonly expected: string;
  readonly found: string;
  readonly count: number;
}

export interface Place {
  readonly startLine: number;
  readonly endLine: number;
  /** Without endings, at most 200 characters each. */
  readonly lines: readonly string[];
}

export interface FirstDifference {
  readonly line: number;
  readonly column: number;
  /** The rest of the line from there on, as the old text and as the file has it, clipped. */
  readonly expected: string;
  readonly found: string;
}
