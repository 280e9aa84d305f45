/** What `filewright watch` prints, with a test for its terminal. */
import { mkdirSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { createEventLines } from "../../src/cli/commands/watch/event-line.js";
import { parseMoment } from "../../src/cli/commands/watch/parse-moment.js";
import { runCommandLine } from "../../src/cli/main.js";
import { createTerminal, type TerminalState, typeCommand } from "../support/command-line.js";
import { publishing, until } from "../support/listening.js";
import { type TempWorkspace, tempWorkspace } from "../support/workspace.js";

interface Watched {
  readonly output: { readonly stdout: string; readonly stderr: string };
  readonly stop: () => Promise<number>;
}

async function watch(
  files: TempWorkspace,
  words: readonly string[],
  state: TerminalState = {},
): Promise<Watched> {
  const { terminal, output } = createTerminal(files.root, state);
  const ending = new AbortController();
  const code = runCommandLine(["watch", ...words], terminal, ending.signal);
  const isReady = (): boolean => output.stderr !== "" || output.stdout !== "";
  await Promise.race([until(isReady, "the start"), code]);
  return {
    output,
    stop() {
      ending.abort();
      return code;
    },
  };
}

function linesOf({ output }: Watched): readonly Readonly<Record<string, unknown>>[] {
  return output.stdout
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>);
}

