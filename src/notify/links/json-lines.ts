/** Messages as lines of JSON, read in pieces of any size from someone who need not be who they say they are. */

import { JsonBounds } from "../../json/message-bounds.js";

/** Two carried contents and their patch, each character escaped at worst, are well below. */
export const MAX_LINE_BYTES: number = 16 * 1024 * 1024;

export type Message = Readonly<Record<string, unknown>> & { readonly kind: string };

const NEWLINE = 0x0a;

export class JsonLineReader {
  readonly #onMessage: (message: Message) => void;
  #maxBytes: number;
  #parts: Buffer[] = [];
  #bytes = 0;
  #bounds = new JsonBounds();

  constructor(onMessage: (message: Message) => void, maxBytes: number = MAX_LINE_BYTES) {
    this.#onMessage = onMessage;
    this.#maxBytes = maxBytes;
  }

  /** What is sent from here on by someone who has said who they are may be longer. */
  widen(maxBytes: number): void {
    this.#maxBytes = maxBytes;
  }

  /** False when this can't go on: a line is too long, or is no message. */
  take(chunk: Buffer): boolean {
    let from = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, from)) {
      if (!this.#keep(chunk.subarray(from, end))) return false;
      const message = parseMessage(Buffer.concat(this.#parts).toString("utf8"));
      if (message === undefined) return false;
      this.#parts = [];
      this.#bytes = 0;
      this.#bounds = new JsonBounds();
      from = end + 1;
      this.#onMessage(message);
    }
    return this.#keep(chunk.subarray(from));
  }

  #keep(part: Buffer): boolean {
    this.#bytes += part.length;
    if (this.#bytes > this.#maxBytes || this.#bounds.take(part) !== undefined) return false;
    if (part.length > 0) this.#parts.push(part);
    return true;
  }
}

export function renderMessage(message: Message): string {
  return `${JSON.stringify(message)}\n`;
}

function parseMessage(line: string): Message | undefined {
  try {
    const value: unknown = JSON.parse(line);
    const isMessage =
      typeof value === "object" && value !== null && "kind" in value && typeof value.kind === "string";
    return isMessage ? (value as Message) : undefined;
  } catch {
    return undefined;
  }
}
