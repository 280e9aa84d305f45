/** What remains to be done once new content has its name. The change is made by then: nothing here may fail it. */
import fs from "node:fs";
import { join } from "node:path";
import type { FileStat, MaybePromise, ReplacedFile } from "../file-system.js";
import { FormerFile } from "./former-file.js";
import { closeOld, type OldFile, type Place, takeDescriptor } from "./old-file.js";
import { openPatiently } from "./open-patiently.js";
import type { SystemCalls } from "./system-calls.js";
import type { TakenPlace } from "./take-place.js";
import { errnoOf, toFileStat } from "./translate.js";

export interface MadeChange {
  readonly place: Place;
  readonly old: OldFile;
  /** The new file; closed here, because some disks report a lost write only then. */
  readonly descriptor: number;
  /** The new file's stat from before the change. */
  readonly statBefore: FileStat;
  readonly taken: TakenPlace;
  readonly isExpected: (descriptor: number) => boolean;
  readonly isDurable: boolean;
  readonly watchFormer: boolean;
  readonly notKept: readonly string[];
  readonly calls: SystemCalls | undefined;
}

/** Collects what fails after the point of no return. */
export class Afterwards {
  readonly #watchFormer: boolean;
  #watch: FormerFile | undefined;
  unconfirmed: string | undefined;
  leftover: string | undefined;

  constructor(watchFormer = false) {
    this.#watchFormer = watchFormer;
  }

  attempt<T>(action: () => T): T | undefined {
    try {
      return action();
    } catch (cause) {
      this.unconfirmed ??= errnoOf(cause) ?? "EIO";
      return undefined;
    }
  }

  /** A temporary file that stays because it can't be removed. */
  attemptRemoval(file: { readonly path: string | undefined; remove(): void }): void {
    const { path } = file;
    try {
      file.remove();
    } catch {
      this.leftover = path;
    }
  }

  /** Before the former file is removed, by this or by whoever keeps its content. */
  beginWatch(former: FormerFile): void {
    if (this.#watchFormer) this.#watch = this.attempt(() => former.watch());
  }

  get report(): Pick<ReplacedFile, "unconfirmed" | "leftover" | "watch"> {
    const { unconfirmed, leftover } = this;
    const watch = this.#watch;
    return {
      ...(watch === undefined ? {} : { watch }),
      ...(unconfirmed === undefined ? {} : { unconfirmed }),
      ...(leftover === undefined ? {} : { leftover }),
    };
  }
}

export function finishReplacing(change: MadeChange): MaybePromise<ReplacedFile> {
  const { place, descriptor, statBefore, isDurable, notKept, taken } = change;
  const afterwards = new Afterwards(change.watchFormer);
  const former = afterwards.attempt(() => holdFormer(change));
  // A displaced file that can't be opened may be anything; it stays for the user.
  if (former === undefined && taken.formerName !== undefined)
    afterwards.leftover = join(place.folder.path, taken.formerName);
  const isSettled = former === undefined || removeIfSettled(former, afterwards);
  if (isDurable) afterwards.attempt(() => place.folder.sync());
  const stat = afterwards.attempt(() => toFileStat(fs.fstatSync(descriptor, { bigint: true }))) ?? statBefore;
  afterwards.attempt(() => fs.closeSync(descriptor));
  const replaced = { outcome: "replaced", stat, displaced: undefined, notKept } as const;
  if (isSettled) return { ...replaced, ...afterwards.report };
  return settleFormer(former, afterwards).then((found) => ({ ...replaced, ...found, ...afterwards.report }));
}

/**
 * Removes a displaced file that is as expected; false if it is not. To be called before the folder is synced: freeing the
 * old file's blocks then goes to the disk with the exchange, not with the next change.
 */
export function removeIfSettled(former: FormerFile, afterwards: Afterwards): boolean {
  if (afterwards.attempt(() => former.isSettled()) !== true) return false;
  afterwards.beginWatch(former);
  afterwards.attemptRemoval(former);
  return true;
}

/** A displaced file that can't be read stays beside the file, for the user. */
export async function settleFormer(
  former: FormerFile,
  afterwards: Afterwards,
): Promise<Pick<ReplacedFile, "isFormerOpen"> & Partial<Pick<ReplacedFile, "displaced">>> {
  try {
    const isFormerOpen = await former.settle();
    const open = isFormerOpen ? { isFormerOpen } : {};
    // Before the content is examined or kept: what is written meanwhile is found when the watch ends.
    afterwards.beginWatch(former);
    if (!former.isExpected()) return { ...open, displaced: former };
    afterwards.attemptRemoval(former);
    return open;
  } catch (cause) {
    afterwards.unconfirmed ??= errnoOf(cause) ?? "EIO";
    afterwards.leftover = former.leave();
    return {};
  }
}

function holdFormer({ place, old, taken, calls, isExpected }: MadeChange): FormerFile {
  const { formerName: name, isOld } = taken;
  if (isOld || name === undefined) {
    return new FormerFile({ place, descriptor: takeDescriptor(old), name, calls, isExpected });
  }
  const { O_RDONLY, O_NOFOLLOW } = fs.constants;
  const descriptor = openPatiently(place.folder.at(name), O_RDONLY | O_NOFOLLOW);
  closeOld(old);
  return new FormerFile({ place, descriptor, name, calls, isExpected });
}