describe("filewright watch", () => {
  it("prints a line for each thing that happens, for people [WATCH-8]", async () => {
    const files = tempWorkspace({ "a.txt": "one\ntwo\n" });
    const toolkit = publishing(files);
    const watched = await watch(files, []);
    const file_path = files.path("a.txt");
    await toolkit.call("Read", { file_path });
    await toolkit.call("Edit", { file_path, old_string: "two", new_string: "three\nfour" });
    await toolkit.call("Edit", { file_path, old_string: "nowhere", new_string: "x" });
    await toolkit.call("Grep", { pattern: "one" });
    await until(() => watched.output.stdout.includes("Grep"), "the last call");
    expect(await watched.stop()).toBe(0);
    expect(watched.output.stderr).toBe(
      `Watching ${files.root}, as told in ${toolkit.workspace.stateDirectory}. Press Ctrl-C to stop.\n`,
    );
    const id = toolkit.session.id.slice(0, 8);
    const shown = watched.output.stdout
      .replaceAll(/^\d\d:\d\d:\d\d/gm, () => "time")
      .replaceAll(/\d+ ms/g, () => "N ms");
    expect(shown).toBe(
      [
        `time  ${id}  Read          a.txt  lines 1-2 of 2`,
        `time  ${id}  Edit          a.txt  asks to write`,
        `time  ${id}  Edit          a.txt  answered: allow`,
        `time  ${id}  Edit          a.txt  +2 -1`,
        `time  ${id}  Edit          a.txt  MATCH_NOT_FOUND`,
        `time  ${id}  Grep          N ms`,
        "",
      ].join("\n"),
    );
  });

  it("shows names that would control a terminal as they are spelt [WATCH-8]", async () => {
    const name = "a\u001b[31m\u202eb\nc.txt";
    const files = tempWorkspace({ [name]: "one\n" });
    const toolkit = publishing(files);
    const watched = await watch(files, [], { hasColour: true });
    await toolkit.call("Read", { file_path: files.path(name) });
    await until(() => watched.output.stdout.includes("Read"), "the read");
    await watched.stop();
    expect(watched.output.stdout).toContain("a\\x1b[31m\\u{202e}b\\nc.txt");
    expect(watched.output.stdout.split("\n")).toHaveLength(2);
  });

  it("prints JSON of the wanted types, without contents on request [WATCH-8]", async () => {
    const files = tempWorkspace();
    const toolkit = publishing(files);
    const all = await watch(files, ["--json"]);
    const few = await watch(files, ["--json", "--no-content", "--type", "file-changed", "watching"]);
    await toolkit.call("Write", { file_path: files.path("a.txt"), content: "one\n" });
    await toolkit.close();
    await until(() => linesOf(all).some(({ type }) => type === "call-finished"), "the end of the call");
    await until(() => linesOf(few).length === 2, "the change");
    await Promise.all([all.stop(), few.stop()]);
    expect(linesOf(all).map(({ type }) => type)).toEqual([
      "watching",
      "permission-asked",
      "permission-answered",
      "file-changed",
      "call-finished",
    ]);
    expect(linesOf(all)[0]).toEqual({ type: "watching", at: expect.any(Number), roots: [files.root] });
    const [, change] = linesOf(few);
    expect(change).toMatchObject({ type: "file-changed", engine: expect.any(String), after: { size: 4 } });
    expect(change).not.toHaveProperty("structuredPatch");
    expect(change).not.toHaveProperty("after.text");
  });

  it("tells only of the watched folders, by whatever name, unless all are wanted [WATCH-8]", async () => {
    const files = tempWorkspace({ "in/a.txt": "one\n", "out/b.txt": "two\n", "in-not/c.txt": "three\n" });
    const link = join(dirname(files.root), "link");
    symlinkSync(files.path("in"), link);
    const toolkit = publishing(files);
    const types = ["--json", "--type", "file-read", "watching"];
    const some = await watch(files, [...types, "--root", link]);
    const every = await watch(files, [...types, "--all"]);
    for (const name of ["in/a.txt", "out/b.txt", "in-not/c.txt"])
      await toolkit.call("Read", { file_path: files.path(name) });
    await until(() => linesOf(every).length === 4, "three reads");
    await toolkit.close();
    await Promise.all([some.stop(), every.stop()]);
    expect(linesOf(some).map(({ path }) => path)).toEqual([undefined, files.path("in/a.txt")]);
    expect(linesOf(every)[0]).toMatchObject({ roots: null });
  });

  it("begins with what is remembered from a moment on [WATCH-3]", async () => {
    const files = tempWorkspace({ "a.txt": "one\n" });
    const toolkit = publishing(files);
    await toolkit.call("Read", { file_path: files.path("a.txt") });
    const watched = await watch(files, ["--json", "--since", "5m"]);
    await toolkit.close();
    await until(() => linesOf(watched).some(({ type }) => type === "file-read"), "the read");
    await watched.stop();
  });

  it.each([
    [["--since", "yesterday"], "--since is a time like 30s, 5m, 2h, 1d or 2026-01-31T09:30"],
    [["--since", "2999-01-01"], '--since is a time in the past, which "2999-01-01" is not.'],
    [["--root", "missing"], "The root"],
    [["--type", "nothing"], "Allowed choices are call-finished, file-read, file-changed"],
  ])("refuses %j [WATCH-8] [FIX-142]", async (words, complaint) => {
    const files = tempWorkspace();
    const { code, stderr } = await typeCommand(["watch", ...words], files.root);
    expect(code).toBe(2);
    expect(stderr).toContain(complaint);
  });

  it("refuses a state directory in which it can't listen, and says so [WATCH-6]", async () => {
    const files = tempWorkspace();
    const state = join(dirname(files.root), "state");
    mkdirSync(state);
    files.write("elsewhere/x", "");
    symlinkSync(files.path("elsewhere"), join(state, "listeners"));
    const { code, stderr } = await typeCommand(["watch"], files.root);
    const place = join(state, "listeners");
    expect(code).toBe(2);
    expect(stderr).toBe(
      `filewright: Nobody can be listened to in ${place} (EACCES): it must be a folder of yours. FILEWRIGHT_STATE names another place.\n`,
    );
  });
});

describe("The moment that --since names", () => {
  it("is so long ago, or a date [WATCH-8]", () => {
    const now = Date.parse("2026-06-01T12:00:00Z");
    const ago = (given: string): number => (now - parseMoment(given, now)) / 1000;
    expect(["30s", "5m", "2h", "1d"].map(ago)).toEqual([30, 300, 7200, 86_400]);
    expect(parseMoment("2026-06-01T11:00:00Z", now)).toBe(now - 3_600_000);
    for (const wrong of ["", "5", "5y", "soon", "-5m"])
      expect(() => parseMoment(wrong, now)).toThrow(/--since/);
  });
});

