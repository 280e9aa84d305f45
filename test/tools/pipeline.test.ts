import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { createNodeFileSystem, type WorkspaceEvent } from "../../src/index.js";
import { errorOf, textOf } from "../support/answers.js";
import { createFaultyFileSystem } from "../support/faulty-file-system.js";
import { echoTool } from "../support/test-tools.js";
import { tempWorkspace } from "../support/workspace.js";

describe("The pipeline", () => {
  it("answers an unknown tool with the nearest known one [CALL-12]", async () => {
    const toolkit = tempWorkspace().toolkit();
    expect(errorOf(await toolkit.call("read", {})).message).toBe(
      'There is no tool called "read". Did you mean Read?',
    );
    expect(errorOf(await toolkit.call("Fly", {})).message).toBe(
      'There is no tool called "Fly". Known tools: Read, Write, Edit, Glob, Grep, NotebookEdit.',
    );
  });

  it("shows no half of a character, whatever a file or a tool has there, and leaves it in the file [FIX-209]", async () => {
    const half = "ab\ud83dcd";
    const bytes = Buffer.from(`\ufeff${half}\nlast\n`, "utf16le");
    const files = tempWorkspace({ "a.txt": bytes });
    const toolkit = files.editor({ tools: [echoTool("Echo", {})] });
    const file_path = files.path("a.txt");
    const missing = { file_path, old_string: "AB\ufffdcd", new_string: "x" };
    const results = [
      await toolkit.call("Read", { file_path }),
      await toolkit.call("Echo", { what: half }),
      await toolkit.call("Edit", missing),
      await toolkit.call("Edit", { file_path, old_string: "last", new_string: "end" }),
      await toolkit.call("Grep", { pattern: "ab", path: files.root, output_mode: "content" }),
    ];
    const verdict = await toolkit.decide("Edit", missing);
    if (verdict.answer === "refuse") results.push(verdict.result);
    expect(results.map((result) => textOf(result).isWellFormed())).toEqual(Array(6).fill(true));
    expect(results.slice(0, 2).map(textOf)).toEqual([expect.stringContaining("ab\ufffdcd"), "ab\ufffdcd"]);
    expect(files.bytes("a.txt").toString("utf16le")).toBe(`\ufeff${half}\nend\n`);
  });

  it("never throws, whatever it is given [CALL-1]", async () => {
    const toolkit = tempWorkspace().toolkit();
    for (const bad of [
      undefined,
      null,
      7,
      "x",
      [],
      () => 1,
      { file_path: {} },
      { file_path: [1] },
      { a: { b: {} } },
    ]) {
      expect(await toolkit.call("Read", bad)).toMatchObject({
        isError: true,
        output: undefined,
        error: { code: "INPUT_INVALID" },
      });
    }
  });

  it("keeps internals from the model and gives them to the host [CALL-6]", async () => {
    const broken = echoTool("Broken", {}, () => {
      throw new TypeError("secret internals at /internal/place.ts");
    });
    const toolkit = tempWorkspace().toolkit({ tools: [broken] });
    const events: WorkspaceEvent<"internal-error">[] = [];
    toolkit.workspace.events.on("internal-error", (event) => events.push(event));
    const result = await toolkit.call("Broken", { what: "x" });
    expect(errorOf(result).code).toBe("INTERNAL");
    expect(JSON.stringify(result)).not.toContain("secret");
    expect(errorOf(result).message).toContain(events[0]?.reference ?? "no event");
    expect(events[0]?.error).toBeInstanceOf(TypeError);
  });

  it("turns a fault of the disk into a clear error [FS-2]", async () => {
    const table: [string, string][] = [
      ["EACCES", "ACCESS_DENIED"],
      ["EPERM", "ACCESS_DENIED"],
      ["ELOOP", "PATH_INVALID"],
      ["ENAMETOOLONG", "PATH_INVALID"],
      ["EMFILE", "IO_FAILED"],
      ["MOVED", "FILE_UNSTABLE"],
      ["ENOENT", "FILE_NOT_FOUND"],
    ];
    for (const [code, expected] of table) {
      const files = tempWorkspace({ "a.txt": "x" });
      const fileSystem = createFaultyFileSystem(createNodeFileSystem());
      fileSystem.inject({ operation: "readSmallFile", code });
      const result = await files.toolkit({ fileSystem }).call("Read", { file_path: files.path("a.txt") });
      expect(errorOf(result).code).toBe(expected);
    }
  });

  it("answers a cancelled call and starts none that is cancelled already [CALL-7]", async () => {
    const log: string[] = [];
    const toolkit = tempWorkspace().toolkit({ tools: [echoTool("Slow", {}, (what) => log.push(what))] });
    const controller = new AbortController();
    controller.abort();
    const result = await toolkit.call("Slow", { what: "x" }, { signal: controller.signal });
    expect(errorOf(result).message).toBe("The call was cancelled before it finished; nothing was changed.");
    expect(log).toEqual([]);
  });

  it("refuses calls after it is closed, and has let the running ones end [CALL-13]", async () => {
    const log: string[] = [];
    const toolkit = tempWorkspace().toolkit({ tools: [echoTool("Slow", {}, (what) => log.push(what))] });
    const running = toolkit.call("Slow", { what: "x", delay: 20 });
    while (log.length === 0) await wait(1);
    await toolkit.close();
    expect(log).toEqual(["start x", "end x"]);
    expect((await running).isError).toBe(false);
    expect(errorOf(await toolkit.call("Slow", { what: "y" })).code).toBe("CANCELLED");
  });

  it("does not wait for a person once the call is cancelled or the toolkit closed [CALL-7, CALL-13]", async () => {
    const files = tempWorkspace({ "out.txt": "x", "in/a.txt": "" });
    const controller = new AbortController();
    const asked: string[] = [];
    const toolkit = files.toolkit({
      roots: [files.path("in")],
      onAsk: ({ path }) => {
        asked.push(path);
        return new Promise(() => undefined);
      },
    });
    const input = { file_path: files.path("out.txt") };
    const cancelled = toolkit.call("Read", input, { signal: controller.signal });
    const closed = toolkit.call("Read", input);
    while (asked.length < 2) await wait(1);
    controller.abort();
    expect(errorOf(await cancelled).code).toBe("CANCELLED");
    await toolkit.close();
    expect(errorOf(await closed).code).toBe("CANCELLED");
  });
});
