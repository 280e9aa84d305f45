/** A file of the present work tree, read the way everything here is read: that very path, and nothing through a link. */
import { createHash, type Hash } from "node:crypto";
import type { ContentReader } from "../content/content-reader.js";
import type { ContentVersion } from "../content/content-version.js";
import type { FileSystem } from "../fs/file-system.js";
import type { RealPath } from "../fs/paths.js";
import { unlessUnavailable } from "../fs/unless-unavailable.js";

const PIECE_BYTES = 1024 * 1024;

export interface PresentFile {
  readonly path: RealPath;
  /** Why there are no bytes: there are more of them than can be compared, or the disk does not give them. */
  readonly bytes: Uint8Array | "too-large" | "unreadable";
}

/** Undefined when no regular file is there any more. */
export async function readPresent(
  path: RealPath,
  maxBytes: number,
  fileSystem: FileSystem,
): Promise<PresentFile | undefined> {
  if ((await findPresentSize(path, fileSystem)) === undefined) return undefined;
  const read = await unlessUnavailable(async () => fileSystem.readSmallFile(path, maxBytes));
  return { path, bytes: read === undefined ? "unreadable" : (read.bytes ?? "too-large") };
}

/** Its content alone, where it can be had. */
export async function findPresentBytes(
  path: RealPath,
  maxBytes: number,
  fileSystem: FileSystem,
): Promise<Uint8Array | undefined> {
  const bytes = (await readPresent(path, maxBytes, fileSystem))?.bytes;
  return typeof bytes === "string" ? undefined : bytes;
}

/** Its size alone; undefined when no regular file is there. */
export async function findPresentSize(path: RealPath, fileSystem: FileSystem): Promise<number | undefined> {
  const resolved = await unlessUnavailable(async () => fileSystem.resolve(path));
  return resolved?.realPath === path && resolved.stat?.kind === "file" ? resolved.stat.size : undefined;
}

export type HeldVersion = ContentVersion & { readonly bytes: Uint8Array };

export function versionOf(bytes: Uint8Array, content: ContentReader): HeldVersion {
  return content.versionOf(bytes) as HeldVersion;
}

/** The name that git gives such content: 40 digits long in most repositories, 64 in others. */
export function objectNameOf(bytes: Uint8Array, length: number): string {
  const hashing = beginObject(bytes.length, length);
  return hashing.update(bytes).digest("hex");
}

/** Whether a file, however large, holds the content that git calls so. */
export function hasObjectName(path: RealPath, name: string, fileSystem: FileSystem): Promise<boolean> {
  return hashesTo(path, name, fileSystem, (size) => beginObject(size, name.length));
}

/** Whether a file, however large, has this SHA-256. */
export function hasHash(path: RealPath, hash: string, fileSystem: FileSystem): Promise<boolean> {
  return hashesTo(path, hash, fileSystem, () => createHash("sha256"));
}

async function hashesTo(
  path: RealPath,
  wanted: string,
  fileSystem: FileSystem,
  begin: (size: number) => Hash,
): Promise<boolean> {
  const file = await unlessUnavailable(async () => fileSystem.open(path));
  if (file === undefined) return false;
  try {
    const { size } = await file.stat();
    const hashing = begin(size);
    const piece = Buffer.allocUnsafe(Math.min(size, PIECE_BYTES));
    let position = 0;
    for (let count = -1; count !== 0 && position < size; position += count) {
      count = await file.read(piece, position);
      hashing.update(piece.subarray(0, count));
    }
    return hashing.digest("hex") === wanted;
  } finally {
    await file.close();
  }
}

function beginObject(size: number, length: number): Hash {
  return createHash(length > 40 ? "sha256" : "sha1").update(`blob ${size}\0`);
}
