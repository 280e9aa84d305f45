/** Files of the engine's own, which history, saved results and settings stand on. */
import assert from "node:assert/strict";
import { bytesOf, type CaseDefinition } from "./contract-case.js";
import { namesIn, readText } from "./write-requests.js";

export const ownFileCases: readonly CaseDefinition[] = [
  {
    id: "create",
    title: "creates folders and new files, and never overwrites",
    check: async ({ disk, fileSystem, at, real, fails, has }) => {
      await fileSystem.makeDirectory(at("a/b/c"), 0o700);
      await fileSystem.makeDirectory(at("a/b/c"), 0o700);
      const create = (path: string, text: string) => fileSystem.createFile(at(path), bytesOf(text), 0o600);
      await create("a/b/c/file", "new");
      assert.equal(await readText(fileSystem, real("a/b/c/file")), "new");
      if (has("modes")) assert.equal((await fileSystem.resolve(at("a/b/c/file"))).stat?.mode, 0o600);
      await fails(() => create("a/b/c/file", "x"), "EEXIST");
      await fails(() => create("no/folder", "x"), "ENOENT");
      if (has("links")) {
        await disk.link(at("dangling"), "elsewhere");
        await fails(() => create("dangling", "x"), "EEXIST");
      }
      assert.equal(await readText(fileSystem, real("a/b/c/file")), "new");
    },
  },
  {
    id: "append",
    title: "appends to a file of its own, with allocated room or without, and gives the room back",
    check: async ({ fileSystem, real, at, has, fails }) => {
      await fails(() => fileSystem.openOwnFile(at("log")), "ENOENT");
      const log = await fileSystem.openOwnFile(at("log"), 0o600);
      await log.append(bytesOf("one"), { isDurable: true, at: 0, room: 100 });
      await log.append(bytesOf("two"), { isDurable: true, at: 3, room: 100 });
      await log.append(bytesOf("three"), { isDurable: true, at: 6, room: 0 });
      const [text = "", ...rest] = (await readText(fileSystem, real("log")))?.split("\0") ?? [];
      assert.deepEqual([text, rest.join("")], ["onetwothree", ""]);
      await log.truncate(6);
      await log.close();
      assert.equal(await readText(fileSystem, real("log")), "onetwo");
      if (has("modes")) assert.equal((await fileSystem.resolve(at("log"))).stat?.mode, 0o600);
      await fails(() => fileSystem.openOwnFile(at("log"), 0o600), "EEXIST");
    },
  },
  {
    id: "own-file-name",
    title: "writes to the file it holds, and knows whether its path still leads there",
    check: async ({ fileSystem, real, at }) => {
      const log = await fileSystem.openOwnFile(at("log"), 0o600);
      assert.equal(await log.isNamed(), true);
      await fileSystem.rename(at("log"), at("aside"));
      const other = await fileSystem.openOwnFile(at("log"), 0o600);
      await log.append(bytesOf("mine"), { isDurable: false, at: 0, room: 0 });
      assert.deepEqual([await log.isNamed(), await other.isNamed()], [false, true]);
      assert.equal(await readText(fileSystem, real("aside")), "mine");
      assert.equal(await readText(fileSystem, real("log")), "");
      const target = new Uint8Array(4);
      assert.equal(await log.read(target, 0), 4);
      assert.equal(Buffer.from(target).toString(), "mine");
      await fileSystem.removeFile(at("log"));
      assert.equal(await other.isNamed(), false);
      await log.close();
      await other.close();
    },
  },
  {
    id: "own-file-lock",
    title: "gives a lock to one holder at a time, until it closes the file, or gives none at all",
    check: async ({ fileSystem, at }) => {
      const first = await fileSystem.openOwnFile(at("log"), 0o600);
      const second = await fileSystem.openOwnFile(at("log"));
      const isLocked = await first.tryLock("shared");
      assert.notEqual(isLocked, false);
      if (isLocked === true) {
        assert.equal(await second.tryLock("exclusive"), false);
        assert.equal(await second.tryLock("shared"), true);
      }
      await first.close();
      if (isLocked === true) assert.equal(await second.tryLock("exclusive"), true);
      await second.close();
    },
  },
  {
    id: "counter",
    title: "counts upwards only, for all who count by one path, from any number on",
    check: async ({ fileSystem, at }) => {
      const [left, right] = [fileSystem.openCounter(at("count")), fileSystem.openCounter(at("count"))];
      const numbers = [await left.next(0), await right.next(0), await left.next(0)];
      numbers.push(await right.next(1000), await left.next(0), await right.next(5));
      for (const [index, number] of numbers.entries()) assert.ok(number > (numbers[index - 1] ?? 0));
      assert.ok((numbers[3] ?? 0) > 1000);
      await left.close();
      await right.close();
    },
  },
  {
    id: "rename-and-remove",
    title: "renames and removes files of its own; what is gone is gone",
    check: async (set) => {
      const { fileSystem, disk, real, at, fails } = set;
      await disk.writeFile(at("a"), bytesOf("x"));
      await fileSystem.rename(at("a"), at("b"));
      assert.equal(await readText(fileSystem, real("b")), "x");
      await fails(() => fileSystem.rename(at("a"), at("c")), "ENOENT");
      await fileSystem.removeFile(at("b"));
      await fileSystem.removeFile(at("b"));
      assert.deepEqual(await namesIn(set), []);
    },
  },
];
