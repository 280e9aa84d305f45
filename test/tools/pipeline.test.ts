import { readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import {
  type AbsolutePath,
  type CallResult,
  createNodeFileSystem,
  defineInput,
  defineTool,
  integer,
  optional,
  type Plan,
  type RealPath,
  type Traits,
  text,
  type WorkspaceEvent,
} from "../../src/index.js";
import { errorOf, textOf } from "../support/answers.js";
import { createFaultyFileSystem } from "../support/faulty-file-system.js";
import { tempWorkspace } from "../support/workspace.js";

const input = defineInput({
  what: text("What to answer."),
  delay: optional(integer("Milliseconds.", { minimum: 0 })),
});

/** A tool that answers what it is told, with the given traits: the pipeline treats it like any other. */
function echoTool(name: string, traits: Partial<Traits>, during?: (what: string) => unknown) {
  return defineTool({
    name,
    title: name,
    searchHint: "repeat words",
    traits: {
      readOnly: true,
      concurrencySafe: true,
      maxResultChars: 100_000,
      strict: false,
      deferred: false,
      ...traits,
    },
    input,
    describe: () => `Answers with what it is given (${name}).`,
    pathOf: () => undefined,
    check: (request: { input: { what: string; delay?: number } }) => ({ accesses: [], ...request.input }),
    async execute(plan: { accesses: []; what: string; delay?: number }) {
      await during?.(`start ${plan.what}`);
      if (plan.delay !== undefined) await wait(plan.delay);
      await during?.(`end ${plan.what}`);
      return { output: { what: plan.what }, shown: plan.what };
    },
    render: (outcome) => [{ type: "text", text: outcome.shown }],
  });
}

/** A writing tool that only takes its place in the queue for a path. */
function touchTool(log: string[]) {
  return defineTool({
    name: "Touch",
    title: "Touch",
    searchHint: "take a turn",
    traits: { readOnly: false, concurrencySafe: false, maxResultChars: 1000, strict: true, deferred: true },
    input,
    describe: () => "Takes a turn on a file.",
    pathOf: (given) => given.what,
    check: ({ path }: { path: AbsolutePath | undefined }) => ({
      accesses: [{ operation: "write" as const, path: path as AbsolutePath, realPath: path as RealPath }],
      path: path as AbsolutePath,
    }),
    async execute({ path }: Plan & { readonly path: AbsolutePath }) {
      log.push(`start ${path}`);
      await wait(5);
      log.push(`end ${path}`);
      return { output: {}, shown: "done" };
    },
    render: () => [{ type: "text", text: "done" }],
  });
}

describe("The pipeline", () => {
  it("answers an unknown tool with the nearest known one [CALL-12]", async () => {
    const toolkit = tempWorkspace().toolkit();
    expect(errorOf(await toolkit.call("read", {})).message).toBe(
      'There is no tool called "read". Did you mean Read?',
    );
    expect(errorOf(await toolkit.call("Fly", {})).message).toBe(
      'There is no tool called "Fly". Known tools: Read.',
    );
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

  it("saves a result past the bound and shows its beginning, size and the way on [CALL-8, CALL-9]", async () => {
    const files = tempWorkspace();
    const toolkit = files.toolkit({ tools: [echoTool("Long", { maxResultChars: 5000 })] });
    const whole = Array.from({ length: 700 }, (_, index) => `result line ${index + 1}`).join("\n");
    const shown = textOf(await toolkit.call("Long", { what: whole }));
    const preview = shown.slice(0, shown.lastIndexOf("\n"));
    expect(whole.startsWith(`${preview}\n`)).toBe(true);
    expect(preview.length).toBeLessThanOrEqual(2000);
    const saved = /All of it is in (.+); Read that file from offset (\d+) to go on/.exec(shown);
    const [, path = "", offset = ""] = saved ?? [];
    expect(shown).toContain(
      `[Result too long: ${whole.length.toLocaleString("en")} characters, of which the first`,
    );
    expect(readFileSync(path, "utf8")).toBe(whole);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(dirname(path)).mode & 0o777).toBe(0o700);
    const next = textOf(await toolkit.call("Read", { file_path: path, offset, limit: 1 }));
    expect(next.split("\n")[0]).toBe(`${offset.padStart(6)}→result line ${offset}`);
  });

  it("reads back only what the same session saved [CALL-9]", async () => {
    const files = tempWorkspace();
    const tools = [echoTool("Long", { maxResultChars: 10 })];
    const toolkit = files.toolkit({ tools });
    const stranger = files.toolkit({ tools, workspace: toolkit.workspace });
    const path =
      /is in (.+);/.exec(textOf(await toolkit.call("Long", { what: "longer than ten" })))?.[1] ?? "";
    expect((await toolkit.call("Read", { file_path: path })).isError).toBe(false);
    expect(errorOf(await stranger.call("Read", { file_path: path })).code).toBe("PERMISSION_DENIED");
    const beside = join(dirname(path), "other.txt");
    expect(errorOf(await toolkit.call("Read", { file_path: beside })).code).toBe("PERMISSION_DENIED");
  });

  it("still answers when the disk does not take the saved result [CALL-8, FS-2]", async () => {
    const files = tempWorkspace();
    const fileSystem = createFaultyFileSystem(createNodeFileSystem());
    fileSystem.inject({ operation: "createFile", code: "ENOSPC" });
    const toolkit = files.toolkit({ fileSystem, tools: [echoTool("Long", { maxResultChars: 10 })] });
    const result = await toolkit.call("Long", { what: "longer than ten" });
    expect(result.isError).toBe(false);
    expect(textOf(result)).toContain("could not be saved; narrow the request");
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

  it("runs safe neighbours side by side and others alone, with results in order [CALL-10]", async () => {
    const log: string[] = [];
    const note = (what: string) => log.push(what);
    const safe = echoTool("Safe", {}, note);
    const alone = echoTool("Alone", { concurrencySafe: false }, note);
    const toolkit = tempWorkspace().toolkit({ tools: [safe, alone] });
    const order: number[] = [];
    const results = await toolkit.callAll(
      [
        { name: "Safe", input: { what: "a", delay: 40 } },
        { name: "Safe", input: { what: "b" } },
        { name: "Alone", input: { what: "c", delay: 10 } },
        { name: "Alone", input: { what: "d" } },
        { name: "Safe", input: { what: "e", delay: 10 } },
        { name: "Missing", input: {} },
      ],
      { onResult: (_result, index) => order.push(index) },
    );
    expect(results.map((result: CallResult) => textOf(result).slice(0, 8))).toEqual([
      "a",
      "b",
      "c",
      "d",
      "e",
      "There is",
    ]);
    expect(order).toEqual([0, 1, 2, 3, 4, 5]);
    expect(log).toEqual([
      ...["start a", "start b", "end b", "end a"],
      ...["start c", "end c", "start d", "end d", "start e", "end e"],
    ]);
  });

  it("runs ten calls at once and no more [CALL-10]", async () => {
    let running = 0;
    let most = 0;
    const counting = echoTool("Counting", {}, (what) => {
      running += what.startsWith("start") ? 1 : -1;
      most = Math.max(most, running);
    });
    const toolkit = tempWorkspace().toolkit({ tools: [counting] });
    const calls = Array.from({ length: 25 }, (_, index) => ({
      name: "Counting",
      input: { what: `${index}`, delay: 5 },
    }));
    const results = await toolkit.callAll(calls);
    expect(results.map((result) => textOf(result))).toEqual(calls.map((call) => call.input.what));
    expect(most).toBe(10);
  });

  it("lets writing calls on one file wait for each other, and not those on others [CALL-14]", async () => {
    const log: string[] = [];
    const files = tempWorkspace();
    const toolkit = files.toolkit({ tools: [touchTool(log)], onAsk: () => ({ answer: "allow" }) });
    const [a, b] = [files.path("a"), files.path("b")];
    await Promise.all([a, a, b].map((what) => toolkit.call("Touch", { what })));
    expect(log.filter((entry) => entry.endsWith(a))).toEqual([
      `start ${a}`,
      `end ${a}`,
      `start ${a}`,
      `end ${a}`,
    ]);
    expect(log.indexOf(`start ${b}`)).toBeLessThan(log.indexOf(`end ${a}`));
  });

  it("finds tools by name, hint and description, best first [CALL-11]", () => {
    const toolkit = tempWorkspace().toolkit({ tools: [echoTool("Echo", {}), touchTool([])] });
    const found = (query: string) => toolkit.searchTools(query).map((tool) => tool.name);
    expect(found("read")).toEqual(["Read"]);
    expect(found("notebooks")).toEqual(["Read"]);
    expect(found("touch")).toEqual(["Touch"]);
    expect(found("repeat words")).toEqual(["Echo"]);
    expect(found("take a TURN!")[0]).toBe("Touch");
    expect(found("xylophone")).toEqual([]);
    expect(found("")).toEqual([]);
  });

  it("describes its tools by the session's limits, under two kilobytes [LIMIT-6]", () => {
    const files = tempWorkspace();
    const describe = (limits: object) => files.toolkit({ limits }).tools[0]?.description ?? "";
    expect(describe({})).toContain("Read the whole file unless it is very large");
    expect(describe({ targetedRangeNudge: true })).toContain("Read only the part you need");
    expect(describe({ includeMaxSizeInPrompt: true })).toContain("A file over 256 KB needs a limit");
    expect(describe({})).not.toContain("256 KB");
    const longest = describe({ targetedRangeNudge: true, includeMaxSizeInPrompt: true });
    expect(Buffer.byteLength(longest)).toBeLessThan(2048);
  });

  it("tells of each call in numbered events [EVENT-1]", async () => {
    const files = tempWorkspace({ "a.txt": "x\ny\n" });
    const toolkit = files.toolkit();
    const events: WorkspaceEvent[] = [];
    const stop = toolkit.workspace.events.on("*", (event) => events.push(event));
    await toolkit.call("Read", { file_path: files.path("a.txt") });
    await toolkit.call("Read", { file_path: files.path("a.txt") });
    await toolkit.call("Read", { file_path: files.path("missing") });
    stop();
    await toolkit.call("Read", { file_path: files.path("a.txt") });
    const sessionId = toolkit.session.id;
    expect(
      events.map(({ at: _at, ...event }) => ("durationMs" in event ? { ...event, durationMs: 0 } : event)),
    ).toEqual([
      {
        type: "file-read",
        sequence: 1,
        sessionId,
        callId: "1",
        path: files.path("a.txt"),
        startLine: 1,
        lines: 2,
        totalLines: 2,
        deduplicated: false,
      },
      {
        type: "call-finished",
        sequence: 2,
        sessionId,
        callId: "1",
        tool: "Read",
        durationMs: 0,
        isError: false,
        code: undefined,
      },
      {
        type: "file-read",
        sequence: 3,
        sessionId,
        callId: "2",
        path: files.path("a.txt"),
        startLine: 1,
        lines: 0,
        totalLines: undefined,
        deduplicated: true,
      },
      {
        type: "call-finished",
        sequence: 4,
        sessionId,
        callId: "2",
        tool: "Read",
        durationMs: 0,
        isError: false,
        code: undefined,
      },
      {
        type: "call-finished",
        sequence: 5,
        sessionId,
        callId: "3",
        tool: "Read",
        durationMs: 0,
        isError: true,
        code: "FILE_NOT_FOUND",
      },
    ]);
  });

  it("is not broken by a listener that throws [EVENT-2]", async () => {
    const files = tempWorkspace({ "a.txt": "x" });
    const toolkit = files.toolkit();
    toolkit.workspace.events.on("file-read", () => {
      throw new Error("listener");
    });
    toolkit.workspace.events.on("file-read", async () => Promise.reject(new Error("late listener")));
    expect((await toolkit.call("Read", { file_path: files.path("a.txt") })).isError).toBe(false);
  });
});
