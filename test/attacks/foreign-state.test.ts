/** State that others could have put there or could change: it is not used, and nothing is deleted or written through it. */
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createMemoryFileSystem, createToolkit, Workspace } from "../../src/index.js";
import { runProgram } from "../support/command-line.js";
import { isRoot, leaveOut, stranger } from "../support/run-actor.js";
import { takeSnapshot } from "../support/snapshot.js";
import { type TempWorkspace, tempWorkspace } from "../support/workspace.js";

const DAY_MS = 86_400_000;
/** Folders of the state directory that a change needs. */
const folders = ["", "history", "locks"];

/** A workspace in which something has been changed already. */
async function withPast(): Promise<TempWorkspace> {
  const files = tempWorkspace({ "a.txt": "old\n" });
  const toolkit = files.editor();
  await toolkit.call("Read", { file_path: files.path("a.txt") });
  await toolkit.call("Write", { file_path: files.path("a.txt"), content: "new\n" });
  await toolkit.close();
  return files;
}

async function expectRefused(files: TempWorkspace, reason: string): Promise<string> {
  const toolkit = files.editor();
  await toolkit.call("Read", { file_path: files.path("a.txt") });
  const result = await toolkit.call("Write", { file_path: files.path("a.txt"), content: "newer\n" });
  expect(result.error).toMatchObject({ data: { reason } });
  expect(files.read("a.txt")).toBe("new\n");
  await toolkit.close();
  return result.error?.message ?? "";
}

describe("A folder of the state directory", () => {
  it.each(folders)("that is a link is not used, and nothing behind it changes: %j [HOST-7]", async (name) => {
    const files = await withPast();
    const folder = join(files.stateDirectory, name);
    const victim = join(files.home, "victim");
    mkdirSync(files.home, { recursive: true });
    renameSync(folder, victim);
    // What retention would remove, if these were its files.
    for (const log of ["important.log", "90000000000001-work.log", "a0000000000001-work.log"]) {
      const path = join(victim, log);
      writeFileSync(path, "");
      utimesSync(path, new Date(0), new Date(0));
    }
    symlinkSync(victim, folder);
    const before = takeSnapshot(victim);
    expect(await expectRefused(files, "LINKED")).toContain("symbolic link");
    const pruner = files.editor({ history: { maxAgeDays: 0, maxBytes: 1 } });
    await pruner.history.prune().catch(() => undefined);
    expect(takeSnapshot(victim)).toEqual(before);
  });

  it.each(folders.flatMap((name) => [0o777, 0o770, 0o702, 0o1777].map((mode) => [name, mode] as const)))(
    "that others can write to is not used: %j with mode %o [HOST-8]",
    async (name, mode) => {
      const files = await withPast();
      chmodSync(join(files.stateDirectory, name), mode);
      expect(await expectRefused(files, "OTHERS_WRITE")).toContain("chmod go-w");
    },
  );

  it.each(folders)("that belongs to another user is not used: %j [HOST-8]", async (name) => {
    if (!isRoot) return leaveOut("folders of another user: only root can give one away");
    const files = await withPast();
    chownSync(join(files.stateDirectory, name), stranger.uid, stranger.gid);
    expect(await expectRefused(files, "NOT_OURS")).toContain("another user");
  });

  it("below a folder that is a link is used, as on systems whose /tmp or home is one [HOST-8]", async () => {
    const files = tempWorkspace({ "a.txt": "old\n" });
    mkdirSync(join(files.home, "real"), { recursive: true });
    symlinkSync("real", join(files.home, "link"));
    const toolkit = files.editor({ stateDirectory: join(files.home, "link", "state") });
    await toolkit.call("Read", { file_path: files.path("a.txt") });
    const { error } = await toolkit.call("Write", { file_path: files.path("a.txt"), content: "new\n" });
    expect(error).toBeUndefined();
    expect((await toolkit.history.undo()).isDone).toBe(true);
  });
});

