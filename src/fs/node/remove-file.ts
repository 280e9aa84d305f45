/** Removes a file if it holds what is expected; see `removeIfUnchanged` in file-system.ts. */
import fs from "node:fs";
import { FileSystemError, type MaybePromise, type RemoveOptions, type Replaced } from "../file-system.js";
import type { RealPath } from "../paths.js";
import { Afterwards, removeIfSettled, settleFormer } from "./finish-replacing.js";
import { FormerFile } from "./former-file.js";
import {
  changed,
  type FolderContext,
  findStat,
  inFolderOf,
  isStillThere,
  type OldFile,
  type Place,
  refuseUnjudged,
  takeDescriptor,
  withOldFile,
} from "./old-file.js";
import type { SystemCalls } from "./system-calls.js";
import { holdsExactly, removeQuietly } from "./temporary-file.js";
import { toFileStat } from "./translate.js";
import { type Attempt, onceClosed } from "./wait-for-writers.js";

export interface RemoveContext extends FolderContext, RemoveOptions {
  readonly calls: SystemCalls | undefined;
}

export function removeFileIfUnchanged(
  realPath: RealPath,
  expected: Uint8Array,
  context: RemoveContext,
): MaybePromise<Replaced> {
  return onceClosed(realPath, (isPatient) =>
    inFolderOf(realPath, context, (place) =>
      withOldFile(place, (old): Attempt => {
        if (old === undefined) return changed(undefined);
        if (isPatient && context.calls?.hasWriter(old.descriptor) === true) return "open";
        refuseUnjudged(old, context, place);
        if (!holdsExactly(old.descriptor, expected, place.scratch)) return changed(old);
        if (!isStillThere(place, old)) throw new FileSystemError("EBUSY", realPath);
        if (!setAside(place, old, context.temporaryName)) return "again";
        return finishRemoving(place, old, expected, context);
      }),
    ),
  );
}

/** Takes the file's name away. False if another program has put another file there, which is put back. */
function setAside({ folder, name }: Place, old: OldFile, temporaryName: string | undefined): boolean {
  if (temporaryName === undefined) {
    fs.unlinkSync(folder.at(name));
    return true;
  }
  const aside = folder.at(temporaryName);
  fs.renameSync(folder.at(name), aside);
  // A link, because it does not replace what may have come since; what can't be put back stays under the other name.
  const putBack = (): void => {
    fs.linkSync(aside, folder.at(name));
    removeQuietly(aside);
  };
  try {
    if (findStat(aside)?.ino === old.stat.ino) return true;
  } catch (cause) {
    putBack();
    throw cause;
  }
  putBack();
  return false;
}

/** The file is gone by now: nothing here may fail the change. */
function finishRemoving(
  place: Place,
  old: OldFile,
  expected: Uint8Array,
  { isDurable, calls, temporaryName: name, watchFormer }: RemoveContext,
): MaybePromise<Replaced> {
  const afterwards = new Afterwards(watchFormer);
  const isExpected = (descriptor: number): boolean => holdsExactly(descriptor, expected, place.scratch);
  const former = new FormerFile({ place, descriptor: takeDescriptor(old), name, calls, isExpected });
  const isSettled = removeIfSettled(former, afterwards);
  if (isDurable) afterwards.attempt(() => place.folder.sync());
  const stat = toFileStat(old.stat);
  const replaced = { outcome: "replaced", stat, displaced: undefined, notKept: [] } as const;
  if (isSettled) return { ...replaced, ...afterwards.report };
  return settleFormer(former, afterwards).then((found) => ({ ...replaced, ...found, ...afterwards.report }));
}
