import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import {
  type AbsolutePath,
  createMemoryFileSystem,
  createNodeFileSystem,
  createToolkit,
  type Toolkit,
  type WorkspaceEvent,
} from "../../src/index.js";
import { SkillFinder } from "../../src/skills/skill-finder.js";
import { alterFileSystem } from "../support/altered-file-system.js";
import { tempWorkspace } from "../support/workspace.js";

const skill = (name: string, description: string): string =>
  `---\nname: ${name}\ndescription: ${description}\n---\n# ${name}\n`;

type Discovered = WorkspaceEvent<"skill-discovered">;

function listen(toolkit: Toolkit): Discovered[] {
  const found: Discovered[] = [];
  toolkit.workspace.events.on("skill-discovered", (event) => found.push(event));
  return found;
}

/** Reads a file, and waits until what follows from it has been told. */
async function read(toolkit: Toolkit, file_path: string): Promise<void> {
  await toolkit.call("Read", { file_path });
  await toolkit.workspace.listeners.close();
}

describe("Skills beside a file", () => {
  it("are told once, from its folder up to the root, nearest first [SKILL-2]", async () => {
    const files = tempWorkspace({
      ".claude/skills/deploy/SKILL.md": skill("deploy", "Brings it out"),
      ".agents/skills/test/SKILL.md": skill("test", "Tries it"),
      "packages/shop/.claude/skills/orders/SKILL.md": skill("orders", "Knows orders"),
      "packages/shop/src/a.ts": "a\n",
      "packages/other/.claude/skills/unrelated/SKILL.md": skill("unrelated", "x"),
      ".claude/skills/empty/readme.md": "no skill\n",
      ".claude/skills/readme.md": "no folder\n",
    });
    const toolkit = files.editor();
    const found = listen(toolkit);
    const from = files.path("packages/shop/src/a.ts");
    await read(toolkit, from);
    const told = { type: "skill-discovered", foundFrom: from, sessionId: toolkit.session.id, callId: "1" };
    expect(found).toMatchObject([
      {
        ...told,
        path: files.path("packages/shop/.claude/skills/orders/SKILL.md"),
        name: "orders",
        description: "Knows orders",
      },
      { ...told, path: files.path(".claude/skills/deploy/SKILL.md"), name: "deploy" },
      { ...told, path: files.path(".agents/skills/test/SKILL.md"), name: "test" },
    ]);
    await read(toolkit, from);
    await toolkit.call("Write", { file_path: files.path("packages/other/b.ts"), content: "b\n" });
    await toolkit.workspace.listeners.close();
    expect(found.map(({ name }) => name)).toEqual(["orders", "deploy", "test", "unrelated"]);
  });

  it("are looked for only while somebody listens, after the call [SKILL-3]", async () => {
    const files = tempWorkspace({ ".claude/skills/a/SKILL.md": skill("a", "x"), "b.txt": "b\n" });
    const looked: string[] = [];
    const disk = createNodeFileSystem();
    const fileSystem = alterFileSystem(disk, {
      resolve: (path) => {
        looked.push(path);
        return disk.resolve(path);
      },
    });
    const toolkit = files.toolkit({ fileSystem });
    const isAtSkills = (): boolean => looked.some((path) => path.includes("skills"));
    await read(toolkit, files.path("b.txt"));
    await nextTurn();
    expect(isAtSkills()).toBe(false);
    expect(toolkit.workspace.events.isHeard).toBe(false);
    const stop = toolkit.workspace.events.on("skill-discovered", () => undefined);
    await toolkit.call("Read", { file_path: files.path("b.txt") });
    expect(isAtSkills()).toBe(false);
    await toolkit.workspace.listeners.close();
    expect(isAtSkills()).toBe(true);
    stop();
    expect(toolkit.workspace.events.isHeard).toBe(false);
  });

  it("are told to who listens for everything [SKILL-3]", async () => {
    const files = tempWorkspace({ ".claude/skills/a/SKILL.md": skill("a", "x"), "b.txt": "b\n" });
    const toolkit = files.toolkit();
    const types: string[] = [];
    toolkit.workspace.events.on("*", ({ type }) => types.push(type));
    await read(toolkit, files.path("b.txt"));
    expect(types).toEqual(["file-read", "call-finished", "skill-discovered"]);
  });

  it("are not told where a link leads out of the roots, or back to one that was told [SKILL-4]", async () => {
    const files = tempWorkspace({ ".claude/skills/a/SKILL.md": skill("a", "x"), "b.txt": "b\n" });
    const outside = join(files.root, "..", "outside");
    mkdirSync(join(outside, "evil"), { recursive: true });
    writeFileSync(join(outside, "evil", "SKILL.md"), skill("evil", "x"));
    mkdirSync(files.path(".claude/skills/file"));
    symlinkSync(join(outside, "evil"), files.path(".claude/skills/folder"));
    symlinkSync(join(outside, "evil/SKILL.md"), files.path(".claude/skills/file/SKILL.md"));
    symlinkSync(files.path(".claude/skills/a"), files.path(".claude/skills/again"));
    mkdirSync(files.path(".agents"));
    symlinkSync(outside, files.path(".agents/skills"));
    mkdirSync(files.path("sub/.claude"), { recursive: true });
    symlinkSync("../../.claude/skills", files.path("sub/.claude/skills"));
    files.write("sub/c.txt", "c\n");
    const toolkit = files.toolkit();
    const found = listen(toolkit);
    await read(toolkit, files.path("b.txt"));
    await read(toolkit, files.path("sub/c.txt"));
    expect(found.map(({ path }) => path)).toEqual([files.path(".claude/skills/a/SKILL.md")]);
  });

  it.each([
    ["denied", { deny: ["Read(.claude/skills/secret/**)"] }],
    ["to be asked about", { ask: ["Read(.claude/skills/secret/**)"] }],
  ])("are not told where they are %s [SKILL-4]", async (_, permissions) => {
    const files = tempWorkspace({
      ".claude/skills/secret/SKILL.md": skill("secret", "x"),
      ".claude/skills/shown/SKILL.md": skill("shown", "x"),
      "b.txt": "b\n",
    });
    const toolkit = files.toolkit({ permissions });
    const found = listen(toolkit);
    await read(toolkit, files.path("b.txt"));
    expect(found.map(({ name }) => name)).toEqual(["shown"]);
  });

  it("are told of a disk in memory as well [SKILL-2]", async () => {
    const fileSystem = createMemoryFileSystem();
    const write = async (path: string, text: string): Promise<void> => {
      await fileSystem.makeDirectory(join(path, "..") as AbsolutePath, 0o755);
      await fileSystem.createFile(path as AbsolutePath, Buffer.from(text), 0o644);
    };
    await write("/w/app/.agents/skills/a/SKILL.md", skill("a", "x"));
    await write("/w/app/src/b.ts", "b\n");
    const toolkit = createToolkit({
      fileSystem,
      roots: ["/w/app"],
      workingDirectory: "/w/app",
      stateDirectory: "/state",
      environment: { HOME: "/home/me" },
    });
    const found = listen(toolkit);
    await read(toolkit, "/w/app/src/b.ts");
    expect(found).toMatchObject([{ path: "/w/app/.agents/skills/a/SKILL.md", name: "a", description: "x" }]);
    await toolkit.close();
  });
});

