import { describe, expect, it } from "vitest";
import { createMemoryFileSystem, createToolkit, type WorkspaceEvent } from "../../src/index.js";
import { MemoryFiles } from "../../src/secrets/memory-files.js";
import { errorOf } from "../support/answers.js";
import { randomLetters } from "../support/secret-corpus.js";
import { tempWorkspace } from "../support/workspace.js";

const token = `ghp_${randomLetters(36, 79)}`;
const roots = { given: ["/w/app"], findRootOf: () => undefined };
async function included(globs: readonly string[] | undefined, path: string): Promise<boolean> {
  const files = new MemoryFiles(roots, globs);
  const isOne = await files.includes({ path, realPath: path });
  expect(files.isKnown({ path, realPath: path })).toBe(isOne);
  return isOne;
}

describe("Memory files", () => {
  it.each([
    ["/w/app/CLAUDE.md", true],
    ["/w/app/claude.md", true],
    ["/w/app/packages/shop/Agents.MD", true],
    ["/w/app/CLAUDE.local.md", true],
    ["/w/app/.claude/memory/notes.md", true],
    ["/w/app/.claude/agents/reviewer/memory/a/b.txt", true],
    ["/w/app/sub/.Claude/Memory/x", true],
    ["/home/me/.claude/projects/app/memory/MEMORY.md", true],
    ["/home/me/.claude/CLAUDE.md", true],
    ["/w/app/notes/CLAUDE.md.bak", false],
    ["/w/app/MYCLAUDE.md", false],
    ["/w/app/CLAUDE.md/child.txt", false],
    ["/w/app/.claude/settings.json", false],
    ["/w/app/memory/notes.md", false],
    ["/w/app/src/agents.ts", false],
  ])("by default: %s is one: %s [MEMORY-1]", async (path, isOne) => {
    expect(await included(undefined, path)).toBe(isOne);
  });

  it.each([
    [["docs/memory/*"], "/w/app/docs/memory/a.md", true],
    [["docs/memory/*"], "/w/app/sub/docs/memory/a.md", false],
    [["docs/memory/*"], "/elsewhere/docs/memory/a.md", false],
    [["/NOTES.md"], "/w/app/notes.md", true],
    [["/NOTES.md"], "/w/app/sub/notes.md", false],
    [["*.memo"], "/w/app/deep/down/x.MEMO", true],
    [["{a,b}.md"], "/w/app/b.md", true],
    [["CLAUDE.md", "!vendor"], "/w/app/CLAUDE.md", true],
    [["CLAUDE.md", "!vendor"], "/w/app/vendor/x/CLAUDE.md", false],
    [["CLAUDE.md", "!docs/CLAUDE.md"], "/w/app/docs/CLAUDE.md", false],
    [[], "/w/app/CLAUDE.md", false],
    [["!x"], "/w/app/CLAUDE.md", false],
  ])("by %j: %s is one: %s [MEMORY-1]", async (globs, path, isOne) => {
    expect(await included(globs, path)).toBe(isOne);
  });

  it("are known through links, by the name given and by the real one [MEMORY-1]", async () => {
    const files = tempWorkspace({
      "notes.md": "one\n",
      "AGENTS.md": "two\n",
      "CLAUDE.md": { link: "notes.md" },
      "other.md": { link: "AGENTS.md" },
    });
    const toolkit = files.editor();
    for (const [name, code] of [
      ["CLAUDE.md", "SECRET_IN_CONTENT"],
      ["other.md", "SECRET_IN_CONTENT"],
      ["notes.md", undefined],
    ] as const) {
      const file_path = files.path(name);
      await toolkit.call("Read", { file_path });
      const result = await toolkit.call("Write", { file_path, content: token });
      expect(result.error?.code).toBe(code);
    }
  });

  it("are the host's to choose, or none at all [MEMORY-1]", async () => {
    const files = tempWorkspace();
    const write = async (memoryFiles: readonly string[], name: string): Promise<string | undefined> => {
      const toolkit = files.editor({ memoryFiles });
      const result = await toolkit.call("Write", { file_path: files.path(name), content: token });
      return result.error?.code;
    };
    expect(await write(["*.memo"], "a.memo")).toBe("SECRET_IN_CONTENT");
    expect(await write(["*.memo"], "CLAUDE.md")).toBeUndefined();
    expect(await write([], "AGENTS.md")).toBeUndefined();
    // Nobody knows then what is to be guarded.
    expect(await write(["{a,b".repeat(3000)], "b.txt")).toBe("SETTINGS_INVALID");
  });

  it("are guarded on a disk in memory as well [MEMORY-1]", async () => {
    const fileSystem = createMemoryFileSystem();
    await fileSystem.makeDirectory("/w/app" as never, 0o755);
    const toolkit = createToolkit({
      fileSystem,
      roots: ["/w/app"],
      workingDirectory: "/w/app",
      stateDirectory: "/state",
      environment: { HOME: "/home/me" },
      onAsk: () => ({ answer: "allow" }),
    });
    const result = await toolkit.call("Write", { file_path: "/w/app/CLAUDE.md", content: token });
    expect(errorOf(result).code).toBe("SECRET_IN_CONTENT");
    await toolkit.close();
  });
});

