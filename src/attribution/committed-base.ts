/** What a file is compared with when it is compared with a commit. */
import type { FileSystem } from "../fs/file-system.js";
import type { RealPath } from "../fs/paths.js";
import { findPointedHash, isLargeFilePointer } from "../git/large-file-pointer.js";
import type { ObjectReader } from "../git/object-reader.js";
import type { CommittedFile } from "./changed-files.js";
import type { GitRoot } from "./git-root.js";
import { hasHash } from "./present-file.js";
import { MAX_COMPARED_BYTES } from "./walk-changes.js";

export type Base =
  | { readonly kind: "content"; readonly bytes: Uint8Array }
  /** The commit has no such file. */
  | { readonly kind: "none" }
  /** The file is as it was, though its bytes are others. */
  | { readonly kind: "same" }
  /** The reason is a clause. */
  | { readonly kind: "unknown"; readonly reason: string };

export type ReadBase = (path: RealPath) => Promise<Base>;

/** `bases` are in the order in which they will be asked for. */
export async function createBaseReader(
  bases: ReadonlyMap<RealPath, CommittedFile | undefined>,
  fileSystem: FileSystem,
): Promise<ReadBase> {
  const readers = new Map<GitRoot, ObjectReader>();
  const filtered = new Set<string>();
  for (const [git, files] of groupByRoot(bases)) {
    const sizes = [...files.values()].filter(({ size }) => size <= MAX_COMPARED_BYTES);
    readers.set(git, git.createReader(sizes));
    for (const path of await git.listFiltered([...files.keys()])) filtered.add(path);
  }
  return async (path) => {
    const file = bases.get(path);
    if (file === undefined) return { kind: "none" };
    const isReadable = file.size <= MAX_COMPARED_BYTES;
    const bytes = isReadable ? await readers.get(file.git)?.read(file.object) : undefined;
    if (bytes === undefined) return { kind: "unknown", reason: "what was committed can't be read" };
    if (isLargeFilePointer(bytes)) {
      const hash = findPointedHash(bytes);
      const isSame = hash !== undefined && (await hasHash(path, hash, fileSystem));
      return isSame ? { kind: "same" } : { kind: "unknown", reason: "Git LFS keeps what was committed" };
    }
    return filtered.has(path)
      ? { kind: "unknown", reason: "a filter stands between it and what was committed" }
      : { kind: "content", bytes };
  };
}

function groupByRoot(
  bases: ReadonlyMap<RealPath, CommittedFile | undefined>,
): ReadonlyMap<GitRoot, Map<RealPath, CommittedFile>> {
  const byRoot = new Map<GitRoot, Map<RealPath, CommittedFile>>();
  for (const [path, file] of bases) {
    if (file === undefined) continue;
    const files = byRoot.get(file.git) ?? new Map<RealPath, CommittedFile>();
    byRoot.set(file.git, files.set(path, file));
  }
  return byRoot;
}
