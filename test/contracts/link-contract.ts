/** The part of the file system contract that the locks of the state directory stand on. */
import { expect, it } from "vitest";
import { bytesOf, type ContractSetUp, textOf } from "./contract-set-up.js";

export function itKeepsTheLinkContract(setUp: () => ContractSetUp): void {
  it("keeps any text in a link of its own and never puts one over something [FS-1]", async () => {
    const { disk, fileSystem, at, codeOf } = setUp();
    await fileSystem.createLink(at("lock"), "any text, not a path: 1 2 3");
    expect(await fileSystem.readLink(at("lock"))).toBe("any text, not a path: 1 2 3");
    disk.writeFile(at("file"), bytesOf("x"));
    disk.makeFolder(at("folder"));
    for (const taken of ["lock", "file", "folder"]) {
      expect(await codeOf(() => fileSystem.createLink(at(taken), "other"))).toBe("EEXIST");
    }
    expect(await fileSystem.readLink(at("lock"))).toBe("any text, not a path: 1 2 3");
    expect(await codeOf(() => fileSystem.createLink(at("no/lock"), "other"))).toBe("ENOENT");
    expect(await codeOf(() => fileSystem.readLink(at("missing")))).toBe("ENOENT");
    expect(await codeOf(() => fileSystem.readLink(at("file")))).toBe("EINVAL");
  });

  it("puts a link in the place of another, and of nothing but a link [FS-1]", async () => {
    const { disk, fileSystem, at, real, codeOf } = setUp();
    disk.writeFile(at("file"), bytesOf("x"));
    await fileSystem.createLink(at("old"), "first");
    await fileSystem.createLink(at("new"), "second");
    await fileSystem.renameLink(at("new"), at("old"));
    expect(await fileSystem.readLink(at("old"))).toBe("second");
    expect(await codeOf(() => fileSystem.readLink(at("new")))).toBe("ENOENT");
    await fileSystem.renameLink(at("old"), at("fresh"));
    expect(await fileSystem.readLink(at("fresh"))).toBe("second");
    expect(await codeOf(() => fileSystem.renameLink(at("missing"), at("fresh")))).toBe("ENOENT");
    expect(await codeOf(() => fileSystem.renameLink(at("file"), at("fresh")))).toBe("EINVAL");
    expect(await codeOf(() => fileSystem.renameLink(at("fresh"), at("file")))).toBe("EINVAL");
    expect(await fileSystem.readLink(at("fresh"))).toBe("second");
    expect(textOf((await fileSystem.readSmallFile(real("file"), 10)).bytes)).toBe("x");
  });

  it("removes a link, not what it leads to, and nothing else [FS-1]", async () => {
    const { disk, fileSystem, at, real, codeOf } = setUp();
    disk.writeFile(at("file"), bytesOf("x"));
    await fileSystem.createLink(at("link"), "file");
    await fileSystem.removeLink(at("link"), "another target");
    expect(await fileSystem.readLink(at("link"))).not.toBe("another target");
    await fileSystem.removeLink(at("link"), await fileSystem.readLink(at("link")));
    expect(await codeOf(() => fileSystem.removeLink(at("link"), "x"))).toBe("ENOENT");
    expect(await codeOf(() => fileSystem.removeLink(at("file"), "x"))).toBe("EINVAL");
    expect(textOf((await fileSystem.readSmallFile(real("file"), 10)).bytes)).toBe("x");
  });
}
