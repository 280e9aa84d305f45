/**
 * Links of the engine's own, which its locks stand on. A disk without symbolic links keeps these promises in another way:
 * a name with a text, made in one step and only where nothing is.
 */
import assert from "node:assert/strict";
import { bytesOf, type CaseDefinition } from "./contract-case.js";
import { readText } from "./write-requests.js";

export const linkCases: readonly CaseDefinition[] = [
  {
    id: "link-create",
    title: "keeps any text in a link of its own and never puts one over something",
    check: async ({ disk, fileSystem, at, fails }) => {
      const text = "any text, not a path: 1 2 3";
      await fileSystem.createLink(at("lock"), text);
      assert.equal(await fileSystem.readLink(at("lock")), text);
      await disk.writeFile(at("file"), bytesOf("x"));
      await disk.makeFolder(at("folder"));
      for (const taken of ["lock", "file", "folder"])
        await fails(() => fileSystem.createLink(at(taken), "other"), "EEXIST");
      assert.equal(await fileSystem.readLink(at("lock")), text);
      await fails(() => fileSystem.createLink(at("no/lock"), "other"), "ENOENT");
      await fails(() => fileSystem.readLink(at("missing")), "ENOENT");
      await fails(() => fileSystem.readLink(at("file")), "EINVAL");
    },
  },
  {
    id: "link-rename",
    title: "puts a link in the place of another, and of nothing but a link",
    check: async ({ disk, fileSystem, at, real, fails }) => {
      await disk.writeFile(at("file"), bytesOf("x"));
      await fileSystem.createLink(at("old"), "first");
      await fileSystem.createLink(at("new"), "second");
      await fileSystem.renameLink(at("new"), at("old"));
      assert.equal(await fileSystem.readLink(at("old")), "second");
      await fails(() => fileSystem.readLink(at("new")), "ENOENT");
      await fileSystem.renameLink(at("old"), at("fresh"));
      assert.equal(await fileSystem.readLink(at("fresh")), "second");
      await fails(() => fileSystem.renameLink(at("missing"), at("fresh")), "ENOENT");
      await fails(() => fileSystem.renameLink(at("file"), at("fresh")), "EINVAL");
      await fails(() => fileSystem.renameLink(at("fresh"), at("file")), "EINVAL");
      assert.equal(await fileSystem.readLink(at("fresh")), "second");
      assert.equal(await readText(fileSystem, real("file")), "x");
    },
  },
  {
    id: "link-remove",
    title: "removes a link, not what it leads to, and nothing else",
    check: async ({ disk, fileSystem, at, real, fails }) => {
      await disk.writeFile(at("file"), bytesOf("x"));
      await fileSystem.createLink(at("link"), "file");
      await fileSystem.removeLink(at("link"), "another target");
      assert.notEqual(await fileSystem.readLink(at("link")), "another target");
      await fileSystem.removeLink(at("link"), await fileSystem.readLink(at("link")));
      await fails(() => fileSystem.removeLink(at("link"), "x"), "ENOENT");
      await fails(() => fileSystem.removeLink(at("file"), "x"), "EINVAL");
      assert.equal(await readText(fileSystem, real("file")), "x");
    },
  },
];
