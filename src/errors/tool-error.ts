import { clip } from "../text/clip.js";
import { type ErrorCode, findErrorNumber } from "./codes.js";

const SENTENCE_LIMIT = 300;
const HINT_LIMIT = 4000;

export interface ToolErrorDetails {
  /** Facts for programs; never needed to understand the message. */
  readonly data?: Readonly<Record<string, unknown>>;
  /** One more paragraph for the model: nearest names, a directory's entries, the exact next call. */
  readonly hint?: string;
  /** How a person can lift a refusal. It is never part of the message: a model must not be handed the command. */
  readonly forPerson?: string | undefined;
  readonly cause?: unknown;
}

/**
 * The only error a tool throws on purpose. The sentence says what happened and what to do next in at most 300
 * characters; one bounded hint may follow on a new line. Both bounds are enforced here, so that no path or name
 * can make an error expensive.
 */
export class ToolError extends Error {
  override readonly name = "ToolError";
  readonly code: ErrorCode;
  readonly data: Readonly<Record<string, unknown>>;
  readonly forPerson: string | undefined;

  constructor(code: ErrorCode, sentence: string, details: ToolErrorDetails = {}) {
    const message = clip(sentence, SENTENCE_LIMIT);
    const hint = details.hint === undefined ? "" : `\n${clip(details.hint, HINT_LIMIT)}`;
    super(message + hint, { cause: details.cause });
    this.code = code;
    this.forPerson = details.forPerson;
    const number = findErrorNumber(code);
    this.data = { ...details.data, ...(number === undefined ? {} : { errorCode: number }) };
  }
}
