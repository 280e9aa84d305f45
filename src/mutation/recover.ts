/**
 * Puts right what processes that died have left. A change is written down before it is made, so what is on disk tells
 * how far it got: the file is as before, or as after, or, written in place, a mixture of the two that is put back.
 * Temporary files are removed, unless they hold another program's version. Running it twice, or in two processes, does no more than running it once.
 *
 * Whatever changes a disk is judged like an undo, by the roots and rules of this process. What they refuse stays as it is, and
 * so does the history file that tells of it: a process that works there finishes it.
 */
import { dirname } from "node:path";
import { isInside } from "../fs/containment.js";
import { isMixture } from "../fs/mixture.js";
import type { AbsolutePath, RealPath } from "../fs/paths.js";
import { TEMPORARY_PREFIX } from "../fs/temporary-names.js";
import { unlessUnavailable } from "../fs/unless-unavailable.js";
import type { HistoryReader } from "../history/history-reader.js";
import type { ChangeRecord, Image, InPlaceRecord } from "../history/records.js";
import type { TimelineChange } from "../history/timeline.js";
import { clearLeftovers, type OpenChange, type RecoveryGround } from "./leftovers.js";
import { recoverGroups } from "./recover-groups.js";

const TORN_MAX_BYTES = 64 * 1024 * 1024;

export async function recover(ground: RecoveryGround): Promise<void> {
  const { history } = ground;
  const names = await history.findAbandoned();
  const reader = await history.openReader();
  const open = await readOpenChanges(names, reader);
  const unfinished = findLastChanges(open).toSorted((left, right) => right.record.seq - left.record.seq);
  const paths = new Set(unfinished.map(({ record }) => record.path));
  const related = [...reader.newestFirst()].filter(({ path }) => paths.has(path));
  const changes = (await reader.readChanges(related)).toReversed();
  const left = new Set(await clearLeftovers(open, names, reader, ground));
  const scene = { changes, unfinished: new Set(unfinished.map(idOf)), failed: new Set<string>(), left };
  // Twice: what is found out about one, or put back, may tell about another that came before or after it.
  for (const change of [...unfinished, ...unfinished]) {
    if (!scene.failed.has(idOf(change))) await settle(change, scene, ground);
  }
  const groups = await recoverGroups(names, ground);
  await history.closeAbandoned(names.filter((name) => !left.has(name) && !groups.has(name)));
}

/** What is known of the changes that processes had under way when they died. */
interface RecoveryScene {
  /** Of the files they are about, oldest first. */
  readonly changes: readonly TimelineChange[];
  readonly unfinished: ReadonlySet<string>;
  /** Those that have turned out not to have been made. */
  readonly failed: Set<string>;
  /** History files that tell of something that this process may not change. */
  readonly left: Set<string>;
}

function idOf({ record }: TimelineChange): string {
  return record.id;
}

/** The changes that nothing in their file closes, oldest first. */
async function readOpenChanges(names: readonly string[], reader: HistoryReader): Promise<OpenChange[]> {
  const starts = new Map(
    reader.files
      .filter(({ name }) => names.includes(name))
      .map(({ name, index: { head, body } }) => [name, body.changes.offsets[head.closedChanges]]),
  );
  const open = [...reader.newestFirst()].filter(
    ({ file, offset }) => offset >= (starts.get(file) ?? Infinity),
  );
  const files = new Map(open.map(({ id, file }) => [id, file]));
  const changes = await reader.readChanges(open.toReversed());
  return changes.map((change) => ({ ...change, file: files.get(change.record.id) ?? "" }));
}

/** Only a process's last change of each file can be unfinished: the one after it was based on an earlier one. */
function findLastChanges(open: readonly OpenChange[]): OpenChange[] {
  const last = new Map<string, OpenChange>();
  for (const change of open) {
    if (change.state !== "failed") last.set(`${change.file} ${change.record.path}`, change);
  }
  return [...last.values()];
}

/**
 * What stood right after the change tells whether it was made: what the next change of the file began with, or what is
 * there now. If that is what stood right before it, it was not; its own idea of that may have been out of date.
 */
async function settle(change: OpenChange, scene: RecoveryScene, ground: RecoveryGround): Promise<void> {
  const { record, inPlace, file } = change;
  const { id, path, seq } = record;
  const present = await findPresentId(record, ground);
  const mayChange = async (): Promise<boolean> => {
    const isRefused = (await ground.findRefusal(path as RealPath)) !== undefined;
    if (isRefused) scene.left.add(file);
    return !isRefused;
  };
  if (present === "missing") await removeCreatedFolders(record, ground, mayChange);
  if (present === "unavailable") return;
  const standing = scene.changes.filter(
    (other) => other.state !== "failed" && !scene.failed.has(idOf(other)) && other.record.path === path,
  );
  const next = standing.find((other) => other.record.seq > seq);
  const isNextMade =
    next !== undefined && (!scene.unfinished.has(idOf(next)) || present === nameOf(next.record.after));
  const found = isNextMade ? nameOf(next.record.before) : present;
  if (found === nameOf(record.after)) return;
  const fail = async (reason: string): Promise<void> => {
    scene.failed.add(id);
    await ground.history.fail(id, reason);
  };
  const earlier = standing.filter((other) => other.record.seq < seq).toReversed();
  if (found === nameOf(record.before) || listBefore(earlier, scene).includes(found)) {
    await fail("the process ended before the change was made");
  } else if (isNextMade || inPlace === undefined || !(await mayChange())) {
    return;
  } else if (await restoreTorn(record, inPlace, ground)) {
    await fail("the process ended while the file was written; its former content was put back");
  }
}

/** What may have stood there before: what the last finished change left, and what unfinished ones since are about. */
function listBefore(earlier: readonly TimelineChange[], { unfinished }: RecoveryScene): string[] {
  const names: string[] = [];
  for (const other of earlier) {
    names.push(nameOf(other.record.after));
    if (!unfinished.has(idOf(other))) break;
    names.push(nameOf(other.record.before));
  }
  return names;
}

function nameOf(image: Image | null): string {
  return image?.id ?? "missing";
}

/** The folders that were made for a file which never came, or is gone again. */
async function removeCreatedFolders(
  { path, createdFolder }: ChangeRecord,
  { fileSystem, isInsideRoots }: RecoveryGround,
  mayChange: () => Promise<boolean>,
): Promise<void> {
  if (createdFolder === undefined || !isInside(path, createdFolder)) return;
  const { stat } = (await unlessUnavailable(() => fileSystem.resolve(createdFolder as AbsolutePath))) ?? {};
  if (stat === undefined || !(await mayChange())) return;
  if (!(await isInsideRoots(dirname(createdFolder) as RealPath))) return;
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
  await history.keepDisplaced(id, (target, position) =>
    Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).copy(target, 0, position),
  );
  const replaced = await fileSystem.replaceIfUnchanged(path as RealPath, {
    expected: bytes,
    content: old,
    way: "in-place",
    temporaryName: `${TEMPORARY_PREFIX}${randomName()}.tmp`,
    isDurable,
  });
  return replaced.outcome === "replaced";
}
