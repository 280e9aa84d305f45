/**
 * Settles groups of changes that processes had begun and not ended when they died: what was made of a group is rolled back, so
 * all its files are as before. Running it twice does no more than running it once.
 */
import type { RealPath } from "../fs/paths.js";
import type { HistoryFile } from "../history/history-file.js";
import type { GroupRecord } from "../history/records.js";
import type { RecoveryGround } from "./recover.js";
import { rollBackGroup } from "./roll-back.js";

/**
 * `files` are the abandoned history files, whose single changes have been settled already. Returns those that must stay open: a
 * group of another project is left to a process that works there.
 */
export async function recoverGroups(
  files: readonly HistoryFile[],
  deps: RecoveryGround,
): Promise<ReadonlySet<HistoryFile>> {
  const left = new Set<HistoryFile>();
  for (const file of files) {
    for (const group of findOpenGroups(file)) {
      if (await isInsideRoots(group, deps)) {
        const readFiles = () => deps.history.store.readAll();
        await rollBackGroup(group.id, { ...deps, files: readFiles });
      } else left.add(file);
    }
  }
  return left;
}

function findOpenGroups({ records }: HistoryFile): readonly GroupRecord[] {
  const ended = new Set(records.flatMap((record) => (record.kind === "group-end" ? [record.group] : [])));
  return records.flatMap((record) => (record.kind === "group" && !ended.has(record.id) ? [record] : []));
}

async function isInsideRoots(
  { paths }: GroupRecord,
  { isInsideRoots: contains }: RecoveryGround,
): Promise<boolean> {
  for (const path of paths) if (!(await contains(path as RealPath))) return false;
  return true;
}
