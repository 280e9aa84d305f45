import { describe, expect, it } from "vitest";
import { ContentVersion } from "../../src/content/content-version.js";
import type { RealPath } from "../../src/fs/paths.js";
import { ContentCache, type ContentCacheLimits } from "../../src/session/content-cache.js";
import { Ledger } from "../../src/session/ledger.js";
import { lineRange } from "../../src/text/line-ranges.js";

const versionOf = (text: string): ContentVersion => ContentVersion.ofBytes(Buffer.from(text));

/** Which of the versions still have their bytes after being held in turn. */
function heldOf(limits: ContentCacheLimits, versions: readonly ContentVersion[]): boolean[] {
  const cache = new ContentCache(limits);
  for (const version of versions) cache.hold(version);
  return versions.map((version) => version.bytes !== undefined);
}

describe("held content", () => {
  it("is bounded in files, the longest unused going first [LEDGER-8]", () => {
    const versions = ["a", "b", "c", "d"].map(versionOf);
    expect(heldOf({ files: 2, bytes: 100 }, versions)).toEqual([false, false, true, true]);
  });

  it("is bounded in bytes [LEDGER-8]", () => {
    const versions = ["aaaa", "bb", "ccc", "d"].map(versionOf);
    expect(heldOf({ files: 10, bytes: 6 }, versions)).toEqual([false, true, true, true]);
  });

  it("is not that of a version larger than all the room there is [LEDGER-8]", () => {
    expect(heldOf({ files: 10, bytes: 6 }, ["aa", "bb", "seven b"].map(versionOf))).toEqual([
      true,
      true,
      false,
    ]);
  });

  it("stays with what is used again [LEDGER-8]", () => {
    const [a, b, c] = ["a", "b", "c"].map(versionOf) as [ContentVersion, ContentVersion, ContentVersion];
    const cache = new ContentCache({ files: 2, bytes: 100 });
    for (const version of [a, b, a, c]) cache.hold(version);
    expect([a, b, c].map((version) => version.bytes !== undefined)).toEqual([true, false, true]);
  });

  it("is counted once however often it is held, and not after it is forgotten [LEDGER-8]", () => {
    const cache = new ContentCache({ files: 9, bytes: 100 });
    const [a, b] = [versionOf("aaa"), versionOf("bb")];
    for (const version of [a, b, a, a]) cache.hold(version);
    expect({ files: cache.files, bytes: cache.bytes }).toEqual({ files: 2, bytes: 5 });
    cache.forget(a);
    cache.forget(a);
    expect({ files: cache.files, bytes: cache.bytes }).toEqual({ files: 1, bytes: 2 });
    cache.hold(ContentVersion.restore("sha256:00", 50));
    expect({ files: cache.files, bytes: cache.bytes }).toEqual({ files: 1, bytes: 2 });
  });

  it("is 100 files or 25 MB by default [LEDGER-8]", () => {
    const cache = new ContentCache();
    for (let index = 0; index < 130; index += 1) cache.hold(versionOf(`${index}`));
    expect(cache.files).toBe(100);
    const megabyte = new Uint8Array(1024 * 1024);
    for (let index = 0; index < 40; index += 1) cache.hold(ContentVersion.ofBytes(megabyte));
    expect(cache.bytes).toBe(25 * 1024 * 1024);
  });
});

describe("a ledger whose content has been let go", () => {
  const path = "/w/a.txt" as RealPath;
  const read = (ledger: Ledger, version: ContentVersion, at: RealPath = path): void =>
    ledger.record({
      path: at,
      version,
      totalLines: 1,
      shown: lineRange(1, 1),
      cut: [],
      origin: "read",
    });

  it("still tells equal content from other content of equal size [LEDGER-8]", () => {
    const ledger = new Ledger(new ContentCache({ files: 1, bytes: 100 }));
    read(ledger, versionOf("content"));
    read(ledger, versionOf("another"), "/w/b.txt" as RealPath);
    const known = ledger.find(path)?.version;
    expect({
      bytes: known?.bytes,
      equal: known?.equals(versionOf("content")),
      changed: known?.equals(versionOf("CONTENT")),
      id: known?.id,
    }).toEqual({ bytes: undefined, equal: true, changed: false, id: versionOf("content").id });
  });

  it("holds the content again once it is read again [LEDGER-8]", () => {
    const ledger = new Ledger(new ContentCache({ files: 1, bytes: 100 }));
    read(ledger, versionOf("content"));
    read(ledger, versionOf("another"), "/w/b.txt" as RealPath);
    read(ledger, versionOf("content"));
    expect(ledger.find(path)?.version.bytes).toEqual(Buffer.from("content"));
  });

  it("frees the room of a version that another one replaces [LEDGER-8]", () => {
    const cache = new ContentCache({ files: 10, bytes: 100 });
    const ledger = new Ledger(cache);
    read(ledger, versionOf("content"));
    read(ledger, versionOf("ab"));
    expect({ files: cache.files, bytes: cache.bytes }).toEqual({ files: 1, bytes: 2 });
    ledger.restore(1, []);
    expect({ files: cache.files, bytes: cache.bytes }).toEqual({ files: 0, bytes: 0 });
  });
});
