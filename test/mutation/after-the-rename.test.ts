/** The disk fails after new content has its name: the change is made, and is reported and recorded as made. */
import fs from "node:fs";
import { afterEach, describe, expect, it, vi } from "vitest";
import {
  type CallResult,
  createNodeFileSystem,
  type RealPath,
  type Toolkit,
  type ToolkitOptions,
  type WorkspaceEvent,
} from "../../src/index.js";
import { textOf } from "../support/answers.js";
import { createFaultyFileSystem } from "../support/faulty-file-system.js";
import { callsWith, errnoError, replaceWith } from "../support/replacing.js";
import { type TempWorkspace, tempWorkspace } from "../support/workspace.js";

const OLD = Buffer.from("one\ntwo\n");
const NEW = Buffer.from("one\n2\n");

/** Fails every sync of this folder. */
function failFolderSync(folder: string, code: string): void {
  const sync = fs.fsyncSync;
  const { ino } = fs.statSync(folder);
  vi.spyOn(fs, "fsyncSync").mockImplementation((descriptor) => {
    if (fs.fstatSync(descriptor).ino === ino) throw errnoError(code);
    sync(descriptor);
  });
}

afterEach(() => {
  vi.restoreAllMocks();
});

interface Change {
  readonly name: string;
  readonly tool: "Edit" | "Write";
  readonly fresh: string;
}

const large = "a line of a large file\n".repeat(200_000);
const changes: Readonly<Record<string, Change>> = {
  "an edit": { name: "a.txt", tool: "Edit", fresh: "one\n2\n" },
  "a new file": { name: "new.txt", tool: "Write", fresh: "created\n" },
  "an edit of a large file": { name: "large.txt", tool: "Edit", fresh: `2\n${large}` },
};

async function make(
  files: TempWorkspace,
  { name, tool }: Change,
  options: ToolkitOptions = {},
): Promise<{ toolkit: Toolkit; result: CallResult; failures: WorkspaceEvent[] }> {
  const toolkit = files.editor({ dedup: false, ...options });
  const failures: WorkspaceEvent[] = [];
  toolkit.workspace.events.on("internal-error", (event) => failures.push(event));
  const path = files.path(name);
  await toolkit.call("Read", { file_path: path, limit: 5 });
  const input =
    tool === "Write"
      ? { file_path: path, content: "created\n" }
      : { file_path: path, old_string: "two", new_string: "2" };
  return { toolkit, result: await toolkit.call(tool, input), failures };
}

const trees = { "a.txt": "one\ntwo\n", "large.txt": `two\n${large}` };