describe("A file of the history", () => {
  it.each(["key", "sequence"])(
    "that is a link, or that others can write, is not used: %s [HOST-9]",
    async (name) => {
      const files = await withPast();
      const path = join(files.stateDirectory, "history", name);
      chmodSync(path, 0o606);
      await expectRefused(files, "OTHERS_WRITE");
      rmSync(path);
      mkdirSync(files.home, { recursive: true });
      const victim = join(files.home, "victim");
      writeFileSync(victim, "mine\n", { mode: 0o600 });
      symlinkSync(victim, path);
      await expectRefused(files, "LINKED");
      expect(statSync(victim).size).toBe(5);
    },
  );

  it("with records that others can write is not read [HOST-9]", async () => {
    const files = await withPast();
    const folder = join(files.stateDirectory, "history");
    for (const name of readdirSync(folder)) if (name.includes(".log")) chmodSync(join(folder, name), 0o666);
    await expect(files.editor().history.list()).rejects.toMatchObject({ code: "OTHERS_WRITE" });
  });

  it("with the key is for the user alone, and is not used once others could read it [HOST-4]", async () => {
    const files = await withPast();
    const key = join(files.stateDirectory, "history", "key");
    expect((statSync(key).mode & 0o777).toString(8)).toBe("600");
    chmodSync(key, 0o644);
    await expectRefused(files, "OTHERS_READ");
  });

  it("with a key that is damaged is named, with what to do [HOST-4]", async () => {
    const files = await withPast();
    writeFileSync(join(files.stateDirectory, "history", "key"), "short\n");
    expect(await expectRefused(files, "BAD_KEY")).toContain("Remove");
  });

  it("with an empty key, left by a process that died, is filled [HOST-4]", async () => {
    const files = tempWorkspace({ "a.txt": "old\n" });
    mkdirSync(join(files.stateDirectory, "history"), { recursive: true, mode: 0o700 });
    writeFileSync(join(files.stateDirectory, "history", "key"), "", { mode: 0o600 });
    const toolkit = files.editor();
    await toolkit.call("Read", { file_path: files.path("a.txt") });
    const { error } = await toolkit.call("Write", { file_path: files.path("a.txt"), content: "new\n" });
    expect(error).toBeUndefined();
    expect((await files.editor().history.list()).length).toBe(1);
  });
});

describe("Saved results", () => {
  it("are neither written nor deleted through a link [HOST-7]", async () => {
    const files = await withPast();
    const victim = join(files.home, "victim", "session");
    mkdirSync(victim, { recursive: true });
    const mine = join(victim, "mine.txt");
    writeFileSync(mine, "mine\n");
    utimesSync(mine, new Date(0), new Date(0));
    symlinkSync(join(files.home, "victim"), join(files.stateDirectory, "results"));
    const day = Math.floor(Date.now() - 2 * DAY_MS);
    writeFileSync(join(files.stateDirectory, "history", "clock"), `${day} ${day}`, { mode: 0o600 });
    const toolkit = files.editor();
    files.write("long.txt", "line\n".repeat(20_000));
    await toolkit.history.prune();
    await toolkit.call("Grep", { pattern: "line", output_mode: "content", head_limit: 0, path: files.root });
    expect(existsSync(mine)).toBe(true);
    expect(readdirSync(join(files.home, "victim"))).toEqual(["session"]);
  });
});

describe("A relative path of the state directory", () => {
  it.each([
    { XDG_STATE_HOME: ".state" },
    { XDG_STATE_HOME: "./.state" },
    { FILEWRIGHT_STATE: ".state" },
    { FILEWRIGHT_STATE: "" },
    { XDG_STATE_HOME: "", FILEWRIGHT_STATE: "../state" },
  ])("is ignored, so no repository brings its own state: %j [HOST-10]", (variables) => {
    const files = tempWorkspace();
    const environment = { HOME: files.home, ...variables };
    const { stateDirectory } = new Workspace({
      roots: [files.root],
      workingDirectory: files.root,
      environment,
    });
    expect(stateDirectory).toBe(join(files.home, ".local", "state", "filewright"));
  });

  it("is ignored when it comes from the home directory, too [HOST-10]", () => {
    const files = tempWorkspace();
    const environment = { HOME: "home" };
    const { stateDirectory } = new Workspace({
      roots: [files.root],
      workingDirectory: files.root,
      environment,
    });
    expect(stateDirectory.startsWith(files.root)).toBe(false);
  });
});

describe("A disk that knows no owners", () => {
  it("keeps its history as before, and refuses links [HOST-11]", async () => {
    const fileSystem = createMemoryFileSystem();
    fileSystem.put("/root/a.txt", Buffer.from("old\n"));
    const open = (): ReturnType<typeof createToolkit> =>
      createToolkit({
        fileSystem,
        roots: ["/root"],
        workingDirectory: "/root",
        stateDirectory: "/state",
        environment: { HOME: "/home" },
        onAsk: () => ({ answer: "allow" }),
      });
    const toolkit = open();
    await toolkit.call("Read", { file_path: "/root/a.txt" });
    expect(
      (await toolkit.call("Write", { file_path: "/root/a.txt", content: "new\n" })).error,
    ).toBeUndefined();
    await toolkit.close();
    const other = open();
    const [change] = await other.history.list();
    expect((await other.history.undo(change?.record.id)).isDone).toBe(true);
    await other.close();
    fileSystem.remove("/state");
    fileSystem.putFolder("/elsewhere");
    fileSystem.putLink("/state", "/elsewhere");
    const refused = await open().call("Write", { file_path: "/root/b.txt", content: "b\n" });
    expect(refused.error).toMatchObject({ data: { reason: "LINKED" } });
  });
});

describe("filewright doctor", () => {
  it("names a state folder that others can write to, with what to do [HOST-12]", async () => {
    const files = await withPast();
    chmodSync(join(files.stateDirectory, "history"), 0o777);
    const { stdout, code } = await runProgram(["doctor", "--json"], files.root);
    expect(code).not.toBe(0);
    expect(stdout).toContain("other users can write to it");
    expect(stdout).toContain("chmod go-w");
  });
});
