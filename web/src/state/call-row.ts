/** One call as a person follows it, or something that happened without one. Never changed: what is new is a new row. */
import type { Diagnostic } from "../../../src/notify/diagnostic.js";

export interface CallRow {
  /** Engine, session and call. */
  readonly key: string;
  readonly engine: string;
  readonly sessionId: string;
  readonly callId: string;
  /** When it was first heard of. */
  readonly at: number;
  /** For a note: what it is about. */
  readonly tool: string;
  readonly path: string | undefined;
  /** "waiting" for a person; "note" is something that happened without a call. */
  readonly state: "waiting" | "running" | "done" | "failed" | "note";
  readonly durationMs: number | undefined;
  readonly characters: number | undefined;
  readonly code: string | undefined;
  readonly read: ReadExtent | undefined;
  readonly deduplicated: boolean;
  readonly savedTokens: number;
  readonly matchTier: string | undefined;
  /** The change that it made, by its name in the history. */
  readonly change: string | undefined;
  readonly changeKind: string | undefined;
  readonly userModified: boolean;
  /** The question that was asked about it, and what came of it. */
  readonly question: string | undefined;
  readonly answer: string | undefined;
  readonly diagnosed: Diagnosed | undefined;
  /** What else happened in it, in words. */
  readonly remarks: readonly string[];
  /** In words, for a note. */
  readonly text: string | undefined;
  /** The number of the event that ended it, so that a later question about it is known as one. */
  readonly endedBy: number;
}

export interface ReadExtent {
  readonly kind: string;
  readonly start: number;
  readonly count: number;
  readonly total: number | undefined;
}

export interface Diagnosed {
  /** Nobody knows what else there is: the language servers did not answer in time. */
  readonly isUnknown: boolean;
  readonly introduced: number;
  readonly resolved: number;
  /** The first of those introduced. */
  readonly shown: readonly Pick<Diagnostic, "line" | "severity" | "message">[];
}

/** A call of which nothing is known yet. */
export const emptyRow: CallRow = {
  key: "",
  engine: "",
  sessionId: "",
  callId: "",
  at: 0,
  tool: "",
  path: undefined,
  state: "running",
  durationMs: undefined,
  characters: undefined,
  code: undefined,
  read: undefined,
  deduplicated: false,
  savedTokens: 0,
  matchTier: undefined,
  change: undefined,
  changeKind: undefined,
  userModified: false,
  question: undefined,
  answer: undefined,
  diagnosed: undefined,
  remarks: [],
  text: undefined,
  endedBy: 0,
};