describe.each(Object.entries(changes))("A disk that fails after %s has been made", (_, change) => {
  it("does not fail the call: it is recorded, can be undone, and the result says what is not sure [SAFE-100, SAFE-101]", async () => {
    const files = tempWorkspace(trees);
    const before = fs.readdirSync(files.root);
    failFolderSync(files.root, "EIO");
    const { toolkit, result } = await make(files, change);
    vi.restoreAllMocks();
    expect(result.error).toBeUndefined();
    expect(files.read(change.name)).toBe(change.fresh);
    expect(textOf(result)).toContain(
      "[The change was made, but the disk then answered EIO: whether it survives a power cut is not confirmed.",
    );
    expect((await toolkit.history.list()).map(({ state }) => state)).toEqual(["applied"]);
    expect((await toolkit.history.undo()).isDone).toBe(true);
    expect(fs.readdirSync(files.root)).toEqual(before);
  });

  it.each(["EINVAL", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EBADF"])(
    "by refusing to sync folders with %s makes no difference [SAFE-102]",
    async (code) => {
      const files = tempWorkspace(trees);
      failFolderSync(files.root, code);
      const { result } = await make(files, change);
      expect(result.error).toBeUndefined();
      expect(textOf(result)).not.toContain("[The change was made");
      expect(files.read(change.name)).toBe(change.fresh);
    },
  );

  it("by not removing a lock does not fail the call, nor the next one [SAFE-103]", async () => {
    const files = tempWorkspace(trees);
    const fileSystem = createFaultyFileSystem(createNodeFileSystem());
    fileSystem.inject({ operation: "removeLink", code: "EIO" });
    const { toolkit, result, failures } = await make(files, change, { fileSystem });
    expect(result.error).toBeUndefined();
    expect(failures).toMatchObject([{ tool: "locks", reference: "release", error: { code: "EIO" } }]);
    expect(files.read(change.name)).toBe(change.fresh);
    const again = await toolkit.call("Edit", {
      file_path: files.path(change.name),
      old_string: change.tool === "Write" ? "created" : "2\n",
      new_string: change.tool === "Write" ? "changed" : "3\n",
    });
    expect(again.error).toBeUndefined();
  });
});

describe("A removal", () => {
  it("is made although the folder can't be synced [SAFE-100]", async () => {
    const files = tempWorkspace({ "a.txt": OLD });
    failFolderSync(files.root, "EIO");
    const removed = await createNodeFileSystem().removeIfUnchanged(files.path("a.txt") as RealPath, OLD, {
      isDurable: true,
    });
    expect(removed).toMatchObject({ outcome: "replaced", unconfirmed: "EIO" });
    expect(fs.existsSync(files.path("a.txt"))).toBe(false);
  });
});

describe("After the exchange of names", () => {
  it.each([
    ["looking at the displaced file fails", "hasWriter"],
    ["the stat of the new file fails", "fstatSync"],
    ["closing the new file fails", "closeSync"],
  ] as const)("%s: the change is made [SAFE-100]", async (_, failing) => {
    const files = tempWorkspace({ "a.txt": OLD });
    let isExchanged = false;
    const fail = (): never => {
      throw errnoError("EIO");
    };
    const calls = callsWith((real) => ({
      exchange: (...given) => {
        real.exchange(...given);
        isExchanged = true;
      },
      hasWriter: (descriptor) =>
        isExchanged && failing === "hasWriter" ? fail() : real.hasWriter(descriptor),
    }));
    const stat = fs.fstatSync;
    const close = fs.closeSync;
    if (failing === "fstatSync")
      vi.spyOn(fs, "fstatSync").mockImplementation((...given: Parameters<typeof stat>) =>
        isExchanged ? fail() : stat(...given),
      );
    if (failing === "closeSync")
      vi.spyOn(fs, "closeSync").mockImplementation((descriptor) => {
        close(descriptor);
        if (isExchanged) fail();
      });
    const replaced = await replaceWith(files.path("a.txt"), { expected: OLD, content: NEW }, calls);
    vi.restoreAllMocks();
    expect(replaced).toMatchObject({ outcome: "replaced", unconfirmed: "EIO", stat: { kind: "file" } });
    expect(files.read("a.txt")).toBe(NEW.toString());
  });

  it("a temporary file that can't be removed is reported [SAFE-104]", async () => {
    const files = tempWorkspace({ "a.txt": OLD });
    const unlink = (): never => {
      throw errnoError("EPERM");
    };
    const calls = callsWith(() => ({ unlink }));
    const replaced = await replaceWith(files.path("a.txt"), { expected: OLD, content: NEW }, calls);
    expect(replaced).toMatchObject({ outcome: "replaced", leftover: files.path(".filewright-test.tmp") });
    expect(files.read("a.txt")).toBe(NEW.toString());
  });
});

describe("A change that fails before it is made", () => {
  it("is reported with its own failure, whatever the cleaning up says [SAFE-105]", async () => {
    const files = tempWorkspace();
    const fileSystem = createFaultyFileSystem(createNodeFileSystem());
    fileSystem.inject({ operation: "replaceIfUnchanged", code: "ENOSPC" });
    fileSystem.inject({ operation: "removeEmptyParents", code: "EIO" });
    const toolkit = files.editor({ fileSystem });
    const result = await toolkit.call("Write", { file_path: files.path("new/a.txt"), content: "x" });
    expect(result.error?.code).toBe("DISK_FULL");
  });
});
