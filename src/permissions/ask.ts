/** What a person is asked, and what they can answer. */
import type { AbsolutePath, RealPath } from "../fs/paths.js";
import type { Hunk } from "../text/diff/hunks.js";
import type { Operation } from "./access.js";

/** What a change would do, as a person looks at it before answering. */
export interface ProposedChange {
  readonly kind: "create" | "update";
  readonly structuredPatch: readonly Hunk[];
  /** The whole text before and after; null where the file is new, or too large to hold. */
  readonly before: string | null;
  readonly after: string | null;
  /** Whether the answer may bring other content. */
  readonly isRevisable: boolean;
}

/**
 * How much a flag should worry the person. "danger": it runs without anyone looking again. "warning": it may run, or load
 * what runs. "notice": it is worth knowing. In this order everywhere, the gravest last.
 */
export const risks = ["notice", "warning", "danger"] as const;

export type Risk = (typeof risks)[number];

/** What stands before a flag where colours can't tell its risk. */
export const riskWords: Readonly<Record<Risk, string>> = {
  notice: "Note",
  warning: "Warning",
  danger: "DANGER",
};

/** Something in a change that deserves a second look. */
export interface ReviewFlag {
  readonly kind:
    | "runs-later"
    | "runs-download"
    | "remote-code"
    | "remote-reference"
    | "executable-setting"
    | "memory-file"
    | "suspicious-content";
  readonly risk: Risk;
  /** In words, for the person: "adds the script postinstall". */
  readonly text: string;
}

/** The gravest risk among flags; undefined where there is none. */
export function findRisk(flags: readonly Pick<ReviewFlag, "risk">[]): Risk | undefined {
  return risks.findLast((risk) => flags.some((flag) => flag.risk === risk));
}

/** The gravest first, otherwise in their order. */
export function orderByRisk(flags: readonly ReviewFlag[]): readonly ReviewFlag[] {
  return risks.toReversed().flatMap((risk) => flags.filter((flag) => flag.risk === risk));
}

/** An answer that can be given, with what it would mean. */
export interface Suggestion {
  readonly scope: "once" | "session" | "always";
  readonly covers: "file" | "folder";
  /** The rule that the answer adds; none for "once". */
  readonly rule?: string;
  /** The settings file that it is written to, for "always". */
  readonly savedTo?: AbsolutePath;
}

export interface Question {
  readonly tool: string;
  readonly operation: Operation;
  /** The path as the tool was given it, and where it really leads. */
  readonly path: AbsolutePath;
  readonly realPath: RealPath;
  readonly reason: string;
  /** What would be done, for a change. */
  readonly change?: ProposedChange;
  /** The gravest first. */
  readonly flags: readonly ReviewFlag[];
  readonly suggestions: readonly Suggestion[];
}

/** A question that has been put, and to which call it belongs. */
export interface OpenQuestion extends Question {
  readonly id: string;
  readonly sessionId: string;
  readonly callId: string;
  /** Milliseconds since the epoch. */
  readonly askedAt: number;
}

export type Answer =
  | {
      readonly answer: "allow";
      /** One of the question's suggestions, or the first of them with this scope. Without it: once. */
      readonly remember?: Suggestion | "session" | "always";
      /** The whole content that the file is to have instead of what was proposed. */
      readonly content?: string;
      /** What the person has to say besides; it reaches the model with the result, and goes into no file. */
      readonly comment?: string;
    }
  /** The reason reaches the model. */
  | { readonly answer: "deny"; readonly reason?: string };

/** An answer that was given before the call was made, to a question that `decide` has told. */
export interface GivenAnswer {
  readonly question: Question;
  readonly answer: Answer;
}

export type AskHandler = (
  question: OpenQuestion,
  options: { readonly signal: AbortSignal | undefined },
) => Answer | Promise<Answer>;
