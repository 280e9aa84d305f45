/**
 * Settles groups of changes that processes had begun and not ended when they died: what was made of a group is rolled back, so
 * all its files are as before. Running it twice does no more than running it once.
 */
import type { RealPath } from "../fs/paths.js";
import type { GroupRecord } from "../history/records.js";
import type { RecoveryGround } from "./leftovers.js";
import { rollBackGroup } from "./roll-back.js";

/**
 * `names` are the abandoned history files, whose single changes have been settled already. Returns those that must stay open: a
 * group of another project is left to a process that works there, and so is what the rules of this process refuse to roll back.
 */
export async function recoverGroups(
  names: readonly string[],
  deps: RecoveryGround,
): Promise<ReadonlySet<string>> {
  const left = new Set<string>();
  const reader = await deps.history.openReader();
  const ended = new Set(
    [...reader.others()].map((record) => (record.kind === "group-end" ? record.group : undefined)),
  );
  for (const { name, index } of reader.files) {
    if (!names.includes(name)) continue;
    for (const record of index.body.others.slice(index.head.closedOthers)) {
      if (record.kind !== "group" || ended.has(record.id)) continue;
      if (await isInsideRoots(record, deps)) {
        const findRefusal = async (path: RealPath): Promise<string | undefined> => {
          const refusal = await deps.findRefusal(path);
          if (refusal !== undefined) left.add(name);
          return refusal;
        };
        await rollBackGroup(record.id, { ...deps, findRefusal, reader: () => deps.history.openReader() });
      } else left.add(name);
    }
  }
  return left;
}

async function isInsideRoots(
  { paths }: GroupRecord,
  { isInsideRoots: contains }: RecoveryGround,
): Promise<boolean> {
  for (const path of paths) if (!(await contains(path as RealPath))) return false;
  return true;
}
