import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { findOwner } from "../../src/cli/session/session-name.js";
import { listShells, parseProcessPlace, parseStartTime } from "../../src/fs/node/own-shell.js";
import { readHost } from "../../src/fs/node/process-life.js";
import { type Ran, runProgram, typeCommand } from "../support/command-line.js";
import { type TempWorkspace, tempWorkspace } from "../support/workspace.js";

const edit = ["edit", "a.txt", "--old", "one", "--new", "two", "--yes"];

const named = (name: string): { environment: Record<string, string> } => ({
  environment: { FILEWRIGHT_SESSION: name },
});

const folderOf = (files: TempWorkspace): string => files.path("..", "state", "terminals");

/** The only session there is. */
function sessionFile(files: TempWorkspace): string {
  const [name = "", ...others] = readdirSync(folderOf(files));
  expect(others).toEqual([]);
  return join(folderOf(files), name);
}

describe("The commands of a terminal", () => {
  it("know what was read before, and only the same terminal's do [CLI-10]", async () => {
    const files = tempWorkspace({ "a.txt": "one\n" });
    const first = await typeCommand(edit, files.root);
    expect(first.stderr).toContain("has not been read");
    // Each command may have been given a shell of its own, without anyone knowing.
    expect(first.stderr).toContain("set FILEWRIGHT_SESSION");
    await typeCommand(["read", "a.txt"], files.root, named("mine"));
    expect((await typeCommand(edit, files.root)).code).toBe(2);
    expect((await typeCommand(edit, files.root, named("yours"))).code).toBe(2);
    expect((await typeCommand([...edit, "--session", "yours"], files.root, named("mine"))).code).toBe(2);
    expect((await typeCommand([...edit, "--session", "mine"], files.root)).code).toBe(0);
    expect(files.read("a.txt")).toBe("two\n");
  });

  it("are known by the process that started them where there is no terminal [CLI-10]", async () => {
    const files = tempWorkspace({ "a.txt": "one\n" });
    await runProgram(["read", "a.txt"], files.root);
    const [name = ""] = readdirSync(folderOf(files));
    expect(findOwner(name)?.pid).toBe(process.pid);
    expect(await runProgram(edit, files.root)).toMatchObject({ code: 0 });
  });

  it("always show a file in full, however often it is read [CLI-10]", async () => {
    const files = tempWorkspace({ "a.txt": "one\n" });
    for (const _ of [1, 2, 3])
      expect((await typeCommand(["read", "a.txt"], files.root)).stdout).toBe("     1→one\n");
  });

  it("keep what they know where only the user can read it, and no content at all [CLI-11]", async () => {
    const files = tempWorkspace({ "a.txt": "secret content\n" });
    await typeCommand(["read", "a.txt"], files.root);
    const file = sessionFile(files);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(folderOf(files)).mode & 0o777).toBe(0o700);
    expect(readFileSync(file, "utf8")).not.toContain("secret content");
    const before = statSync(file, { bigint: true }).mtimeNs;
    await typeCommand(["glob", "*"], files.root);
    await typeCommand(["read", "a.txt"], files.root);
    // Nothing was learned, so nothing was written.
    expect(statSync(file, { bigint: true }).mtimeNs).toBe(before);
  });

  it.each([
    ["cut off", (text: string) => text.slice(0, -20)],
    ["empty", () => ""],
    ["of another format", (text: string) => text.replace('"format":1', () => '"format":9')],
    ["without its grants", (text: string) => text.replace('"grants":[]', () => '"grants":{}')],
    [
      "with a grant that nobody gave",
      (text: string) => text.replace('"grants":[]', () => '"grants":["Edit"]'),
    ],
    ["with a session that is a path", (text: string) => text.replace(/"id":"[^"]*"/, () => '"id":"../x"')],
    ["with a file that is none", (text: string) => text.replace(/"path":"[^"]*"/, () => '"path":7')],
    ["with a ledger of another kind", (text: string) => text.replace('"epoch":1', () => '"epoch":0')],
    ["of bytes", () => Buffer.from([0xff, 0xfe, 0x00])],
  ])("pass over a session that is %s, say so, and begin anew [CLI-11]", async (_, damage) => {
    const files = tempWorkspace({ "a.txt": "one\n" });
    await typeCommand(["read", "a.txt"], files.root);
    const file = sessionFile(files);
    writeFileSync(file, damage(readFileSync(file, "utf8")));
    const refused = await typeCommand(edit, files.root);
    expect(refused.code).toBe(2);
    expect(refused.stderr).toMatch(
      /^filewright: What this terminal has read is not known, so files have to be read again: /,
    );
    const again = await typeCommand(["read", "a.txt"], files.root);
    expect(again).toMatchObject({ code: 0, stdout: "     1→one\n" });
    expect(await typeCommand(edit, files.root)).toMatchObject({ code: 0, stderr: "" });
  });

  it("go on without memory where the state can't be kept, and say so [CLI-11]", async () => {
    const files = tempWorkspace({ "a.txt": "one\n", occupied: "" });
    const state = { environment: { FILEWRIGHT_STATE: files.path("occupied", "state") } };
    const { code, stdout, stderr } = await typeCommand(["read", "a.txt"], files.root, state);
    expect({ code, stdout }).toEqual({ code: 0, stdout: "     1→one\n" });
    expect(stderr).toContain("What was read can't be kept for the next command");
  });

  it("never follow a link in the place of a session [CLI-11]", async () => {
    const files = tempWorkspace({ "a.txt": "one\n" });
    await typeCommand(["read", "a.txt"], files.root);
    const file = sessionFile(files);
    renameSync(file, files.path("elsewhere.json"));
    symlinkSync(files.path("elsewhere.json"), file);
    const before = readFileSync(files.path("elsewhere.json"), "utf8");
    expect((await typeCommand(edit, files.root)).stderr).toContain("is not known");
    await typeCommand(["read", "a.txt"], files.root);
    expect(readFileSync(files.path("elsewhere.json"), "utf8")).toBe(before);
    expect((await typeCommand(edit, files.root)).code).toBe(0);
  });

  it("keep what several at once have learned [CLI-12]", async () => {
    const names = ["a", "b", "c", "d", "e", "f"];
    const files = tempWorkspace(Object.fromEntries(names.map((name) => [`${name}.txt`, "one\n"])));
    await Promise.all(names.map((name) => runProgram(["read", `${name}.txt`], files.root)));
    const saved = JSON.parse(readFileSync(sessionFile(files), "utf8")) as {
      ledger: { files: { path: string }[] };
    };
    const known = saved.ledger.files.map(({ path }) => path).toSorted();
    expect(known).toEqual(names.map((name) => files.path(`${name}.txt`)));
  });

  it("hold what was granted for the session, in no other terminal [CLI-21]", async () => {
    const files = tempWorkspace({ "a.txt": "one\n", "b.txt": "one\n" });
    const write = (name: string, content: string, state = {}): Promise<Ran> =>
      typeCommand(["write", name, "--content", content], files.root, state);
    await typeCommand(["read", "a.txt"], files.root);
    expect((await write("a.txt", "two\n", { typed: ["s"] })).code).toBe(0);
    // Nobody is there any more, and still the grant holds.
    expect((await write("a.txt", "three\n")).code).toBe(0);
    expect((await write("new.txt", "x\n")).code).toBe(3);
    const other = { environment: { FILEWRIGHT_SESSION: "other" } };
    await typeCommand(["read", "a.txt"], files.root, other);
    expect((await write("a.txt", "four\n", other)).code).toBe(3);
    expect(files.read("a.txt")).toBe("three\n");
  });

  it("have one session in the history [CLI-22]", async () => {
    const files = tempWorkspace();
    await typeCommand(["write", "a.txt", "--content", "1", "--yes"], files.root);
    await typeCommand(["write", "a.txt", "--content", "2", "--yes"], files.root);
    await typeCommand(["write", "b.txt", "--content", "3", "--yes"], files.root, named("other"));
    const changes = await files.toolkit().history.list();
    const sessions = changes.map(({ record }) => record.sessionId);
    expect(new Set(sessions).size).toBe(2);
    expect(sessions.length).toBe(3);
    const calls = changes
      .filter(({ record }) => record.path.endsWith("a.txt"))
      .map(({ record }) => record.callId);
    expect(new Set(calls).size).toBe(2);
  });

  it("can read back a result that was too long to print, and another terminal can't [CLI-22]", async () => {
    const files = tempWorkspace({ "a.txt": "needle and a long rest of the line\n".repeat(1000) });
    const words = ["grep", "needle", "--output-mode", "content", "--head-limit", "0"];
    const { stdout } = await typeCommand(words, files.root);
    const [, path = ""] = /All of it is in (.*); Read that file/.exec(stdout) ?? [];
    expect(existsSync(path)).toBe(true);
    const read = ["read", path, "--limit", "2"];
    expect((await typeCommand(read, files.root)).code).toBe(0);
    expect((await typeCommand(read, files.root, named("other"))).code).toBe(3);
    // A second one does not take the place of the first.
    const second = /All of it is in (.*); Read that file/.exec(
      (await typeCommand(words, files.root)).stdout,
    )?.[1];
    expect(second).not.toBe(path);
  });

  it("are forgotten with their shell, and after a week [CLI-23]", async () => {
    const files = tempWorkspace({ "a.txt": "one\n" });
    const folder = folderOf(files);
    mkdirSync(folder, { recursive: true });
    const put = (name: string, days = 0): string => {
      const path = join(folder, name);
      writeFileSync(path, "{}");
      const time = Date.now() / 1000 - days * 86_400;
      utimesSync(path, time, time);
      return name;
    };
    const host = readHost();
    put(`shell-${process.pid}-zzz-0-${host}.json`);
    put(`shell-2147483647-abc-0-${host}.json`);
    put(`named-${"0".repeat(40)}.json`, 8);
    const kept = [
      put("shell-2147483647-abc-0-elsewhere~12345678.json"),
      put(`named-${"1".repeat(40)}.json`, 6),
      put("something else.json", 30),
    ];
    await typeCommand(["read", "a.txt"], files.root, named("new"));
    const left = readdirSync(folder).filter((name) => kept.includes(name) || name.startsWith("shell-"));
    expect(left.toSorted()).toEqual(kept.toSorted());
    expect(readdirSync(folder).length).toBe(kept.length + 1);
  });

  it("are told from those of another shell with the same number by when it was started [CLI-23]", () => {
    const stat = (start: number): string =>
      `42 (a) (b c) S 7 42 40 34816 42 4194304 1 2 3 4 5 6 7 8 20 0 1 0 ${start} 100 200`;
    const [first, second] = [parseProcessPlace(stat(1000)), parseProcessPlace(stat(2000))];
    expect(first).toEqual({ parent: 7, leader: 40, terminal: 34816, start: "rs" });
    expect(second?.start).not.toBe(first?.start);
    const place = { parent: 7, leader: 40, terminal: 34816, start: "rs" };
    expect(listShells(place)).toEqual([40, 7]);
    expect(listShells({ ...place, terminal: 0 })).toEqual([7]);
    expect(listShells({ ...place, parent: 1 })).toEqual([40]);
    expect(listShells({ ...place, parent: 1, terminal: 0 })).toEqual([]);
    expect(listShells({ ...place, parent: 0, leader: 0 })).toEqual([]);
    expect(parseProcessPlace("42 (sh) S 7")).toBeUndefined();
    expect(parseProcessPlace("")).toBeUndefined();
    expect(parseStartTime("Mon Nov 16 09:57:18 2026\n")).toMatch(/^[0-9a-z]+$/);
    expect(parseStartTime("")).toBeUndefined();
    expect(findOwner("shell-12-abc-34816-vm~0588eb31.json")).toEqual({
      pid: 12,
      start: "abc",
      host: "vm~0588eb31",
    });
    expect(findOwner("named-1234.json")).toBeUndefined();
  });
});
