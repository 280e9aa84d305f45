/** What is there: kinds, sizes, identities and times. */
import assert from "node:assert/strict";
import { bytesOf, type CaseDefinition } from "./contract-case.js";

export const statCases: readonly CaseDefinition[] = [
  {
    id: "stat-kinds",
    title: "tells the kinds of what is there",
    check: async ({ disk, fileSystem, at, has }) => {
      await disk.makeFolder(at("folder"));
      assert.equal((await fileSystem.resolve(at("folder"))).stat?.kind, "directory");
      if (!has("fifos")) return;
      await disk.fifo(at("pipe"));
      assert.equal((await fileSystem.resolve(at("pipe"))).stat?.kind, "fifo");
      if (!has("links")) return;
      await disk.link(at("to-pipe"), "pipe");
      assert.equal((await fileSystem.resolve(at("to-pipe"))).stat?.kind, "fifo");
    },
  },
  {
    id: "stat-size",
    title: "tells the size in bytes, the same from the path, the content and an open file",
    check: async ({ disk, fileSystem, at, real }) => {
      for (const text of ["", "a", "äöü", "x".repeat(70_000)]) {
        await disk.writeFile(at("file"), bytesOf(text));
        const { length } = bytesOf(text);
        assert.equal((await fileSystem.resolve(at("file"))).stat?.size, length);
        assert.equal((await fileSystem.readSmallFile(real("file"), 100_000)).stat.size, length);
        const open = await fileSystem.open(real("file"));
        assert.equal((await open.stat()).size, length);
        await open.close();
      }
    },
  },
  {
    id: "stat-identity",
    title: "knows one file by device and inode, by any path, and two files apart",
    check: async ({ disk, fileSystem, at, real, has }) => {
      await disk.writeFile(at("one"), bytesOf("same"));
      await disk.writeFile(at("two"), bytesOf("same"));
      const one = (await fileSystem.resolve(at("one"))).stat;
      const two = (await fileSystem.resolve(at("two"))).stat;
      const identity = (stat: typeof one): unknown => [stat?.device, stat?.inode];
      assert.notDeepEqual(identity(one), identity(two));
      assert.deepEqual(identity((await fileSystem.readSmallFile(real("one"), 10)).stat), identity(one));
      if (!has("links")) return;
      await disk.link(at("link"), "one");
      assert.deepEqual(identity((await fileSystem.resolve(at("link"))).stat), identity(one));
    },
  },
  {
    id: "modified-time",
    title: "tells when a file was changed, by text or by bytes, and nothing of what is no file",
    check: async ({ disk, fileSystem, at, real, has }) => {
      await disk.makeFolder(at("folder"));
      await disk.writeFile(at("folder/file"), bytesOf("x"));
      if (has("links")) await disk.link(at("link"), "folder/file");
      if (has("fifos")) await disk.fifo(at("pipe"));
      const { stat } = await fileSystem.resolve(at("folder/file"));
      const expected = Number((stat?.modifiedNs ?? 0n) / 1_000_000n);
      const found = await fileSystem.findModifiedTime(real("folder/file"));
      assert.equal(Math.floor(found ?? 0), expected);
      assert.equal(await fileSystem.findModifiedTime(bytesOf(real("folder/file"))), found);
      // Those that could not be made are missing, and so is what is told of them.
      for (const path of ["folder", "link", "pipe", "missing", "folder/file/below"])
        assert.equal(await fileSystem.findModifiedTime(real(path)), undefined, path);
    },
  },
  {
    id: "find-kind",
    title: "tells what a path leads to, and nothing of what is not there",
    check: async ({ disk, fileSystem, at, has }) => {
      await disk.makeFolder(at("folder"));
      await disk.writeFile(at("file"), bytesOf("x"));
      if (has("fifos")) await disk.fifo(at("pipe"));
      const links = {
        "to-file": "file",
        "to-folder": "folder",
        "to-pipe": "pipe",
        "to-link": "to-pipe",
        dangling: "missing",
        loop: "loop",
      };
      if (has("links")) for (const [name, target] of Object.entries(links)) await disk.link(at(name), target);
      const linked = (name: string): string[] => (has("links") ? [name] : []);
      const kinds = new Map([
        ["directory", ["folder", ...linked("to-folder")]],
        ["file", ["file", ...linked("to-file")]],
        ["fifo", has("fifos") ? ["pipe", ...linked("to-pipe"), ...linked("to-link")] : []],
      ]);
      for (const [kind, names] of kinds)
        for (const name of names) assert.equal(await fileSystem.findKind(at(name)), kind, name);
      for (const name of ["missing", "missing/below", "file/below", "dangling", "loop"])
        assert.equal(await fileSystem.findKind(at(name)), undefined, name);
    },
  },
  {
    id: "change-time",
    title: "moves the change time with every change of content",
    check: async ({ disk, fileSystem, at }) => {
      await disk.writeFile(at("file"), bytesOf("one"));
      const before = (await fileSystem.resolve(at("file"))).stat;
      // Longer than a tick of any local disk's clock.
      await new Promise((resolve) => setTimeout(resolve, 20));
      await disk.writeFile(at("file"), bytesOf("two"));
      const after = (await fileSystem.resolve(at("file"))).stat;
      assert.notEqual(after?.changedNs, before?.changedNs);
      assert.equal(after?.inode, before?.inode);
    },
  },
];
