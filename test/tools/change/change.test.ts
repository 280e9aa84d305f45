/** What Write and Edit have in common: the question, the binding of an answer, the events, the failures. */
import { existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Question, WorkspaceEvent } from "../../../src/index.js";
import { createNodeFileSystem } from "../../../src/index.js";
import { errorOf, textOf } from "../../support/answers.js";
import { createFaultyFileSystem } from "../../support/faulty-file-system.js";
import { tempWorkspace } from "../../support/workspace.js";

describe("A question about a change", () => {
  it("shows what would happen to which file [CHANGE-1]", async () => {
    const workspace = tempWorkspace({ "a.txt": "one\n", way: { link: "a.txt" } });
    const questions: Question[] = [];
    const toolkit = workspace.toolkit({
      onAsk: (question) => {
        questions.push(question);
        return { answer: "allow" };
      },
    });
    const file_path = workspace.path("way");
    await toolkit.call("Read", { file_path });
    await toolkit.call("Edit", { file_path, old_string: "one", new_string: "two" });
    await toolkit.call("Write", { file_path: workspace.path("b.txt"), content: "new\n" });
    expect(questions).toMatchObject([
      {
        tool: "Edit",
        operation: "write",
        path: file_path,
        realPath: workspace.path("a.txt"),
        reason: "changes need permission",
        change: {
          kind: "update",
          structuredPatch: [{ oldStart: 1, oldLines: 1, newStart: 1, newLines: 1, lines: ["-one", "+two"] }],
          before: "one\n",
          after: "two\n",
          isRevisable: true,
        },
        flags: [],
        suggestions: expect.any(Array),
      },
      {
        tool: "Write",
        operation: "write",
        path: workspace.path("b.txt"),
        realPath: workspace.path("b.txt"),
        reason: "changes need permission",
        change: {
          kind: "create",
          structuredPatch: [{ oldStart: 0, oldLines: 0, newStart: 1, newLines: 1, lines: ["+new"] }],
          before: null,
          after: "new\n",
          isRevisable: true,
        },
        flags: [],
        suggestions: expect.any(Array),
      },
    ]);
    const [change] = await toolkit.history.list();
    expect(change?.record).toMatchObject({
      tool: "Write",
      decision: "approved",
      path: workspace.path("b.txt"),
    });
  });

  it("refused leaves the file, the history and the folders alone [CHANGE-5]", async () => {
    const workspace = tempWorkspace({ "a.txt": "one\n" });
    const toolkit = workspace.toolkit({ onAsk: () => ({ answer: "deny", reason: "not now" }) });
    const file_path = workspace.path("a.txt");
    await toolkit.call("Read", { file_path });
    const before = workspace.stamp("a.txt");
    const error = errorOf(await toolkit.call("Write", { file_path, content: "x" }));
    expect(error.code).toBe("PERMISSION_DENIED");
    expect(error.message).toContain("not now");
    await toolkit.call("Write", { file_path: workspace.path("new/folder/b.txt"), content: "x" });
    expect(workspace.stamp("a.txt")).toEqual(before);
    expect(readdirSync(workspace.root)).toEqual(["a.txt"]);
    expect(await toolkit.history.list()).toEqual([]);
  });

  it.each(["Edit", "Write"] as const)(
    "does not let %s go ahead when the file changed meanwhile, and says what changed [CHANGE-2]",
    async (tool) => {
      const workspace = tempWorkspace({ "a.txt": "one\ntwo\n" });
      const toolkit = workspace.toolkit({
        onAsk: async () => {
          workspace.write("a.txt", "one\ntheirs\n");
          return { answer: "allow" };
        },
      });
      const file_path = workspace.path("a.txt");
      await toolkit.call("Read", { file_path });
      const input =
        tool === "Edit"
          ? { file_path, old_string: "one", new_string: "1" }
          : { file_path, content: "mine\n" };
      const result = await toolkit.call(tool, input);
      expect(result.error?.errorCode).toBe(3);
      expect(errorOf(result).message.split("\n")).toEqual([
        "File has been unexpectedly modified. Read it again before attempting to edit it.",
        "What has changed since you saw it:",
        "@@ -1,2 +1,2 @@",
        " one",
        "-two",
        "+theirs",
        "That is the whole change, so no Read is needed: repeat the call if it still fits.",
      ]);
      expect(workspace.read("a.txt")).toBe("one\ntheirs\n");
      expect(await toolkit.history.list()).toEqual([]);
    },
  );

  it("is asked again when a file appeared where one was to be created [CHANGE-2]", async () => {
    const workspace = tempWorkspace();
    let asked = 0;
    const toolkit = workspace.toolkit({
      onAsk: () => {
        asked += 1;
        workspace.write("a.txt", "theirs\n");
        return { answer: "allow" };
      },
    });
    const result = await toolkit.call("Write", { file_path: workspace.path("a.txt"), content: "mine\n" });
    expect(errorOf(result).code).toBe("FILE_NOT_READ");
    expect(asked).toBe(1);
    expect(workspace.read("a.txt")).toBe("theirs\n");
  });

  it("is asked anew when another call of the same conversation changed the file [CHANGE-2]", async () => {
    const workspace = tempWorkspace({ "a.txt": "one\ntwo\n" });
    const patches: string[][] = [];
    const toolkit = workspace.toolkit({
      onAsk: async ({ change }) => {
        patches.push(change?.structuredPatch.flatMap((hunk) => hunk.lines) ?? []);
        return { answer: "allow" };
      },
    });
    const file_path = workspace.path("a.txt");
    await toolkit.call("Read", { file_path });
    const results = await Promise.all([
      toolkit.call("Edit", { file_path, old_string: "one", new_string: "1" }),
      toolkit.call("Edit", { file_path, old_string: "two", new_string: "2" }),
    ]);
    expect(results.map(({ isError }) => isError)).toEqual([false, false]);
    expect(workspace.read("a.txt")).toBe("1\n2\n");
    expect(patches.at(-1)).toEqual([" 1", "-two", "+2"]);
    expect(patches).toHaveLength(3);
  });

  it("holds no lock while it waits [CHANGE-3]", async () => {
    const workspace = tempWorkspace({ "a.txt": "one\ntwo\n" });
    let answer = (): void => undefined;
    const asked = new Promise<void>((resolve) => {
      answer = resolve;
    });
    let isFirst = true;
    const toolkit = workspace.toolkit({
      onAsk: async () => {
        if (isFirst) {
          isFirst = false;
          await asked;
        }
        return { answer: "allow" };
      },
    });
    const file_path = workspace.path("a.txt");
    await toolkit.call("Read", { file_path });
    const slow = toolkit.call("Edit", { file_path, old_string: "one", new_string: "1" });
    expect((await toolkit.call("Edit", { file_path, old_string: "two", new_string: "2" })).isError).toBe(
      false,
    );
    answer();
    expect((await slow).isError).toBe(false);
    expect(workspace.read("a.txt")).toBe("1\n2\n");
  });
});

