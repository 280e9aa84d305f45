/**
 * How a history file is laid out: frames one after another, each a header line, a payload and a newline.
 *
 *     #J <length> <crc32>                          a journal record as JSON
 *     #B <sha256> <raw length> <length> <codec>    a content, compressed
 *
 * A file is only ever added to, so a crash can damage nothing but its last frame; reading ends there.
 */
import { hash } from "node:crypto";
import type { OpenFile } from "../fs/file-system.js";

type BlobCodec = "br" | "raw";

/** Where a content lies in a history file. */
export interface BlobPlace {
  readonly offset: number;
  readonly length: number;
  readonly rawLength: number;
  readonly codec: BlobCodec;
}

export type Frame =
  | { readonly kind: "journal"; readonly json: string }
  | { readonly kind: "blob"; readonly hash: string; readonly place: BlobPlace };

const WINDOW_BYTES = 1024 * 1024;
const HEADER_LIMIT = 160;
/** Quality 1 packs source text three to four times smaller at a cost of some 3 ns a byte. */
const QUALITY = 1;

/** Loaded when the first record is written or read: most processes only read files. */
function zlib(): typeof import("node:zlib") {
  return process.getBuiltinModule("node:zlib");
}

export function encodeJournalFrame(record: unknown): Buffer {
  const payload = Buffer.from(JSON.stringify(record), "utf8");
  const header = `#J ${payload.length} ${zlib().crc32(payload).toString(16)}\n`;
  return Buffer.concat([Buffer.from(header, "latin1"), payload, newline]);
}

export interface EncodedBlob {
  readonly frame: Buffer;
  /** Its place, counted from the start of the frame. */
  readonly place: BlobPlace;
}

export function encodeBlobFrame(blobHash: string, content: Uint8Array): EncodedBlob {
  const { brotliCompressSync, constants } = zlib();
  const packed = brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY } });
  const isSmaller = packed.length < content.length;
  const payload = isSmaller ? packed : content;
  const codec: BlobCodec = isSmaller ? "br" : "raw";
  const header = Buffer.from(`#B ${blobHash} ${content.length} ${payload.length} ${codec}\n`, "latin1");
  const place = { offset: header.length, length: payload.length, rawLength: content.length, codec };
  return { frame: Buffer.concat([header, payload, newline]), place };
}

/** The content at a place, or undefined when it is not the one that was put there. */
export async function readBlob(
  file: OpenFile,
  place: BlobPlace,
  blobHash: string,
): Promise<Uint8Array | undefined> {
  const payload = Buffer.allocUnsafe(place.length);
  if ((await file.read(payload, place.offset)) < place.length) return undefined;
  const content = place.codec === "br" ? unpack(payload, place.rawLength) : payload;
  return content !== undefined && hashOf(content) === blobHash ? content : undefined;
}

export function hashOf(content: Uint8Array): string {
  return hash("sha256", content, "hex");
}

/** A damaged content may unpack to anything or to nothing; it is never more than it was. */
function unpack(payload: Buffer, rawLength: number): Buffer | undefined {
  try {
    return zlib().brotliDecompressSync(payload, { maxOutputLength: Math.max(1, rawLength) });
  } catch {
    return undefined;
  }
}

/** The frames of a file up to its end or its first damage. Payloads of contents are skipped, not read. */
export async function* readFrames(file: OpenFile): AsyncGenerator<Frame> {
  const window = new Window(file);
  for (let position = 0; ; ) {
    const header = await window.readHeader(position);
    if (header === undefined) return;
    const payloadAt = position + header.length + 1;
    const fields = header.split(" ");
    const length = Number(fields[0] === "#J" ? fields[1] : fields[3]);
    if (!Number.isSafeInteger(length) || length < 0) return;
    if (!(await window.isNewlineAt(payloadAt + length))) return;
    if (fields[0] === "#J") {
      const payload = await window.readBytes(payloadAt, length);
      if (payload === undefined || zlib().crc32(payload).toString(16) !== fields[2]) return;
      yield { kind: "journal", json: payload.toString("utf8") };
    } else if (fields[0] === "#B") {
      const [, blobHash = "", rawLength, , codec] = fields;
      if (codec !== "br" && codec !== "raw") return;
      const place = { offset: payloadAt, length, rawLength: Number(rawLength), codec } as const;
      yield { kind: "blob", hash: blobHash, place };
    } else {
      return;
    }
    position = payloadAt + length + 1;
  }
}

const newline: Readonly<Buffer> = Buffer.from("\n");
const NEWLINE = 10;

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
    const end = bytes.indexOf(NEWLINE);
    return end === -1 ? undefined : bytes.toString("latin1", 0, end);
  }

  async isNewlineAt(position: number): Promise<boolean> {
    return (await this.#peek(position, 1))[0] === NEWLINE;
  }

  async readBytes(position: number, length: number): Promise<Buffer | undefined> {
    if (length <= WINDOW_BYTES) {
      const bytes = await this.#peek(position, length);
      return bytes.length === length ? bytes : undefined;
    }
    const bytes = Buffer.allocUnsafe(length);
    return (await this.#file.read(bytes, position)) === length ? bytes : undefined;
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