describe("A change of a memory file", () => {
  it("is told after the change, and so are its undo and redo [MEMORY-2]", async () => {
    const files = tempWorkspace({
      "CLAUDE.md": { link: "notes.md" },
      "notes.md": "one\n",
      "AGENTS.md": "x\n",
    });
    const toolkit = files.editor();
    const events: WorkspaceEvent[] = [];
    const file_path = files.path("AGENTS.md");
    await toolkit.call("Read", { file_path });
    await toolkit.call("Read", { file_path: files.path("CLAUDE.md") });
    toolkit.workspace.events.on("*", (event) => events.push(event));
    await toolkit.call("Edit", { file_path, old_string: "x", new_string: "y" });
    await toolkit.call("Write", { file_path: files.path("CLAUDE.md"), content: "two\n" });
    await toolkit.call("Write", { file_path: files.path("other.md"), content: "z\n" });
    const [edit] = await toolkit.history.list({ path: file_path });
    await toolkit.history.undo(edit?.record.id);
    await toolkit.history.redo();
    const told = events.filter(({ type }) => ["file-changed", "memory-file-written", "undo"].includes(type));
    expect(
      told.map((event) => [event.type, "path" in event && event.path, "tool" in event && event.tool]),
    ).toEqual([
      ["file-changed", file_path, "Edit"],
      ["memory-file-written", file_path, "Edit"],
      ["file-changed", files.path("notes.md"), "Write"],
      ["memory-file-written", files.path("notes.md"), "Write"],
      ["file-changed", files.path("other.md"), "Write"],
      ["file-changed", file_path, "undo"],
      ["memory-file-written", file_path, "undo"],
      ["undo", file_path, false],
      ["file-changed", file_path, "redo"],
      ["memory-file-written", file_path, "redo"],
      ["undo", file_path, false],
    ]);
    expect(events.find(({ type }) => type === "memory-file-written")).toMatchObject({
      sessionId: toolkit.session.id,
      change: edit?.record.id,
    });
  });

  it("is told to who listens for nothing else, and makes no event while nobody does [MEMORY-2]", async () => {
    const files = tempWorkspace();
    const toolkit = files.editor();
    const { events, listeners } = toolkit.workspace;
    const file = { path: files.path("AGENTS.md"), realPath: files.path("AGENTS.md") };
    expect(listeners.memoryEventsOf(file, "Write", "1")).toEqual([]);
    expect(events.isHeard).toBe(false);
    const heard: string[] = [];
    events.on("memory-file-written", ({ path }) => heard.push(path));
    await toolkit.call("Write", { file_path: file.path, content: "a\n" });
    expect(heard).toEqual([file.path]);
  });
});
