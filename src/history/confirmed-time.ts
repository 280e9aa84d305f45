/**
 * Tells how late it is at least, for retention. One reading of the clock proves nothing: it may be weeks ahead, or the
 * machine may have slept. A reading counts once another one, at least a day later, has confirmed it.
 */
import { FileSystemError } from "../fs/file-system.js";
import { finish } from "../fs/maybe-promise.js";
import { readOwnFile } from "../fs/ownership.js";
import type { HistoryFolder } from "./history-folder.js";

const DAY_MS = 86_400_000;
const MAX_BYTES = 64;

/** Returns the latest time that has certainly passed, in milliseconds since 1970; 0 if none is known yet. */
export async function readConfirmedTime(folder: HistoryFolder, now: number): Promise<number> {
  const [confirmed = 0, seen] = await readTimes(folder);
  if (seen !== undefined && now >= seen && now - seen < DAY_MS) return confirmed;
  // A clock that was set back had been wrong before, and so may be what it confirmed.
  const isSetBack = seen !== undefined && now < seen;
  const next = isSetBack ? Math.min(confirmed, now) : (seen ?? 0);
  await keepTimes(folder, next, now);
  return next;
}

async function readTimes(folder: HistoryFolder): Promise<number[]> {
  try {
    const bytes = await finish(
      readOwnFile(folder.fileSystem, folder.pathOf("clock"), { maxBytes: MAX_BYTES }),
    );
    const numbers = Buffer.from(bytes ?? [])
      .toString("latin1")
      .split(" ")
      .map(Number);
    return numbers.every((number) => number >= 0) ? numbers : [];
  } catch (cause) {
    if (cause instanceof FileSystemError && cause.code === "ENOENT") return [];
    throw cause;
  }
}

async function keepTimes(folder: HistoryFolder, confirmed: number, seen: number): Promise<void> {
  const bytes = Buffer.from(`${Math.floor(confirmed)} ${Math.floor(seen)}`, "latin1");
  await folder.replace(folder.pathOf("clock"), bytes);
}
