/**
 * Keeps the history within its age and size: whole files go, oldest first. A content that a younger record still needs
 * moves to the file being written now before its old place is removed. Saved results of old sessions go by the same age.
 */
import { basename, dirname, join } from "node:path";
import { type FileSystem, FileSystemError } from "../fs/file-system.js";
import type { AbsolutePath, RealPath } from "../fs/paths.js";
import type { HistoryFile } from "./history-file.js";
import { type HistoryStore, OPEN_SUFFIX } from "./history-store.js";
import { piecesOf } from "./records.js";

export interface Retention {
  readonly maxAgeMs: number;
  readonly maxBytes: number;
}

export interface PruneGround {
  readonly store: HistoryStore;
  readonly fileSystem: FileSystem;
  readonly stateDirectory: AbsolutePath;
  readonly now: () => number;
  readonly isOwnerAlive: (owner: string, newestAt: number) => boolean;
}

const MAX_LISTED = 100_000;

/** Reads no history unless something has to go: that is a matter of names, sizes and times. */
export async function pruneHistory(ground: PruneGround, retention: Retention): Promise<void> {
  const names = await findExpired(ground, retention);
  if (names.size > 0) {
    const files = await ground.store.readAll();
    const expired = new Set(files.filter((file) => names.has(basename(file.path)) && !isInUse(file, ground)));
    await moveNeededContents(files, expired, ground.store);
    for (const { path } of expired) await ground.fileSystem.removeFile(path);
  }
  await pruneResults(ground, retention);
}

/** Names of files that are too old, and of the oldest of those beyond the size. */
async function findExpired(
  { store, fileSystem, now }: PruneGround,
  { maxAgeMs, maxBytes }: Retention,
): Promise<Set<string>> {
  const files: { readonly name: string; readonly bytes: number; readonly writtenMs: number }[] = [];
  let total = 0;
  for (const name of await store.listFiles()) {
    const { stat } = await fileSystem.resolve(join(store.folder, name) as AbsolutePath);
    if (stat === undefined) continue;
    files.push({ name, bytes: stat.size, writtenMs: Number(stat.modifiedNs / 1_000_000n) });
    total += stat.size;
  }
  const expired = new Set<string>();
  for (const { name, bytes, writtenMs } of files) {
    if (writtenMs >= now() - maxAgeMs && total <= maxBytes) continue;
    expired.add(name);
    total -= bytes;
  }
  return expired;
}

/** What a living process writes stays. */
function isInUse(file: HistoryFile, { store, isOwnerAlive }: PruneGround): boolean {
  const { path, owner, newestAt } = file;
  if (store.isOwn(path)) return true;
  if (!path.endsWith(OPEN_SUFFIX)) return false;
  return owner === undefined ? store.isBeingBegun(file) : isOwnerAlive(owner, newestAt);
}

async function moveNeededContents(
  files: readonly HistoryFile[],
  expired: ReadonlySet<HistoryFile>,
  store: HistoryStore,
): Promise<void> {
  const staying = files.filter((file) => !expired.has(file));
  const kept = new Set(staying.flatMap((file) => [...file.blobs.keys()]));
  const needed = new Set(staying.flatMap((file) => file.records.flatMap((record) => piecesOf(record))));
  for (const hash of needed) {
    if (kept.has(hash)) continue;
    const bytes = await store.readContent(hash, [...expired]);
    if (bytes !== undefined) await store.add([{ hash, bytes }], [], { isDurable: true });
  }
}

async function pruneResults(
  { fileSystem, stateDirectory, now }: PruneGround,
  { maxAgeMs }: Retention,
): Promise<void> {
  const results = join(stateDirectory, "results") as RealPath;
  const oldest = BigInt(Math.floor(now() - maxAgeMs)) * 1_000_000n;
  for (const folder of await listPaths(fileSystem, results)) {
    for (const path of await listPaths(fileSystem, folder)) {
      const { stat } = await fileSystem.resolve(path);
      if (stat?.kind !== "file" || stat.modifiedNs > oldest) continue;
      await fileSystem.removeFile(path);
      await fileSystem.removeEmptyParents(path, dirname(path) as RealPath);
    }
  }
}

async function listPaths(fileSystem: FileSystem, folder: RealPath): Promise<RealPath[]> {
  try {
    const { realPath } = await fileSystem.resolve(folder);
    const { entries } = await fileSystem.list(realPath, MAX_LISTED);
    return entries.map(({ name }) => join(realPath, basename(name)) as RealPath);
  } catch (cause) {
    if (cause instanceof FileSystemError) return [];
    throw cause;
  }
}