describe("Outside the roots", () => {
  it("a change tells nothing about what is there before it is permitted [PATH-14]", async () => {
    const workspace = tempWorkspace({ "a.txt": "x" });
    const outside = join(workspace.root, "..", "outside");
    mkdirSync(outside);
    writeFileSync(join(outside, "there.txt"), "secret\n");
    symlinkSync(join(outside, "there.txt"), workspace.path("link"));
    const toolkit = workspace.toolkit();
    const refusals = new Set<string>();
    for (const file_path of [join(outside, "there.txt"), join(outside, "missing.txt")]) {
      for (const [tool, input] of [
        ["Edit", { file_path, old_string: "secret", new_string: "x" }],
        ["Edit", { file_path, old_string: "", new_string: "x" }],
        ["Write", { file_path, content: "x" }],
      ] as const) {
        const { code, message } = errorOf(await toolkit.call(tool, input));
        refusals.add(`${code} ${message.replaceAll(file_path, "PATH")}`);
      }
    }
    expect(refusals.size).toBe(1);
    const throughLink = { file_path: workspace.path("link"), old_string: "", new_string: "x" };
    expect(errorOf(await toolkit.call("Edit", throughLink)).code).toBe("PERMISSION_DENIED");
    expect(existsSync(join(outside, "missing.txt"))).toBe(false);
  });

  it("a question about a file that was not read carries no content of it [PATH-14]", async () => {
    const workspace = tempWorkspace();
    const outside = join(workspace.root, "..", "outside.txt");
    writeFileSync(outside, "secret\n");
    const questions: Question[] = [];
    const toolkit = workspace.toolkit({
      onAsk: (question) => {
        questions.push(question);
        return { answer: "allow" };
      },
    });
    const result = await toolkit.call("Write", { file_path: outside, content: "x" });
    expect(errorOf(result).code).toBe("FILE_NOT_READ");
    expect(questions.map(({ change }) => change)).toEqual([undefined]);
  });

  it("nothing is written through a link that dangles out of them [PATH-8]", async () => {
    const workspace = tempWorkspace({ dangling: { link: "../elsewhere/new.txt" } });
    const toolkit = workspace.toolkit();
    const result = await toolkit.call("Write", { file_path: workspace.path("dangling"), content: "x" });
    expect(errorOf(result).code).toBe("PERMISSION_DENIED");
    expect(existsSync(join(workspace.root, "..", "elsewhere"))).toBe(false);
  });

  it("the state directory is sealed, whoever allows it [STATE-1]", async () => {
    const workspace = tempWorkspace({ "a.txt": "x\n" });
    const stateDirectory = workspace.path("state");
    const toolkit = workspace.editor({ stateDirectory });
    await toolkit.call("Write", { file_path: workspace.path("b.txt"), content: "x\n" });
    const [name = ""] = readdirSync(join(stateDirectory, "history"));
    for (const [tool, input] of [
      ["Read", { file_path: join(stateDirectory, "history", name) }],
      ["Write", { file_path: join(stateDirectory, "history", "evil.open"), content: "x" }],
      ["Edit", { file_path: join(stateDirectory, "locks", "evil"), old_string: "", new_string: "x" }],
    ] as const) {
      expect(errorOf(await toolkit.call(tool, input)).code).toBe("PERMISSION_DENIED");
    }
  });
});

