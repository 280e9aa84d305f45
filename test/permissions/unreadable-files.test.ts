/** The files that programs must not see, as they lie on the disk. */
import { chmodSync, linkSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type FileSystem, FileSystemError } from "../../src/fs/file-system.js";
import { createNodeFileSystem } from "../../src/fs/node-file-system.js";
import type { AbsolutePath, RealPath } from "../../src/fs/paths.js";
import { UnreadableFileFinder, type UnreadableSearch } from "../../src/permissions/unreadable-files.js";
import { type TempWorkspace, tempWorkspace } from "../support/workspace.js";

function searchIn(files: TempWorkspace, more: Partial<UnreadableSearch> = {}): UnreadableSearch {
  return {
    roots: [files.root as RealPath],
    places: [],
    isUnreadable: (path, kind) => kind === "file" && path.endsWith(".key"),
    revision: "",
    ...more,
  };
}

/** A disk on which folders of one name can't be listed. */
function closed(name: string): FileSystem {
  const fileSystem = createNodeFileSystem();
  return new Proxy(fileSystem, {
    get(target, key) {
      const member: unknown = Reflect.get(target, key, target);
      if (key !== "list") return typeof member === "function" ? (member.bind(target) as unknown) : member;
      return (path: RealPath, limit: number) => {
        if (path.endsWith(`/${name}`)) throw new FileSystemError("EACCES", path);
        return target.list(path, limit);
      };
    },
  });
}

const namesOf = (files: TempWorkspace, paths: readonly string[]): string[] =>
  paths.map((path) => path.slice(files.root.length + 1));

describe("Files that rules keep from programs", () => {
  it("are found below the roots and at places that rules name, with their other hard links [HOST-62, HOST-104]", async () => {
    const files = tempWorkspace({ "a.key": "1", "sub/b.key": "2", "c.txt": "3", "../home/d.key": "4" });
    linkSync(files.path("a.key"), files.path("twin"));
    linkSync(files.path("../home/d.key"), files.path("sub/far"));
    const places = [files.path("../home")] as AbsolutePath[];
    const { paths, isComplete } = await new UnreadableFileFinder(createNodeFileSystem()).find(
      searchIn(files, { places }),
    );
    expect(namesOf(files, paths).toSorted()).toEqual(
      [
        "a.key",
        "sub/b.key",
        "sub/far",
        "twin",
        files.path("../home/d.key").slice(files.root.length + 1),
      ].toSorted(),
    );
    expect(isComplete).toBe(true);
  });

  it("are all of a folder that can't be listed, which its owner can open again [HOST-104]", async () => {
    const files = tempWorkspace({ "locked/a.key": "1", "b.txt": "2" });
    const { paths } = await new UnreadableFileFinder(closed("locked")).find(searchIn(files));
    expect(namesOf(files, paths)).toEqual(["locked"]);
  });

  it.each([
    ["a file", (root: string) => writeFileSync(Buffer.from(`${root}/n\xff.key`, "latin1"), "1")],
    ["a folder", (root: string) => mkdirSync(Buffer.from(`${root}/n\xff`, "latin1"))],
  ])("can't all be hidden where %s has a name that is not UTF-8 [HOST-104]", async (_, make) => {
    const files = tempWorkspace();
    make(files.root);
    const { isComplete } = await new UnreadableFileFinder(createNodeFileSystem()).find(searchIn(files));
    expect(isComplete).toBe(false);
  });

  it("are found exactly, however short ago they were made, renamed or removed [HOST-62]", async () => {
    const files = tempWorkspace({ "sub/sub/a.txt": "1" });
    const finder = new UnreadableFileFinder(createNodeFileSystem());
    const search = searchIn(files);
    const find = async (): Promise<string[]> =>
      namesOf(files, (await finder.find(search, { isExact: true })).paths);
    expect(await find()).toEqual([]);
    files.write("sub/sub/b.key", "1");
    expect(await find()).toEqual(["sub/sub/b.key"]);
    renameSync(files.path("sub/sub/b.key"), files.path("sub/c.key"));
    expect(await find()).toEqual(["sub/c.key"]);
    renameSync(files.path("sub/sub"), files.path("moved"));
    files.write("moved/d.key", "1");
    expect(await find()).toEqual(["moved/d.key", "sub/c.key"]);
    rmSync(files.path("sub/c.key"));
    expect(await find()).toEqual(["moved/d.key"]);
    for (let round = 0; round < 50; round += 1) {
      const name = `moved/${round}.key`;
      files.write(name, "1");
      expect(await find()).toContain(name);
    }
    chmodSync(join(files.root, "moved"), 0o755);
  });
});
