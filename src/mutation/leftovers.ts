/**
 * Temporary files that a dead process left beside the files it was changing. Most hold what the history has anyway. One
 * may hold another program's version, displaced at the last moment: that is kept in the history before it is removed.
 */
import { basename, dirname, join } from "node:path";
import type { ContentReader } from "../content/content-reader.js";
import type { MaybePromise } from "../fs/file-system.js";
import type { AbsolutePath, RealPath } from "../fs/paths.js";
import { formerNameOf, isTemporaryName } from "../fs/temporary-names.js";
import { unlessUnavailable } from "../fs/unless-unavailable.js";
import type { History } from "../history/history.js";
import type { HistoryReader } from "../history/history-reader.js";
import type { ChangeRecord } from "../history/records.js";
import type { TimelineChange } from "../history/timeline.js";
import type { MutationGround } from "./write-ahead.js";

export interface RecoveryGround extends MutationGround {
  readonly history: History;
  readonly content: ContentReader;
  readonly isInsideRoots: (path: RealPath) => MaybePromise<boolean>;
  /** Why a file may not be written, by the rules of today; `undefined` if it may. */
  readonly findRefusal: (path: RealPath) => Promise<string | undefined>;
}

/** `open` are the changes that are not settled yet, of the history files `names`. */
export async function clearLeftovers(
  open: readonly TimelineChange[],
  names: readonly string[],
  { files }: HistoryReader,
  ground: RecoveryGround,
): Promise<void> {
  const changes = open.map(({ record }) => record);
  const staged = files
    .filter(({ name }) => names.includes(name))
    .flatMap(({ index: { head, body } }) => body.others.slice(head.closedOthers))
    .filter((record) => record.kind === "staging");
  for (const temporary of new Set([...changes, ...staged].flatMap(listTemporaries))) {
    const change = changes.find((each) => listTemporaries(each).includes(temporary));
    await unlessUnavailable(() => clearLeftover(temporary, change, ground));
  }
}

/** The names that files may have been left under. A forged record must not make us touch anything else. */
function listTemporaries({ temporary }: { readonly temporary?: string }): string[] {
  if (temporary === undefined || !isTemporaryName(basename(temporary))) return [];
  return [temporary, join(dirname(temporary), formerNameOf(basename(temporary)))];
}

/** What can't be kept stays where it is. */
async function clearLeftover(
  temporary: string,
  change: ChangeRecord | undefined,
  ground: RecoveryGround,
): Promise<void> {
  const { fileSystem, history } = ground;
  const { stat } = await fileSystem.resolve(temporary as AbsolutePath);
  if (stat === undefined) return;
  if (change !== undefined && stat.kind === "file" && (await isForeign(temporary, change, ground))) {
    const file = await fileSystem.open(temporary as RealPath);
    try {
      await history.keepDisplaced(change.id, (target, position) => file.read(target, position));
    } finally {
      await file.close();
    }
  }
  await fileSystem.removeFile(temporary as AbsolutePath);
}

/** Whether a leftover is another program's: neither content of the change, nor a beginning of the new one. */
async function isForeign(
  temporary: string,
  { path, before, after }: ChangeRecord,
  { content, history, fileSystem }: RecoveryGround,
): Promise<boolean> {
  const { id } = await content.currentVersion(temporary as RealPath);
  if (id === before?.id || id === after?.id) return false;
  const fresh = after === null ? undefined : await history.readImage(after);
  if (fresh !== undefined) {
    const { bytes } = await fileSystem.readSmallFile(temporary as RealPath, fresh.length);
    return bytes === undefined || Buffer.compare(bytes, fresh.subarray(0, bytes.length)) !== 0;
  }
  // Without the new content at hand: as long as the old one is there, nothing has been displaced yet.
  const present = await unlessUnavailable(() => content.currentVersion(path as RealPath));
  return present?.id !== before?.id;
}
