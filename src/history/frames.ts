/**
 * How a history file is laid out: frames one after another, each a header line, a payload and a newline.
 *
 *     #J <length> <crc32> <signature>                                 a journal record as JSON
 *     #B <sha256> <raw length> <length> <codec>                       a content
 *     #D <sha256> <raw length> <length> <codec> <base> <head> <tail>  a content that shares its first and last bytes with
 *                                                                     an earlier one of this file; the payload is the rest
 *
 * A crash can tear only the last frame. Damage in the middle hides what it hit: reading goes on with the next frame.
 */
import { hash } from "node:crypto";
import type { OpenFile } from "../fs/file-system.js";
import type { RecordKey } from "./record-key.js";

type BlobCodec = "br" | "raw";

interface BlobHeader {
  readonly hash: string;
  readonly rawLength: number;
  readonly length: number;
  readonly codec: BlobCodec;
  readonly base: { readonly hash: string; readonly head: number; readonly tail: number } | undefined;
}

/** A frame at an offset of the file; `length` covers header, payload and newline. */
export interface Located {
  readonly offset: number;
  readonly length: number;
}

export type Frame = Located &
  (
    | ({ readonly kind: "journal" } & SignedJson)
    | { readonly kind: "blob"; readonly hash: string }
    /** Bytes that are not a frame. At the end of a file they may be a frame that is still being written. */
    | { readonly kind: "damage"; readonly isAtEnd: boolean }
  );

/** A record as it was found. Whether the signature is ours, only the key tells. */
export interface SignedJson {
  readonly json: string;
  readonly signature: string | undefined;
}

/** No header is longer. */
export const HEADER_LIMIT = 256;
/** Quality 1 packs source text three to four times smaller at a cost of some 3 ns a byte. */
const QUALITY = 1;
/** Smaller payloads gain less than the compression costs. */
const COMPRESSED_FROM = 256;

/** Loaded when the first record is written or read: most processes only read files. */
function zlib(): typeof import("node:zlib") {
  return process.getBuiltinModule("node:zlib");
}

export function encodeJournalFrame(record: unknown, key: RecordKey): Buffer {
  const payload = Buffer.from(JSON.stringify(record), "utf8");
  const signature = key.sign("record", payload);
  const header = `#J ${payload.length} ${zlib().crc32(payload).toString(16)} ${signature}\n`;
  return Buffer.concat([Buffer.from(header, "latin1"), payload, newline]);
}

export function encodeBlobFrame(blobHash: string, content: Uint8Array): Buffer {
  return encodeBlob("#B", blobHash, content.length, content, "");
}

/** The same content as its difference to `base`. `undefined` unless that is much smaller. */
export function encodeDeltaFrame(
  blobHash: string,
  content: Uint8Array,
  base: { readonly hash: string; readonly bytes: Uint8Array },
): Buffer | undefined {
  const head = countShared(content, base.bytes);
  const tail = countSharedAtEnd(content, base.bytes, head);
  const rest = content.subarray(head, content.length - tail);
  if (rest.length > content.length / 2) return undefined;
  return encodeBlob("#D", blobHash, content.length, rest, ` ${base.hash} ${head} ${tail}`);
}

function encodeBlob(
  kind: string,
  blobHash: string,
  rawLength: number,
  bytes: Uint8Array,
  more: string,
): Buffer {
  const packed = bytes.length < COMPRESSED_FROM ? bytes : compress(bytes);
  const isSmaller = packed.length < bytes.length;
  const payload = isSmaller ? packed : bytes;
  const codec: BlobCodec = isSmaller ? "br" : "raw";
  const header = `${kind} ${blobHash} ${rawLength} ${payload.length} ${codec}${more}\n`;
  return Buffer.concat([Buffer.from(header, "latin1"), payload, newline]);
}

function compress(bytes: Uint8Array): Buffer {
  const { brotliCompressSync, constants } = zlib();
  return brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY } });
}

const STRIDE = 1024;

function countShared(left: Uint8Array, right: Uint8Array): number {
  const most = Math.min(left.length, right.length);
  let count = 0;
  const other = Buffer.from(right.buffer, right.byteOffset, right.length);
  while (count + STRIDE <= most && other.compare(left, count, count + STRIDE, count, count + STRIDE) === 0) {
    count += STRIDE;
  }
  while (count < most && left[count] === right[count]) count += 1;
  return count;
}

