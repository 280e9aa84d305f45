/** Content too large to hold, and the folders that a new file needs. */
import assert from "node:assert/strict";
import { bytesOf, type CaseDefinition, textOf } from "./contract-case.js";
import { namesIn, readText, temporaryName } from "./write-requests.js";

export const stageCases: readonly CaseDefinition[] = [
  {
    id: "stage-publish",
    title: "fills a staged file piece by piece and puts it in place in one step",
    check: async (set) => {
      const { disk, fileSystem, real, at } = set;
      await disk.writeFile(at("a.txt"), bytesOf("old"));
      const { stat } = await fileSystem.resolve(at("a.txt"));
      const staged = await fileSystem.stage(real("a.txt"), temporaryName, { isDurable: false });
      await staged.append(bytesOf("first, "));
      await staged.append(bytesOf("second"));
      const found = new Uint8Array(6);
      assert.deepEqual([await staged.read(found, 7), textOf(found)], [6, "second"]);
      assert.equal(await readText(fileSystem, real("a.txt")), "old");
      assert.ok(stat, "the file that was written is there");
      assert.equal((await staged.publish(stat)).outcome, "replaced");
      await staged.discard();
      assert.equal(await readText(fileSystem, real("a.txt")), "first, second");
      assert.deepEqual(await namesIn(set), ["a.txt"]);
    },
  },
  {
    id: "stage-changed",
    title: "does not publish over a file that has changed, and a discarded one leaves nothing",
    check: async (set) => {
      const { disk, fileSystem, real, at } = set;
      await disk.writeFile(at("a.txt"), bytesOf("old"));
      const { stat } = await fileSystem.resolve(at("a.txt"));
      assert.ok(stat, "the file that was written is there");
      const staged = await fileSystem.stage(real("a.txt"), temporaryName, { isDurable: false });
      await staged.append(bytesOf("new"));
      await disk.writeFile(at("a.txt"), bytesOf("theirs"));
      assert.equal((await staged.publish(stat)).outcome, "changed");
      await staged.discard();
      assert.equal(await readText(fileSystem, real("a.txt")), "theirs");
      assert.deepEqual(await namesIn(set), ["a.txt"]);
    },
  },
  {
    id: "parents",
    title: "makes the folders a file needs, and takes back only those that are empty",
    check: async ({ disk, fileSystem, real, at }) => {
      await disk.makeFolder(at("here"));
      assert.equal(await fileSystem.findMissingFolder(real("here/a.txt")), undefined);
      await fileSystem.createParents(real("here/a.txt"));
      assert.equal(await fileSystem.findMissingFolder(real("here/b/c/d.txt")), at("here/b"));
      await fileSystem.createParents(real("here/b/c/d.txt"));
      assert.equal(await fileSystem.findMissingFolder(real("here/b/c/d.txt")), undefined);
      await disk.writeFile(at("here/b/kept.txt"), bytesOf("x"));
      await fileSystem.removeEmptyParents(real("here/b/c/d.txt"), real("here/b"));
      assert.equal((await fileSystem.resolve(at("here/b/c"))).stat, undefined);
      assert.equal(await readText(fileSystem, real("here/b/kept.txt")), "x");
    },
  },
  {
    id: "parents-no-link",
    title: "makes no folder through a link",
    needs: ["links"],
    check: async (set) => {
      const { disk, fileSystem, at, real, fails } = set;
      await disk.makeFolder(at("folder"));
      await disk.link(at("way"), "folder");
      await fails(() => fileSystem.createParents(real("way/new/a.txt")), "MOVED");
      assert.deepEqual(await namesIn(set, "folder"), []);
    },
  },
];
