/** Small files that are nobody else's to read, such as tokens and keys. */
import { randomUUID } from "node:crypto";
import fs from "node:fs";
import { dirname } from "node:path";
import { FileSystemError } from "../file-system.js";
import { makeFolders } from "./make-folders.js";
import { errnoOf, toKind, translated, unlessMissing } from "./translate.js";

export interface PrivateFile {
  readonly text: string;
  /** Whether it belongs to the user that this process runs for. */
  readonly isOwn: boolean;
  /** Whether anybody else may read or write it. */
  readonly isOpenToOthers: boolean;
}

/** Far more than a token or a key has. */
const MAX_BYTES = 4096;
const OTHERS = 0o077;

/** Undefined when nothing is there. What is looked at is what is read: the file is held open meanwhile. */
export function readPrivateFile(path: string, maxBytes: number = MAX_BYTES): PrivateFile | undefined {
  return translated(path, () => unlessMissing(() => readHeldOpen(path, maxBytes)));
}

function readHeldOpen(path: string, maxBytes: number): PrivateFile {
  // Without waiting, so that a pipe in its place holds nothing up.
  const descriptor = fs.openSync(path, fs.constants.O_RDONLY | fs.constants.O_NONBLOCK);
  try {
    const stat = fs.fstatSync(descriptor);
    if (!stat.isFile()) throw new FileSystemError("NOT_REGULAR", path, { kind: toKind(stat) });
    if (stat.size > maxBytes) throw new FileSystemError("EFBIG", path);
    const user = process.getuid?.();
    return {
      text: fs.readFileSync(descriptor, "utf8"),
      isOwn: user === undefined || stat.uid === user,
      isOpenToOthers: user !== undefined && (stat.mode & OTHERS) !== 0,
    };
  } finally {
    fs.closeSync(descriptor);
  }
}

/**
 * Makes the file, and the folders it needs, for this user alone. False when something is there already, which stays. It
 * gets its name with all its content in it, so that another process finds the whole of it or nothing.
 */
export function createPrivateFile(path: string, text: string): boolean {
  return translated(path, () => {
    makeFolders(dirname(path), 0o700);
    const unfinished = `${path}.${randomUUID()}.tmp`;
    fs.writeFileSync(unfinished, text, { flag: "wx", mode: 0o600 });
    try {
      fs.linkSync(unfinished, path);
      return true;
    } catch (cause) {
      if (errnoOf(cause) === "EEXIST") return false;
      throw cause;
    } finally {
      fs.unlinkSync(unfinished);
    }
  });
}

/** The same in the place of whatever has the name: a reader finds what was there before or all of this. */
export function replacePrivateFile(path: string, text: string): void {
  translated(path, () => {
    makeFolders(dirname(path), 0o700);
    const unfinished = `${path}.${randomUUID()}.tmp`;
    try {
      fs.writeFileSync(unfinished, text, { flag: "wx", mode: 0o600 });
      fs.renameSync(unfinished, path);
    } catch (cause) {
      fs.rmSync(unfinished, { force: true });
      throw cause;
    }
  });
}
