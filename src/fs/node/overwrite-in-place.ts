/**
 * Writing into the very file that is there: for files with several names, and where the folder or the mount takes no
 * rename. Readers may see a mixture for a moment, so the former content must be safe before this begins; whoever
 * recovers after a crash puts it back.
 */
import fs from "node:fs";
import { FileSystemError, type Replaced, type ReplacedFile, type Replacement } from "../file-system.js";
import { isMixture } from "../mixture.js";
import { closeQuietly } from "./directory-handle.js";
import { waitForRest } from "./former-file.js";
import { closeOld, type OldFile, type Place, refuseUnjudged } from "./old-file.js";
import { openPatiently } from "./open-patiently.js";
import { readHeld } from "./read-whole.js";
import type { SystemCalls } from "./system-calls.js";
import { describeDropped, holdsExactly, modeAfter, writeAll } from "./temporary-file.js";
import { errnoOf, toFileStat } from "./translate.js";
import type { Attempt } from "./wait-for-writers.js";

const { O_RDONLY, O_RDWR, O_NOFOLLOW } = fs.constants;

/** A change of a file that exists. */
export type ExistingReplacement = Replacement & { readonly expected: Uint8Array };

interface Written {
  /** From right after the write. */
  readonly stat: fs.BigIntStats;
  /** False if another program has written into the file since. */
  readonly isOurs: boolean;
  /** Whether no other program could open the file meanwhile. */
  readonly isExclusive: boolean;
}

interface InPlaceContext {
  readonly calls: SystemCalls | undefined;
  readonly isPatient: boolean;
  readonly keepsSetIdBits: boolean;
}

/** "again" when the file no longer holds what is expected, "open" when another program has it open: nothing was touched. */
export function writeInPlace(
  place: Place,
  old: OldFile,
  replacement: ExistingReplacement,
  context: InPlaceContext,
): Attempt {
  const { calls, keepsSetIdBits } = context;
  const written = overwrite(place, old, replacement, context);
  if (typeof written === "string") return written;
  const stat = toFileStat(written.stat);
  const notKept = describeDropped(old.stat.mode, keepsSetIdBits);
  const replaced: ReplacedFile = { outcome: "replaced", stat, displaced: undefined, notKept };
  if (written.isExclusive) return replaced;
  let descriptor: number;
  try {
    descriptor = openPatiently(place.folder.at(place.name), O_RDONLY | O_NOFOLLOW);
  } catch (cause) {
    return { ...replaced, unconfirmed: errnoOf(cause) ?? "EIO" };
  }
  if (written.isOurs && calls?.hasWriter(descriptor) !== true) {
    closeQuietly(descriptor);
    return replaced;
  }
  return examineLater(place, descriptor, replacement.content, replaced, calls);
}

/** Another program is writing, too. Its content is not ours to take back; once it has finished, the result says so. */
async function examineLater(
  { scratch }: Place,
  descriptor: number,
  content: Uint8Array,
  replaced: ReplacedFile,
  calls: SystemCalls | undefined,
): Promise<Replaced> {
  try {
    await waitForRest(descriptor, calls);
    return holdsExactly(descriptor, content, scratch) ? replaced : { ...replaced, isOverwritten: true };
  } catch (cause) {
    return { ...replaced, unconfirmed: errnoOf(cause) ?? "EIO" };
  } finally {
    closeQuietly(descriptor);
  }
}

