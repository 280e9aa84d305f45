/** One file of the audit log on disk: how it ends, its lines, and those that were put aside when they had grown too large. */
import { basename, dirname, extname, join } from "node:path";
import { type FileSystem, FileSystemError, type OpenFile } from "../fs/file-system.js";
import type { AbsolutePath } from "../fs/paths.js";
import { hashNamedBy, NO_HASH } from "./chain.js";

const BLOCK_BYTES = 64 * 1024;
const MAX_FILES = 10_000;
const NEWLINE = 0x0a;

export interface LogEnd {
  readonly lastHash: string;
  /** Where the next line goes: behind the last whole one. */
  readonly size: number;
  /** Whether a crash has left the beginning of a line behind that. */
  readonly isTorn: boolean;
}

/** A file without a whole line goes on from the last one that was put aside: a crash may have come in between. */
export async function readLogEnd(path: AbsolutePath, fileSystem: FileSystem): Promise<LogEnd> {
  const end = await readFileEnd(path, fileSystem);
  if (end.size > 0) return end;
  const aside = (await listLogFiles(path, fileSystem)).findLast((each) => basename(each) !== basename(path));
  return aside === undefined ? end : { ...end, lastHash: (await readFileEnd(aside, fileSystem)).lastHash };
}

async function readFileEnd(path: AbsolutePath, fileSystem: FileSystem): Promise<LogEnd> {
  const file = await openLog(path, fileSystem);
  if (file === undefined) return { lastHash: NO_HASH, size: 0, isTorn: false };
  try {
    const { size } = await file.stat();
    const end = await findLineStart(file, size);
    if (end === 0) return { lastHash: NO_HASH, size: 0, isTorn: size > 0 };
    const start = await findLineStart(file, end - 1);
    const line = new Uint8Array(end - 1 - start);
    await file.read(line, start);
    return { lastHash: hashNamedBy(new TextDecoder().decode(line)), size: end, isTorn: end < size };
  } finally {
    await file.close();
  }
}

/** Where the line begins that `before` lies in or right behind: after the last newline in front of it. */
async function findLineStart(file: OpenFile, before: number): Promise<number> {
  const block = new Uint8Array(BLOCK_BYTES);
  for (let end = before; end > 0; ) {
    const start = Math.max(0, end - BLOCK_BYTES);
    const part = block.subarray(0, end - start);
    await file.read(part, start);
    const newline = part.lastIndexOf(NEWLINE);
    if (newline !== -1) return start + newline + 1;
    end = start;
  }
  return 0;
}

/** Its lines without their newlines; none where there is no such file. */
export async function* readLogLines(path: AbsolutePath, fileSystem: FileSystem): AsyncGenerator<string> {
  const file = await openLog(path, fileSystem);
  if (file === undefined) return;
  try {
    const decoder = new TextDecoder();
    const block = new Uint8Array(BLOCK_BYTES);
    let rest = "";
    for (let position = 0; ; ) {
      const length = await file.read(block, position);
      position += length;
      const lines = (rest + decoder.decode(block.subarray(0, length), { stream: length > 0 })).split("\n");
      rest = lines.pop() ?? "";
      yield* lines;
      if (length === 0) break;
    }
    if (rest !== "") yield rest;
  } finally {
    await file.close();
  }
}

/** A link in its place is not followed. */
async function openLog(path: AbsolutePath, fileSystem: FileSystem): Promise<OpenFile | undefined> {
  const folder = (await fileSystem.resolve(dirname(path) as AbsolutePath)).realPath;
  const { realPath, stat } = await fileSystem.resolve(path);
  if (realPath !== join(folder, basename(path))) throw new FileSystemError("ELOOP", path);
  if (stat === undefined) return undefined;
  return fileSystem.open(realPath, stat);
}

/** The name that a full file gets. */
export function asideName(path: AbsolutePath, now: number): AbsolutePath {
  const time = new Date(now).toISOString().replaceAll(/[:.]/g, "-");
  return join(dirname(path), `${stemOf(path)}-${time}${extname(path)}`) as AbsolutePath;
}

/** The files of a log in the order they were written, the one in use last. */
export async function listLogFiles(
  path: AbsolutePath,
  fileSystem: FileSystem,
): Promise<readonly AbsolutePath[]> {
  const folder = await fileSystem.resolve(dirname(path) as AbsolutePath);
  if (folder.stat?.kind !== "directory") return [];
  const { entries } = await fileSystem.list(folder.realPath, MAX_FILES);
  const names = entries.filter(({ isDirectory }) => !isDirectory).map(({ name }) => name);
  const [before, after] = [`${stemOf(path)}-`, extname(path)];
  const aside = names.filter(
    (name) =>
      name.startsWith(before) && name.endsWith(after) && /^\d{4}-\d\d-\d\dT/.test(name.slice(before.length)),
  );
  const present = names.includes(basename(path)) ? [basename(path)] : [];
  return [...aside.toSorted(), ...present].map((name) => join(dirname(path), name) as AbsolutePath);
}

function stemOf(path: AbsolutePath): string {
  return basename(path, extname(path));
}
