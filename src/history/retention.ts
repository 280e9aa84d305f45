/**
 * Keeps the history within its age and size: whole files go, oldest first. A file holds every content its records need,
 * so no other file misses one that is removed. Never removed: what a process writes, what recovery has not looked at
 * yet, what a checkpoint or a restore still needs, and files with records that are not ours. Saved results of old sessions go
 * by the same age.
 */
import { basename, dirname, join } from "node:path";
import { type FileSystem, FileSystemError } from "../fs/file-system.js";
import { requireOwn } from "../fs/ownership.js";
import type { AbsolutePath, RealPath } from "../fs/paths.js";
import { readConfirmedTime } from "./confirmed-time.js";
import type { HistoryFolder, ListedFile } from "./history-folder.js";
import { HistoryReader } from "./history-reader.js";
import type { Liveness } from "./liveness.js";

const DAY_MS = 86_400_000;
const MAX_LISTED = 100_000;

export interface Retention {
  readonly maxAgeDays: number;
  readonly maxBytes: number;
  readonly checkpointDays: number;
}

export interface PruneDeps {
  readonly folder: HistoryFolder;
  readonly liveness: Liveness;
  readonly stateDirectory: AbsolutePath;
  readonly now: () => number;
}

interface SizedFile extends ListedFile {
  readonly bytes: number;
  readonly modifiedMs: number;
}

/** Removes nothing while a restore is running or planned, in any process. Another pruning follows soon enough. */
export async function pruneHistory(deps: PruneDeps, retention: Retention): Promise<void> {
  const lock = await deps.folder.lock("removing");
  if (lock === false) return;
  try {
    await prune(deps, retention);
  } finally {
    await lock?.close();
  }
}

/** Reads no history unless something has to go: that is a matter of names, sizes and times. */
async function prune(deps: PruneDeps, retention: Retention): Promise<void> {
  const { folder, stateDirectory, now } = deps;
  const confirmed = await readConfirmedTime(folder, now());
  const oldest = confirmed - retention.maxAgeDays * DAY_MS;
  const files = await measureFiles(folder);
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0);
  const isDue = total > retention.maxBytes || files.some(({ modifiedMs }) => modifiedMs < oldest);
  const protectedFrom = confirmed - retention.checkpointDays * DAY_MS;
  if (isDue) await removeExpired(files, { total, oldest, protectedFrom }, deps, retention);
  await removeStrayIndexes(folder);
  await pruneResults(folder.fileSystem, stateDirectory, oldest);
}

/** Oldest first. A file is no older than those before it, whatever the clock said when it was written. */
export async function measureFiles(folder: HistoryFolder): Promise<SizedFile[]> {
  const files: SizedFile[] = [];
  let newest = 0;
  for (const listed of await folder.list()) {
    const { stat } = await folder.fileSystem.resolve(folder.pathOf(listed.name));
    const index = listed.isIndexed
      ? await folder.fileSystem.resolve(folder.indexPathOf(listed.name))
      : undefined;
    if (stat === undefined) continue;
    const bytes = stat.size + (index?.stat?.size ?? 0);
    newest = Math.max(newest, Number(stat.modifiedNs / 1_000_000n));
    files.push({ ...listed, bytes, modifiedMs: newest });
  }
  return files;
}

async function removeExpired(
  files: readonly SizedFile[],
  { total, oldest, protectedFrom }: Record<"total" | "oldest" | "protectedFrom", number>,
  deps: PruneDeps,
  { maxBytes }: Retention,
): Promise<void> {
  const reader = await HistoryReader.open(deps.folder);
  const neededFrom = findProtected(reader, protectedFrom);
  const own = reader.files.filter(({ index }) => index.head.foreign === 0);
  const ends = new Map(own.map(({ name, index }) => [name, index.head.maxSeq]));
  // What is not ours must not make ours expire sooner.
  let left = files.reduce((sum, { name, bytes }) => (ends.has(name) ? sum : sum - bytes), total);
  for (const file of files) {
    if (file.modifiedMs >= oldest && left <= maxBytes) continue;
    if ((ends.get(file.name) ?? Number.POSITIVE_INFINITY) >= neededFrom) continue;
    if (!(await deps.liveness.isComplete(file))) continue;
    if (await deps.liveness.removeUnlessHeld(file)) left -= file.bytes;
  }
}

/** Rewinding to a checkpoint needs every change since. Returns the sequence number of the oldest one that counts. */
function findProtected(reader: HistoryReader, since: number): number {
  let first = Number.POSITIVE_INFINITY;
  for (const record of reader.others()) {
    if (record.kind === "checkpoint" && record.at >= since) first = Math.min(first, record.seq);
  }
  return first;
}

/** Left by a process that died while it removed a file. */
async function removeStrayIndexes(folder: HistoryFolder): Promise<void> {
  for (const path of await folder.listStrayIndexes()) await folder.fileSystem.removeFile(path);
}

async function pruneResults(
  fileSystem: FileSystem,
  stateDirectory: AbsolutePath,
  oldest: number,
): Promise<void> {
  const oldestNs = BigInt(Math.floor(oldest)) * 1_000_000n;
  for (const folder of await listOwn(fileSystem, stateDirectory, "results")) {
    for (const path of await listOwn(fileSystem, stateDirectory, "results", basename(folder))) {
      const { stat } = await fileSystem.resolve(path);
      if (stat?.kind !== "file" || stat.modifiedNs > oldestNs) continue;
      await fileSystem.removeFile(path);
      await fileSystem.removeEmptyParents(path, dirname(path) as RealPath);
    }
  }
}

/** Nothing of a folder that is a link, or that others can write to: removing through it could remove anything. */
async function listOwn(
  fileSystem: FileSystem,
  stateDirectory: AbsolutePath,
  ...names: readonly string[]
): Promise<RealPath[]> {
  try {
    await requireOwn(fileSystem, stateDirectory, ...names);
    const { realPath } = await fileSystem.resolve(join(stateDirectory, ...names) as AbsolutePath);
    const { entries } = await fileSystem.list(realPath, MAX_LISTED);
    return entries.map(({ name }) => join(realPath, basename(name)) as RealPath);
  } catch (cause) {
    if (cause instanceof FileSystemError) return [];
    throw cause;
  }
}