describe("Looking for skills", () => {
  it("reports each new skill, however soon it follows the one before it [SKILL-380]", async () => {
    const files = tempWorkspace({ "b.txt": "b\n" });
    const toolkit = files.editor();
    const found = listen(toolkit);
    await read(toolkit, files.path("b.txt"));
    for (const name of ["first", "second"]) {
      const file_path = files.path(`.claude/skills/${name}/SKILL.md`);
      await toolkit.call("Write", { file_path, content: skill(name, "x") });
      await toolkit.workspace.listeners.close();
    }
    // Made by another program, in a folder that was there before its SKILL.md.
    mkdirSync(files.path(".agents/skills/third"), { recursive: true });
    await read(toolkit, files.path("b.txt"));
    writeFileSync(files.path(".agents/skills/third/SKILL.md"), skill("third", "x"));
    await read(toolkit, files.path("b.txt"));
    expect(found.map(({ name }) => name)).toEqual(["first", "second", "third"]);
  });

  it("finds a second skill right after the first, and only so many are told [SKILL-5, SKILL-380]", async () => {
    const files = tempWorkspace({ "b.txt": "b\n" });
    const { workspace } = files.toolkit();
    const { fileSystem, roots } = workspace;
    const finder = new SkillFinder({ fileSystem, roots, mayRead: async () => true });
    const look = async (): Promise<number> =>
      (await finder.findFrom(files.path("b.txt") as AbsolutePath)).length;
    expect(await look()).toBe(0);
    files.write(".claude/skills/a/SKILL.md", skill("a", "x"));
    expect(await look()).toBe(1);
    expect(await look()).toBe(0);
    for (let index = 0; index < 150; index += 1) {
      files.write(`.claude/skills/c${index}/SKILL.md`, skill(`c${index}`, "x"));
      files.write(`.agents/skills/d${index}/SKILL.md`, skill(`d${index}`, "x"));
    }
    expect(await look()).toBe(199);
  });

  it("reads no more than the head of a file, and nothing that is no file [SKILL-5]", async () => {
    const files = tempWorkspace({
      "b.txt": "b\n",
      ".claude/skills/long/SKILL.md": `---\nname: long\n${"x".repeat(40_000)}\ndescription: late\n---\n`,
      ".claude/skills/folder/SKILL.md": { folder: {} },
      ".claude/skills/binary/SKILL.md": Buffer.from([0xff, 0x00, 0xfe]),
    });
    const toolkit = files.toolkit();
    const found = listen(toolkit);
    await read(toolkit, files.path("b.txt"));
    expect(found.map(({ name, description }) => [name, description])).toEqual([
      ["binary", undefined],
      ["long", undefined],
    ]);
  });
});
