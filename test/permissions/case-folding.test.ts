import { linkSync, symlinkSync } from "node:fs";
import { describe, expect, it } from "vitest";
import {
  type AbsolutePath,
  createMemoryFileSystem,
  createNodeFileSystem,
  type FileStat,
  type FileSystem,
  type ResolvedPath,
} from "../../src/index.js";
import { CaseFolding } from "../../src/permissions/case-folding.js";
import { alterFileSystem } from "../support/altered-file-system.js";
import { createFaultyFileSystem } from "../support/faulty-file-system.js";
import { tempWorkspace } from "../support/workspace.js";

const at = (path: string): AbsolutePath => path as AbsolutePath;

async function ask(
  fileSystem: FileSystem,
  path: string,
  folding = new CaseFolding(fileSystem),
): Promise<boolean> {
  return folding.foldsCase(await fileSystem.resolve(at(path)));
}

/** Names as usual, but everything below /mnt/disk lies on another volume. */
function withMount(inner: FileSystem): FileSystem {
  return alterFileSystem(inner, {
    resolve: (path) => {
      const resolved = inner.resolve(path) as ResolvedPath;
      const isMounted = resolved.realPath.toLowerCase().startsWith("/mnt/disk");
      const stat = resolved.stat && isMounted ? { ...resolved.stat, device: 7n } : resolved.stat;
      return { ...resolved, stat };
    },
  });
}

describe("Whether a volume folds capitals", () => {
  it.each<[string, boolean]>([
    ["/w/app/File.txt", true],
    ["/w/app/missing/new.txt", true],
    ["/w/app", true],
    ["/w/app/123/456", true],
    ["/", false],
  ])("is told for %s by a name that is there [PERM-40]", async (path, isTold) => {
    for (const foldsCase of [true, false]) {
      const disk = createMemoryFileSystem({ foldsCase });
      disk.put("/w/app/File.txt", "x");
      disk.put("/w/app/123/456", "x");
      expect(await ask(disk, path)).toBe(foldsCase && isTold);
    }
  });

  it("is what the local disk does, and leaves it as it was [PERM-40]", async () => {
    const files = tempWorkspace({ "File.txt": "x" });
    const before = files.stamp("File.txt");
    const isSame = files.stamp("fILE.TXT") !== undefined;
    expect(await ask(createNodeFileSystem(), files.path("File.txt"))).toBe(isSame);
    expect(files.stamp("File.txt")).toEqual(before);
  });

  it("is not believed because of a second name or a link with swapped capitals [PERM-40]", async () => {
    const files = tempWorkspace({ "one/File.txt": "x", "two/File.txt": "x", "three/Folder/a": "x" });
    if (files.stamp("ONE") !== undefined) return;
    linkSync(files.path("one/File.txt"), files.path("one/fILE.TXT"));
    symlinkSync("File.txt", files.path("two/fILE.TXT"));
    symlinkSync("Folder", files.path("three/fOLDER"));
    const disk = createNodeFileSystem();
    for (const name of ["one/File.txt", "two/File.txt", "three/Folder"]) {
      expect(await ask(disk, files.path(name))).toBe(false);
    }
  });

  it("is not told by the name of a mounted volume, which the volume around it keeps [PERM-40]", async () => {
    const folding = createMemoryFileSystem({ foldsCase: true });
    folding.put("/mnt/disk/1", "x");
    folding.put("/mnt/disk/a", "x");
    const disk = withMount(folding);
    expect(await ask(disk, "/mnt/disk/1")).toBe(false);
    expect(await ask(disk, "/mnt/disk/a")).toBe(true);
  });

  it("is asked of the disk once for each volume, then answered at once [PERM-40]", async () => {
    const memory = createMemoryFileSystem({ foldsCase: true });
    memory.put("/w/a", "x");
    memory.put("/w/b", "x");
    const disk = createFaultyFileSystem(memory);
    const folding = new CaseFolding(disk);
    expect(await ask(disk, "/w/a", folding)).toBe(true);
    const other = await disk.resolve(at("/w/b"));
    const calls = disk.calls("resolve");
    expect(folding.foldsCase(other)).toBe(true);
    expect(disk.calls("resolve")).toBe(calls);
  });

  it("stays remembered for a bounded number of volumes [PERM-40]", async () => {
    const memory = createMemoryFileSystem({ foldsCase: true });
    memory.put("/w/a", "x");
    let device = 0n;
    const onDevice = ({ realPath, stat }: ResolvedPath): ResolvedPath => ({
      realPath,
      stat: stat && ({ ...stat, device } satisfies FileStat),
    });
    const disk = createFaultyFileSystem(
      alterFileSystem(memory, { resolve: (path) => onDevice(memory.resolve(path) as ResolvedPath) }),
    );
    const folding = new CaseFolding(disk);
    for (device = 0n; device < 200n; device += 1n) await ask(disk, "/w/a", folding);
    device = 199n;
    expect(folding.foldsCase(await disk.resolve(at("/w/a")))).toBe(true);
    device = 0n;
    expect(folding.foldsCase(await disk.resolve(at("/w/a")))).toBeInstanceOf(Promise);
  });

  it.each(["EACCES", "EIO", "ELOOP"])(
    "is no when the disk answers %s, and asked again [PERM-40]",
    async (code) => {
      const memory = createMemoryFileSystem({ foldsCase: true });
      memory.put("/w/a", "x");
      for (const operation of ["resolve", "readLink"] as const) {
        const disk = createFaultyFileSystem(memory);
        const folding = new CaseFolding(disk);
        const resolved = await disk.resolve(at("/w/a"));
        disk.inject({ operation, code });
        expect(await folding.foldsCase(resolved)).toBe(false);
        expect(await folding.foldsCase(resolved)).toBe(true);
      }
    },
  );

  it("is what the host says, if it says so [PERM-40]", async () => {
    const disk = createMemoryFileSystem();
    disk.put("/w/a", "x");
    expect(await ask(disk, "/w/a", new CaseFolding(disk, true))).toBe(true);
    const byPath = new CaseFolding(disk, (path) => path.startsWith("/Volumes"));
    expect(await ask(disk, "/Volumes/x", byPath)).toBe(true);
    expect(await ask(disk, "/w/a", byPath)).toBe(false);
  });
});