describe("A line for an event", () => {
  const lineOf = createEventLines({ workingDirectory: "/w", colour: false });
  const show = (event: Readonly<Record<string, unknown>> & { readonly type: string }): string =>
    lineOf({ path: "/w/a.ts", sessionId: "0123456789", callId: JSON.stringify(event), ...event }, "e1")
      .trim()
      .replace(/^01234567\s+/, () => "");

  it.each<[string, Readonly<Record<string, unknown>> & { readonly type: string }]>([
    ["Write         a.ts  create +1 -0", changed({ tool: "Write", kind: "create" })],
    ["Edit          a.ts  update", { ...changed({ tool: "Edit", kind: "update" }), isLightened: true }],
    ["Read          a.ts  unchanged", { type: "file-read", kind: "text", deduplicated: true }],
    ["Read          a.ts  pages 2-3", { type: "file-read", kind: "pdf", startLine: 2, lines: 2 }],
    ["Read          a.ts  image", { type: "file-read", kind: "image" }],
    ["rewind        a.ts  2 changes", { type: "undo", kind: "rewind", changes: ["a", "b"] }],
    ["not saved     a.ts  Edit(/x)", { type: "permission-not-saved", rule: "Edit(/x)" }],
    [
      "Write         a.ts  a file that later conversations read",
      { type: "memory-file-written", tool: "Write" },
    ],
    ["skill         a.ts  review", { type: "skill-discovered", name: "review" }],
    [
      "diagnostics   a.ts  1 new",
      { type: "diagnostics", state: "fresh", introduced: [{}, { severity: "hint" }], resolved: [] },
    ],
    [
      "diagnostics   a.ts  1 new, 2 resolved",
      { type: "diagnostics", state: "fresh", introduced: [{}], resolved: [{}, null] },
    ],
    [
      "diagnostics   a.ts  nothing new",
      { type: "diagnostics", state: "fresh", introduced: [{ severity: "hint" }], resolved: 7 },
    ],
    ["diagnostics   a.ts  unknown", { type: "diagnostics", state: "unknown" }],
    [
      "ts            .  ready",
      { type: "language-server", path: undefined, server: "ts", root: "/w", state: "ready" },
    ],
    [
      "ts            .  ended: idle",
      { type: "language-server", path: undefined, server: "ts", root: "/w", state: "ended", detail: "idle" },
    ],
    [
      "Grep          /s/1.txt  9 characters saved",
      { type: "result-saved", tool: "Grep", path: "/s/1.txt", characters: 9 },
    ],
    ["internal-error  a.ts  broke", { type: "internal-error", error: { name: "Error", message: "broke" } }],
    ["missed        3 events", { type: "events-missed", path: undefined, from: 2, to: 4 }],
    ["of-the-future  a.ts", { type: "of-the-future" }],
    ["a.ts  +0 -0", { type: "file-changed", kind: "update", structuredPatch: [null, { lines: 7 }] }],
    ["call-finished", { type: "listener-failed", path: undefined, error: { message: "call-finished" } }],
  ])("says %j [WATCH-8] [FIX-142]", (line, event) => {
    expect(show(event)).toContain(line);
  });

  it("tells an undo once, by what it did to the file where that was told [FIX-142]", () => {
    const origin = { path: "/w/a.ts", sessionId: "0123456789", callId: "" };
    const undo = { ...origin, type: "undo", kind: "undo", changes: ["a"] };
    expect(lineOf({ ...origin, ...changed({ tool: "undo", kind: "update" }) }, "e1")).toContain("+1 -0");
    expect(lineOf(undo, "e1")).toBe("");
    expect(lineOf({ ...undo, path: "/w/b.ts" }, "e1")).toContain("b.ts  1 change");
  });
});

function changed(what: object): Readonly<Record<string, unknown>> & { readonly type: string } {
  return { type: "file-changed", structuredPatch: [{ lines: ["+x", " y"] }], ...what };
}
