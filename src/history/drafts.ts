/** Changes about to be recorded, and which of their contents are kept in which pieces. */
import { createHash } from "node:crypto";
import type { ContentVersion } from "../content/content-version.js";
import type { MaybePromise, OpenFile } from "../fs/file-system.js";
import type { KeptContent } from "./frame-batch.js";
import { hashOf } from "./frames.js";
import type { ChangeRecord, Image, KeptSplices } from "./records.js";

/** A change about to be made; the history gives it an id and a time. */
export type ChangeDraft = Omit<
  ChangeRecord,
  "kind" | "id" | "seq" | "at" | "before" | "after" | "splices"
> & {
  readonly before: ImageDraft | null;
  readonly after: ImageDraft | null;
  readonly splices?: readonly SpliceDraft[];
};

/** A content with its version; `bytes` undefined when it is not to be kept. */
export interface ImageDraft {
  readonly version: ContentVersion;
  readonly bytes: Uint8Array | undefined;
  readonly mode?: number;
}

export interface SpliceDraft {
  readonly start: number;
  readonly removed: Uint8Array;
  readonly inserted: Uint8Array;
}

/** Contents past this size are kept in pieces, so that no one needs to hold them whole. */
const PIECE_BYTES: number = 1024 * 1024;

/** `similar` is what the content was made of: it may be kept as its difference to that. */
export function keepImage(
  { version, bytes, mode }: ImageDraft,
  contents: KeptContent[],
  similar?: ImageDraft | null,
): Image {
  const pieces = bytes === undefined ? {} : { pieces: keepBytes(bytes, contents, version, similar) };
  return { id: version.id, size: version.size, ...pieces, ...(mode === undefined ? {} : { mode }) };
}

/** Keeps a content of any size as it is read, and returns its image. */
export async function keepInPieces(
  read: OpenFile["read"],
  keep: (piece: KeptContent) => MaybePromise<void>,
): Promise<Image> {
  const pieces: string[] = [];
  const whole = createHash("sha256");
  let size = 0;
  for (let count = PIECE_BYTES; count === PIECE_BYTES; size += count) {
    const target = Buffer.allocUnsafe(PIECE_BYTES);
    count = await read(target, size);
    if (count === 0) break;
    const bytes = target.subarray(0, count);
    whole.update(bytes);
    const hash = hashOf(bytes);
    await keep({ hash, bytes });
    pieces.push(hash);
  }
  return { id: `sha256:${whole.digest("hex")}`, size, pieces };
}

export function keepSplices(splices: readonly SpliceDraft[], contents: KeptContent[]): KeptSplices {
  return {
    places: splices.map(({ start, removed, inserted }) => [start, removed.length, inserted.length]),
    removed: keepBytes(Buffer.concat(splices.map(({ removed }) => removed)), contents),
    inserted: keepBytes(Buffer.concat(splices.map(({ inserted }) => inserted)), contents),
  };
}

function keepBytes(
  bytes: Uint8Array,
  contents: KeptContent[],
  version?: ContentVersion,
  similar?: ImageDraft | null,
): string[] {
  const known = version && findHash(version);
  // The version of a small content is its hash already; hashing it twice would cost as much as packing it.
  if (known !== undefined && bytes.length <= PIECE_BYTES) {
    const base = similar?.bytes && findHash(similar.version);
    contents.push({
      hash: known,
      bytes,
      ...(base === undefined || similar?.bytes === undefined
        ? {}
        : { base: { hash: base, bytes: similar.bytes } }),
    });
    return [known];
  }
  const pieces: string[] = [];
  for (let start = 0; start < bytes.length; start += PIECE_BYTES) {
    const part = bytes.subarray(start, start + PIECE_BYTES);
    const hash = hashOf(part);
    contents.push({ hash, bytes: part });
    pieces.push(hash);
  }
  return pieces;
}

function findHash({ id }: ContentVersion): string | undefined {
  return id.startsWith("sha256:") ? id.slice("sha256:".length) : undefined;
}
