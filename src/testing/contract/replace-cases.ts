/** Changes of content: all or nothing, and only over what was expected. */
import assert from "node:assert/strict";
import type { ReplaceWay } from "../../fs/file-system.js";
import { assertSameStat, bytesOf, type CaseDefinition, textOf } from "./contract-case.js";
import { namesIn, readText, replace } from "./write-requests.js";

const ways: readonly ReplaceWay[] = ["rename", "in-place"];

const replacesExpected = (way: ReplaceWay): CaseDefinition => ({
  id: `replace-${way}`,
  title: `replaces what is expected, by ${way}, and leaves nothing else behind`,
  needs: way === "rename" ? ["renames"] : [],
  check: async (set) => {
    const { disk, fileSystem, at, real } = set;
    await disk.writeFile(at("a.txt"), bytesOf("old"));
    const before = (await fileSystem.resolve(at("a.txt"))).stat;
    const content = bytesOf("new and longer");
    const replaced = await replace(set, "a.txt", { expected: bytesOf("old"), content, way });
    assert.equal(replaced.outcome, "replaced");
    assert.deepEqual([replaced.displaced, [...replaced.notKept]], [undefined, []]);
    assert.equal(await readText(fileSystem, real("a.txt")), "new and longer");
    assert.deepEqual(await namesIn(set), ["a.txt"]);
    const after = (await fileSystem.resolve(at("a.txt"))).stat;
    assert.equal(replaced.stat.inode, after?.inode);
    assert.equal(replaced.stat.size, content.length);
    if (way === "in-place") assert.equal(after?.inode, before?.inode, "in place means the very file");
  },
});

const leavesOthers = (way: ReplaceWay): CaseDefinition => ({
  id: `replace-changed-${way}`,
  title: `touches nothing when something else is there, by ${way}`,
  check: async (set) => {
    const { disk, fileSystem, at } = set;
    await disk.writeFile(at("a.txt"), bytesOf("theirs"));
    const { stat } = await fileSystem.resolve(at("a.txt"));
    const replaced = await replace(set, "a.txt", {
      expected: bytesOf("old"),
      content: bytesOf("new"),
      way,
    });
    assert.equal(replaced.outcome, "changed");
    assert.equal(textOf(replaced.present), "theirs");
    assertSameStat((await fileSystem.resolve(at("a.txt"))).stat, stat);
    assert.deepEqual(await namesIn(set), ["a.txt"]);
  },
});

