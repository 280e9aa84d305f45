/** Removes a file if it holds what is expected; see `removeIfUnchanged` in file-system.ts. */
import fs from "node:fs";
import { FileSystemError, type MaybePromise, type Replaced, type WriteOptions } from "../file-system.js";
import type { RealPath } from "../paths.js";
import { Afterwards } from "./finish-replacing.js";
import { FormerFile } from "./former-file.js";
import {
  changed,
  type FolderContext,
  inFolderOf,
  isStillThere,
  type OldFile,
  type Place,
  takeDescriptor,
  withOldFile,
} from "./old-file.js";
import type { SystemCalls } from "./system-calls.js";
import { holdsExactly } from "./temporary-file.js";
import { toFileStat } from "./translate.js";
import { type Attempt, onceClosed } from "./wait-for-writers.js";

export interface RemoveContext extends FolderContext, WriteOptions {
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
        if (!holdsExactly(old.descriptor, expected, place.scratch)) return changed(old);
        if (!isStillThere(place, old)) throw new FileSystemError("EBUSY", realPath);
        fs.unlinkSync(place.folder.at(place.name));
        return finishRemoving(place, old, expected, context);
      }),
    ),
  );
}

/** The file is gone by now: nothing here may fail the change. */
function finishRemoving(
  place: Place,
  old: OldFile,
  expected: Uint8Array,
  { isDurable, calls }: RemoveContext,
): MaybePromise<Replaced> {
  const afterwards = new Afterwards();
  const isExpected = (descriptor: number): boolean => holdsExactly(descriptor, expected, place.scratch);
  const former = new FormerFile({
    place,
    descriptor: takeDescriptor(old),
    name: undefined,
    calls,
    isExpected,
  });
  const isSettled = afterwards.attempt(() => former.isSettled()) !== false;
  if (isSettled) former.remove();
  if (isDurable) afterwards.attempt(() => place.folder.sync());
  const replaced = {
    outcome: "replaced",
    stat: toFileStat(old.stat),
    displaced: undefined,
    notKept: [],
    ...afterwards.report,
  } as const;
  if (isSettled) return replaced;
  return former.settle().then((isFormerOpen) => {
    const open = isFormerOpen ? { isFormerOpen } : {};
    if (!former.isExpected()) return { ...replaced, ...open, displaced: former };
    former.remove();
    return { ...replaced, ...open };
  });
}
