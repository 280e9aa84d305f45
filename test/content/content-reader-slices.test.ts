/** Slices of files too large to hold, against the same lines of the whole text. */
import * as fc from "fast-check";
import iconv from "iconv-lite";
import { describe, expect, it } from "vitest";
import type { LineSlice } from "../../src/content/collect-slice.js";
import { ContentReader } from "../../src/content/content-reader.js";
import { createNodeFileSystem } from "../../src/fs/node-file-system.js";
import type { RealPath } from "../../src/fs/paths.js";
import { BLOCK_BYTES } from "../../src/text/block-kernels.js";
import { LineNumbering, type NumberedView, viewLines } from "../../src/text/numbered-view.js";
import { tempWorkspace } from "../support/workspace.js";

const SIZE = 1_400_000;
const numbering = new LineNumbering("→");
const chinese = "软件是一系列按照特定顺序组织的计算机数据和指令的集合";

/** Lines of `words`, of lengths that repeat only after many. */
function linesOf(words: string, ending: string, characters: number): string {
  const letters = Array.from(words.repeat(Math.ceil(157 / words.length)));
  let text = "";
  for (let line = 1; text.length < characters; line += 1) {
    text += `${line} ${letters.slice(0, (line * line * 31) % 157).join("")}${ending}`;
  }
  return text;
}

interface Sample {
  readonly encoding: string;
  readonly bytes: Uint8Array;
  readonly text: string;
}

const inUtf8 = (text: string): Sample => ({ encoding: "UTF-8", bytes: Buffer.from(text), text });

function inUtf16(text: string, order: "LE" | "BE", hasMark: boolean): Sample {
  const bytes = Buffer.from((hasMark ? "\ufeff" : "") + text, "utf16le");
  return { encoding: `UTF-16${order}`, bytes: order === "BE" ? bytes.swap16() : bytes, text };
}

/** Line endings and a character of three bytes around the borders of blocks, at every distance from them. */
function onBorders(shift: number): string {
  const filler = `${"x".repeat(127)}\n`.repeat(BLOCK_BYTES / 128 - 1);
  const border = `${"y".repeat(120 + shift)}\r\n漢\r\n\n`;
  return filler + border + filler.slice(Buffer.byteLength(border) - 128) + border + filler + "end";
}

const samples: Record<string, () => Sample> = {
  "short lines": () => inUtf8(linesOf("plain words ", "\n", SIZE)),
  "carriage returns": () => inUtf8(linesOf("grüße 漢字 😀 ", "\r\n", SIZE)),
  "no final newline": () => inUtf8(linesOf("plain words ", "\n", SIZE).trimEnd()),
  "a UTF-8 mark": () => {
    const text = linesOf("plain words ", "\n", SIZE);
    return { encoding: "UTF-8", bytes: Buffer.from(`\ufeff${text}`), text };
  },
  "UTF-16LE with a mark": () => inUtf16(linesOf("\u0a0a\u0a00\u010a ", "\r\n", SIZE / 2), "LE", true),
  "UTF-16BE without a mark": () => inUtf16(linesOf("wide words ", "\n", SIZE / 2), "BE", false),
  GB18030: () => {
    const text = linesOf(chinese, "\n", SIZE / 2);
    return { encoding: "GB18030", bytes: iconv.encode(text, "gb18030"), text };
  },
  "GB18030 after a long plain part": () => {
    const text = linesOf("plain words ", "\n", SIZE) + linesOf(chinese, "\n", 40_000);
    return { encoding: "GB18030", bytes: iconv.encode(text, "gb18030"), text };
  },
  "newlines only": () => inUtf8("\n".repeat(SIZE)),
  ...Object.fromEntries(
    [0, 1, 2, 3, 4, 5, 6, 7].map((shift) => [`borders shifted by ${shift}`, () => inUtf8(onBorders(shift))]),
  ),
};

async function sliceOf(
  reader: ContentReader,
  path: string,
  startLine: number,
  maxLines: number,
): Promise<LineSlice> {
  const request = { startLine, maxLines, maxBytes: Number.MAX_SAFE_INTEGER, signal: undefined };
  const large = await reader.readSlice(path as RealPath, request);
  if ("binary" in large) throw new Error(`taken for ${large.binary.name}`);
  return large.slice;
}

/** What of a view does not depend on how much of the file it was made from. */
function shownIn({ view, content, cutLines, shownLines }: NumberedView): object {
  return { view, content, cutLines, shownLines };
}

describe("a slice of a large file", () => {
  it.each(Object.keys(samples))(
    "with %s has the right lines wherever it begins [READ-15, READ-8]",
    async (name) => {
      const { encoding, bytes, text } = (samples[name] as () => Sample)();
      const path = tempWorkspace().write("large.txt", bytes);
      const reader = new ContentReader(createNodeFileSystem(), Date.now);
      const { totalLines } = viewLines(text, { startLine: 1, maxLines: 1, numbering });
      const starts = fc.oneof(
        fc.integer({ min: 1, max: totalLines + 2 }),
        fc.constantFrom(1, totalLines, totalLines + 1),
      );
      await fc.assert(
        fc.asyncProperty(starts, fc.integer({ min: 1, max: 3000 }), async (startLine, maxLines) => {
          const slice = await sliceOf(reader, path, startLine, maxLines);
          expect([slice.encoding.name, slice.totalLines]).toEqual([encoding, totalLines]);
          const request = { startLine, maxLines, numbering };
          const { hiddenBeyond } = slice;
          const part = viewLines(slice.text, { ...request, firstLine: startLine, hiddenBeyond });
          expect(shownIn(part)).toEqual(shownIn(viewLines(text, request)));
        }),
        { numRuns: 12 },
      );
    },
  );

  it("is clipped after the line that passes the bytes allowed [READ-15]", async () => {
    const path = tempWorkspace().write("large.txt", `${"x".repeat(99)}\n`.repeat(20_000));
    const reader = new ContentReader(createNodeFileSystem(), Date.now);
    const request = { startLine: 5, maxLines: 2000, maxBytes: 1000, signal: undefined };
    const large = await reader.readSlice(path as RealPath, request);
    expect(large).toMatchObject({ slice: { isClipped: true, totalLines: 20_000 } });
    expect("slice" in large && large.slice.text).toBe(`${"x".repeat(99)}\n`.repeat(11));
  });

  it("of a binary file is refused by its first bytes [READ-12]", async () => {
    const path = tempWorkspace().write(
      "large.txt",
      Buffer.concat([Buffer.from("%PDF-1.7\n"), Buffer.alloc(2 ** 21)]),
    );
    const reader = new ContentReader(createNodeFileSystem(), Date.now);
    const request = { startLine: 1, maxLines: 1, maxBytes: 1000, signal: undefined };
    expect(await reader.readSlice(path as RealPath, request)).toEqual({
      binary: { name: "PDF document", shownAs: "pdf" },
    });
  });
});
