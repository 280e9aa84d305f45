/**
 * Takes messages out of what a language server prints: a head that tells a length, an empty line, that many bytes. Some
 * servers print other lines between messages, which are passed over; one that prints too much of that, or a message
 * that is too large, is not worth listening to.
 */
import { JsonBounds } from "../json/message-bounds.js";

const MAX_HEAD_BYTES = 64 * 1024;
export const MAX_MESSAGE_BYTES: number = 32 * 1024 * 1024;

const HEAD_END = "\r\n\r\n";

export class MessageFrames {
  #head: Buffer = Buffer.alloc(0);
  /** Bytes of lines that belong to no message, since the last one. */
  #noise = 0;
  #body: Uint8Array[] = [];
  #bounds = new JsonBounds();
  /** Bytes of the body that are still to come; undefined while the head is read. */
  #missing: number | undefined;

  /** The bodies of messages that are whole now, in order; a phrase when this is no conversation. */
  take(piece: Uint8Array): Uint8Array[] | string {
    const whole: Uint8Array[] = [];
    let rest = piece;
    while (rest.length > 0) {
      if (this.#missing === undefined) {
        const taken = this.#takeHead(rest);
        if (typeof taken === "string") return taken;
        rest = taken;
      } else {
        const part = rest.subarray(0, this.#missing);
        const problem = this.#bounds.take(part);
        if (problem !== undefined) return `prints a message that is too complex: ${problem}`;
        this.#body.push(part);
        this.#missing -= part.length;
        rest = rest.subarray(part.length);
      }
      if (this.#missing !== 0) continue;
      whole.push(this.#body.length === 1 ? (this.#body[0] as Uint8Array) : Buffer.concat(this.#body));
      this.#body = [];
      this.#bounds = new JsonBounds();
      this.#missing = undefined;
    }
    return whole;
  }

  /** What is left of the piece behind the head, if the head ends in it. */
  #takeHead(piece: Uint8Array): Uint8Array | string {
    const before = this.#head.length;
    const head = before === 0 ? viewOf(piece) : Buffer.concat([this.#head, piece]);
    // The end may have begun in an earlier piece.
    const end = head.indexOf(HEAD_END, Math.max(0, before - HEAD_END.length));
    if (this.#noise + (end < 0 ? head.length : end) > MAX_HEAD_BYTES) {
      return "prints something that is no message";
    }
    if (end < 0) {
      this.#head = Buffer.from(head);
      return new Uint8Array(0);
    }
    this.#head = Buffer.alloc(0);
    const length = findLength(head.toString("latin1", 0, end));
    if (length !== undefined && length > MAX_MESSAGE_BYTES) return `prints a message of ${length} bytes`;
    this.#noise = length === undefined ? this.#noise + end : 0;
    this.#missing = length;
    return head.subarray(end + HEAD_END.length);
  }
}

function viewOf(piece: Uint8Array): Buffer {
  return Buffer.from(piece.buffer, piece.byteOffset, piece.length);
}

function findLength(head: string): number | undefined {
  const found = [...head.matchAll(/^content-length:[ \t]*(\d{1,15})[ \t]*\r?$/gim)].at(-1)?.[1];
  return found === undefined ? undefined : Number(found);
}
