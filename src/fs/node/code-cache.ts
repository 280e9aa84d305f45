/**
 * Compiled code that was kept from an earlier run. Whoever can write it can run code as us, so it is taken only from a
 * file and folder that are ours alone; tools can't reach it, because it lies with our own state. Everything here is for
 * speed: whatever goes wrong, there is no cache.
 */
import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  type Stats,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { makeFolders } from "./make-folders.js";

const KEPT_MS = 30 * 24 * 60 * 60 * 1000;

/** A source file, and what tells it from any other that has had its name; without that, nothing is kept of it. */
export interface SourceFile {
  readonly text: string;
  readonly mark: string | undefined;
}

/**
 * The build ends every file with a digest of it. V8 takes compiled code for any source of the same length, and installers
 * give the files of every release the same time; the digest is what tells two releases apart.
 */
const STAMP = /\n\/\/([\w-]{22})\n$/;
const STAMP_CHARACTERS = 26;

export function readSource(path: string): SourceFile {
  const file = openSync(path, "r");
  try {
    const { mtimeMs } = fstatSync(file);
    const text = readFileSync(file, "utf8");
    const stamp = STAMP.exec(text.slice(-STAMP_CHARACTERS))?.[1];
    return { text, mark: stamp === undefined ? undefined : `${Math.floor(mtimeMs)}-${stamp}` };
  } finally {
    closeSync(file);
  }
}

/** What was kept under this name; undefined when there is nothing, or nothing that can be trusted. */
export function findCachedCode(folder: string, name: string): Buffer | undefined {
  let file: number | undefined;
  try {
    if (!isOursAlone(lstatSync(folder))) return undefined;
    file = openSync(join(folder, name), constants.O_RDONLY | constants.O_NOFOLLOW);
    const stat = fstatSync(file);
    return stat.isFile() && isOursAlone(stat) ? readFileSync(file) : undefined;
  } catch {
    return undefined;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

/** Keeps code under this name; a reader sees all of it or what was there before. */
export function keepCachedCode(folder: string, name: string, code: Uint8Array): void {
  const scratch = join(folder, `${name}.${process.pid}`);
  try {
    makeFolders(folder, 0o700);
    if (!isOursAlone(lstatSync(folder))) return;
    writeFileSync(scratch, code, { mode: 0o600, flag: "wx" });
    renameSync(scratch, join(folder, name));
    removeOld(folder);
  } catch {
    removeQuietly(scratch);
  }
}

/** Code of builds that are gone; one that is still in use is made again. */
function removeOld(folder: string): void {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (Date.now() - lstatSync(path).mtimeMs > KEPT_MS) removeQuietly(path);
  }
}

function removeQuietly(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // Then there is nothing of ours.
  }
}

function isOursAlone({ uid, mode }: Stats): boolean {
  const self = process.getuid?.();
  return self === undefined || (uid === self && (mode & 0o022) === 0);
}
