/**
 * The audit log's lines hang together: each ends with a hash of itself, in which the hash of the line before is included. A
 * line that was changed, taken out, put in or moved breaks the chain there. What the chain can't tell is that its end was cut
 * off, or that all of it was made anew: for that, the last hash has to be kept elsewhere.
 */
import { hash } from "node:crypto";
import type { AuditRecord } from "./audit-record.js";

/** What the first line names as the one before it. */
export const NO_HASH: string = "0".repeat(64);

const ENDING = /,"hash":"([0-9a-f]{64})"\}$/;
const PREVIOUS = /,"previous":"([0-9a-f]{64})"\}$/;

export interface SealedLines {
  /** With a newline at the end of each. */
  readonly text: string;
  readonly lastHash: string;
}

export function sealRecords(records: readonly AuditRecord[], previous: string): SealedLines {
  let lastHash = previous;
  let text = "";
  for (const record of records) {
    const body = JSON.stringify({ ...record, previous: lastHash });
    lastHash = hash("sha256", body, "hex");
    text += `${body.slice(0, -1)},"hash":"${lastHash}"}\n`;
  }
  return { text, lastHash };
}

/** The hash that the line after this one has to name; of a line that has none, one that nobody can have meant. */
export function hashNamedBy(line: string): string {
  return ENDING.exec(line)?.[1] ?? hash("sha256", line, "hex");
}

export interface AuditVerdict {
  /** How many lines hang together, from the first on. */
  readonly lines: number;
  readonly lastHash: string;
  /** The first line that does not, and what is wrong with it. */
  readonly broken?: { readonly line: number; readonly problem: string };
}

export interface VerifyOptions {
  /** The last hash of the file before, for a log that was continued in another. */
  readonly previous?: string;
  /** The hash that the log ended with at the time it was written down. */
  readonly lastHash?: string;
}

/** Follows a chain line by line. */
export class ChainCheck {
  #lines = 0;
  #lastHash: string;
  #problem: string | undefined;

  constructor(previous: string = NO_HASH) {
    this.#lastHash = previous;
  }

  /** Whether the chain still holds with this line, which comes without its newline. */
  add(line: string): boolean {
    if (this.#problem !== undefined) return false;
    this.#problem = findProblem(line, this.#lastHash);
    if (this.#problem !== undefined) return false;
    this.#lastHash = hashNamedBy(line);
    this.#lines += 1;
    return true;
  }

  /** Of the last line that holds. */
  get lastHash(): string {
    return this.#lastHash;
  }

  get verdict(): AuditVerdict {
    const found = { lines: this.#lines, lastHash: this.#lastHash };
    return this.#problem === undefined
      ? found
      : { ...found, broken: { line: this.#lines + 1, problem: this.#problem } };
  }
}

function findProblem(line: string, previous: string): string | undefined {
  const named = ENDING.exec(line)?.[1];
  if (named === undefined) return "it is no line of an audit log";
  const body = line.replace(ENDING, "}");
  if (hash("sha256", body, "hex") !== named) return "it was changed after it was written";
  const link = PREVIOUS.exec(body)?.[1];
  if (link === previous) return undefined;
  return previous === NO_HASH
    ? "the lines before it are missing"
    : "it does not follow the line before it: lines were taken out, put in or moved";
}

/** Where the chain of a whole log breaks first, if it does. */
export function verifyChain(text: string, { previous, lastHash }: VerifyOptions = {}): AuditVerdict {
  const check = new ChainCheck(previous);
  let isEnded = lastHash === undefined || lastHash === (previous ?? NO_HASH);
  for (let start = 0; start < text.length; ) {
    const newline = text.indexOf("\n", start);
    const line = text.slice(start, newline === -1 ? text.length : newline);
    if (!check.add(line)) break;
    isEnded ||= check.lastHash === lastHash;
    start += line.length + 1;
  }
  return withEnd(check.verdict, { isEnded });
}

/** A log that never had the hash it is known to have ended with has lost its end, or was made anew. */
export function withEnd(verdict: AuditVerdict, { isEnded }: { readonly isEnded: boolean }): AuditVerdict {
  if (isEnded || verdict.broken !== undefined) return verdict;
  const problem = "the line with the expected hash is missing";
  return { ...verdict, broken: { line: verdict.lines + 1, problem } };
}
