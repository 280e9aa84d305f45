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
    title: "appends to a file of its own, with room behind or without, and gives the room back",
    check: async ({ fileSystem, real, at, has }) => {
      const options = { mode: 0o600, isDurable: true };
      await fileSystem.append(at("log"), bytesOf("one"), { ...options, at: 0, room: 100 });
      await fileSystem.append(at("log"), bytesOf("two"), { ...options, at: 3, room: 100 });
      await fileSystem.append(at("log"), bytesOf("three"), { ...options, at: 6, room: 0 });
      const [text = "", ...rest] = (await readText(fileSystem, real("log")))?.split("\0") ?? [];
      assert.deepEqual([text, rest.join("")], ["onetwothree", ""]);
      await fileSystem.truncate(at("log"), 6);
      assert.equal(await readText(fileSystem, real("log")), "onetwo");
      if (has("modes")) assert.equal((await fileSystem.resolve(at("log"))).stat?.mode, 0o600);
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
