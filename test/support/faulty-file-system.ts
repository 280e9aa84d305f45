/**
 * A FileSystem that does what it is told to go wrong: fails an operation with an errno, waits before it, or runs a
 * hook at that very moment (to swap a folder for a link, say). Without faults it is transparent, which the contract
 * suite checks.
 */
import {
  type FileSystem,
  FileSystemError,
  type OpenFile,
  type RealPath,
  type StagedFile,
} from "../../src/index.js";

/** Operations of the file system, of files it has opened, and of files it has staged. */
export type Operation =
  | keyof FileSystem
  | "read"
  | "stat"
  | "close"
  | "append"
  | "truncate"
  | "count"
  | "stagedAppend"
  | "stagedRead"
  | "publish"
  | "discard";

interface Fault {
  readonly operation: Operation;
  /** The first call it concerns, counted from 1, and how many in a row; the first one only by default. */
  readonly nth?: number;
  readonly times?: number;
  readonly code?: string;
  /** Spares other paths, which count none the less. */
  readonly path?: string;
  /** Runs before the operation goes on (or fails). */
  readonly before?: () => unknown;
}

export interface FaultyFileSystem extends FileSystem {
  inject(fault: Fault): void;
  /** Ends all faults. */
  clear(): void;
  calls(operation: Operation): number;
  /** Every operation that was called, in the order of their first calls. */
  operations(): readonly Operation[];
}

export function createFaultyFileSystem(inner: FileSystem): FaultyFileSystem {
  const counts = new Map<Operation, number>();
  const faults: Fault[] = [];

  function guarded<T>(
    operation: Operation,
    path: string | Uint8Array,
    action: () => T,
  ): T | Promise<Awaited<T>> {
    const count = (counts.get(operation) ?? 0) + 1;
    counts.set(operation, count);
    const fault = faults.find(
      ({ operation: wanted, nth = 1, times = 1, path: only }) =>
        wanted === operation &&
        count >= nth &&
        count < nth + times &&
        (only === undefined || only === Buffer.from(path).toString()),
    );
    if (fault === undefined) return action();
    const go = (): T => {
      const name = Buffer.from(path).toString();
      if (fault.code !== undefined)
        throw new FileSystemError(fault.code, name, { leadsTo: [name as RealPath] });
      return action();
    };
    const waited = fault.before?.();
    return waited instanceof Promise ? (waited.then(go) as Promise<Awaited<T>>) : go();
  }

  return {
    resolve: (path) => guarded("resolve", path, () => inner.resolve(path)),
    readSmallFile: (path, maxBytes, expected) =>
      guarded("readSmallFile", path, () => inner.readSmallFile(path, maxBytes, expected)),
    list: (path, limit) => guarded("list", path, () => inner.list(path, limit)),
    findModifiedTime: (path) => inner.findModifiedTime(path),
    findKind: (path) => inner.findKind(path),
    holdFolder: (path) => guarded("holdFolder", path, () => inner.holdFolder(path)),
    makeDirectory: (path, mode) => guarded("makeDirectory", path, () => inner.makeDirectory(path, mode)),
    createFile: (path, bytes, mode) => guarded("createFile", path, () => inner.createFile(path, bytes, mode)),
    replaceIfUnchanged: (path, replacement) =>
      guarded("replaceIfUnchanged", path, () => inner.replaceIfUnchanged(path, replacement)),
    stage: async (path, name, options) => {
      const staged: StagedFile = await guarded("stage", path, () => inner.stage(path, name, options));
      return {
        append: async (bytes) => guarded("stagedAppend", path, () => staged.append(bytes)),
        read: async (target, position) => guarded("stagedRead", path, () => staged.read(target, position)),
        publish: (expected) => guarded("publish", path, () => staged.publish(expected)),
        discard: () => guarded("discard", path, () => staged.discard()),
      };
    },
    removeIfUnchanged: (path, expected, options) =>
      guarded("removeIfUnchanged", path, () => inner.removeIfUnchanged(path, expected, options)),
    findMissingFolder: (path) => guarded("findMissingFolder", path, () => inner.findMissingFolder(path)),
    createParents: (path) => guarded("createParents", path, () => inner.createParents(path)),
    removeEmptyParents: (path, topmost) =>
      guarded("removeEmptyParents", path, () => inner.removeEmptyParents(path, topmost)),
    openOwnFile: (path, mode) =>
      guarded("openOwnFile", path, async () => {
        const file = await inner.openOwnFile(path, mode);
        return {
          read: (target, position) => file.read(target, position),
          stat: () => file.stat(),
          close: () => file.close(),
          isNamed: () => file.isNamed(),
          tryLock: (kind) => file.tryLock(kind),
          append: (bytes, options) => guarded("append", path, () => file.append(bytes, options)),
          truncate: (size) => guarded("truncate", path, () => file.truncate(size)),
        };
      }),
    openCounter: (path) => {
      const counter = inner.openCounter(path);
      return {
        next: (atLeast) => guarded("count", path, () => counter.next(atLeast)),
        close: () => counter.close(),
      };
    },
    rename: (from, to) => guarded("rename", from, () => inner.rename(from, to)),
    removeFile: (path) => guarded("removeFile", path, () => inner.removeFile(path)),
    createLink: (path, target) => guarded("createLink", path, () => inner.createLink(path, target)),
    readLink: (path) => guarded("readLink", path, () => inner.readLink(path)),
    renameLink: (from, to) => guarded("renameLink", from, () => inner.renameLink(from, to)),
    removeLink: (path, target) => guarded("removeLink", path, () => inner.removeLink(path, target)),
    open: async (path, expected) => {
      const file: OpenFile = await guarded("open", path, () => inner.open(path, expected));
      return {
        read: (target, position) => guarded("read", path, () => file.read(target, position)),
        stat: () => guarded("stat", path, () => file.stat()),
        close: () => guarded("close", path, () => file.close()),
      };
    },
    inject(fault) {
      const seen = counts.get(fault.operation) ?? 0;
      faults.push({ ...fault, nth: seen + (fault.nth ?? 1) });
    },
    clear: () => {
      faults.length = 0;
    },
    calls: (operation) => counts.get(operation) ?? 0,
    operations: () => [...counts.keys()],
  };
}
