/** Where a path on the local disk leads, every link followed, also for what does not exist yet. */
import fs from "node:fs";
import { basename, dirname, isAbsolute, join, parse, resolve, sep } from "node:path";
import { type FileKind, type FileStat, FileSystemError } from "../file-system.js";
import type { RealPath } from "../paths.js";
import { isTemporaryName } from "../temporary-names.js";
import { errnoOf, toFileStat, toFileSystemError, toKind, unlessMissing } from "./translate.js";

const MAX_LINKS = 40;
/** Each failed one means that someone has just put another file there. */
const MAX_ATTEMPTS = 100;
/** Linux: names a file without opening it, so that no device starts and no pipe wakes. Node has no constant for it. */
const O_PATH = 0o10000000;

export interface Resolved {
  readonly realPath: string;
  readonly stat: FileStat | undefined;
}

/** By asking the kernel for the path of what the name leads to: path and stat are of one file, whatever is swapped. */
export function resolveByDescriptor(path: string): Resolved {
  return findByDescriptor(path) ?? { realPath: resolveMissing(path, 0), stat: undefined };
}

/** By path, where the kernel does not tell: the stat may be of another file if something is swapped in between. */
export function resolveByPath(path: string): Resolved {
  const realPath = findRealPath(path) ?? resolveMissing(path, 0);
  const stat = unlessMissing(() => fs.statSync(realPath, { bigint: true }));
  return { realPath, stat: stat === undefined ? undefined : toFileStat(stat) };
}

/** What is there, where only that matters; also nothing, when it can't be looked at. */
export function findKindByPath(path: string): FileKind | undefined {
  try {
    const stat = fs.statSync(path, { throwIfNoEntry: false });
    return stat === undefined ? undefined : toKind(stat);
  } catch (cause) {
    if (errnoOf(cause) === undefined) throw cause;
    return undefined;
  }
}

/** A file that is replaced while it is looked at is looked up again: the name leads to its successor by then. */
function findByDescriptor(path: string): Resolved | undefined {
  let displaced: string | undefined;
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const found = lookByDescriptor(path);
    if (found === "replaced") continue;
    // A file that has just exchanged names with its successor; or one that the path does lead to, the second time.
    const isDisplaced = found !== undefined && isTemporaryName(basename(found.realPath));
    if (!isDisplaced || found.realPath === displaced) return found;
    displaced = found.realPath;
  }
  throw new FileSystemError("EBUSY", path);
}

function lookByDescriptor(path: string): Resolved | undefined | "replaced" {
  const descriptor = unlessMissing(() => fs.openSync(path, O_PATH));
  if (descriptor === undefined) return undefined;
  try {
    // In this order: a file with one link that still lies at the path has no other name. In the other order, a hard link that is
    // removed in between would look like a file with one name.
    const stat = toFileStat(fs.fstatSync(descriptor, { bigint: true }));
    const realPath = readDescriptorPath(descriptor);
    // The kernel marks the path of what has lost its name; a file may also be called like that.
    const isGone = stat.links === 0 || (realPath.endsWith(" (deleted)") && !leadsTo(realPath, stat));
    return isGone ? "replaced" : { realPath, stat };
  } finally {
    fs.closeSync(descriptor);
  }
}

function leadsTo(realPath: string, { inode, device }: FileStat): boolean {
  const now = fs.lstatSync(realPath, { bigint: true, throwIfNoEntry: false });
  return now?.ino === inode && now.dev === device;
}

export function readDescriptorPath(descriptor: number): string {
  return fs.readlinkSync(`/proc/self/fd/${descriptor}`);
}

/** The same for a path that need not be text. */
export function readDescriptorPathBytes(descriptor: number): Buffer {
  return fs.readlinkSync(`/proc/self/fd/${descriptor}`, { encoding: "buffer" });
}

/** Whether this system tells the path of what is open. */
export function tellsDescriptorPaths(): boolean {
  if (process.platform !== "linux") return false;
  try {
    return findByDescriptor("/")?.realPath === "/";
  } catch {
    return false;
  }
}

function findRealPath(path: string): string | undefined {
  return unlessMissing(() => fs.realpathSync.native(path));
}

/** Where a missing file would be: its nearest existing ancestor resolved, dangling links followed to their target. */
function resolveMissing(path: string, links: number): string {
  if (links > MAX_LINKS) throw new FileSystemError("ELOOP", path);
  const parent = dirname(path);
  if (parent === path) return path;
  const realParent = findRealPath(parent) ?? resolveMissing(parent, links);
  const here = join(realParent, basename(path));
  const entry = unlessMissing(() => fs.lstatSync(here));
  if (entry?.isSymbolicLink() !== true) return here;
  const target = resolve(realParent, fs.readlinkSync(here));
  return findRealPath(target) ?? resolveMissing(target, links + 1);
}

/** The error for a path that can't be resolved, with where it leads. */
export function asUnresolved(cause: unknown, path: string): unknown {
  const error = toFileSystemError(cause, path);
  if (!(error instanceof FileSystemError)) return error;
  return new FileSystemError(error.code, path, { cause, leadsTo: followLinks(path) as RealPath[] });
}

/** Where a path leads after each link on the way, and at last, as far as it can be followed. */
function followLinks(path: string): readonly string[] {
  const places = new Set<string>();
  const stepsOf = (way: string): string[] => way.split(sep).filter((step) => step !== "" && step !== ".");
  let here = parse(path).root;
  let rest = stepsOf(path.slice(here.length));
  for (let links = 0; links <= MAX_LINKS; ) {
    const [step] = rest;
    if (step === undefined) break;
    const next = step === ".." ? dirname(here) : join(here, step);
    const target = readTarget(next);
    if (target === "unknown") break;
    rest = rest.slice(1);
    if (target === undefined) {
      here = next;
      continue;
    }
    links += 1;
    if (isAbsolute(target.path)) here = parse(target.path).root;
    rest = [...stepsOf(isAbsolute(target.path) ? target.path.slice(here.length) : target.path), ...rest];
    places.add(join(here, ...rest));
  }
  return [...places, join(here, ...rest)];
}

/** The target of a link; `undefined` for anything else that is there, "unknown" if that can't be found out. */
function readTarget(path: string): { readonly path: string } | undefined | "unknown" {
  try {
    return { path: fs.readlinkSync(path) };
  } catch (cause) {
    return errnoOf(cause) === "EINVAL" ? undefined : "unknown";
  }
}
