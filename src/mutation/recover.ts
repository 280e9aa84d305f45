/**
 * Puts right what processes that died have left. A change is written down before it is made, so what is on disk tells
 * how far it got: the file is as before, or as after, or, written in place, a mixture of the two that is put back.
 * Temporary files are removed. Running it twice, or in two processes, does no more than running it once.
 */
import { basename, dirname } from "node:path";
import type { ContentReader } from "../content/content-reader.js";
import { ContentVersion } from "../content/content-version.js";
import { isInside } from "../fs/containment.js";
import { FileSystemError, type MaybePromise } from "../fs/file-system.js";
import { isMixture } from "../fs/mixture.js";
import type { AbsolutePath, RealPath } from "../fs/paths.js";
import type { History } from "../history/history.js";
import type { HistoryFile } from "../history/history-file.js";
import type { ChangeRecord, InPlaceRecord } from "../history/records.js";
import { createTimeline, type TimelineChange } from "../history/timeline.js";
import { TEMPORARY_PREFIX } from "./commit.js";
import { type MutationGround } from "./write-ahead.js";

export interface RecoveryGround extends MutationGround {
  readonly history: History;
  readonly content: ContentReader;
  readonly isInsideRoots: (path: RealPath) => MaybePromise<boolean>;
}

const TORN_MAX_BYTES = 64 * 1024 * 1024;

export async function recover(ground: RecoveryGround): Promise<void> {
  const { changes } = await ground.history.readTimeline();
  for (const file of await ground.history.findAbandoned()) {
    await removeLeftovers(file, ground);
    for (const change of findLastChanges(file)) await settle(change, changes, ground);
    await ground.history.store.finish(file.path);
  }
}

/** Only a process's last change of each file can be unfinished: an earlier one was the ground of the next. */
function findLastChanges({ records }: HistoryFile): Iterable<TimelineChange> {
  const last = new Map<string, TimelineChange>();
  for (const change of createTimeline(records).changes) {
    if (change.state !== "failed") last.set(change.record.path, change);
  }
  return last.values();
}

async function removeLeftovers({ records }: HistoryFile, { fileSystem }: RecoveryGround): Promise<void> {
  for (const record of records) {
    const temporary = record.kind === "change" || record.kind === "staging" ? record.temporary : undefined;
    // A record that was tampered with must not make us remove anything else.
    if (temporary === undefined || !isTemporaryName(basename(temporary))) continue;
    await unlessUnavailable(async () => fileSystem.removeFile(temporary as AbsolutePath));
  }
}

function isTemporaryName(name: string): boolean {
  return name.startsWith(TEMPORARY_PREFIX) && name.endsWith(".tmp");
}

async function settle(
  { record, inPlace }: TimelineChange,
  all: readonly TimelineChange[],
  ground: RecoveryGround,
): Promise<void> {
  const { before, after, id } = record;
  const { history } = ground;
  const neverMade = "the process ended before the change was made";
  const present = await findPresentId(record, ground);
  if (present === "missing") await removeCreatedFolders(record, ground);
  if (present === "unavailable" || present === (after?.id ?? "missing")) return;
  if (present === (before?.id ?? "missing")) {
    await history.fail(id, neverMade);
    return;
  }
  // Others have worked on since: the next of their changes tells what they found.
  const next = all.find(
    (later) => later.state !== "failed" && later.record.path === record.path && later.record.at > record.at,
  );
  if (next !== undefined) {
    const found = next.record.before?.id;
    if (found !== after?.id && found === before?.id) await history.fail(id, neverMade);
  } else if (inPlace !== undefined && (await restoreTorn(record, inPlace, ground))) {
    await history.fail(id, "the process ended while the file was written; its former content was put back");
  }
}

/** The folders that were made for a file which never came, or is gone again. */
async function removeCreatedFolders(
  { path, createdFolder }: ChangeRecord,
  { fileSystem, isInsideRoots }: RecoveryGround,
): Promise<void> {
  if (createdFolder === undefined) return;
  // A record that was tampered with must not make us remove anything else.
  const isAbove = isInside(path, createdFolder);
  if (!isAbove || !(await isInsideRoots(dirname(createdFolder) as RealPath))) return;
  await unlessUnavailable(async () =>
    fileSystem.removeEmptyParents(path as RealPath, createdFolder as RealPath),
  );
}

async function findPresentId(
  { path }: ChangeRecord,
  { fileSystem, content }: RecoveryGround,
): Promise<string> {
  const found = await unlessUnavailable(async () => {
    const { realPath, stat } = await fileSystem.resolve(path as AbsolutePath);
    // A link has appeared on the way: whatever is there now is not what the record speaks of.
    if (realPath !== path) return "unavailable";
    if (stat === undefined) return "missing";
    return stat.kind === "file" ? (await content.currentVersion(realPath)).id : "unavailable";
  });
  return found ?? "unavailable";
}

/** Puts the former content back if what is there is a mixture of old and new; a third content is someone's work. */
async function restoreTorn(
  { id, path, ...kept }: ChangeRecord,
  inPlace: InPlaceRecord,
  { fileSystem, history, isDurable, randomName }: RecoveryGround,
): Promise<boolean> {
  const { before = kept.before, after = kept.after } = inPlace;
  if (before === null || after === null) return false;
  const old = await history.readImage(before);
  const fresh = await history.readImage(after);
  if (old === undefined || fresh === undefined) return false;
  const { bytes } = await fileSystem.readSmallFile(path as RealPath, TORN_MAX_BYTES);
  // Writing in place adds, then overwrites, then cuts: it never leaves less than the shorter of the two.
  const isTorn = bytes !== undefined && bytes.length >= Math.min(old.length, fresh.length);
  if (!isTorn || !isMixture(bytes, old, fresh)) return false;
  // Kept all the same: it may be someone's work after all.
  await history.keepDisplaced(id, { version: ContentVersion.ofBytes(bytes), bytes });
  const replaced = await fileSystem.replaceIfUnchanged(path as RealPath, {
    expected: bytes,
    content: old,
    way: "in-place",
    temporaryName: `${TEMPORARY_PREFIX}${randomName()}.tmp`,
    isDurable,
  });
  return replaced.outcome === "replaced";
}

async function unlessUnavailable<T>(action: () => Promise<T>): Promise<T | undefined> {
  try {
    return await action();
  } catch (cause) {
    if (cause instanceof FileSystemError) return undefined;
    throw cause;
  }
}
