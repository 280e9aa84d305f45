/** File systems that break one promise each, over the disk in memory, and the cases that must notice. */
import {
  createMemoryFileSystem,
  type FileStat,
  type FileSystem,
  FileSystemError,
  type FormerWatch,
  type MemoryFileSystem,
  type RealPath,
} from "../../src/index.js";
import type { DiskUnderTest } from "../../src/testing/index.js";
import { createMemoryDisk } from "../support/memory-disk.js";

export interface BrokenFileSystem {
  readonly name: string;
  readonly noticedBy: readonly string[];
  readonly breaks: (memory: MemoryFileSystem) => Partial<FileSystem>;
}

export function createBrokenDisk({ breaks }: BrokenFileSystem): DiskUnderTest {
  const memory = createMemoryFileSystem();
  const parts = breaks(memory);
  const fileSystem = new Proxy<FileSystem>(memory, {
    get: (target, name) => {
      if (name in parts) return parts[name as keyof FileSystem];
      const method: unknown = Reflect.get(target, name);
      return typeof method === "function" ? method.bind(target) : method;
    },
  });
  return createMemoryDisk(memory, fileSystem);
}

const textPath = (path: RealPath | Uint8Array): RealPath => path as RealPath;

/** Tells of every file what `change` makes of its stat. */
function lying(memory: MemoryFileSystem, change: (stat: FileStat) => Partial<FileStat>): Partial<FileSystem> {
  const lie = (stat: FileStat): FileStat => (stat.kind === "file" ? { ...stat, ...change(stat) } : stat);
  return {
    resolve: async (path) => {
      const { realPath, stat } = await memory.resolve(path);
      return { realPath, stat: stat === undefined ? undefined : lie(stat) };
    },
    readSmallFile: async (path, maxBytes) => {
      const { stat, bytes } = await memory.readSmallFile(path, maxBytes);
      return { stat: lie(stat), bytes };
    },
  };
}

/** What is there, so that a change which expects it goes ahead. */
const present = async (memory: MemoryFileSystem, path: RealPath): Promise<Uint8Array | undefined> =>
  (await memory.resolve(path)).stat?.kind === "file"
    ? (await memory.readSmallFile(path, 1_000_000)).bytes
    : undefined;

