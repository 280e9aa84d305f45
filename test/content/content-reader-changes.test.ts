/** Large files that change between two slices, whatever their times say. */
import {
  appendFileSync,
  chmodSync,
  closeSync,
  openSync,
  renameSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { describe, expect, it } from "vitest";
import type { LineSlice } from "../../src/content/collect-slice.js";
import { ContentReader } from "../../src/content/content-reader.js";
import { createNodeFileSystem } from "../../src/fs/node-file-system.js";
import type { RealPath } from "../../src/fs/paths.js";
import { tempWorkspace } from "../support/workspace.js";

const LINES = 20_000;
const content = Array.from({ length: LINES }, (_, index) => `${String(index + 1).padStart(99)}\n`).join("");
const lineAt = (line: number): string => `${String(line).padStart(99)}\n`;

/** Long past, so that the stamps can vouch for the content when the test's clock says so. */
const past = new Date("2020-01-01T00:00:00Z");

function largeFile(): {
  path: string;
  reader: ContentReader;
  read: (startLine: number) => Promise<LineSlice>;
} {
  const path = tempWorkspace().write("large.txt", content);
  utimesSync(path, past, past);
  // A clock that is ahead makes the index trust the stamps at once: the case in which a change is easiest to miss.
  const reader = new ContentReader(createNodeFileSystem(), () => Date.now() + 60_000);
  const read = async (startLine: number): Promise<LineSlice> => {
    const request = { startLine, maxLines: 1, maxBytes: 1_000_000, signal: undefined };
    const large = await reader.readSlice(path as RealPath, request);
    if ("binary" in large) throw new Error(`taken for ${large.binary.name}`);
    return large.slice;
  };
  return { path, reader, read };
}

function overwrite(path: string, position: number, byte: string): void {
  const descriptor = openSync(path, "r+");
  writeSync(descriptor, byte, position);
  closeSync(descriptor);
}

describe("a large file", () => {
  it.each([0, 600_000, content.length - 2])(
    "is another version when the byte at %d changes under a kept mtime [READ-16, LEDGER-3]",
    async (position) => {
      const { path, reader, read } = largeFile();
      const before = await read(LINES);
      overwrite(path, position, "#");
      utimesSync(path, past, past);
      expect(statSync(path).mtimeMs).toBe(past.getTime());
      const line = Math.floor(position / 100) + 1;
      const after = await read(line);
      expect(after.text).toBe(
        lineAt(line).slice(0, position % 100) + "#" + lineAt(line).slice((position % 100) + 1),
      );
      expect(after.version.equals(before.version)).toBe(false);
      expect((await reader.currentVersion(path as RealPath)).equals(after.version)).toBe(true);
    },
  );

  it("has its new lines after it has grown [READ-16]", async () => {
    const { path, read } = largeFile();
    const before = await read(LINES);
    expect([before.text, before.totalLines]).toEqual([lineAt(LINES), LINES]);
    appendFileSync(path, "more\nand more");
    const after = await read(LINES + 1);
    expect([after.text, after.totalLines, after.version.equals(before.version)]).toEqual([
      "more\n",
      LINES + 2,
      false,
    ]);
    expect((await read(LINES + 2)).text).toBe("and more");
  });

  it("has fewer lines after it was cut short [READ-16]", async () => {
    const { path, read } = largeFile();
    await read(LINES);
    truncateSync(path, 1_500_050);
    const cut = await read(15_001);
    expect([cut.text, cut.totalLines]).toEqual([lineAt(15_001).slice(0, 50), 15_001]);
  });

  it("is read anew after another file took its name [READ-16]", async () => {
    const { path, read } = largeFile();
    const before = await read(1);
    writeFileSync(`${path}.new`, content.replaceAll(" ", "_"));
    utimesSync(`${path}.new`, past, past);
    renameSync(`${path}.new`, path);
    const after = await read(7);
    expect([after.text, after.version.equals(before.version)]).toEqual([
      lineAt(7).replaceAll(" ", "_"),
      false,
    ]);
  });

  it.each<[string, (path: string) => void]>([
    ["touch", (path) => utimesSync(path, new Date(), new Date())],
    ["chmod", (path) => chmodSync(path, 0o600)],
    ["an equal rewrite", (path) => writeFileSync(path, content)],
  ])("is the same version after %s [LEDGER-2]", async (_, change) => {
    const { path, reader, read } = largeFile();
    const before = await read(1);
    change(path);
    const after = await read(5);
    expect([after.text, after.version.equals(before.version)]).toEqual([lineAt(5), true]);
    expect((await reader.currentVersion(path as RealPath)).id).toBe(before.version.id);
  });

  it("is the same version for another reader, in another process's place [LEDGER-7]", async () => {
    const { path, read } = largeFile();
    const other = new ContentReader(createNodeFileSystem(), Date.now);
    const { version } = await read(1);
    expect((await other.currentVersion(path as RealPath)).id).toBe(version.id);
  });

  it("is read by many at once with one answer each [READ-15]", async () => {
    const { read } = largeFile();
    const lines = Array.from({ length: 12 }, (_, index) => index * 1600 + 1);
    const slices = await Promise.all(lines.map((line) => read(line)));
    expect(slices.map((slice) => slice.text)).toEqual(lines.map(lineAt));
  });

  it("is not scanned on when the call is cancelled, and can be read afterwards [CALL-7]", async () => {
    const { path, reader, read } = largeFile();
    const signal = AbortSignal.abort(new Error("cancelled"));
    const request = { startLine: 1, maxLines: 1, maxBytes: 1000, signal };
    await expect(reader.readSlice(path as RealPath, request)).rejects.toThrow("cancelled");
    expect((await read(3)).text).toBe(lineAt(3));
  });
});

it("a small file's version is its bytes, held with it [LEDGER-8]", async () => {
  const path = tempWorkspace().write("small.txt", "content") as RealPath;
  const version = await new ContentReader(createNodeFileSystem(), Date.now).currentVersion(path);
  expect(version.bytes).toEqual(Buffer.from("content"));
});
