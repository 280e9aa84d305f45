/** The one way small content gets to the local disk; see `replaceIfUnchanged` in file-system.ts for what it promises. */
import fs from "node:fs";
import type { MaybePromise, Replaced, Replacement } from "../file-system.js";
import type { RealPath } from "../paths.js";
import { createNew } from "./create-file.js";
import { closeQuietly } from "./directory-handle.js";
import { finishReplacing } from "./finish-replacing.js";
import {
  changed,
  type FolderContext,
  inFolderOf,
  isStillThere,
  isUntouched,
  type OldFile,
  type Place,
  refuseReadOnly,
  refuseUnjudged,
  requireWritable,
  withOldFile,
} from "./old-file.js";
import { type ExistingReplacement, writeInPlace } from "./overwrite-in-place.js";
import type { SystemCalls } from "./system-calls.js";
import { takePlace } from "./take-place.js";
import {
  createTemporary,
  describeDropped,
  holdsExactly,
  keepProperties,
  modeAfter,
  removeIfPossible,
  verifyContent,
  writeAll,
} from "./temporary-file.js";
import { errnoOf, toFileStat } from "./translate.js";
import { type Attempt, onceClosed } from "./wait-for-writers.js";

/** Conditions under which a new file can't take the place of the old one, though the old one may be writable. */
const noRename: ReadonlySet<string> = new Set(["EACCES", "EPERM", "EROFS", "EBUSY", "EXDEV", "ETXTBSY"]);

/** Gives a new file the attributes of the old one. Returns what was not kept, or why the file can't be replaced. */
export type KeepAttributes = (
  old: number,
  fresh: number,
  freshPath: string,
) => readonly string[] | { readonly refusal: string };

export interface ReplaceContext extends FolderContext {
  readonly calls: SystemCalls | undefined;
  readonly keepAttributes: KeepAttributes;
  readonly keepsSetIdBits: boolean;
}

export function replaceFile(
  realPath: RealPath,
  replacement: Replacement,
  context: ReplaceContext,
): MaybePromise<Replaced> {
  const { expected } = replacement;
  if (expected === undefined)
    return inFolderOf(realPath, context, (place) => createNew(place, replacement, context));
  const existing = { ...replacement, expected };
  return onceClosed(realPath, (isPatient) =>
    inFolderOf(realPath, context, (place) =>
      withOldFile(place, (old): Attempt => {
        if (old === undefined) return changed(undefined);
        if (isPatient && context.calls?.hasWriter(old.descriptor) === true) return "open";
        return replaceOld(place, old, existing, { ...context, isPatient });
      }),
    ),
  );
}

function replaceOld(
  place: Place,
  old: OldFile,
  replacement: ExistingReplacement,
  context: ReplaceContext & { readonly isPatient: boolean },
): Attempt {
  refuseUnjudged(old, replacement, place);
  if (!holdsExactly(old.descriptor, replacement.expected, place.scratch)) return changed(old);
  if (replacement.way === "in-place") {
    requireWritable(place);
    return writeInPlace(place, old, replacement, context);
  }
  refuseReadOnly(place, old);
  if (old.stat.nlink > 1n) return refuse("it has several names (hard links)");
  return replaceByRename(place, old, replacement, context);
}

function replaceByRename(
  place: Place,
  old: OldFile,
  replacement: ExistingReplacement,
  context: ReplaceContext,
): Attempt {
  const { folder, realPath, scratch } = place;
  const { content, expected, temporaryName, isDurable, watchFormer = false } = replacement;
  const { calls } = context;
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
    const notKept = context.keepAttributes(old.descriptor, descriptor, folder.forOthers(temporaryName));
    if ("refusal" in notKept) return refuse(notKept.refusal);
    const { mode, isTightened = false } = replacement;
    const kept = modeAfter(old.stat.mode, context.keepsSetIdBits);
    const statBefore = keepProperties(
      descriptor,
      old.stat,
      isTightened && mode !== undefined ? kept & mode : kept,
    );
    if (statBefore === undefined) return refuse("it belongs to another user");
    if (isDurable) fs.fsyncSync(descriptor);
    else calls?.startWriteback(descriptor);
    verifyContent(isDurable ? temporaryPath : descriptor, content, { shownPath: realPath, scratch });
    // What an exchange displaces is examined afterwards; a rename displaces whatever is there.
    if (!(calls === undefined ? isStillThere(place, old) : isUntouched(old))) return "again";
    const taken = takePlaceIfPossible(place, old, temporaryName, calls);
    if (taken === undefined) return "again";
    if ("outcome" in taken) return taken;
    isPublished = true;
    return finishReplacing({
      place,
      old,
      descriptor,
      statBefore: toFileStat(statBefore),
      taken,
      isExpected: (former) => holdsExactly(former, expected, scratch),
      isDurable,
      watchFormer,
      notKept: [...notKept, ...describeDropped(old.stat.mode, context.keepsSetIdBits)],
      calls,
    });
  } finally {
    if (!isPublished) {
      closeQuietly(descriptor);
      removeIfPossible(temporaryPath);
    }
  }
}

function takePlaceIfPossible(
  ...given: Parameters<typeof takePlace>
): ReturnType<typeof takePlace> | Replaced {
  try {
    return takePlace(...given);
  } catch (cause) {
    return notReplaceable(cause, "it can't be replaced by a rename");
  }
}

export function refuse(reason: string): Replaced {
  return { outcome: "not-replaceable", reason };
}

function notReplaceable(cause: unknown, reason: string): Replaced {
  if (!noRename.has(errnoOf(cause) ?? "")) throw cause;
  return refuse(reason);
}
