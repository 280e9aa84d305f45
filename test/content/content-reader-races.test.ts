/** Large files that change under a reader's hands, on a disk whose stamps do not tell. */
import { describe, expect, it } from "vitest";
import type { LineSlice } from "../../src/content/collect-slice.js";
import { ContentReader } from "../../src/content/content-reader.js";
import type { FileStat, FileSystem, OpenFile } from "../../src/fs/file-system.js";
import { FileSystemError } from "../../src/fs/file-system.js";
import { createMemoryFileSystem } from "../../src/fs/memory-file-system.js";
import type { RealPath } from "../../src/fs/paths.js";
import { BLOCK_BYTES } from "../../src/text/block-kernels.js";

const path = "/w/large.txt" as RealPath;
const LINES = 30_000;
const contentOf = (letter: string): string => `${letter.repeat(63)}\n`.repeat(LINES);

/** A disk that hands out the stamps of the first look for ever, and calls `onRead` before each read. */
function silentDisk(onRead: (position: number) => void): {
  disk: FileSystem;
  put: (content: string) => void;
} {
  const memory = createMemoryFileSystem();
  let first: FileStat | undefined;
  const open = async (realPath: RealPath): Promise<OpenFile> => {
    const file = await memory.open(realPath);
    return {
      read: (target, position) => {
        onRead(position);
        return file.read(target, position);
      },
      stat: async () => {
        first ??= await file.stat();
        return first;
      },
      close: () => file.close(),
    };
  };
  const disk = new Proxy<FileSystem>(memory, {
    get: (target, name: keyof FileSystem) => (name === "open" ? open : target[name].bind(target)),
  });
  return { disk, put: (content) => memory.put(path, content) };
}

const request = { startLine: 20_000, maxLines: 2, maxBytes: 100_000, signal: undefined };

async function sliceOf(reader: ContentReader): Promise<LineSlice> {
  const large = await reader.readSlice(path, request);
  if ("binary" in large) throw new Error(`taken for ${large.binary.name}`);
  return large.slice;
}

describe("a large file that changes without a sign", () => {
  it("is scanned again as soon as a block is not what was indexed [READ-16, LEDGER-3]", async () => {
    const { disk, put } = silentDisk(() => {});
    const reader = new ContentReader(disk, Date.now);
    put(contentOf("a"));
    const before = await sliceOf(reader);
    put(contentOf("b"));
    const after = await sliceOf(reader);
    expect([before.text, after.text]).toEqual(["a", "b"].map((letter) => `${letter.repeat(63)}\n`.repeat(2)));
    expect(after.version.equals(before.version)).toBe(false);
    expect((await reader.currentVersion(path)).id).toBe(after.version.id);
  });

  it("is not scanned again when it has not changed [READ-15]", async () => {
    const positions: number[] = [];
    const { disk, put } = silentDisk((position) => positions.push(position));
    const reader = new ContentReader(disk, Date.now);
    put(contentOf("a"));
    await sliceOf(reader);
    const scanned = positions.splice(0);
    await sliceOf(reader);
    expect(new Set(scanned)).toEqual(new Set([0, 2].map((block) => block * BLOCK_BYTES)));
    // The first bytes, to know the file again, and the one block that holds the lines.
    expect(positions).toEqual([0, 2 * BLOCK_BYTES]);
  });

  it("between the scan and the slice never gives lines of two versions [READ-16]", async () => {
    let reads = 0;
    const { disk, put } = silentDisk(() => {
      reads += 1;
      // The head and four blocks, two at a time, have been read: what follows is the slice.
      if (reads === 4) put(contentOf("b"));
    });
    put(contentOf("a"));
    const slice = await sliceOf(new ContentReader(disk, Date.now));
    expect(slice.text).toBe(`${"b".repeat(63)}\n`.repeat(2));
    const settled = new ContentReader(disk, Date.now);
    expect((await settled.currentVersion(path)).id).toBe(slice.version.id);
  });

  it("and does not come to rest is given up on [READ-16]", async () => {
    let reads = 0;
    const { disk, put } = silentDisk(() => {
      reads += 1;
      put(contentOf(String.fromCharCode(0x61 + (reads % 26))));
    });
    put(contentOf("a"));
    const failure = new ContentReader(disk, Date.now).readSlice(path, request);
    await expect(failure).rejects.toThrow(new FileSystemError("EBUSY", path));
  });
});