export const brokenFileSystems: readonly BrokenFileSystem[] = [
  {
    name: "does not tell where a path leads that it can't resolve",
    noticedBy: ["resolve-leads-to"],
    breaks: (memory) => ({
      resolve: async (path) => {
        try {
          return await memory.resolve(path);
        } catch (cause) {
          throw cause instanceof FileSystemError ? new FileSystemError(cause.code, path) : cause;
        }
      },
    }),
  },
  {
    name: "lets a new file run as its owner",
    noticedBy: ["no-set-id-bits"],
    breaks: (memory) => ({
      replaceIfUnchanged: async (path, request) => {
        const replaced = await memory.replaceIfUnchanged(path, request);
        if (request.expected === undefined && request.mode !== undefined) memory.setMode(path, request.mode);
        return replaced;
      },
    }),
  },
  {
    name: "writes in place where a rename was asked for",
    noticedBy: ["replace-held-open"],
    breaks: (memory) => ({
      replaceIfUnchanged: (path, request) => memory.replaceIfUnchanged(path, { ...request, way: "in-place" }),
    }),
  },
  {
    name: "renames where it was to write in place",
    noticedBy: ["replace-in-place"],
    breaks: (memory) => ({
      replaceIfUnchanged: (path, request) => memory.replaceIfUnchanged(path, { ...request, way: "rename" }),
    }),
  },
  {
    name: "writes a file half by half",
    noticedBy: ["replace-seen-by-readers"],
    breaks: (memory) => ({
      replaceIfUnchanged: async (path, request) => {
        const { expected, content } = request;
        if (content.length < 1000) return memory.replaceIfUnchanged(path, request);
        const half = content.slice(0, content.length / 2);
        await memory.replaceIfUnchanged(path, { ...request, expected, content: half });
        await new Promise((resolve) => setTimeout(resolve, 20));
        return memory.replaceIfUnchanged(path, { ...request, expected: half });
      },
    }),
  },
  {
    name: "removes a file before it writes the new one",
    noticedBy: ["replace-seen-by-readers"],
    breaks: (memory) => ({
      replaceIfUnchanged: async (path, request) => {
        if (request.content.length < 1000) return memory.replaceIfUnchanged(path, request);
        memory.remove(path);
        await new Promise((resolve) => setTimeout(resolve, 20));
        return memory.replaceIfUnchanged(path, { ...request, expected: undefined });
      },
    }),
  },
  {
    name: "overwrites whatever is there",
    noticedBy: ["replace-changed-rename", "replace-changed-in-place", "create-only-new"],
    breaks: (memory) => ({
      replaceIfUnchanged: async (path, request) => {
        const there = await present(memory, path);
        return memory.replaceIfUnchanged(
          path,
          there === undefined ? request : { ...request, expected: there },
        );
      },
    }),
  },
  {
    name: "sends a watch over a wire that drops its methods",
    noticedBy: ["replace-watched"],
    breaks: (memory) => ({
      replaceIfUnchanged: async (path, request) => {
        const replaced = await memory.replaceIfUnchanged(path, request);
        return request.watchFormer === true ? { ...replaced, watch: {} as FormerWatch } : replaced;
      },
    }),
  },
  {
    name: "leaves its temporary file behind",
    noticedBy: [
      "replace-rename",
      "replace-in-place",
      "replace-changed-rename",
      "replace-changed-in-place",
      "replace-gone",
      "replace-watched",
      "create-only-new",
    ],
    breaks: (memory) => ({
      replaceIfUnchanged: (path, request) => {
        memory.put(
          path.replace(/[^/]*$/, () => request.temporaryName),
          request.content,
        );
        return memory.replaceIfUnchanged(path, request);
      },
    }),
  },
  {
    name: "tells a size that is one too large",
    noticedBy: ["resolve-links", "stat-size", "read-small", "stage-publish"],
    breaks: (memory) => lying(memory, ({ size }) => ({ size: size + 1 })),
  },
  {
    name: "gives every file the same inode",
    noticedBy: ["stat-identity", "replace-rename", "replace-in-place", "stage-publish"],
    breaks: (memory) => lying(memory, () => ({ inode: 7n })),
  },
  {
    name: "has a change time that stands still",
    noticedBy: ["change-time", "stage-publish"],
    breaks: (memory) => lying(memory, () => ({ changedNs: 1n })),
  },
  {
    name: "follows links that have appeared",
    noticedBy: ["no-link-since", "same-file-again"],
    breaks: (memory) => ({
      readSmallFile: async (path, maxBytes) =>
        memory.readSmallFile((await memory.resolve(textPath(path))).realPath, maxBytes),
    }),
  },
  {
    name: "reads less than there is",
    noticedBy: ["read-parts", "replace-held-open"],
    breaks: (memory) => ({
      open: async (path) => {
        const file = await memory.open(path);
        return { ...file, read: (target, position) => file.read(target.subarray(0, 2), position) };
      },
    }),
  },
  {
    name: "opens a pipe as an empty file",
    noticedBy: ["read-regular-only"],
    breaks: (memory) => ({
      readSmallFile: async (path, maxBytes) => {
        const { stat } = await memory.resolve(textPath(path));
        if (stat?.kind === "fifo") return { stat, bytes: new Uint8Array(0) };
        return memory.readSmallFile(path, maxBytes);
      },
    }),
  },
  {
    name: "fails with errors of its own",
    noticedBy: ["list"],
    breaks: (memory) => ({
      list: async (path, limit) => {
        try {
          return await memory.list(path, limit);
        } catch (cause) {
          if (cause instanceof FileSystemError && cause.code === "MOVED") throw cause;
          throw Object.assign(new Error("no such folder"), { code: "ENOENT" });
        }
      },
    }),
  },
  {
    name: "hides names that begin with a dot",
    noticedBy: ["list"],
    breaks: (memory) => ({
      list: async (path, limit) => {
        const { entries, complete } = await memory.list(path, limit);
        return { entries: entries.filter(({ name }) => !name.startsWith(".")), complete };
      },
    }),
  },
  {
    name: "removes whatever is there",
    noticedBy: ["remove-expected"],
    breaks: (memory) => ({
      removeIfUnchanged: async (path, expected, options) =>
        memory.removeIfUnchanged(path, (await present(memory, path)) ?? expected, options),
    }),
  },
  {
    name: "publishes over what has changed",
    noticedBy: ["stage-changed"],
    breaks: (memory) => ({
      stage: async (path, name, options) => {
        const staged = await memory.stage(path, name, options);
        return {
          append: (bytes) => staged.append(bytes),
          read: (target, position) => staged.read(target, position),
          discard: () => staged.discard(),
          publish: async (expected) => staged.publish((await memory.resolve(path)).stat ?? expected),
        };
      },
    }),
  },
  {
    name: "puts a lock over another",
    noticedBy: ["link-create"],
    breaks: (memory) => ({ createLink: (path, target) => memory.putLink(path, target) }),
  },
];
