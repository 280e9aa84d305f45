/**
 * What a session knows of files, held against the disk. Looking takes bounded work: so many files, so many bytes, and the
 * calls of agents get their turn in between.
 */
import { setImmediate as letOthers } from "node:timers/promises";
import type { ContentReader } from "../content/content-reader.js";
import { type FileStat, type FileSystem, FileSystemError } from "../fs/file-system.js";
import type { RealPath } from "../fs/paths.js";
import { assessFreshness } from "../session/freshness.js";
import type { LedgerEntry } from "../session/ledger.js";
import type { SeenFile, SeenFiles } from "./desk.js";

export interface SeenGround {
  readonly fileSystem: FileSystem;
  readonly content: ContentReader;
  /** Whether a file may be named. */
  readonly mayShow: (path: RealPath) => boolean;
}

const MAX_LISTED = 2000;
const MAX_CHECKED = 300;
/** One that is larger is compared by its size alone. */
const MAX_FILE_BYTES = 4 * 1024 * 1024;
const MAX_BYTES = 64 * 1024 * 1024;
const FILES_PER_TURN = 16;
/** Ranges of a file that was read here and there; what is left out is the end. */
const MAX_RANGES = 200;

export async function listSeenFiles(entries: Iterable<LedgerEntry>, ground: SeenGround): Promise<SeenFiles> {
  const shown = [...entries].toReversed().filter(({ path }) => ground.mayShow(path));
  const files: SeenFile[] = [];
  const room = { files: MAX_CHECKED, bytes: MAX_BYTES };
  for (const entry of shown.slice(0, MAX_LISTED)) {
    if (files.length % FILES_PER_TURN === 0 && room.files > 0) await letOthers();
    files.push(describe(entry, await findState(entry, room, ground)));
  }
  return { files, left: shown.length - files.length };
}

function describe(entry: LedgerEntry, state: SeenFile["state"]): SeenFile {
  const { path, unit = "lines", totalLines, shown, origin } = entry;
  return { path, unit, total: totalLines ?? null, shown: shown.slice(0, MAX_RANGES), origin, state };
}

async function findState(
  entry: LedgerEntry,
  room: { files: number; bytes: number },
  { fileSystem, content }: SeenGround,
): Promise<SeenFile["state"]> {
  if (room.files === 0) return "unchecked";
  room.files -= 1;
  try {
    const { realPath, stat } = await fileSystem.resolve(entry.path);
    if (stat === undefined) return "gone";
    // A link has taken its place, or a folder: what is there now is not what was seen.
    if (realPath !== entry.path || stat.kind !== "file" || stat.size !== entry.version.size) return "stale";
    if (!fits(stat, room)) return "unchecked";
    const { state } = assessFreshness(
      entry,
      await content.currentVersion(realPath, stat, entry.version),
      "whole",
    );
    return state === "unread" ? "unchecked" : state;
  } catch (cause) {
    if (cause instanceof FileSystemError) return cause.code === "ENOENT" ? "gone" : "unchecked";
    throw cause;
  }
}

function fits({ size }: FileStat, room: { bytes: number }): boolean {
  if (size > MAX_FILE_BYTES || size > room.bytes) return false;
  room.bytes -= size;
  return true;
}
