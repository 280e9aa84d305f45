/** The one way small content gets to the local disk; see `replaceIfUnchanged` in file-system.ts for what it promises. */
import fs from "node:fs";
import { FileSystemError, type Replaced, type Replacement } from "../file-system.js";
import type { RealPath } from "../paths.js";
import {
  changed,
  closeOld,
  type FolderContext,
  findDisplaced,
  findStat,
  inFolderOf,
  isStillThere,
  type OldFile,
  type Place,
  refuseReadOnly,
  requireWritable,
  withOldFile,
} from "./old-file.js";
import { overwriteInPlace } from "./overwrite-in-place.js";
import {
  createTemporary,
  holdsExactly,
  keepProperties,
  removeQuietly,
  verifyContent,
  writeAll,
} from "./temporary-file.js";
import { errnoOf, toFileStat } from "./translate.js";

const MAX_ATTEMPTS = 3;
/** Conditions under which a new file can't take the place of the old one, though the old one may be writable. */
const noRename: ReadonlySet<string> = new Set(["EACCES", "EPERM", "EROFS", "EBUSY", "EXDEV", "ETXTBSY"]);

export interface ReplaceContext extends FolderContext {
  /** Gives the new file what else the old one had; answers what could not be kept. */
  readonly decorate: (temporaryPath: string) => readonly string[];
}

export function replaceFile(realPath: RealPath, replacement: Replacement, context: ReplaceContext): Replaced {
  return inFolderOf(realPath, context, (place) => {
    if (replacement.expected === undefined) return createNew(place, replacement);
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
      const replaced = replaceOnce(place, replacement, replacement.expected, context);
      if (replaced !== undefined) return replaced;
    }
    throw new FileSystemError("EBUSY", realPath);
  });
}

export function removeFileIfUnchanged(
  realPath: RealPath,
  expected: Uint8Array,
  options: FolderContext & { readonly isDurable: boolean },
): Replaced {
  return inFolderOf(realPath, options, (place) =>
    withOldFile(place, (old) => {
      if (old === undefined || !holdsExactly(old.descriptor, expected, place.scratch)) return changed(old);
      if (!isStillThere(place, old)) throw new FileSystemError("EBUSY", realPath);
      fs.unlinkSync(place.folder.at(place.name));
      if (options.isDurable) place.folder.sync();
      return {
        outcome: "replaced",
        stat: toFileStat(old.stat),
        displaced: findDisplaced(old, expected, place.scratch),
        notKept: [],
      };
    }),
  );
}

/** Undefined when the file's stamps moved between comparison and rename: it must be compared again. */
function replaceOnce(
  place: Place,
  replacement: Replacement,
  expected: Uint8Array,
  context: ReplaceContext,
): Replaced | undefined {
  return withOldFile(place, (old): Replaced | undefined => {
    if (old === undefined || !holdsExactly(old.descriptor, expected, place.scratch)) return changed(old);
    if (replacement.way === "in-place") {
      requireWritable(place);
      return writeInPlace(place, old, expected, replacement);
    }
    refuseReadOnly(place, old);
    if (old.stat.nlink > 1n)
      return { outcome: "not-replaceable", reason: "it has several names (hard links)" };
    return replaceByRename(place, old, expected, replacement, context);
  });
}

function replaceByRename(
  place: Place,
  old: OldFile,
  expected: Uint8Array,
  { content, temporaryName, isDurable }: Replacement,
  context: ReplaceContext,
): Replaced | undefined {
  const { folder, name, realPath, scratch } = place;
  const temporaryPath = folder.at(temporaryName);
  let descriptor: number;
  try {
    descriptor = createTemporary(folder, { name: temporaryName, old: old.stat, mode: undefined });
  } catch (cause) {
    return notReplaceable(cause, "its folder takes no new file");
  }
  let isPublished = false;
  try {
    writeAll(descriptor, content);
    // Before the mode: only who may write a file may set its attributes.
    const notKept = context.decorate(folder.forOthers(temporaryName));
    if (!keepProperties(descriptor, old.stat)) {
      return { outcome: "not-replaceable", reason: "it belongs to another user" };
    }
    if (isDurable) fs.fsyncSync(descriptor);
    verifyContent(isDurable ? temporaryPath : descriptor, content, { shownPath: realPath, scratch });
    if (!isStillThere(place, old)) return undefined;
    try {
      fs.renameSync(temporaryPath, folder.at(name));
    } catch (cause) {
      return notReplaceable(cause, "it can't be replaced by a rename");
    }
    isPublished = true;
    const displaced = findDisplaced(old, expected, scratch);
    // Let go before the sync: freeing the old file's blocks then goes to the platter with the rename, not with the next.
    closeOld(old);
    if (isDurable) folder.sync();
    const stat = toFileStat(fs.fstatSync(descriptor, { bigint: true }));
    return { outcome: "replaced", stat, displaced, notKept };
  } finally {
    fs.closeSync(descriptor);
    if (!isPublished) removeQuietly(temporaryPath);
  }
}

function writeInPlace(
  place: Place,
  old: OldFile,
  expected: Uint8Array,
  { content, isDurable }: Replacement,
): Replaced | undefined {
  const stat = overwriteInPlace({
    path: place.folder.at(place.name),
    shownPath: place.realPath,
    inode: old.stat.ino,
    expected,
    content,
    isDurable,
    scratch: place.scratch,
  });
  return stat === undefined
    ? undefined
    : { outcome: "replaced", stat: toFileStat(stat), displaced: undefined, notKept: [] };
}

/** A new file gets its name by a link, which fails if the name is taken, and only once its content is whole. */
function createNew(place: Place, { content, temporaryName, isDurable, mode }: Replacement): Replaced {
  const { folder, name, realPath, scratch } = place;
  const temporaryPath = folder.at(temporaryName);
  const descriptor = createTemporary(folder, { name: temporaryName, old: undefined, mode });
  let isThere = true;
  try {
    writeAll(descriptor, content);
    if (isDurable) fs.fsyncSync(descriptor);
    verifyContent(isDurable ? temporaryPath : descriptor, content, { shownPath: realPath, scratch });
    if (!linkIntoPlace(temporaryPath, folder.at(name))) return withOldFile(place, changed);
    removeQuietly(temporaryPath);
    isThere = false;
    if (isDurable) folder.sync();
    const stat = toFileStat(fs.fstatSync(descriptor, { bigint: true }));
    return { outcome: "replaced", stat, displaced: undefined, notKept: [] };
  } finally {
    fs.closeSync(descriptor);
    if (isThere) removeQuietly(temporaryPath);
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

function notReplaceable(cause: unknown, reason: string): Replaced {
  if (!noRename.has(errnoOf(cause) ?? "")) throw cause;
  return { outcome: "not-replaceable", reason };
}
