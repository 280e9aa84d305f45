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

/** A change that may be unfinished, and the history file that says so. */
export interface OpenChange extends TimelineChange {
  readonly file: string;
}

/** A file that may have been left, the change it belongs to if any, and the history file that says so. */
interface Leftover {
  readonly temporary: string;
  readonly change: ChangeRecord | undefined;
  readonly file: string;
}

/**
 * `open` are the changes that are not settled yet, of the history files `names`. Returns those of the names that tell of
 * something that is there and may not be removed.
 */
export async function clearLeftovers(
  open: readonly OpenChange[],
  names: readonly string[],
  { files }: HistoryReader,
  ground: RecoveryGround,
): Promise<readonly string[]> {
  const ofChanges = open.flatMap(({ record: change, file }) =>
    listTemporaries(change).map((temporary): Leftover => ({ temporary, change, file })),
  );
  const ofStaging = files
    .filter(({ name }) => names.includes(name))
    .flatMap(({ name: file, index: { head, body } }) =>
      body.others
        .slice(head.closedOthers)
        .flatMap((record) => (record.kind === "staging" ? listTemporaries(record) : []))
        .map((temporary): Leftover => ({ temporary, change: undefined, file })),
    );
  const left: string[] = [];
  for (const leftover of [...ofChanges, ...ofStaging]) {
    const outcome = await unlessUnavailable(() => clearLeftover(leftover, ground));
    if (outcome === "refused") left.push(leftover.file);
  }
  return left;
}

/** The names that files may have been left under. A forged record must not make us touch anything else. */
function listTemporaries({ temporary }: { readonly temporary?: string }): string[] {
  if (temporary === undefined || !isTemporaryName(basename(temporary))) return [];
  return [temporary, join(dirname(temporary), formerNameOf(basename(temporary)))];
}

/** What can't be kept stays where it is, and so does whatever else has the name by now, such as a link. */
async function clearLeftover(
  { temporary, change }: Leftover,
  ground: RecoveryGround,
): Promise<"refused" | "cleared"> {
  const { fileSystem, history, findRefusal } = ground;
  const { realPath, stat } = await fileSystem.resolve(temporary as AbsolutePath);
  if (stat?.kind !== "file" || realPath !== temporary) return "cleared";
  if ((await findRefusal(realPath)) !== undefined) return "refused";
  if (change !== undefined && (await isForeign(temporary, change, ground))) {
    const file = await fileSystem.open(temporary as RealPath);
    try {
      await history.keepDisplaced(change.id, (target, position) => file.read(target, position));
    } finally {
      await file.close();
    }
  }
  await fileSystem.removeFile(temporary as AbsolutePath);
  return "cleared";
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
