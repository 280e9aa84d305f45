/**
 * What every FileSystem must do. Each implementation brings a disk it can prepare by hand; the rest is the same for
 * all of them, so a host's own disk can be held to the same promises.
 */
import { describe, expect, it } from "vitest";
import { bytesOf, type ContractSetUp, type PreparedDisk, setUpContract, textOf } from "./contract-set-up.js";
import { itKeepsTheLinkContract } from "./link-contract.js";
import { itKeepsTheWriteContract } from "./write-contract.js";

export function describeFileSystemContract(name: string, prepare: () => PreparedDisk): void {
  describe(`${name} keeps the FileSystem contract`, () => {
    const setUp = (): ContractSetUp => setUpContract(prepare());

    it("resolves a file, a link to it and a link to its folder to one real path [FS-1, PATH-5]", async () => {
      const { disk, fileSystem, at } = setUp();
      disk.makeFolder(at("folder"));
      disk.writeFile(at("folder/file.txt"), bytesOf("x"));
      disk.link(at("link.txt"), "folder/file.txt");
      disk.link(at("absolute.txt"), at("link.txt"));
      disk.link(at("way"), "folder");
      for (const path of ["folder/file.txt", "link.txt", "absolute.txt", "way/file.txt"]) {
        const resolved = await fileSystem.resolve(at(path));
        expect(resolved.realPath).toBe(at("folder/file.txt"));
        expect(resolved.stat).toMatchObject({ kind: "file", size: 1 });
      }
    });

    it("resolves what is missing to where it would be created [FS-1, PATH-6]", async () => {
      const { disk, fileSystem, at } = setUp();
      disk.makeFolder(at("folder"));
      disk.link(at("way"), "folder");
      disk.link(at("dangling"), "way/not/there.txt");
      disk.writeFile(at("file"), bytesOf("x"));
      const table: [string, string][] = [
        ["folder/new.txt", "folder/new.txt"],
        ["way/new.txt", "folder/new.txt"],
        ["way/deep/er/new.txt", "folder/deep/er/new.txt"],
        ["dangling", "folder/not/there.txt"],
        ["file/below", "file/below"],
      ];
      for (const [path, expected] of table) {
        expect(await fileSystem.resolve(at(path))).toEqual({ realPath: at(expected), stat: undefined });
      }
    });

    it("refuses a circle of links [FS-1]", async () => {
      const { disk, fileSystem, at, codeOf } = setUp();
      disk.link(at("a"), "b");
      disk.link(at("b"), "a");
      expect(await codeOf(() => fileSystem.resolve(at("a")))).toBe("ELOOP");
    });

    it("tells the kinds of what is there [FS-1]", async () => {
      const { disk, fileSystem, at } = setUp();
      disk.makeFolder(at("folder"));
      disk.fifo(at("pipe"));
      disk.link(at("to-pipe"), "pipe");
      expect((await fileSystem.resolve(at("folder"))).stat?.kind).toBe("directory");
      expect((await fileSystem.resolve(at("pipe"))).stat?.kind).toBe("fifo");
      expect((await fileSystem.resolve(at("to-pipe"))).stat?.kind).toBe("fifo");
    });

    it("reads a small file whole, and nothing of one over the limit [FS-1]", async () => {
      const { disk, fileSystem, at, real } = setUp();
      disk.writeFile(at("file"), bytesOf("twelve bytes"));
      disk.writeFile(at("empty"), new Uint8Array(0));
      expect(textOf((await fileSystem.readSmallFile(real("file"), 12)).bytes)).toBe("twelve bytes");
      expect(textOf((await fileSystem.readSmallFile(real("empty"), 12)).bytes)).toBe("");
      const over = await fileSystem.readSmallFile(real("file"), 11);
      expect(over.bytes).toBeUndefined();
      expect(over.stat.size).toBe(12);
    });

    it("gives bytes that later changes of the file do not touch [FS-1]", async () => {
      const { disk, fileSystem, at, real } = setUp();
      disk.writeFile(at("file"), bytesOf("before"));
      const { bytes } = await fileSystem.readSmallFile(real("file"), 100);
      disk.writeFile(at("file"), bytesOf("AFTER!"));
      expect(textOf(bytes)).toBe("before");
    });

    it("reads any part of an open file, short only at its end [FS-1]", async () => {
      const { disk, fileSystem, at, real } = setUp();
      disk.writeFile(at("file"), bytesOf("0123456789"));
      const file = await fileSystem.open(real("file"));
      const target = new Uint8Array(4);
      expect([await file.read(target, 3), textOf(target)]).toEqual([4, "3456"]);
      expect([await file.read(target, 8), textOf(target.subarray(0, 2))]).toEqual([2, "89"]);
      expect(await file.read(target, 10)).toBe(0);
      expect((await file.stat()).size).toBe(10);
      await file.close();
    });

    it("tells when a file was changed, by text or by bytes, and nothing of what is no file [FS-1]", async () => {
      const { disk, fileSystem, at, real } = setUp();
      disk.makeFolder(at("folder"));
      disk.writeFile(at("folder/file"), bytesOf("x"));
      disk.link(at("link"), "folder/file");
      disk.fifo(at("pipe"));
      const { stat } = await fileSystem.resolve(at("folder/file"));
      const expected = Number((stat?.modifiedNs ?? 0n) / 1_000_000n);
      const found = await fileSystem.findModifiedTime(real("folder/file"));
      expect(Math.floor(found ?? 0)).toBe(expected);
      expect(await fileSystem.findModifiedTime(bytesOf(real("folder/file")))).toBe(found);
      for (const path of ["folder", "link", "pipe", "missing", "folder/file/below"])
        expect(await fileSystem.findModifiedTime(real(path))).toBeUndefined();
    });

    it("tells what a path leads to, and nothing of what is not there [FS-1]", async () => {
      const { disk, fileSystem, at } = setUp();
      disk.makeFolder(at("folder"));
      disk.writeFile(at("file"), bytesOf("x"));
      disk.fifo(at("pipe"));
      const links = { "to-file": "file", "to-folder": "folder", "to-pipe": "pipe", "to-link": "to-pipe" };
      for (const [name, target] of Object.entries({ ...links, dangling: "missing", loop: "loop" }))
        disk.link(at(name), target);
      const kinds = new Map([
        ["directory", ["folder", "to-folder"]],
        ["file", ["file", "to-file"]],
        ["fifo", ["pipe", "to-pipe", "to-link"]],
      ]);
      for (const [kind, names] of kinds)
        for (const name of names) expect(await fileSystem.findKind(at(name))).toBe(kind);
      for (const name of ["missing", "missing/below", "file/below", "dangling", "loop"])
        expect(await fileSystem.findKind(at(name)), name).toBeUndefined();
    });

    it("holds a folder for other programs, if they can reach it at all [FS-1, PATH-9]", async () => {
      const { disk, fileSystem, at, real, codeOf } = setUp();
      disk.makeFolder(at("folder"));
      const held = await fileSystem.holdFolder(real("folder"));
      if (held === undefined) return;
      await held.release();
      disk.makeFolder(at("other"));
      disk.link(at("link"), "other");
      disk.writeFile(at("file"), bytesOf("x"));
      expect(await codeOf(() => fileSystem.holdFolder(real("link")))).toBe("MOVED");
      expect(await codeOf(() => fileSystem.holdFolder(real("missing")))).toBe("ENOENT");
      expect(await codeOf(() => fileSystem.holdFolder(real("file")))).toBe("ENOTDIR");
    });

    it("never opens what is not a regular file [FS-1, READ-14]", async () => {
      const { disk, fileSystem, at, real, codeOf } = setUp();
      disk.fifo(at("pipe"));
      disk.makeFolder(at("folder"));
      for (const open of [
        (path: string) => fileSystem.open(real(path)),
        (path: string) => fileSystem.readSmallFile(real(path), 10),
      ]) {
        expect(await codeOf(() => open("pipe"))).toBe("NOT_REGULAR");
        expect(await codeOf(() => open("folder"))).toBe("EISDIR");
        expect(await codeOf(() => open("missing"))).toBe("ENOENT");
      }
    });

    it("does not follow a link that has taken the place of the file or a folder on the way [FS-1, PATH-9]", async () => {
      const { disk, fileSystem, at, real, codeOf } = setUp();
      disk.makeFolder(at("inside"));
      disk.makeFolder(at("outside"));
      disk.writeFile(at("inside/file"), bytesOf("mine"));
      disk.writeFile(at("outside/file"), bytesOf("secret"));
      disk.writeFile(at("leaf"), bytesOf("mine"));
      disk.remove(at("inside"));
      disk.link(at("inside"), "outside");
      disk.remove(at("leaf"));
      disk.link(at("leaf"), "outside/file");
      for (const path of ["inside/file", "leaf"]) {
        expect(await codeOf(() => fileSystem.readSmallFile(real(path), 10))).toBe("MOVED");
        expect(await codeOf(() => fileSystem.open(real(path)))).toBe("MOVED");
      }
      disk.makeFolder(at("outside/sub"));
      expect(await codeOf(() => fileSystem.list(real("inside"), 10))).toBe("MOVED");
      expect(await codeOf(() => fileSystem.list(real("inside/sub"), 10))).toBe("MOVED");
    });

    it("knows the resolved file again, takes one saved in its place, and not one behind a link [FS-1, PATH-9]", async () => {
      const { disk, fileSystem, at, real, codeOf } = setUp();
      disk.makeFolder(at("inside"));
      disk.makeFolder(at("outside"));
      disk.writeFile(at("inside/file"), bytesOf("mine"));
      disk.writeFile(at("outside/file"), bytesOf("secret"));
      const { stat } = await fileSystem.resolve(at("inside/file"));
      expect(textOf((await fileSystem.readSmallFile(real("inside/file"), 10, stat)).bytes)).toBe("mine");
      disk.remove(at("inside/file"));
      disk.writeFile(at("inside/file"), bytesOf("saved anew"));
      expect(textOf((await fileSystem.readSmallFile(real("inside/file"), 10, stat)).bytes)).toBe(
        "saved anew",
      );
      disk.remove(at("inside"));
      disk.link(at("inside"), "outside");
      expect(await codeOf(() => fileSystem.readSmallFile(real("inside/file"), 10, stat))).toBe("MOVED");
      expect(await codeOf(() => fileSystem.open(real("inside/file"), stat))).toBe("MOVED");
    });

    it("lists a folder, up to a limit [FS-1]", async () => {
      const { disk, fileSystem, at, real, codeOf } = setUp();
      disk.makeFolder(at("folder/sub"));
      disk.writeFile(at("folder/a"), bytesOf(""));
      disk.writeFile(at("folder/.hidden"), bytesOf(""));
      const { entries, complete } = await fileSystem.list(real("folder"), 10);
      expect(complete).toBe(true);
      expect(entries.toSorted((x, y) => (x.name < y.name ? -1 : 1))).toEqual([
        { name: ".hidden", isDirectory: false },
        { name: "a", isDirectory: false },
        { name: "sub", isDirectory: true },
      ]);
      expect(await fileSystem.list(real("folder"), 3)).toMatchObject({ complete: true });
      expect((await fileSystem.list(real("folder"), 2)).entries).toHaveLength(2);
      expect(await fileSystem.list(real("folder"), 2)).toMatchObject({ complete: false });
      expect(await codeOf(() => fileSystem.list(real("folder/a"), 2))).toBe("ENOTDIR");
      expect(await codeOf(() => fileSystem.list(real("missing"), 2))).toBe("ENOENT");
    });

    it("creates folders and new files, and never overwrites [FS-1]", async () => {
      const { disk, fileSystem, at, real, codeOf } = setUp();
      await fileSystem.makeDirectory(at("a/b/c"), 0o700);
      await fileSystem.makeDirectory(at("a/b/c"), 0o700);
      await fileSystem.createFile(at("a/b/c/file"), bytesOf("new"), 0o600);
      expect(textOf((await fileSystem.readSmallFile(real("a/b/c/file"), 10)).bytes)).toBe("new");
      expect((await fileSystem.resolve(at("a/b/c/file"))).stat?.mode).toBe(0o600);
      disk.link(at("dangling"), "elsewhere");
      expect(await codeOf(() => fileSystem.createFile(at("a/b/c/file"), bytesOf("x"), 0o600))).toBe("EEXIST");
      expect(await codeOf(() => fileSystem.createFile(at("dangling"), bytesOf("x"), 0o600))).toBe("EEXIST");
      expect(await codeOf(() => fileSystem.createFile(at("no/folder"), bytesOf("x"), 0o600))).toBe("ENOENT");
      expect(textOf((await fileSystem.readSmallFile(real("a/b/c/file"), 10)).bytes)).toBe("new");
    });

    it("moves the change time with every change of content [FS-1, LEDGER-3]", async () => {
      const { disk, fileSystem, at } = setUp();
      disk.writeFile(at("file"), bytesOf("one"));
      const before = (await fileSystem.resolve(at("file"))).stat;
      // Longer than a tick of any local disk's clock.
      await new Promise((resolve) => setTimeout(resolve, 20));
      disk.writeFile(at("file"), bytesOf("two"));
      const after = (await fileSystem.resolve(at("file"))).stat;
      expect(after?.changedNs).not.toBe(before?.changedNs);
      expect(after?.inode).toBe(before?.inode);
    });

    itKeepsTheLinkContract(setUp);
    itKeepsTheWriteContract(setUp);
  });
}
