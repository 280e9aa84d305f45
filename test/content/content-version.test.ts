import { describe, expect, it } from "vitest";
import { ContentVersion } from "../../src/content/content-version.js";
import type { FileStat } from "../../src/fs/file-system.js";

const of = (text: string): ContentVersion => ContentVersion.ofBytes(Buffer.from(text));
const released = (text: string): ContentVersion => {
  const version = of(text);
  version.releaseBytes();
  version.releaseBytes();
  return version;
};
const restored = (text: string): ContentVersion => ContentVersion.restore(of(text).id, text.length);
const stat: FileStat = {
  kind: "file",
  size: 5,
  mode: 0o644,
  links: 1,
  device: 1n,
  inode: 2n,
  modifiedNs: 3n,
  changedNs: 4n,
};

describe("a content version", () => {
  it("is named by its content [LEDGER-7]", () => {
    expect(of("hello").id).toBe("sha256:2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824");
    expect(of("").id).toBe("sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  });

  const forms = { held: of, released, restored };
  const pairs = Object.entries(forms).flatMap(([left, makeLeft]) =>
    Object.entries(forms).map(([right, makeRight]) => [left, right, makeLeft, makeRight] as const),
  );

  it.each(pairs)(
    "that is %s equals one that is %s by content alone [LEDGER-8]",
    (_left, _right, left, right) => {
      expect({
        same: left("content").equals(right("content")),
        equalSize: left("content").equals(right("CONTENT")),
        otherSize: left("content").equals(right("contents")),
        empty: left("").equals(right("")),
      }).toEqual({ same: true, equalSize: false, otherSize: false, empty: true });
    },
  );

  it("has its bytes while they are held and its size and name for good [LEDGER-8]", () => {
    const version = of("content");
    expect(version.bytes).toEqual(Buffer.from("content"));
    version.releaseBytes();
    expect([version.bytes, version.size, version.id]).toEqual([undefined, 7, of("content").id]);
  });

  it("by digests is told apart by size and digests [READ-16]", () => {
    const [one, two] = [Uint8Array.of(1, 2, 3), Uint8Array.of(1, 2, 4)];
    const version = ContentVersion.ofDigests(9, one);
    expect([
      version.equals(ContentVersion.ofDigests(9, one.slice())),
      version.equals(ContentVersion.ofDigests(9, two)),
      version.equals(ContentVersion.ofDigests(8, one)),
      version.equals(ContentVersion.restore(version.id, 9)),
    ]).toEqual([true, false, false, true]);
  });

  it.each<[string, boolean, Partial<FileStat>]>([
    ["nothing", true, {}],
    ["mode and links", true, { mode: 0o600, links: 2 }],
    ["size", false, { size: 6 }],
    ["device", false, { device: 9n }],
    ["inode", false, { inode: 9n }],
    ["mtime", false, { modifiedNs: 9n }],
    ["ctime", false, { changedNs: 9n }],
  ])("by stat is the same after a change of %s: %s [READ-16]", (_, isSame, change) => {
    expect(ContentVersion.ofStat(stat).equals(ContentVersion.ofStat({ ...stat, ...change }))).toBe(isSame);
  });
});
