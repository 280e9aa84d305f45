/** Messages in and out of the pipes of a server, as the protocol's library wants them, without what could fill our memory. */
import type { Readable, Writable } from "node:stream";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { DataCallback, Disposable, Message, MessageReader, MessageWriter } from "vscode-jsonrpc/node";
import { MessageFrames } from "./message-frames.js";

interface StreamWatch {
  readonly onHeard: () => void;
  /** Nothing more will be heard: the output has ended, or `problem` keeps us from listening to it. */
  readonly onOver: (problem: string | undefined) => void;
  /** So much waits to be taken in that nothing more is written. */
  readonly onUntaken: () => void;
}

/** Of what a server does not take in, so much is held for it: of answers that it has asked for, too. */
const MAX_UNTAKEN_BYTES = 32 * 1024 * 1024;

/** Between two looks at whether others have something to do. */
const TURN_MS = 4;

export function createMessageStreams(
  protocol: typeof import("vscode-jsonrpc/node"),
  input: Writable,
  output: Readable,
  { onHeard, onOver, onUntaken }: StreamWatch,
): { readonly reader: MessageReader; readonly writer: MessageWriter } {
  class BoundedReader extends protocol.AbstractMessageReader {
    listen(callback: DataCallback): Disposable {
      void this.#read(callback);
      return { dispose: () => undefined };
    }

    async #read(callback: DataCallback): Promise<void> {
      const problem = await readMessages(output, (message) => {
        onHeard();
        callback(message);
      });
      this.fireClose();
      onOver(problem);
    }
  }

  /** What is not taken in waits in the stream, where it can be measured. */
  class PlainWriter extends protocol.AbstractMessageWriter {
    write(message: Message): Promise<void> {
      if (input.writableLength > MAX_UNTAKEN_BYTES) {
        onUntaken();
        return Promise.resolve();
      }
      const body = JSON.stringify(message);
      input.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
      return Promise.resolve();
    }

    end(): void {
      input.end();
    }
  }
  return { reader: new BoundedReader(), writer: new PlainWriter() };
}

/**
 * Hands over messages one at a time: the next one after the turn in which this one is handled, so that what a server floods
 * us with waits in its own pipe. (The turns count for the host's life: one that does not would come only when something else
 * happens.) Answers why it can't go on, or nothing when the server has ended.
 */
async function readMessages(
  output: AsyncIterable<Uint8Array>,
  hear: (message: Message) => void,
): Promise<string | undefined> {
  const frames = new MessageFrames();
  let turnBegan = performance.now();
  try {
    for await (const piece of output) {
      const bodies = frames.take(piece);
      if (typeof bodies === "string") return bodies;
      for (const body of bodies) {
        const message = findMessage(body);
        if (message === undefined) return "prints a message that is no JSON";
        hear(message);
        await nextTurn();
      }
      if (performance.now() - turnBegan > TURN_MS) {
        await nextTurn();
        turnBegan = performance.now();
      }
    }
  } catch {
    // Its output broke off with it.
  }
  return undefined;
}

function findMessage(body: Uint8Array): Message | undefined {
  try {
    const message: unknown = JSON.parse(
      Buffer.from(body.buffer, body.byteOffset, body.length).toString("utf8"),
    );
    return typeof message === "object" && message !== null ? (message as Message) : undefined;
  } catch {
    return undefined;
  }
}
