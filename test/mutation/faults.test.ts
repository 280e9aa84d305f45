/** Every operation of the disk fails once, at each of its calls in turn, in the middle of changes of every kind. */
import { linkSync, readdirSync, readFileSync, statSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { RestoreResult, Toolkit } from "../../src/index.js";
import { createNodeFileSystem } from "../../src/index.js";
import {
  createFaultyFileSystem,
  type FaultyFileSystem,
  type Operation,
} from "../support/faulty-file-system.js";
import { type TempWorkspace, type Tree, tempWorkspace } from "../support/workspace.js";

/** A change, the file it concerns, and what that holds before and after. */
interface Scene {
  readonly tree: Tree;
  readonly name: string;
  readonly old: string | undefined;
  readonly fresh: string | undefined;
  readonly prepare?: (files: TempWorkspace, toolkit: Toolkit) => Promise<void>;
  /** Whether it was done; false when it was refused. */
  readonly act: (files: TempWorkspace, toolkit: Toolkit) => Promise<boolean>;
}

const large = "a line of a large file\n".repeat(200_000);
const SMALL = "one\ntwo\n";

const edit = async (files: TempWorkspace, toolkit: Toolkit, name = "a.txt"): Promise<boolean> => {
  const old_string = name === "large.txt" ? "FIRST" : "two";
  const input = { file_path: files.path(name), old_string, new_string: "2" };
  return !(await toolkit.call("Edit", input)).isError;
};
const read = async (files: TempWorkspace, toolkit: Toolkit, name = "a.txt"): Promise<void> => {
  await toolkit.call("Read", { file_path: files.path(name), limit: 10 });
};
const editFirst = async (files: TempWorkspace, toolkit: Toolkit): Promise<void> => {
  await toolkit.history.checkpoint("before");
  await read(files, toolkit);
  await edit(files, toolkit);
};
/** By what is said of each file: one may be refused although the others were restored. */
const isDone = async (restore: Promise<RestoreResult>): Promise<boolean> =>
  restore.then(
    ({ isDone: isMade, files }) => isMade && files.every(({ outcome }) => outcome === "restored"),
    () => false,
  );

const scenes: Readonly<Record<string, Scene>> = {
  "a small edit": {
    tree: { "a.txt": SMALL },
    name: "a.txt",
    old: SMALL,
    fresh: "one\n2\n",
    prepare: read,
    act: edit,
  },
  "an edit of a file with two names": {
    tree: { "a.txt": SMALL },
    name: "a.txt",
    old: SMALL,
    fresh: "one\n2\n",
    prepare: async (files, toolkit) => {
      linkSync(files.path("a.txt"), files.path("b.txt"));
      await read(files, toolkit);
    },
    act: edit,
  },
  "an edit of a large file": {
    tree: { "large.txt": `FIRST\n${large}` },
    name: "large.txt",
    old: `FIRST\n${large}`,
    fresh: `2\n${large}`,
    prepare: (files, toolkit) => read(files, toolkit, "large.txt"),
    act: (files, toolkit) => edit(files, toolkit, "large.txt"),
  },
  "a new file in a new folder": {
    tree: {},
    name: "new/folder/a.txt",
    old: undefined,
    fresh: SMALL,
    act: async (files, toolkit) =>
      !(await toolkit.call("Write", { file_path: files.path("new/folder/a.txt"), content: SMALL })).isError,
  },
  "an undo": {
    tree: { "a.txt": SMALL },
    name: "a.txt",
    old: "one\n2\n",
    fresh: SMALL,
    prepare: editFirst,
    act: (_, toolkit) => isDone(toolkit.history.undo()),
  },
  "a redo": {
    tree: { "a.txt": SMALL },
    name: "a.txt",
    old: SMALL,
    fresh: "one\n2\n",
    prepare: async (files, toolkit) => {
      await editFirst(files, toolkit);
      await toolkit.history.undo();
    },
    act: (_, toolkit) => isDone(toolkit.history.redo()),
  },
  "a rewind": {
    tree: { "a.txt": SMALL },
    name: "a.txt",
    old: "one\n2\n",
    fresh: SMALL,
    prepare: editFirst,
    act: async (_, toolkit) => {
      const [checkpoint] = await toolkit.history.checkpoints().catch(() => []);
      return checkpoint !== undefined && (await isDone(toolkit.history.rewind(checkpoint.id)));
    },
  },
};

const unhandled: unknown[] = [];
const trap = (cause: unknown): void => void unhandled.push(cause);

beforeEach(() => {
  unhandled.length = 0;
  process.on("unhandledRejection", trap);
  process.on("uncaughtException", trap);
});

afterEach(() => {
  process.off("unhandledRejection", trap);
  process.off("uncaughtException", trap);
});

interface Run {
  readonly files: TempWorkspace;
  readonly fileSystem: FaultyFileSystem;
  readonly toolkit: Toolkit;
}

async function begin({ tree, prepare }: Scene): Promise<Run> {
  const files = tempWorkspace(tree);
  const fileSystem = createFaultyFileSystem(createNodeFileSystem());
  const toolkit = files.editor({ fileSystem, durability: "none", dedup: false });
  await prepare?.(files, toolkit);
  return { files, fileSystem, toolkit };
}

/** How often the change calls each operation. */
async function countCalls(scene: Scene): Promise<readonly (readonly [Operation, number])[]> {
  const { files, fileSystem, toolkit } = await begin(scene);
  const before = new Map(fileSystem.operations().map((each) => [each, fileSystem.calls(each)]));
  expect(await scene.act(files, toolkit)).toBe(true);
  return fileSystem
    .operations()
    .map((each) => [each, fileSystem.calls(each) - (before.get(each) ?? 0)] as const)
    .filter(([, count]) => count > 0);
}

function contentOf(path: string): string | undefined {
  return statSync(path, { throwIfNoEntry: false }) === undefined ? undefined : readFileSync(path, "utf8");
}

/** Every call up to here, then some of the rest: reads of a large file are all alike. */
const EACH = 8;

describe.each(Object.entries(scenes))("A disk that fails once in the middle of %s", (_, scene) => {
  it("leaves the old or the new content, an answer that agrees, and nothing else [SAFE-110, SAFE-111]", {
    timeout: 120_000,
  }, async () => {
    for (const [operation, count] of await countCalls(scene)) {
      for (let nth = 1; nth <= count; nth += nth < EACH ? 1 : Math.ceil(count / EACH)) {
        const { files, fileSystem, toolkit } = await begin(scene);
        fileSystem.inject({ operation, nth, code: "ENOSPC" });
        const done = await scene.act(files, toolkit);
        const fault = `${operation} ${nth}`;
        const found = contentOf(files.path(scene.name));
        const content = found === scene.fresh ? "new" : found === scene.old ? "old" : "something else";
        expect({ fault, content }).toEqual({ fault, content: done ? "new" : "old" });
        const names = readdirSync(files.root, { recursive: true }).map(String);
        expect({ fault, litter: names.filter((name) => name.includes(".filewright-")) }).toEqual({
          fault,
          litter: [],
        });
        await toolkit.close().catch(() => undefined);
        await new Promise((resolve) => setImmediate(resolve));
        expect({ fault, unhandled }).toEqual({ fault, unhandled: [] });
        await files.dispose();
      }
    }
  });
});
