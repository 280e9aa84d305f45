/** Lines too long to be shown, in files too large to hold. */
import iconv from "iconv-lite";
import { describe, expect, it } from "vitest";
import { ContentReader } from "../../src/content/content-reader.js";
import { createNodeFileSystem } from "../../src/fs/node-file-system.js";
import type { RealPath } from "../../src/fs/paths.js";
import { LineNumbering, viewLines } from "../../src/text/numbered-view.js";
import { tempWorkspace } from "../support/workspace.js";

const numbering = new LineNumbering("→");
const LONG = 3_000_000;

async function expectSameViewAsWhole(bytes: Uint8Array, text: string): Promise<void> {
  const path = tempWorkspace().write("large.txt", bytes);
  const reader = new ContentReader(createNodeFileSystem(), Date.now);
  for (const startLine of [1, 2]) {
    const request = { startLine, maxLines: 2, maxBytes: Number.MAX_SAFE_INTEGER, signal: undefined };
    const large = await reader.readSlice(path as RealPath, request);
    if ("binary" in large) throw new Error(`taken for ${large.binary.name}`);
    const { text: part, hiddenBeyond } = large.slice;
    // What is kept of a line is enough to show it, and no more than a little beyond that.
    expect(part.length).toBeLessThan(40_000);
    const shown = viewLines(part, { startLine, firstLine: startLine, maxLines: 2, numbering, hiddenBeyond });
    const expected = viewLines(text, { startLine, maxLines: 2, numbering });
    expect({ ...shown, totalLines: large.slice.totalLines }).toEqual(expected);
  }
}

const lone = "x".repeat(LONG);
const between = (line: string, ending: string): string => `first${ending}${line}${ending}last${ending}`;

describe("a line of 3 MB", () => {
  it.each<[string, string]>([
    ["alone without a newline", lone],
    ["alone", `${lone}\n`],
    ["between others", between(lone, "\n")],
    ["of accents", between("é".repeat(LONG / 2), "\n")],
    ["of accents, shifted", between(`x${"é".repeat(LONG / 2)}`, "\n")],
    ["of Chinese characters", between("漢".repeat(LONG / 3), "\n")],
    ["of Chinese characters, shifted by one", between(`x${"漢".repeat(LONG / 3)}`, "\n")],
    ["of emoji", between("😀".repeat(LONG / 4), "\n")],
    ["of emoji, shifted by three", between(`xxx${"😀".repeat(LONG / 4)}`, "\n")],
    ["with carriage returns inside", between("\rab".repeat(LONG / 3), "\n")],
    ["that ends in a carriage return and a newline", between(lone, "\r\n")],
  ])("%s is cut and counted as in a small file [READ-15, READ-2]", async (_, text) => {
    await expectSameViewAsWhole(Buffer.from(text), text);
  });

  it.each<[string, "LE" | "BE", string]>([
    ["UTF-16LE", "LE", "漢".repeat(LONG / 2)],
    ["UTF-16BE", "BE", "\u0a0a\u0a00".repeat(LONG / 4)],
    ["UTF-16LE with emoji", "LE", "😀".repeat(LONG / 4)],
    ["UTF-16LE with emoji, shifted by one", "LE", `x${"😀".repeat(LONG / 4)}`],
  ])("in %s is cut and counted as in a small file [READ-15, READ-2]", async (_, order, line) => {
    const text = between(line, "\n");
    const bytes = Buffer.from(`\ufeff${text}`, "utf16le");
    await expectSameViewAsWhole(order === "BE" ? bytes.swap16() : bytes, text);
  });

  it.each([0, 1])(
    "in GB18030, shifted by %d, is cut and counted as in a small file [READ-15, READ-2]",
    async (shift) => {
      const words = "软件是一系列按照特定顺序组织的计算机数据和指令的集合";
      const text = between("x".repeat(shift) + words.repeat(Math.ceil(LONG / 2 / words.length)), "\n");
      await expectSameViewAsWhole(iconv.encode(text, "gb18030"), text);
    },
  );
});