export const replaceCases: readonly CaseDefinition[] = [
  ...ways.map(replacesExpected),
  ...ways.map(leavesOthers),
  {
    id: "replace-watched",
    title:
      "finds nothing written into the former file when nobody wrote into it, if it watches that file at all",
    needs: ["renames"],
    check: async (set) => {
      const { disk, at } = set;
      await disk.writeFile(at("a.txt"), bytesOf("old"));
      const request = { expected: bytesOf("old"), content: bytesOf("new"), watchFormer: true };
      const replaced = await replace(set, "a.txt", request);
      assert.equal(replaced.outcome, "replaced");
      assert.equal(replaced.watch?.end(true), undefined);
      assert.deepEqual(await namesIn(set), ["a.txt"]);
    },
  },
  {
    id: "replace-held-open",
    title: "leaves a file that is held open its old content when a rename puts another in its place",
    check: async (set) => {
      const { disk, fileSystem, at, real } = set;
      await disk.writeFile(at("a.txt"), bytesOf("old"));
      const open = await fileSystem.open(real("a.txt"));
      await replace(set, "a.txt", { expected: bytesOf("old"), content: bytesOf("new") });
      const target = new Uint8Array(3);
      assert.deepEqual([await open.read(target, 0), textOf(target)], [3, "old"]);
      await open.close();
    },
  },
  {
    id: "replace-seen-by-readers",
    title: "shows readers the old content or the new while a rename is under way, and nothing between",
    needs: ["renames"],
    check: async (set) => {
      const { disk, fileSystem, at, real } = set;
      const [old, content] = [bytesOf("old ".repeat(50_000)), bytesOf("new ".repeat(60_000))];
      await disk.writeFile(at("a.txt"), old);
      const under = { way: true };
      const change = replace(set, "a.txt", { expected: old, content }).finally(() => {
        under.way = false;
      });
      const look = async (): Promise<string> => {
        const text = await readText(fileSystem, real("a.txt"));
        return text === textOf(old) ? "old" : text === textOf(content) ? "new" : "something else";
      };
      const seen = new Set<string>();
      // A disk that answers at once has finished before the first look; on any other the looks fall in between.
      do {
        seen.add(await look().catch(() => "nothing"));
        await new Promise((resolve) => setImmediate(resolve));
      } while (under.way);
      assert.equal((await change).outcome, "replaced");
      assert.deepEqual(
        [...seen].filter((each) => each !== "old" && each !== "new"),
        [],
      );
    },
  },
  {
    id: "replace-gone",
    title: "does not bring back a file that is gone",
    check: async (set) => {
      const replaced = await replace(set, "a.txt", { expected: bytesOf("old"), content: bytesOf("new") });
      assert.equal(replaced.outcome, "changed");
      assert.equal(replaced.present, undefined);
      assert.deepEqual(await namesIn(set), []);
    },
  },
  {
    id: "create-only-new",
    title: "creates a file only where none is",
    check: async (set) => {
      const first = await replace(set, "a.txt", { expected: undefined, content: bytesOf("mine") });
      assert.equal(first.outcome, "replaced");
      const second = await replace(set, "a.txt", { expected: undefined, content: bytesOf("yours") });
      assert.equal(second.outcome, "changed");
      assert.equal(textOf(second.present), "mine");
      assert.equal(await readText(set.fileSystem, set.real("a.txt")), "mine");
      assert.deepEqual(await namesIn(set), ["a.txt"]);
    },
  },
  {
    id: "create-mode",
    title: "gives a new file the mode it is told",
    needs: ["modes"],
    check: async (set) => {
      await replace(set, "a.sh", { expected: undefined, content: bytesOf("x"), mode: 0o750 });
      assert.equal((await set.fileSystem.resolve(set.at("a.sh"))).stat?.mode, 0o750);
    },
  },
  {
    id: "no-set-id-bits",
    title: "gives no file the right to run as its owner or group",
    needs: ["modes"],
    check: async (set) => {
      await replace(set, "a.sh", { expected: undefined, content: bytesOf("x"), mode: 0o6755 });
      assert.equal((await set.fileSystem.resolve(set.at("a.sh"))).stat?.mode, 0o755);
    },
  },
  {
    id: "replace-no-link",
    title: "follows no link that has appeared, and replaces no folder",
    check: async (set) => {
      const { disk, fileSystem, at, real, fails, has } = set;
      await disk.makeFolder(at("folder"));
      await disk.writeFile(at("folder/a.txt"), bytesOf("old"));
      const request = { expected: bytesOf("old"), content: bytesOf("new") };
      await fails(() => replace(set, "folder", request), "EISDIR");
      if (has("links")) {
        await disk.link(at("way"), "folder");
        await disk.link(at("link.txt"), "folder/a.txt");
        await fails(() => replace(set, "way/a.txt", request), "MOVED");
        await fails(() => replace(set, "link.txt", request), "MOVED");
      }
      assert.equal(await readText(fileSystem, real("folder/a.txt")), "old");
    },
  },
  {
    id: "remove-expected",
    title: "removes a file only if it holds what is expected",
    check: async ({ disk, fileSystem, at, real }) => {
      await disk.writeFile(at("a.txt"), bytesOf("mine"));
      const remove = async (expected: string): Promise<string> =>
        (await fileSystem.removeIfUnchanged(real("a.txt"), bytesOf(expected), { isDurable: true })).outcome;
      assert.equal(await remove("other"), "changed");
      assert.equal(await readText(fileSystem, real("a.txt")), "mine");
      assert.equal(await remove("mine"), "replaced");
      assert.equal(await remove("mine"), "changed");
      assert.equal((await fileSystem.resolve(at("a.txt"))).stat, undefined);
    },
  },
];