function overwrite(
  place: Place,
  old: OldFile,
  { expected, content, isDurable, judged }: ExistingReplacement,
  { calls, isPatient, keepsSetIdBits }: InPlaceContext,
): Written | "again" | "open" {
  const { folder, name, realPath, scratch } = place;
  const descriptor = fs.openSync(folder.at(name), O_RDWR | O_NOFOLLOW);
  try {
    const opened = fs.fstatSync(descriptor, { bigint: true });
    if (opened.ino !== old.stat.ino || opened.dev !== old.stat.dev) {
      throw new FileSystemError("EBUSY", realPath);
    }
    refuseUnjudged({ descriptor, stat: opened }, { judged }, place);
    // A file that is open elsewhere can't be had alone; the old descriptor would count as such.
    closeOld(old);
    const exclusive = calls?.tryExclusive(descriptor);
    if (exclusive === false && isPatient) return "open";
    const isExclusive = exclusive === true;
    const isReserved = reserveRoom(descriptor, expected, content, calls);
    // At the last moment, by content: the stamps of two writes within one tick of the clock are the same.
    if (!holdsExactly(descriptor, expected, scratch)) return "again";
    const modes = { present: modeAfter(opened.mode, true), wanted: modeAfter(opened.mode, keepsSetIdBits) };
    try {
      // Before the first byte: no part of the new content may run with these rights.
      changeMode(descriptor, modes.present, modes.wanted);
      // Without room reserved, what is beyond the old end comes first: a full disk says so before anything is overwritten.
      if (!isReserved) writeAll(descriptor, content.subarray(expected.length), expected.length);
      writeAll(descriptor, content);
      if (content.length < expected.length) fs.ftruncateSync(descriptor, content.length);
      const stat = fs.fstatSync(descriptor, { bigint: true });
      const isWritten = isExclusive && holdsExactly(descriptor, content, scratch);
      // Release before the sync: other programs need not wait for the disk, and later writes follow this change.
      if (isExclusive) calls?.endExclusive(descriptor);
      if (isDurable) fs.fsyncSync(descriptor);
      if (isWritten || holdsExactly(descriptor, content, scratch)) return { stat, isOurs: true, isExclusive };
      if (isChangedSince(stat, descriptor, content)) return { stat, isOurs: false, isExclusive };
      throw new FileSystemError("NOT_WRITTEN", realPath);
    } catch (cause) {
      if (!putBack(descriptor, expected, content, { isDurable, scratch })) {
        throw new FileSystemError("TORN", realPath, { cause });
      }
      changeMode(descriptor, modes.wanted, modes.present);
      throw cause;
    }
  } finally {
    closeQuietly(descriptor);
  }
}

/** Who may write a file but does not own it can't change its mode; for them, the system drops the bits with the first byte. */
function changeMode(descriptor: number, from: number, to: number): void {
  if (from === to) return;
  try {
    fs.fchmodSync(descriptor, to);
  } catch (cause) {
    if (errnoOf(cause) !== "EPERM") throw cause;
  }
}

const noReserve: ReadonlySet<string> = new Set(["EOPNOTSUPP", "ENOTSUP", "ENOSYS", "EINVAL", "ENODEV"]);

/** Throws ENOSPC while the old content is still whole. False where the file system can't reserve anything. */
function reserveRoom(
  descriptor: number,
  expected: Uint8Array,
  content: Uint8Array,
  calls: SystemCalls | undefined,
): boolean {
  if (calls === undefined || content.length === 0) return false;
  try {
    calls.reserve(descriptor, 0, content.length);
    return true;
  } catch (cause) {
    if (noReserve.has(errnoOf(cause) ?? "")) return false;
    // Gives back what was reserved beyond the end.
    fs.ftruncateSync(descriptor, expected.length);
    throw cause;
  }
}

/** Whether another program has written since; a disk that loses writes moves neither size nor times. */
function isChangedSince(stat: fs.BigIntStats, descriptor: number, content: Uint8Array): boolean {
  const now = fs.fstatSync(descriptor, { bigint: true });
  return now.size !== BigInt(content.length) || now.mtimeNs !== stat.mtimeNs || now.ctimeNs !== stat.ctimeNs;
}

/** False if the file is torn: neither the old content nor another program's. */
function putBack(
  descriptor: number,
  expected: Uint8Array,
  content: Uint8Array,
  { isDurable, scratch }: { readonly isDurable: boolean; readonly scratch: Buffer },
): boolean {
  try {
    if (!isMixture(readHeld(descriptor), expected, content)) return true;
    fs.ftruncateSync(descriptor, Math.min(expected.length, fs.fstatSync(descriptor).size));
    writeAll(descriptor, expected);
    if (isDurable) fs.fsyncSync(descriptor);
  } catch {
    // What counts is what the file holds.
  }
  try {
    return holdsExactly(descriptor, expected, scratch);
  } catch {
    return false;
  }
}