describe("A change that is made", () => {
  it("is published with its versions and its patch [CHANGE-4]", async () => {
    const workspace = tempWorkspace({ "a.txt": "one\n" });
    const toolkit = workspace.editor();
    const events: WorkspaceEvent<"file-changed">[] = [];
    toolkit.workspace.events.on("file-changed", (event) => events.push(event));
    const file_path = workspace.path("a.txt");
    await toolkit.call("Read", { file_path });
    const { output } = await toolkit.call("Edit", { file_path, old_string: "one", new_string: "two" });
    expect(events).toMatchObject([
      {
        path: file_path,
        tool: "Edit",
        kind: "update",
        change: output?.change,
        before: { version: expect.stringMatching(/^sha256:/), size: 4, text: "one\n" },
        after: { version: expect.stringMatching(/^sha256:/), size: 4, text: "two\n" },
        structuredPatch: output?.structuredPatch,
      },
    ]);
  });

  it.each(["ENOSPC", "EDQUOT", "EFBIG", "EROFS", "EACCES", "EIO"])(
    "is not made when the disk answers %s: no trace is left [CHANGE-5, FS-2]",
    async (code) => {
      const workspace = tempWorkspace({ "a.txt": "one\n" });
      const fileSystem = createFaultyFileSystem(createNodeFileSystem());
      const toolkit = workspace.editor({ fileSystem });
      const file_path = workspace.path("a.txt");
      await toolkit.call("Read", { file_path });
      const before = workspace.stamp("a.txt");
      fileSystem.inject({ operation: "replaceIfUnchanged", code, times: 2 });
      const failed = await toolkit.call("Edit", { file_path, old_string: "one", new_string: "two" });
      const fresh = await toolkit.call("Write", {
        file_path: workspace.path("new/folder/b.txt"),
        content: "x",
      });
      const expected =
        { EROFS: "READ_ONLY_DISK", EACCES: "ACCESS_DENIED", EIO: "IO_FAILED" }[code] ?? "DISK_FULL";
      expect([errorOf(failed).code, errorOf(fresh).code]).toEqual([expected, expected]);
      expect(workspace.stamp("a.txt")).toEqual(before);
      expect(readdirSync(workspace.root)).toEqual(["a.txt"]);
      expect((await toolkit.history.list()).map(({ state }) => state)).toEqual(["failed", "failed"]);
      expect((await toolkit.call("Edit", { file_path, old_string: "one", new_string: "two" })).isError).toBe(
        false,
      );
    },
  );

  it("is refused while the history can't be written, or made with a warning [CHANGE-5]", async () => {
    for (const [onFailure, isError] of [
      ["refuse", true],
      ["warn", false],
    ] as const) {
      const workspace = tempWorkspace({ "a.txt": "one\n" });
      const fileSystem = createFaultyFileSystem(createNodeFileSystem());
      const toolkit = workspace.editor({ fileSystem, history: { onFailure } });
      const file_path = workspace.path("a.txt");
      await toolkit.call("Read", { file_path });
      fileSystem.inject({ operation: "append", code: "ENOSPC" });
      const result = await toolkit.call("Edit", { file_path, old_string: "one", new_string: "two" });
      expect(result.isError).toBe(isError);
      expect(workspace.read("a.txt")).toBe(isError ? "one\n" : "two\n");
      if (isError) expect(errorOf(result).code).toBe("HISTORY_UNAVAILABLE");
      else
        expect(textOf(result)).toContain(
          "[This change can't be undone: the history could not be written (ENOSPC).]",
        );
    }
  });
});
