/** Messages as lines of JSON, read in pieces of any size from someone who need not be who they say they are. */

/** Two carried contents and their patch, each character escaped at worst, are well below. */
export const MAX_LINE_BYTES: number = 16 * 1024 * 1024;

export type Message = Readonly<Record<string, unknown>> & { readonly kind: string };

const NEWLINE = 0x0a;
/** Far more than anything has that is said here. What is deeper can be read, but not be made into text again. */
const MAX_DEPTH = 64;

export class JsonLineReader {
  readonly #onMessage: (message: Message) => void;
  #maxBytes: number;
  #parts: Buffer[] = [];
  #bytes = 0;

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
      from = end + 1;
      this.#onMessage(message);
    }
    return this.#keep(chunk.subarray(from));
  }

  #keep(part: Buffer): boolean {
    this.#bytes += part.length;
    if (this.#bytes > this.#maxBytes) return false;
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
    return isMessage && isShallow(value, MAX_DEPTH) ? (value as Message) : undefined;
  } catch {
    return undefined;
  }
}

function isShallow(value: unknown, depth: number): boolean {
  if (typeof value !== "object" || value === null) return true;
  return depth > 0 && Object.values(value).every((each) => isShallow(each, depth - 1));
}
