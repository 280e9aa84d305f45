/** What every FileSystem must do when content changes: all or nothing, and only over what was expected. */
import { expect, it } from "vitest";
import type { FileSystem, RealPath, Replaced, Replacement } from "../../src/index.js";
import { bytesOf, type ContractSetUp, textOf } from "./contract-set-up.js";

const temporaryName = ".filewright-contract.tmp";
const base = { way: "rename", temporaryName, isDurable: true } as const;

async function readText(fileSystem: FileSystem, path: RealPath): Promise<string | undefined> {
  return textOf((await fileSystem.readSmallFile(path, 1_000_000)).bytes);
}

async function namesIn(fileSystem: FileSystem, folder: RealPath): Promise<string[]> {
  return (await fileSystem.list(folder, 100)).entries.map(({ name }) => name).toSorted();
}

export function itKeepsTheWriteContract(setUp: () => ContractSetUp): void {
  const replace = async (
    { fileSystem, real }: ContractSetUp,
    name: string,
    request: Pick<Replacement, "expected" | "content"> & Partial<Replacement>,
  ): Promise<Replaced> => fileSystem.replaceIfUnchanged(real(name), { ...base, ...request });

  it.each(["rename", "in-place"] as const)(
    "replaces what is expected, by %s, and leaves nothing else behind [FS-3]",
    async (way) => {
      const set = setUp();
      set.disk.writeFile(set.at("a.txt"), bytesOf("old"));
      const replaced = await replace(set, "a.txt", {
        expected: bytesOf("old"),
        content: bytesOf("new and longer"),
        way,
      });
      expect(replaced).toMatchObject({ outcome: "replaced", displaced: undefined, notKept: [] });
      expect(await readText(set.fileSystem, set.real("a.txt"))).toBe("new and longer");
      const folder = set.disk.folder as RealPath;
      expect(await namesIn(set.fileSystem, folder)).toEqual(["a.txt"]);
      const { stat } = await set.fileSystem.resolve(set.at("a.txt"));
      expect(replaced.outcome === "replaced" && replaced.stat.inode === stat?.inode).toBe(true);
    },
  );

  it.each(["rename", "in-place"] as const)(
    "touches nothing when something else is there, by %s [FS-3]",
    async (way) => {
      const set = setUp();
      set.disk.writeFile(set.at("a.txt"), bytesOf("theirs"));
      const { stat } = await set.fileSystem.resolve(set.at("a.txt"));
      const replaced = await replace(set, "a.txt", {
        expected: bytesOf("old"),
        content: bytesOf("new"),
        way,
      });
      expect(replaced.outcome).toBe("changed");
      expect(replaced.outcome === "changed" && textOf(replaced.present)).toBe("theirs");
      expect((await set.fileSystem.resolve(set.at("a.txt"))).stat).toEqual(stat);
      expect(await namesIn(set.fileSystem, set.disk.folder as RealPath)).toEqual(["a.txt"]);
    },
  );

  it("does not bring back a file that is gone [FS-3]", async () => {
    const set = setUp();
    const replaced = await replace(set, "a.txt", { expected: bytesOf("old"), content: bytesOf("new") });
    expect(replaced).toEqual({ outcome: "changed", present: undefined });
    expect(await namesIn(set.fileSystem, set.disk.folder as RealPath)).toEqual([]);
  });

  it("creates a file only where none is [FS-3]", async () => {
    const set = setUp();
    const first = await replace(set, "a.txt", { expected: undefined, content: bytesOf("mine") });
    expect(first.outcome).toBe("replaced");
    const second = await replace(set, "a.txt", { expected: undefined, content: bytesOf("yours") });
    expect(second.outcome === "changed" && textOf(second.present)).toBe("mine");
    expect(await readText(set.fileSystem, set.real("a.txt"))).toBe("mine");
    expect(await namesIn(set.fileSystem, set.disk.folder as RealPath)).toEqual(["a.txt"]);
  });

  it("gives a new file the mode it is told [FS-3]", async () => {
    const set = setUp();
    await replace(set, "a.sh", { expected: undefined, content: bytesOf("x"), mode: 0o750 });
    expect((await set.fileSystem.resolve(set.at("a.sh"))).stat?.mode).toBe(0o750);
  });

  it("follows no link that has appeared, and replaces no folder [FS-3, PATH-9]", async () => {
    const set = setUp();
    set.disk.makeFolder(set.at("folder"));
    set.disk.writeFile(set.at("folder/a.txt"), bytesOf("old"));
    set.disk.link(set.at("way"), "folder");
    set.disk.link(set.at("link.txt"), "folder/a.txt");
    const request = { expected: bytesOf("old"), content: bytesOf("new") };
    expect(await set.codeOf(() => replace(set, "way/a.txt", request))).toBe("MOVED");
    expect(await set.codeOf(() => replace(set, "link.txt", request))).toBe("MOVED");
    expect(await set.codeOf(() => replace(set, "folder", request))).toBe("EISDIR");
    expect(await readText(set.fileSystem, set.real("folder/a.txt"))).toBe("old");
  });

  it("fills a staged file piece by piece and puts it in place in one step [FS-3]", async () => {
    const set = setUp();
    const { fileSystem, real, at } = set;
    set.disk.writeFile(at("a.txt"), bytesOf("old"));
    const { stat } = await fileSystem.resolve(at("a.txt"));
    const staged = await fileSystem.stage(real("a.txt"), temporaryName, { isDurable: false });
    await staged.append(bytesOf("first, "));
    await staged.append(bytesOf("second"));
    const found = new Uint8Array(6);
    expect(await staged.read(found, 7)).toBe(6);
    expect(textOf(found)).toBe("second");
    expect(await readText(fileSystem, real("a.txt"))).toBe("old");
    if (stat === undefined) throw new Error("no file");
    expect((await staged.publish(stat)).outcome).toBe("replaced");
    await staged.discard();
    expect(await readText(fileSystem, real("a.txt"))).toBe("first, second");
    expect(await namesIn(fileSystem, set.disk.folder as RealPath)).toEqual(["a.txt"]);
  });

  it("does not publish over a file that has changed, and a discarded one leaves nothing [FS-3]", async () => {
    const set = setUp();
    const { fileSystem, real, at } = set;
    set.disk.writeFile(at("a.txt"), bytesOf("old"));
    const { stat } = await fileSystem.resolve(at("a.txt"));
    if (stat === undefined) throw new Error("no file");
    const staged = await fileSystem.stage(real("a.txt"), temporaryName, { isDurable: false });
    await staged.append(bytesOf("new"));
    set.disk.writeFile(at("a.txt"), bytesOf("theirs"));
    expect((await staged.publish(stat)).outcome).toBe("changed");
    await staged.discard();
    expect(await readText(fileSystem, real("a.txt"))).toBe("theirs");
    expect(await namesIn(fileSystem, set.disk.folder as RealPath)).toEqual(["a.txt"]);
  });

  it("removes a file only if it holds what is expected [FS-3]", async () => {
    const set = setUp();
    const { fileSystem, real, at } = set;
    set.disk.writeFile(at("a.txt"), bytesOf("mine"));
    const remove = async (expected: string): Promise<Replaced> =>
      fileSystem.removeIfUnchanged(real("a.txt"), bytesOf(expected), { isDurable: true });
    expect((await remove("other")).outcome).toBe("changed");
    expect((await remove("mine")).outcome).toBe("replaced");
    expect((await remove("mine")).outcome).toBe("changed");
    expect((await fileSystem.resolve(at("a.txt"))).stat).toBeUndefined();
  });

  it("makes the folders a file needs, and takes back only those that are empty [FS-3]", async () => {
    const set = setUp();
    const { fileSystem, real, at } = set;
    set.disk.makeFolder(at("here"));
    expect(await fileSystem.findMissingFolder(real("here/a.txt"))).toBeUndefined();
    await fileSystem.createParents(real("here/a.txt"));
    expect(await fileSystem.findMissingFolder(real("here/b/c/d.txt"))).toBe(at("here/b"));
    await fileSystem.createParents(real("here/b/c/d.txt"));
    expect(await fileSystem.findMissingFolder(real("here/b/c/d.txt"))).toBeUndefined();
    set.disk.writeFile(at("here/b/kept.txt"), bytesOf("x"));
    await fileSystem.removeEmptyParents(real("here/b/c/d.txt"), real("here/b"));
    expect((await fileSystem.resolve(at("here/b/c"))).stat).toBeUndefined();
    expect(await readText(fileSystem, real("here/b/kept.txt"))).toBe("x");
  });

  it("makes no folder through a link [FS-3, PATH-9]", async () => {
    const set = setUp();
    set.disk.makeFolder(set.at("folder"));
    set.disk.link(set.at("way"), "folder");
    expect(await set.codeOf(() => set.fileSystem.createParents(set.real("way/new/a.txt")))).toBe("MOVED");
    expect(await namesIn(set.fileSystem, set.real("folder"))).toEqual([]);
  });

  it("appends to a file of its own, with room behind or without, and gives the room back [FS-3]", async () => {
    const { fileSystem, real, at } = setUp();
    const options = { mode: 0o600, isDurable: true };
    await fileSystem.append(at("log"), bytesOf("one"), { ...options, at: 0, room: 100 });
    await fileSystem.append(at("log"), bytesOf("two"), { ...options, at: 3, room: 100 });
    await fileSystem.append(at("log"), bytesOf("three"), { ...options, at: 6, room: 0 });
    const [text = "", ...rest] = (await readText(fileSystem, real("log")))?.split("\0") ?? [];
    expect([text, rest.join("")]).toEqual(["onetwothree", ""]);
    await fileSystem.truncate(at("log"), 6);
    expect(await readText(fileSystem, real("log"))).toBe("onetwo");
    expect((await fileSystem.resolve(at("log"))).stat?.mode).toBe(0o600);
  });

  it("renames and removes files of its own; what is gone is gone [FS-3]", async () => {
    const { fileSystem, disk, real, at, codeOf } = setUp();
    disk.writeFile(at("a"), bytesOf("x"));
    await fileSystem.rename(at("a"), at("b"));
    expect(await readText(fileSystem, real("b"))).toBe("x");
    expect(await codeOf(() => fileSystem.rename(at("a"), at("c")))).toBe("ENOENT");
    await fileSystem.removeFile(at("b"));
    await fileSystem.removeFile(at("b"));
    expect(await namesIn(fileSystem, disk.folder as RealPath)).toEqual([]);
  });
}
