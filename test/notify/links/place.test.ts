import { chmodSync, existsSync, mkdirSync, readdirSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { readProcessIdentity } from "../../../src/fs/node/process-life.js";
import { renderListenerName } from "../../../src/notify/links/listener-name.js";
import { about, folderOf, openEar, plantListener, publishing, until } from "../../support/listening.js";
import { tempWorkspace } from "../../support/workspace.js";

/** A process that has ended: no kernel gives so high a number twice within a test. */
const deadOwner = { ...readProcessIdentity(), pid: 4_190_000 };

describe("The place of listeners", () => {
  it("is the user's alone, and so are the sockets [WATCH-6]", async () => {
    const files = tempWorkspace();
    const folder = folderOf(files);
    mkdirSync(folder, { recursive: true, mode: 0o755 });
    chmodSync(folder, 0o755);
    const ear = await openEar(dirname(folder));
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    const [name = ""] = readdirSync(folder);
    expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
    await ear.close();
    expect(readdirSync(folder)).toEqual([]);
  });

  it("counts for nothing when others could have put something there [WATCH-6]", async () => {
    const files = tempWorkspace({ "a.txt": "one\n" });
    const folder = folderOf(files);
    const { sockets } = await plantListener(folder, () => undefined);
    chmodSync(folder, 0o777);
    const toolkit = publishing(files);
    await toolkit.call("Read", { file_path: files.path("a.txt") });
    await toolkit.close();
    expect(sockets).toEqual([]);
  });

  it("is refused where a link leads elsewhere [WATCH-6]", async () => {
    const files = tempWorkspace();
    const folder = folderOf(files);
    mkdirSync(dirname(folder));
    mkdirSync(files.path("elsewhere"));
    symlinkSync(files.path("elsewhere"), folder);
    await expect(openEar(dirname(folder))).rejects.toMatchObject({ code: "EACCES" });
    expect(readdirSync(files.path("elsewhere"))).toEqual([]);
  });

  it("names a socket elsewhere where its own path would be too long [WATCH-6]", async () => {
    const files = tempWorkspace({ "a.txt": "one\n" });
    const runtime = join(dirname(files.root), "run");
    mkdirSync(runtime, { mode: 0o700 });
    const stateDirectory = join(dirname(files.root), "deep".repeat(20));
    const folder = join(stateDirectory, "listeners");
    const ear = await openEar(stateDirectory, { environment: { XDG_RUNTIME_DIR: runtime } });
    const [pointer = ""] = readdirSync(folder);
    expect(pointer).toMatch(/\.at$/);
    expect(statSync(join(folder, pointer)).mode & 0o777).toBe(0o600);
    const [short = ""] = readdirSync(runtime);
    expect(statSync(join(runtime, short)).mode & 0o777).toBe(0o700);
    const toolkit = files.toolkit({ stateDirectory, events: { publish: true } });
    await toolkit.call("Read", { file_path: files.path("a.txt") });
    await ear.hear(about("file-read", "a.txt"), "the read");
    await toolkit.close();
    await ear.close();
    expect([readdirSync(folder), readdirSync(runtime)]).toEqual([[], []]);
  });

  it("is not believed when it names a socket that is open to others [WATCH-6]", async () => {
    const files = tempWorkspace({ "a.txt": "one\n" });
    const folder = folderOf(files);
    const open = join(dirname(files.root), "open");
    mkdirSync(open);
    chmodSync(open, 0o777);
    const { sockets, path } = await plantListener(folder, () => undefined, join(open, "s"));
    const pointer = join(folder, renderListenerName(readProcessIdentity(), "odd", "pointer"));
    writeFileSync(pointer, path, { mode: 0o600 });
    const toolkit = publishing(files);
    await toolkit.call("Read", { file_path: files.path("a.txt") });
    await toolkit.close();
    expect(sockets).toEqual([]);
  });

  it("is rid of those whose process has ended, by engines and by the next listener [WATCH-7]", async () => {
    const files = tempWorkspace({ "a.txt": "one\n" });
    const folder = folderOf(files);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const plant = (name: string, owner = deadOwner): string => {
      const path = join(folder, renderListenerName(owner, name, "socket"));
      writeFileSync(path, "");
      return path;
    };
    const elsewhere = plant("elsewhere", { ...deadOwner, host: "other~01234567" });
    const alive = plant("alive", readProcessIdentity());
    const dead = plant("dead");
    writeFileSync(join(folder, "notes.txt"), "");
    const toolkit = publishing(files);
    await toolkit.call("Read", { file_path: files.path("a.txt") });
    await until(() => !existsSync(dead), "the removal");
    await toolkit.close();
    const another = plant("another");
    await openEar(dirname(folder));
    expect([another, elsewhere, alive].map((path) => existsSync(path))).toEqual([false, true, true]);
    expect(existsSync(join(folder, "notes.txt"))).toBe(true);
  });
});
