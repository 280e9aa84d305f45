/** Reads a history file frame by frame, and finds the next one after damage. */
import type { OpenFile } from "../fs/file-system.js";
import { type Frame, HEADER_LIMIT, isLength, NEWLINE, parseBlobHeader, parseJournalFrame } from "./frames.js";

/** The frames from `start` on. Payloads of contents are skipped, not read. */
export async function* readFrames(file: OpenFile, start: number = 0): AsyncGenerator<Frame> {
  const window = new Window(file);
  for (let position = start; ; ) {
    const frame = await readFrame(window, position);
    if (frame !== undefined) {
      yield frame;
      position += frame.length;
      continue;
    }
    const next = await findNextFrame(window, position);
    if (next.isOnlyRoom) return;
    yield { kind: "damage", offset: position, length: next.offset - position, isAtEnd: next.isEnd };
    if (next.isEnd) return;
    position = next.offset;
  }
}

async function readFrame(window: Window, offset: number): Promise<Frame | undefined> {
  const header = await window.readHeader(offset);
  if (header === undefined) return undefined;
  const payloadAt = offset + header.length + 1;
  if (header.startsWith("#J ")) {
    const length = Number(header.split(" ")[1]);
    const bytes = isLength(length) ? await window.readBytes(offset, payloadAt + length - offset) : undefined;
    const signed = bytes && parseJournalFrame(bytes);
    if (signed === undefined || !(await window.endsAt(payloadAt + length))) return undefined;
    return { kind: "journal", offset, length: payloadAt + length + 1 - offset, ...signed };
  }
  const blob = parseBlobHeader(header);
  if (blob === undefined || !(await window.endsAt(payloadAt + blob.length))) return undefined;
  return { kind: "blob", offset, length: payloadAt + blob.length + 1 - offset, hash: blob.hash };
}

interface NextFrame {
  readonly offset: number;
  readonly isEnd: boolean;
  /** Nothing but the zeros of allocated room was passed. */
  readonly isOnlyRoom: boolean;
}

/** Looks for a header that begins a line and fits what follows it. */
async function findNextFrame(window: Window, damagedAt: number): Promise<NextFrame> {
  let isOnlyRoom = true;
  for (let position = damagedAt; ; ) {
    const bytes = await window.readAhead(position);
    if (bytes.length === 0) return { offset: position, isEnd: true, isOnlyRoom };
    isOnlyRoom &&= bytes.every((byte) => byte === 0);
    for (let at = bytes.indexOf("\n#"); at !== -1; at = bytes.indexOf("\n#", at + 1)) {
      const offset = position + at + 1;
      // Reading the candidate moves the window; the bytes looked through stay as they are.
      if ((await readFrame(window, offset)) !== undefined) return { offset, isEnd: false, isOnlyRoom: false };
    }
    // One byte again, in case a header begins where this part ended.
    position += Math.max(1, bytes.length - 1);
    if (bytes.length === 1) return { offset: position, isEnd: true, isOnlyRoom };
  }
}

const WINDOW_BYTES = 1024 * 1024;
const HASH = 35;

/** Reads ahead, because most frames are far smaller than what one read brings. */
class Window {
  readonly #file: OpenFile;
  readonly #buffer = Buffer.allocUnsafe(WINDOW_BYTES);
  #start = 0;
  #length = 0;

  constructor(file: OpenFile) {
    this.#file = file;
  }

  async readHeader(position: number): Promise<string | undefined> {
    const bytes = await this.#peek(position, HEADER_LIMIT);
    const end = bytes[0] === HASH ? bytes.indexOf(NEWLINE) : -1;
    return end === -1 ? undefined : bytes.toString("latin1", 0, end);
  }

  /** Whether a frame ends here: with a newline, after which comes another frame, allocated room or nothing. */
  async endsAt(position: number): Promise<boolean> {
    const [last, next] = await this.#peek(position, 2);
    return last === NEWLINE && (next === undefined || next === HASH || next === 0);
  }

  async readBytes(position: number, length: number): Promise<Buffer | undefined> {
    if (length <= WINDOW_BYTES) {
      const bytes = await this.#peek(position, length);
      return bytes.length === length ? bytes : undefined;
    }
    const bytes = Buffer.allocUnsafe(length);
    return (await this.#file.read(bytes, position)) === length ? bytes : undefined;
  }

  /** A copy of what follows, as much as one read brings. */
  async readAhead(position: number): Promise<Buffer> {
    return Buffer.from(await this.#peek(position, WINDOW_BYTES));
  }

  /** Up to `length` bytes from `position` on; fewer only at the end of the file. */
  async #peek(position: number, length: number): Promise<Buffer> {
    const isHere = position >= this.#start && position + length <= this.#start + this.#length;
    if (!isHere) {
      this.#start = position;
      this.#length = await this.#file.read(this.#buffer, position);
    }
    const from = position - this.#start;
    return this.#buffer.subarray(from, Math.min(from + length, this.#length));
  }
}
