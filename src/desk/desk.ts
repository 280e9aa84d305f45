/**
 * What a person who oversees one engine sees of it and can do: its sessions, what they have read, the questions that wait.
 * All of it is plain data, because the engine may be in another process; what is heavy, such as the texts of a change, stays
 * with the engine, and an answer says which hunks are meant.
 */
import type { ReviewFlag, Suggestion } from "../permissions/ask.js";
import type { Origin } from "../session/ledger.js";
import type { Hunk } from "../text/diff/hunks.js";
import type { LineRange } from "../text/line-ranges.js";

/** One conversation. */
export interface SessionSummary {
  readonly id: string;
  /** What its client calls itself, and the agent's name in the address if it has one; null when nobody has said. */
  readonly name: string | null;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  /** How many calls it has made. */
  readonly calls: number;
  /** How many files it knows. */
  readonly files: number;
  /** What a person has granted it, as rules. */
  readonly grants: readonly string[];
}

/** What a session knows of one file. */
export interface SeenFile {
  readonly path: string;
  /** What the ranges count. */
  readonly unit: "lines" | "cells";
  /** Null while a huge file has not been counted to its end. */
  readonly total: number | null;
  readonly shown: readonly LineRange[];
  /** How it came to know the file last. */
  readonly origin: Origin;
  /** Against what is on disk now: "partial" has not seen all of it, "unchecked" is beyond what is looked at in one go. */
  readonly state: "fresh" | "partial" | "stale" | "gone" | "unchecked";
}

export interface SeenFiles {
  /** Those it came to know last come first. */
  readonly files: readonly SeenFile[];
  /** How many more there are that are not listed. */
  readonly left: number;
}

export interface LanguageServerSummary {
  readonly name: string;
  readonly root: string;
  readonly state: string;
  readonly pid: number | null;
  readonly openDocuments: number;
}

/** A question that waits, without what would be done. */
export interface QuestionSummary {
  readonly id: string;
  readonly sessionId: string;
  readonly callId: string;
  readonly askedAt: number;
  readonly tool: string;
  readonly operation: "read" | "write";
  /** As the tool was given it, and where it really leads. */
  readonly path: string;
  readonly realPath: string;
  /** The root that the real path is in; null outside all of them. */
  readonly root: string | null;
  readonly reason: string;
  readonly flags: readonly ReviewFlag[];
  readonly suggestions: readonly Suggestion[];
  /** Null where nothing would be changed. */
  readonly change: {
    readonly kind: "create" | "update";
    readonly added: number;
    readonly removed: number;
    readonly hunks: number;
    /** Whether single hunks can be accepted, and lines be changed. */
    readonly isRevisable: boolean;
  } | null;
  /** Names all that the person decides on: an answer given to anything else does not count. */
  readonly digest: string;
}

export interface QuestionDetail extends QuestionSummary {
  readonly hunks: readonly Hunk[];
  /** False when the change is too large to be shown whole; what is left out is the end. */
  readonly isWhole: boolean;
}

/** What becomes of one hunk: what was proposed, what was there, or these lines in the place of its new side. */
export type HunkChoice =
  | { readonly use: "new" }
  | { readonly use: "old" }
  /** The whole new side, context included, without line endings: those of the file are used. */
  | { readonly use: "edited"; readonly lines: readonly string[] };

export type AnswerRequest =
  | {
      readonly answer: "allow";
      readonly digest: string;
      /** Which of the question's suggestions, counted from 0; without it: once. */
      readonly remember?: number;
      /** One for each hunk, in their order; without it the whole change is meant. */
      readonly hunks?: readonly HunkChoice[];
      /** Reaches the model with the result. */
      readonly comment?: string;
    }
  /** The reason reaches the model. */
  | { readonly answer: "deny"; readonly digest: string; readonly reason?: string };

/** "over": someone has answered already, or the call is gone. "changed": the question is not the one that was shown. */
export type AnswerOutcome = "answered" | "over" | "changed";

export interface Desk {
  sessions(): readonly SessionSummary[];
  /** Undefined when there is no such session. Files that are denied are not among them. */
  seen(sessionId: string): Promise<SeenFiles | undefined>;
  languageServers(): readonly LanguageServerSummary[];
  /** Oldest first. */
  questions(): readonly QuestionSummary[];
  /** Undefined when it is no longer open. */
  question(id: string): QuestionDetail | undefined;
  /** Throws with a sentence for the person when it can't be carried out, such as an answer that accepts nothing. */
  answer(id: string, request: AnswerRequest): AnswerOutcome;
  /** Takes back what a session was granted; false if it has no such grant. */
  revoke(sessionId: string, rule: string): boolean;
  /** Says that a person is there: questions wait from now on, and `onChange` tells when one has come or gone. Ends with the result. */
  attend(onChange: () => void): () => void;
}
