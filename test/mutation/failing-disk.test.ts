/** Disks that lose writes or fail under the history. */
import { closeSync, openSync, truncateSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { holdsExactly, verifyContent } from "../../src/fs/node/temporary-file.js";
import { createNodeFileSystem, FileSystemError } from "../../src/index.js";
import { alterFileSystem } from "../support/altered-file-system.js";
import { errorOf, textOf } from "../support/answers.js";
import { displacedOf } from "../support/displaced-files.js";
import { createFaultyFileSystem } from "../support/faulty-file-system.js";
import { takeSnapshot } from "../support/snapshot.js";
import { tempWorkspace } from "../support/workspace.js";

describe("A disk that answers success and keeps something else", () => {
  const content = Buffer.from("one\ntwo\nthree\n");

  it.each([
    ["fewer bytes", (path: string) => truncateSync(path, 5)],
    ["more bytes", (path: string) => writeFileSync(path, "one\ntwo\nthree\nfour\n")],
    ["other bytes", (path: string) => writeFileSync(path, "one\ntwo\nthrEe\n")],
    ["zeros for the end", (path: string) => (truncateSync(path, 5), truncateSync(path, content.length))],
    ["nothing", (path: string) => truncateSync(path, 0)],
  ])("is found out when it kept %s [COMMIT-4]", (_, damage) => {
    const files = tempWorkspace();
    const path = files.write("a.tmp", content);
    // Smaller than the content, so that it is compared in parts.
    const how = { shownPath: "/shown", scratch: Buffer.alloc(8) };
    expect(() => verifyContent(path, content, how)).not.toThrow();
    damage(path);
    expect(() => verifyContent(path, content, how)).toThrow(
      expect.objectContaining({ code: "NOT_WRITTEN", path: "/shown" }),
    );
    const descriptor = openSync(path, "r");
    expect(holdsExactly(descriptor, content, how.scratch)).toBe(false);
    closeSync(descriptor);
  });

  it("fails the call with IO_FAILED, and the change never happened [COMMIT-4]", async () => {
    const files = tempWorkspace({ "a.txt": "one\n" });
    const fileSystem = createFaultyFileSystem(createNodeFileSystem());
    const toolkit = files.toolkit({ fileSystem, onAsk: () => ({ answer: "allow" }) });
    await toolkit.call("Read", { file_path: files.path("a.txt") });
    const before = takeSnapshot(files.root);
    fileSystem.inject({ operation: "replaceIfUnchanged", code: "NOT_WRITTEN" });
    const result = await toolkit.call("Write", { file_path: files.path("a.txt"), content: "new\n" });
    expect(errorOf(result).code).toBe("IO_FAILED");
    expect(takeSnapshot(files.root)).toEqual(before);
    expect((await toolkit.history.list()).map(({ state }) => state)).toEqual(["failed"]);
    expect(await toolkit.history.undo()).toEqual({ isDone: false, files: [] });
  });
});

describe("The history, when the disk fails under it", () => {
  it.each(["ENOSPC", "EROFS", "EACCES", "EIO"])(
    "with %s, makes the change with a warning or not at all [COMMIT-5]",
    async (code) => {
      const files = tempWorkspace({ "a.txt": "one\n" });
      for (const onFailure of ["refuse", "warn"] as const) {
        const fileSystem = createFaultyFileSystem(createNodeFileSystem());
        const toolkit = files.toolkit({
          fileSystem,
          history: { onFailure },
          onAsk: () => ({ answer: "allow" }),
        });
        await toolkit.call("Read", { file_path: files.path("a.txt") });
        const before = takeSnapshot(files.root);
        fileSystem.inject({ operation: "append", code, times: 100 });
        const result = await toolkit.call("Write", { file_path: files.path("a.txt"), content: "new\n" });
        if (onFailure === "refuse") {
          expect(errorOf(result)).toMatchObject({ code: "HISTORY_UNAVAILABLE", data: { reason: code } });
          expect(takeSnapshot(files.root)).toEqual(before);
        } else {
          expect(textOf(result)).toContain(`[This change can't be undone: the history could not be written`);
          expect(takeSnapshot(files.root)["a.txt"]?.content).toBe("new\n");
        }
        await toolkit.close();
      }
    },
  );

  it("does not call a change failed that was made, when only the displaced version can't be kept [COMMIT-5]", async () => {
    const files = tempWorkspace({ "a.txt": "one\n" });
    const inner = createNodeFileSystem();
    let appends = 0;
    const fileSystem = alterFileSystem(inner, {
      replaceIfUnchanged: async (...given) => ({
        ...(await inner.replaceIfUnchanged(...given)),
        displaced: displacedOf("theirs\n"),
      }),
      openOwnFile: async (path, mode) => {
        const file = await inner.openOwnFile(path, mode);
        const append = file.append.bind(file);
        file.append = (...given) => {
          appends += 1;
          if (appends > 1) throw new FileSystemError("ENOSPC", path);
          return append(...given);
        };
        return file;
      },
    });
    const toolkit = files.toolkit({ fileSystem, onAsk: () => ({ answer: "allow" }) });
    await toolkit.call("Read", { file_path: files.path("a.txt") });
    const result = await toolkit.call("Write", { file_path: files.path("a.txt"), content: "new\n" });
    const isChanged = takeSnapshot(files.root)["a.txt"]?.content === "new\n";
    // A failed call changes nothing; a call that changed the file must not be called failed.
    expect({ isError: result.isError, isChanged }).not.toEqual({ isError: true, isChanged: true });
  });
});
