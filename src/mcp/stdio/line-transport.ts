/**
 * Messages as lines over two streams. It reads and writes what the protocol's own transport does, with less work per
 * message: a line is parsed once and not validated here (the protocol layer does that), and answers that come in the same
 * moment leave in one write. A line that is no message is noted and passed over; the connection lives on.
 */
import { isUtf8 } from "node:buffer";
import type { Readable, Writable } from "node:stream";
import type { JSONRPCMessage } from "@modelcontextprotocol/server";
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

export class LineTransport {
  onMessage: (message: JSONRPCMessage) => void = () => undefined;
  /** Told when the connection has ended: who serves it. */
  onClose: () => void = () => undefined;
  /** Told after that: who ends the process. */
  onEnd: () => void = () => undefined;
  readonly #options: LineTransportOptions;
  #parts: Buffer[] = [];
  #partBytes = 0;
  /** The rest of a line that is too long is passed over. */
  #isSkipping = false;
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
    if (part.length === 0 || this.#isSkipping) return;
    this.#partBytes += part.length;
    if (this.#partBytes <= this.#options.maxMessageBytes) {
      this.#parts.push(part);
      return;
    }
    this.#isSkipping = true;
    this.#parts = [];
    this.#options.onNote(`a message of more than ${this.#options.maxMessageBytes} bytes was passed over`);
  }

  #finishLine(): void {
    const [first, ...more] = this.#parts;
    const wasSkipping = this.#isSkipping;
    this.#parts = [];
    this.#partBytes = 0;
    this.#isSkipping = false;
    if (wasSkipping || first === undefined) return;
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
    const error = { code: PARSE_ERROR, message: "Parse error: the message is not valid UTF-8." };
    this.send({ jsonrpc: "2.0", id, error }).catch(() => undefined);
    return undefined;
  }
}

function isMessage(value: unknown): value is JSONRPCMessage {
  return (
    typeof value === "object" && value !== null && (value as { readonly jsonrpc?: unknown }).jsonrpc === "2.0"
  );
}
