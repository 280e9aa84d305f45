/**
 * A file's text as ripgrep saw it, read by ourselves: through the guarded open that proves where a file lies, so that no
 * folder swapped for a link while ripgrep walked can put foreign lines into a result.
 */
import { isAscii, isUtf8 } from "node:buffer";
import type { ContentReader } from "../content/content-reader.js";
import type { ContentVersion } from "../content/content-version.js";
import { type DecodedText, decodeText, detectFor } from "../content/decode-text.js";
import type { FileStat, FileSystem, MaybePromise, OpenFile } from "../fs/file-system.js";
import { isSameFingerprint, isSettled } from "../fs/fingerprint.js";
import { type RealPath, type RealPathOrBytes, textOfPath } from "../fs/paths.js";

import { findBom } from "../text/bom.js";
import { asBuffer, type EncodingName, findEncodingName, loadCodec } from "../text/codec.js";
import { DETECTION_BYTES } from "../text/detect-encoding.js";

export interface OwnTextDeps {
  readonly fileSystem: FileSystem;
  readonly requireReadable: RequireReadable;
}

export interface OwnText {
  /** Bytes of the text, a mark at its start not counted; fewer than asked for only at the end. */
  slice(from: number, to: number): MaybePromise<Buffer>;
  /** What bytes of it mean, in the encoding of the file. */
  decode(bytes: Buffer): MaybePromise<string>;
  /** How many lines end before an offset; undefined for a file too large to hold. Offsets must grow from call to call. */
  countLinesBefore(offset: number): number | undefined;
  /** Whether its file has not changed since this moment, as far as its timestamps tell. */
  isUnchangedSince(ms: number): boolean;
  /** The version of all slices so far, which is also what it was at `sinceMs`; undefined if that is uncertain. */
  identify(content: ContentReader, sinceMs: number): MaybePromise<ContentVersion | undefined>;
  close(): MaybePromise<void>;
}

const NEWLINE = 0x0a;
/** Files up to this size are read whole, and wide ones only then. */
const MAX_WHOLE_BYTES = 4 * 1024 * 1024;
const MAX_WIDE_BYTES = 64 * 1024 * 1024;

/** Throws unless a file that was opened may be read. */
export type RequireReadable = (opened: FileStat, path: RealPathOrBytes) => Promise<void>;

/** Throws as `FileSystem.open` does; undefined for a wide file that is too large to be turned into lines. */
export async function openOwnText(
  path: RealPathOrBytes,
  told: EncodingName | undefined,
  { fileSystem, requireReadable }: OwnTextDeps,
): Promise<OwnText | undefined> {
  // Where the settings that apply to it are looked up.
  const settingsPath = textOfPath(path);
  const { bytes, stat } = await fileSystem.readSmallFile(
    path,
    told === undefined ? MAX_WHOLE_BYTES : MAX_WIDE_BYTES,
  );
  await requireReadable(stat, path);
  if (bytes !== undefined) return ownTextOf({ bytes, stat }, told, settingsPath, fileSystem);
  if (told !== undefined) return undefined;
  const file = await fileSystem.open(path);
  try {
    const opened = await file.stat();
    await requireReadable(opened, path);
    const head = Buffer.alloc(DETECTION_BYTES);
    const sample = head.subarray(0, await file.read(head, 0));
    const bom = findBom(sample);
    if (bom === undefined || bom.encoding === "utf-8")
      return ownTextIn(file, bom?.length ?? 0, {
        decode: (part) =>
          isUtf8(part) ? part.toString("utf8") : decodeLegacy(part, sample, settingsPath, fileSystem),
        isUnchangedSince: (ms) => isSettled(opened, ms),
        identify: async (content, sinceMs) =>
          isSameFingerprint(opened, await file.stat())
            ? content.versionByStat(settingsPath, opened, sinceMs)
            : undefined,
      });
  } catch (cause) {
    await file.close();
    throw cause;
  }
  await file.close();
  const wide = await fileSystem.readSmallFile(path, MAX_WIDE_BYTES);
  await requireReadable(wide.stat, path);
  const { bytes: all, stat: wideStat } = wide;
  return all && ownTextOf({ bytes: all, stat: wideStat }, undefined, settingsPath, fileSystem);
}

/** Of a file too large to hold, read where it is asked for. */
function ownTextIn(
  file: OpenFile,
  start: number,
  own: Pick<OwnText, "decode" | "isUnchangedSince" | "identify">,
): OwnText {
  return {
    slice: async (from, to) => {
      const target = Buffer.alloc(to - from);
      return target.subarray(0, await file.read(target, start + from));
    },
    countLinesBefore: () => undefined,
    ...own,
    close: () => file.close(),
  };
}

async function ownTextOf(
  { bytes, stat }: { readonly bytes: Uint8Array; readonly stat: FileStat },
  told: EncodingName | undefined,
  path: RealPath,
  fileSystem: FileSystem,
): Promise<OwnText> {
  const bom = findBom(bytes);
  const body = bytes.subarray(bom?.length ?? 0);
  const marked = bom === undefined ? undefined : findEncodingName(bom.encoding);
  const read = marked ?? told ?? "UTF-8";
  // ripgrep speaks of what it has decoded as if it had been UTF-8.
  const seen = read === "UTF-8" ? asBuffer(body) : Buffer.from((await loadCodec(read)).decode(body), "utf8");
  let [counted, lines] = [0, 0];
  let decoded: DecodedText | undefined;
  /** By the encoding of the whole file, as Read and Edit see it. */
  const decodeLikeWhole = async (part: Buffer): Promise<string> => {
    decoded ??= await decodeText(bytes, path, fileSystem);
    return decoded.codec.decode(part).toWellFormed();
  };
  return {
    slice: (from, to) => seen.subarray(from, to),
    decode(part) {
      if (isAscii(part)) return part.toString("latin1");
      if (read !== "UTF-8") return part.toString("utf8");
      return decodeLikeWhole(part);
    },
    countLinesBefore(offset) {
      for (; counted < offset; counted += 1) if (seen[counted] === NEWLINE) lines += 1;
      return lines;
    },
    isUnchangedSince: (ms) => isSettled(stat, ms),
    identify: (content) => content.versionOf(bytes),
    close: () => undefined,
  };
}

async function decodeLegacy(
  part: Buffer,
  sample: Uint8Array,
  path: RealPath,
  fileSystem: FileSystem,
): Promise<string> {
  // The first odd byte of a large file may lie far behind its beginning.
  const { name } = await detectFor(isUtf8(sample) ? part : sample, path, fileSystem);
  return (await loadCodec(name)).decode(part).toWellFormed();
}
