import { describe, expect, it } from "vitest";
import { findRoots } from "../../src/mcp/server-options.js";
import { findFolders } from "../../src/mcp/stdio/client-roots.js";
import { parseServerWords } from "../../src/mcp/stdio/server-words.js";
import { runProgram } from "../support/command-line.js";
import { tempWorkspace } from "../support/workspace.js";

describe("The words a server is started with", () => {
  it("are flags, also with an equals sign and several roots [MCP-62]", () => {
    expect(
      parseServerWords([
        "--root",
        "a",
        "--root=b=c",
        "--mode",
        "plan",
        "--settings",
        "s.json",
        "--read-only",
        "--no-dedup",
      ]),
    ).toEqual({ root: ["a", "b=c"], mode: "plan", settings: "s.json", readOnly: true, dedup: false });
    expect(parseServerWords([])).toEqual({ root: [], mode: undefined, settings: undefined, readOnly: false });
  });

  it.each([
    [["--rot", "x"], 'unknown option "--rot"'],
    [["stray"], 'unknown option "stray"'],
    [["--root"], "--root needs a value"],
    [["--root="], "--root needs a value"],
    [
      ["--mode", "yolo"],
      '--mode is one of default, acceptEdits, plan, dontAsk, bypassPermissions, not "yolo"',
    ],
    [["--read-only=yes"], "--read-only takes no value"],
  ])("refuse %j with a sentence [MCP-62]", (words, sentence) => {
    expect(() => parseServerWords(words)).toThrow(sentence);
  });
});

describe("A server's roots", () => {
  const at = (workingDirectory: string, environment: Record<string, string> = {}) => ({
    environment,
    workingDirectory,
    homeDirectory: "/home/me",
  });

  it.each([
    [{ root: ["/w/app", "lib"] }, at("/w"), ["/w/app", "/w/lib"]],
    [{ root: ["/"] }, at("/w"), ["/"]],
    [{}, at("/w"), ["/w"]],
    [{ root: [] }, at("/w", { CLAUDE_PROJECT_DIR: "/w/app" }), ["/w/app"]],
    [{}, at("/w", { CLAUDE_PROJECT_DIR: "" }), ["/w"]],
    [{}, at("/"), []],
    [{}, at("/home/me"), []],
    [{}, at("/", { CLAUDE_PROJECT_DIR: "/home/me" }), ["/home/me"]],
  ])("for %j in %j are %j [MCP-63]", (flags, surroundings, roots) => {
    expect(findRoots(flags, surroundings)).toEqual(roots);
  });

  it("that a client names are folders of this machine, whatever else it names [MCP-63]", () => {
    const uris = [
      "file:///w/my%20app/",
      "file:///c%3A/x",
      "https://example.test/x",
      "file://host/x",
      "nonsense",
      "file:///a%2Fb",
    ];
    expect(findFolders(uris)).toEqual(["/w/my app/", "/c:/x"]);
  });
});

describe("The complaints of the server about its words", () => {
  it("show what was given, and control no terminal [FIX-34]", async () => {
    const files = tempWorkspace();
    const { code, stderr } = await runProgram(["mcp", "--\u009b31m\u202egnp"], files.root);
    expect(code).toBe(2);
    expect(stderr).toContain("--\\u009b31m\\u202egnp");
    expect(stderr).not.toMatch(/[\u009b\u202e]/);
  });
});
