/**
 * Reading a file that only one user may write: the system's administrator, or the user we run for. Past every injected file
 * system, on purpose.
 */
import fs from "node:fs";
import { dirname } from "node:path";
import { errnoOf } from "./translate.js";

export type TrustedFile =
  | { readonly kind: "missing" }
  | { readonly kind: "text"; readonly text: string }
  /** A phrase that says why it can't be believed. */
  | { readonly kind: "refused"; readonly problem: string };

const MAX_BYTES = 1024 * 1024;
const OTHERS = 0o077;
const OTHERS_WRITE = 0o022;
/** Windows has neither O_NONBLOCK nor O_NOFOLLOW: they are undefined there, and count as 0 below. */
const { O_RDONLY, O_NONBLOCK, O_NOFOLLOW } = fs.constants;

export interface Trust {
  /** The id of the user who must own the file and its folder. */
  readonly owner: number;
  /** Whether nobody else may even read it; then the folder above its own is checked as well. */
  readonly isPrivate?: boolean;
}

/** Equal as long as the file and the folders that are checked are the same. Without its folder it costs one system call. */
export function stampTrustedFile(path: string, { isPrivate = false }: Pick<Trust, "isPrivate"> = {}): string {
  const stampOf = (name: string): string => {
    try {
      const stat = fs.lstatSync(name, { bigint: true, throwIfNoEntry: false });
      if (stat === undefined) return "missing";
      const { dev, ino, mode, uid, size, mtimeNs, ctimeNs } = stat;
      return `${dev} ${ino} ${mode} ${uid} ${size} ${mtimeNs} ${ctimeNs}`;
    } catch (cause) {
      return `${errnoOf(cause)}`;
    }
  };
  const folder = stampOf(dirname(path));
  if (folder === "missing") return folder;
  return `${isPrivate ? stampOf(dirname(dirname(path))) : ""} ${folder} ${stampOf(path)}`;
}

export function readTrustedFile(path: string, trust: Trust): TrustedFile {
  try {
    const found = fs.lstatSync(path, { throwIfNoEntry: false });
    const folder = dirname(path);
    for (const each of trust.isPrivate === true ? [dirname(folder), folder] : [folder]) {
      const stat = fs.lstatSync(each, { throwIfNoEntry: false });
      // A folder that could only hold such a file is no harm while there is none.
      if (stat === undefined || (found === undefined && trust.isPrivate === true)) return { kind: "missing" };
      if (!stat.isDirectory()) return refuse(`the folder ${each} is a link or not a folder`);
      const fault = findFault(stat, { owner: trust.owner });
      if (fault !== undefined) return refuse(`the folder ${each} ${fault}`);
    }
    if (found === undefined) return { kind: "missing" };
    if (!found.isFile()) return refuse("it is a link or not a regular file");
    return readHeld(path, trust);
  } catch (cause) {
    return refuse(`it can't be read (${errnoOf(cause) ?? "unknown reason"})`);
  }
}

/** The checks are made on the descriptor that is read from. */
function readHeld(path: string, trust: Trust): TrustedFile {
  const descriptor = fs.openSync(path, O_RDONLY | O_NONBLOCK | O_NOFOLLOW);
  try {
    const stat = fs.fstatSync(descriptor);
    if (!stat.isFile()) return refuse("it is not a regular file");
    const fault = findFault(stat, trust);
    if (fault !== undefined) return refuse(`it ${fault}`);
    if (stat.size > MAX_BYTES) return refuse("it is larger than 1 MB");
    const bytes = fs.readFileSync(descriptor);
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return { kind: "text", text };
  } catch (cause) {
    if (cause instanceof TypeError) return refuse("it is not UTF-8 text");
    throw cause;
  } finally {
    fs.closeSync(descriptor);
  }
}

/** Windows tells neither owner nor mode this way; there its folder's access list is what protects it. */
function findFault({ uid, mode }: fs.Stats, { owner, isPrivate = false }: Trust): string | undefined {
  if (process.getuid === undefined) return undefined;
  if (uid !== owner) return owner === 0 ? "is not owned by root" : `is not owned by user ${owner}`;
  if ((mode & OTHERS_WRITE) !== 0) return "can be written by others";
  return isPrivate && (mode & OTHERS) !== 0 ? "can be read by others" : undefined;
}

function refuse(problem: string): TrustedFile {
  return { kind: "refused", problem };
}
