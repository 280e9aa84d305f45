/** What reading gives: whole files, parts of them, listings, and never what is no file. */
import assert from "node:assert/strict";
import { bytesOf, type CaseDefinition, textOf } from "./contract-case.js";

export const readCases: readonly CaseDefinition[] = [
  {
    id: "read-small",
    title: "reads a small file whole, and nothing of one over the limit",
    check: async ({ disk, fileSystem, at, real }) => {
      await disk.writeFile(at("file"), bytesOf("twelve bytes"));
      await disk.writeFile(at("empty"), new Uint8Array(0));
      assert.equal(textOf((await fileSystem.readSmallFile(real("file"), 12)).bytes), "twelve bytes");
      assert.equal(textOf((await fileSystem.readSmallFile(real("empty"), 12)).bytes), "");
      const over = await fileSystem.readSmallFile(real("file"), 11);
      assert.equal(over.bytes, undefined);
      assert.equal(over.stat.size, 12);
    },
  },
  {
    id: "read-copies",
    title: "gives bytes that later changes of the file do not touch",
    check: async ({ disk, fileSystem, at, real }) => {
      await disk.writeFile(at("file"), bytesOf("before"));
      const { bytes } = await fileSystem.readSmallFile(real("file"), 100);
      await disk.writeFile(at("file"), bytesOf("AFTER!"));
      assert.equal(textOf(bytes), "before");
    },
  },
  {
    id: "read-parts",
    title: "reads any part of an open file, short only at its end",
    check: async ({ disk, fileSystem, at, real }) => {
      await disk.writeFile(at("file"), bytesOf("0123456789"));
      const file = await fileSystem.open(real("file"));
      const target = new Uint8Array(4);
      assert.deepEqual([await file.read(target, 3), textOf(target)], [4, "3456"]);
      assert.deepEqual([await file.read(target, 8), textOf(target.subarray(0, 2))], [2, "89"]);
      assert.equal(await file.read(target, 10), 0);
      assert.equal((await file.stat()).size, 10);
      await file.close();
    },
  },
  {
    id: "read-regular-only",
    title: "never opens what is not a regular file",
    check: async ({ disk, fileSystem, at, real, fails, has }) => {
      if (has("fifos")) await disk.fifo(at("pipe"));
      await disk.makeFolder(at("folder"));
      for (const open of [
        (path: string) => fileSystem.open(real(path)),
        (path: string) => fileSystem.readSmallFile(real(path), 10),
      ]) {
        if (has("fifos")) await fails(() => open("pipe"), "NOT_REGULAR");
        await fails(() => open("folder"), "EISDIR");
        await fails(() => open("missing"), "ENOENT");
      }
    },
  },
  {
    id: "list",
    title: "lists a folder, up to a limit",
    check: async ({ disk, fileSystem, at, real, fails }) => {
      await disk.makeFolder(at("folder/sub"));
      await disk.writeFile(at("folder/a"), bytesOf(""));
      await disk.writeFile(at("folder/.hidden"), bytesOf(""));
      const { entries, complete } = await fileSystem.list(real("folder"), 10);
      assert.equal(complete, true);
      const plain = entries.map(({ name, isDirectory }) => ({ name, isDirectory }));
      assert.deepEqual(
        plain.toSorted((x, y) => (x.name < y.name ? -1 : 1)),
        [
          { name: ".hidden", isDirectory: false },
          { name: "a", isDirectory: false },
          { name: "sub", isDirectory: true },
        ],
      );
      assert.equal((await fileSystem.list(real("folder"), 3)).complete, true);
      const two = await fileSystem.list(real("folder"), 2);
      assert.deepEqual([two.entries.length, two.complete], [2, false]);
      await fails(() => fileSystem.list(real("folder/a"), 2), "ENOTDIR");
      await fails(() => fileSystem.list(real("missing"), 2), "ENOENT");
    },
  },
];
