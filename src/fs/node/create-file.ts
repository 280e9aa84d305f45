/** A new file gets its name by a link, which fails if the name is taken, and only once its content is whole. */
import fs from "node:fs";
import { join } from "node:path";
import type { Replaced, Replacement } from "../file-system.js";
import { Afterwards } from "./finish-replacing.js";
import { changed, findStat, type Place, withOldFile } from "./old-file.js";
import {
  createTemporary,
  modeAfter,
  removeIfPossible,
  removeQuietly,
  verifyContent,
  writeAll,
} from "./temporary-file.js";
import { errnoOf, toFileStat } from "./translate.js";

export function createNew(
  place: Place,
  replacement: Replacement,
  { keepsSetIdBits }: { readonly keepsSetIdBits: boolean },
): Replaced {
  const { folder, name, realPath, scratch } = place;
  const { content, temporaryName, isDurable } = replacement;
  const mode = replacement.mode === undefined ? undefined : modeAfter(replacement.mode, keepsSetIdBits);
  const temporaryPath = folder.at(temporaryName);
  const descriptor = createTemporary(folder, { name: temporaryName, old: undefined, mode });
  const afterwards = new Afterwards();
  let isMade = false;
  try {
    writeAll(descriptor, content);
    if (isDurable) fs.fsyncSync(descriptor);
    verifyContent(isDurable ? temporaryPath : descriptor, content, { shownPath: realPath, scratch });
    const statBefore = fs.fstatSync(descriptor, { bigint: true });
    if (!linkIntoPlace(temporaryPath, folder.at(name))) return withOldFile(place, changed);
    isMade = true;
    afterwards.attemptRemoval({
      path: join(folder.path, temporaryName),
      remove: () => removeQuietly(temporaryPath),
    });
    if (isDurable) afterwards.attempt(() => folder.sync());
    const stat = afterwards.attempt(() => fs.fstatSync(descriptor, { bigint: true })) ?? statBefore;
    afterwards.attempt(() => fs.closeSync(descriptor));
    return {
      outcome: "replaced",
      stat: toFileStat(stat),
      displaced: undefined,
      notKept: [],
      ...afterwards.report,
    };
  } finally {
    if (!isMade) {
      fs.closeSync(descriptor);
      removeIfPossible(temporaryPath);
    }
  }
}

const noLinks: ReadonlySet<string> = new Set(["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EMLINK"]);

/** False when something has the name already. Disks without hard links get a rename, after a look. */
function linkIntoPlace(temporaryPath: string, path: string): boolean {
  try {
    fs.linkSync(temporaryPath, path);
    return true;
  } catch (cause) {
    const code = errnoOf(cause) ?? "";
    if (code === "EEXIST") return false;
    if (!noLinks.has(code)) throw cause;
  }
  if (findStat(path) !== undefined) return false;
  fs.renameSync(temporaryPath, path);
  return true;
}