function countSharedAtEnd(left: Uint8Array, right: Uint8Array, head: number): number {
  const most = Math.min(left.length, right.length) - head;
  let count = 0;
  while (count < most && left[left.length - 1 - count] === right[right.length - 1 - count]) count += 1;
  return count;
}

export function hashOf(content: Uint8Array): string {
  return hash("sha256", content, "hex");
}

/** The content of the blob frame at `offset`, or `undefined` if it is damaged or not this content. */
export async function readBlob(
  file: OpenFile,
  offset: number,
  blobHash: string,
  readBase: (hash: string) => Promise<Uint8Array | undefined>,
): Promise<Uint8Array | undefined> {
  const start = Buffer.allocUnsafe(HEADER_LIMIT);
  const header = start.subarray(0, await file.read(start, offset));
  const end = header.indexOf(NEWLINE);
  const found = end === -1 ? undefined : parseBlobHeader(header.toString("latin1", 0, end));
  if (found?.hash !== blobHash) return undefined;
  const payload = Buffer.allocUnsafe(found.length);
  if ((await file.read(payload, offset + end + 1)) < found.length) return undefined;
  const { base, rawLength } = found;
  const shared = base === undefined ? 0 : base.head + base.tail;
  const rest = found.codec === "br" ? decompress(payload, rawLength - shared) : payload;
  const content = base === undefined ? rest : join(rest, await readBase(base.hash), base);
  return content !== undefined && hashOf(content) === blobHash ? content : undefined;
}

function join(
  rest: Uint8Array | undefined,
  bytes: Uint8Array | undefined,
  { head, tail }: { readonly head: number; readonly tail: number },
): Uint8Array | undefined {
  if (rest === undefined || bytes === undefined || head + tail > bytes.length) return undefined;
  return Buffer.concat([bytes.subarray(0, head), rest, bytes.subarray(bytes.length - tail)]);
}

/** A damaged payload may decompress to anything or fail; it never yields more than it held. */
function decompress(payload: Buffer, rawLength: number): Buffer | undefined {
  try {
    return zlib().brotliDecompressSync(payload, { maxOutputLength: Math.max(1, rawLength) });
  } catch {
    return undefined;
  }
}

export function parseBlobHeader(header: string): BlobHeader | undefined {
  const [kind, blobHash = "", raw, packed, codec, base, head, tail] = header.split(" ");
  const [rawLength, length] = [Number(raw), Number(packed)];
  if ((kind !== "#B" && kind !== "#D") || (codec !== "br" && codec !== "raw")) return undefined;
  if (!isLength(rawLength) || !isLength(length)) return undefined;
  const common = { hash: blobHash, rawLength, length, codec } as const;
  if (kind === "#B") return { ...common, base: undefined };
  const shared = { hash: base ?? "", head: Number(head), tail: Number(tail) };
  return isLength(shared.head) && isLength(shared.tail) ? { ...common, base: shared } : undefined;
}

export function isLength(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0;
}

/** The record of the journal frame that these bytes are; `undefined` if they are damaged. */
export function parseJournalFrame(bytes: Buffer): SignedJson | undefined {
  const end = bytes.indexOf(NEWLINE);
  const [kind, length, crc, signature] = bytes.toString("latin1", 0, Math.max(end, 0)).split(" ");
  const payload = bytes.subarray(end + 1, end + 1 + Number(length));
  if (kind !== "#J" || payload.length !== Number(length)) return undefined;
  if (zlib().crc32(payload).toString(16) !== crc) return undefined;
  return { json: payload.toString("utf8"), signature };
}

/** Signs the records of a whole file of our own with another key, in place. Signatures have one length. */
export function signAgain(bytes: Buffer, key: RecordKey): void {
  for (let position = 0; position < bytes.length; ) {
    const end = bytes.indexOf(NEWLINE, position);
    const header = bytes.toString("latin1", position, end);
    const isRecord = header.startsWith("#J ");
    const length = isRecord ? Number(header.split(" ")[1]) : parseBlobHeader(header)?.length;
    if (end === -1 || length === undefined) return;
    const next = end + 1 + length + 1;
    if (isRecord) {
      const signature = key.sign("record", bytes.subarray(end + 1, next - 1));
      bytes.write(signature, end - signature.length, "latin1");
    }
    position = next;
  }
}

const newline: Readonly<Buffer> = Buffer.from("\n");
export const NEWLINE = 10;
