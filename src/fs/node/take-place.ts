/**
 * Gives new content the name of the file it replaces, in one atomic step that loses neither file: the two exchange their
 * names. Where that is not possible the old file gets a second name first; where that is not possible either, an open
 * descriptor is all that is left of it.
 */
import fs from "node:fs";
import { formerNameOf } from "../temporary-names.js";
import { findStat, type OldFile, type Place } from "./old-file.js";
import type { SystemCalls } from "./system-calls.js";
import { removeIfPossible } from "./temporary-file.js";
import { errnoOf } from "./translate.js";

export interface TakenPlace {
  /** The name of the displaced file; `undefined` if it has none. */
  readonly formerName: string | undefined;
  /** Whether it is the old file, not one that another program put in its place at the last moment. */
  readonly isOld: boolean;
}

/** Undefined if something else is there now: it must be compared again. Throws what a rename throws. */
export function takePlace(
  place: Place,
  old: OldFile,
  temporaryName: string,
  calls: SystemCalls | undefined,
): TakenPlace | undefined {
  if (calls === undefined) return renameOver(place, old, temporaryName);
  const exchanged = exchangeNames(place, temporaryName, calls);
  if (exchanged === "missing") return undefined;
  if (exchanged === "unsupported") return renameOver(place, old, temporaryName);
  return examineExchanged(place, old, temporaryName, calls);
}

/** The change is made by now, so nothing here throws. */
function examineExchanged(
  { folder, name }: Place,
  old: OldFile,
  temporaryName: string,
  calls: SystemCalls,
): TakenPlace | undefined {
  const displaced = { formerName: temporaryName, isOld: false };
  try {
    if (folder.inodeOf(temporaryName, calls) === old.stat.ino) return { ...displaced, isOld: true };
    const stat = findStat(folder.at(temporaryName));
    if (stat === undefined || (stat.isFile() && stat.nlink < 2n)) return displaced;
    // A folder, a link or a hard link, perhaps to a denied file, has taken the file's name: it is not ours to displace.
    folder.exchange(temporaryName, name, calls);
    return undefined;
  } catch {
    // The displaced file stays under the temporary name and is examined there.
    return displaced;
  }
}

const noExchange: ReadonlySet<string> = new Set(["EINVAL", "ENOSYS", "ENOTSUP", "EOPNOTSUPP"]);

function exchangeNames(
  { folder, name }: Place,
  temporaryName: string,
  calls: SystemCalls,
): "done" | "unsupported" | "missing" {
  try {
    folder.exchange(temporaryName, name, calls);
    return "done";
  } catch (cause) {
    const code = errnoOf(cause) ?? "";
    if (code === "ENOENT") return "missing";
    if (noExchange.has(code)) return "unsupported";
    throw cause;
  }
}

function renameOver(place: Place, old: OldFile, temporaryName: string): TakenPlace | undefined {
  const { folder, name } = place;
  const linked = linkFormer(place, old, formerNameOf(temporaryName));
  if (linked === "changed") return undefined;
  const formerName = linked === "linked" ? formerNameOf(temporaryName) : undefined;
  try {
    fs.renameSync(folder.at(temporaryName), folder.at(name));
  } catch (cause) {
    if (formerName !== undefined) removeIfPossible(folder.at(formerName));
    throw cause;
  }
  return { formerName, isOld: true };
}

function linkFormer(
  { folder, name }: Place,
  old: OldFile,
  formerName: string,
): "linked" | "refused" | "changed" {
  try {
    fs.linkSync(folder.at(name), folder.at(formerName));
  } catch (cause) {
    return errnoOf(cause) === "ENOENT" ? "changed" : "refused";
  }
  const stat = findStat(folder.at(formerName));
  if (stat !== undefined && isSameFile(stat, old.stat)) return "linked";
  removeIfPossible(folder.at(formerName));
  return "changed";
}

function isSameFile(left: fs.BigIntStats, right: fs.BigIntStats): boolean {
  return left.ino === right.ino && left.dev === right.dev;
}
