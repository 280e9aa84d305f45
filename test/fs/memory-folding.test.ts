import { describe, expect, it } from "vitest";
import { type AbsolutePath, createMemoryFileSystem, type RealPath } from "../../src/index.js";

const at = (path: string): AbsolutePath => path as AbsolutePath;

describe("A disk in memory that folds capitals", () => {
  it("finds a file by every spelling and answers with the one it was made with [PERM-41]", () => {
    const disk = createMemoryFileSystem({ foldsCase: true });
    disk.put("/w/App/.Env", "secret");
    disk.putLink("/w/Way", "APP/.ENV");
    for (const path of ["/w/App/.Env", "/w/app/.env", "/W/APP/.ENV", "/w/WAY", "/w/way"]) {
      expect(disk.resolve(at(path))).toMatchObject({ realPath: "/w/App/.Env", stat: { size: 6 } });
    }
    expect(disk.resolve(at("/W/aPP/New/File"))).toEqual({ realPath: "/w/App/New/File", stat: undefined });
    expect(disk.list("/w/App" as RealPath, 10)).toMatchObject({ entries: [{ name: ".Env" }] });
  });

  it("makes no second file under another spelling, and opens only by the one that was resolved [PERM-41]", () => {
    const disk = createMemoryFileSystem({ foldsCase: true });
    disk.put("/w/a.txt", "one");
    disk.put("/w/A.TXT", "two");
    expect(() => disk.createFile(at("/w/A.txt"), new Uint8Array(0), 0o600)).toThrow("EEXIST");
    expect(() => disk.readSmallFile("/w/A.TXT" as RealPath, 10)).toThrow("MOVED");
    expect(disk.list("/w" as RealPath, 10)).toEqual({
      entries: [{ name: "a.txt", isDirectory: false }],
      complete: true,
    });
  });

  it("gives a file another spelling by a rename, and forgets it when it is removed [PERM-41]", async () => {
    const disk = createMemoryFileSystem({ foldsCase: true });
    disk.put("/w/a.txt", "one");
    await disk.rename(at("/w/a.txt"), at("/w/A.txt"));
    expect(await disk.resolve(at("/w/a.txt"))).toMatchObject({ realPath: "/w/A.txt", stat: { size: 3 } });
    await disk.removeFile(at("/w/a.TXT"));
    expect(await disk.resolve(at("/w/A.txt"))).toEqual({ realPath: "/w/A.txt", stat: undefined });
  });

  it("is not what one gets without asking [PERM-41]", () => {
    const disk = createMemoryFileSystem();
    disk.put("/w/a", "one");
    disk.put("/w/A", "two");
    expect(disk.list("/w" as RealPath, 10)).toMatchObject({ entries: [{ name: "a" }, { name: "A" }] });
  });
});
