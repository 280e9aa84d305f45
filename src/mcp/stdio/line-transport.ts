/**
 * Messages as lines over two streams. It reads and writes what the protocol's own transport does, with less work per
 * message: a line is parsed once and not validated here (the protocol layer does that), and answers that come in the same
 * moment leave in one write. A line that is no message is noted and passed over; the connection lives on.
 */
import { isUtf8 } from "node:buffer";
import type { Readable, Writable } from "node:stream";
import type { JSONRPCMessage } from "@modelcontextprotocol/server";
import { JsonBounds } from "../../json/message-bounds.js";
import { OutgoingLines } from "./outgoing-lines.js";

export interface LineTransportOptions {
  readonly input: Readable;
  readonly output: Pick<Writable, "write" | "on" | "writableLength">;
  readonly maxMessageBytes: number;
  /** Told of lines that are no messages, for people to read. */
  readonly onNote: (note: string) => void;
}

const NEWLINE = 0x0a;
const PARSE_ERROR = -32700;
const INVALID_REQUEST = -32600;
/** So much of both ends of a refused line is kept, to find the id of the request that it is. */
const KEPT_BYTES = 256;
/** Where clients write the id: before everything large, or last. */
const FIRST_ID =
  /^\s*\{\s*(?:"(?:jsonrpc|method)"\s*:\s*"[^"\\]*"\s*,\s*)*"id"\s*:\s*(-?\d{1,15}|"[^"\\]*")\s*,/;
const LAST_ID = /,\s*"id"\s*:\s*(-?\d{1,15}|"[^"\\]*")\s*\}\s*$/;

export class LineTransport {
  onMessage: (message: JSONRPCMessage) => void = () => undefined;
  /** Told when the connection has ended: who serves it. */
  onClose: () => void = () => undefined;
  /** Told after that: who ends the process. */
  onEnd: () => void = () => undefined;
  readonly #options: LineTransportOptions;
  #parts: Buffer[] = [];
  #partBytes = 0;
  #bounds = new JsonBounds();
  /** The line that is passed over to its end, because it goes too far. */
  #refused: { readonly problem: string; readonly head: Buffer; tail: Buffer } | undefined;
  readonly #outgoing = new OutgoingLines();
  #isClosed = false;

  constructor(options: LineTransportOptions) {
    this.#options = options;
  }

  start(): Promise<void> {
    const { input, output } = this.#options;
    input.on("data", this.#take);
    for (const event of ["end", "close", "error"]) input.on(event, this.#end);
    // Who does not listen any more is gone.
    output.on("error", this.#end);
    if (input.readableEnded || input.destroyed) setImmediate(this.#end);
    return Promise.resolve();
  }

  send(message: JSONRPCMessage): Promise<void> {
    if (this.#isClosed) return Promise.reject(new Error("the connection is closed"));
    const line = JSON.stringify(message);
    if (this.#outgoing.isEmpty) setImmediate(() => this.flush());
    this.#outgoing.add(line);
    if (this.#outgoing.isLarge) this.flush();
    return Promise.resolve();
  }

  /** Writes what waits. */
  flush(): void {
    const { output } = this.#options;
    for (const bytes of this.#outgoing.take()) output.write(bytes);
    if (output.writableLength === 0) this.#outgoing.reuse();
  }

  close(): Promise<void> {
    if (this.#isClosed) return Promise.resolve();
    this.flush();
    this.#isClosed = true;
    const { input } = this.#options;
    input.off("data", this.#take);
    input.pause();
    this.#parts = [];
    this.onClose();
    this.onEnd();
    return Promise.resolve();
  }

  readonly #end = (): void => {
    void this.close();
  };

  readonly #take = (chunk: Buffer): void => {
    let from = 0;
    for (;;) {
      const newline = chunk.indexOf(NEWLINE, from);
      if (newline < 0) break;
      this.#keep(chunk.subarray(from, newline));
      from = newline + 1;
      this.#finishLine();
      if (this.#isClosed) return;
    }
    this.#keep(chunk.subarray(from));
  };

  #keep(part: Buffer): void {
    if (part.length === 0) return;
    if (this.#refused !== undefined) {
      this.#refused.tail = Buffer.concat([this.#refused.tail, part.subarray(-KEPT_BYTES)]).subarray(
        -KEPT_BYTES,
      );
      return;
    }
    this.#partBytes += part.length;
    const { maxMessageBytes, onNote } = this.#options;
    const problem =
      this.#partBytes > maxMessageBytes
        ? `it has more than ${maxMessageBytes} bytes`
        : this.#bounds.take(part);
    if (problem === undefined) {
      this.#parts.push(part);
      return;
    }
    const head = Buffer.from((this.#parts[0] ?? part).subarray(0, KEPT_BYTES));
    this.#refused = { problem, head, tail: Buffer.from(part.subarray(-KEPT_BYTES)) };
    this.#parts = [];
    onNote(`a message was refused: ${problem}`);
  }

  #finishLine(): void {
    const [first, ...more] = this.#parts;
    const refused = this.#refused;
    this.#parts = [];
    this.#partBytes = 0;
    this.#bounds = new JsonBounds();
    this.#refused = undefined;
    if (refused !== undefined) {
      const id = findId(refused.head.toString("utf8"), refused.tail.toString("utf8"));
      const message = `Invalid Request: the message was refused, because ${refused.problem}. Send less at once.`;
      this.#sendError(id, { code: INVALID_REQUEST, message });
      return;
    }
    if (first === undefined) return;
    const message = this.#parse(more.length === 0 ? first : Buffer.concat([first, ...more]));
    if (message === undefined) return;
    this.onMessage(message);
  }

  #parse(line: Buffer): JSONRPCMessage | undefined {
    const text = line.toString("utf8").trim();
    if (text === "") return undefined;
    try {
      const message: unknown = JSON.parse(text);
      if (isMessage(message)) return isUtf8(line) ? message : this.#refuse(message);
    } catch {
      // Noted below, with everything else that is no message.
    }
    this.#options.onNote("a line that is not a JSON-RPC 2.0 message was passed over");
    return undefined;
  }

  /** What it holds may become the content of a file, so that no character of it is made up here. */
  #refuse(message: JSONRPCMessage): undefined {
    this.#options.onNote("a message that is not valid UTF-8 was refused");
    if (!("method" in message) || !("id" in message)) return undefined;
    const { id } = message;
    // Nothing has been checked yet: an id may be anything.
    if (typeof id !== "string" && typeof id !== "number") return undefined;
    this.#sendError(id, { code: PARSE_ERROR, message: "Parse error: the message is not valid UTF-8." });
    return undefined;
  }

  /** `null` is the id of a request whose own is not known. */
  #sendError(id: string | number | null, error: { readonly code: number; readonly message: string }): void {
    this.send({ jsonrpc: "2.0", id, error } as JSONRPCMessage).catch(() => undefined);
  }
}

/** The id of a request by both ends of its line, so the call that waits for a response gets it. */
function findId(head: string, tail: string): string | number | null {
  const found = (FIRST_ID.exec(head) ?? LAST_ID.exec(tail))?.[1];
  if (found === undefined) return null;
  return found.startsWith('"') ? found.slice(1, -1) : Number(found);
}

function isMessage(value: unknown): value is JSONRPCMessage {
  return (
    typeof value === "object" && value !== null && (value as { readonly jsonrpc?: unknown }).jsonrpc === "2.0"
  );
}
