/** What holds of Read and the ledger for any content, spelling and order of events. */
import {
  chmodSync,
  mkdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createMemoryFileSystem, createToolkit, type Toolkit } from "../../src/index.js";
import { type TempWorkspace, tempWorkspace } from "../support/workspace.js";

const textLine = fc.string({
  unit: fc.constantFrom("a", "é", "中", "😀", " ", "\t", "\r", "\u2028", "x"),
  maxLength: 30,
});
const anyText = fc
  .array(fc.tuple(textLine, fc.constantFrom("\n", "\r\n")), { maxLength: 200 })
  .chain((lines) => textLine.map((last) => lines.map(([line, end]) => line + end).join("") + last));

async function readPages(toolkit: Toolkit, path: string, limit: number): Promise<string> {
  let joined = "";
  for (let offset = 1; ; ) {
    const { output } = await toolkit.call("Read", { file_path: path, offset, limit });
    if (output?.type !== "text") throw new Error("not a text answer");
    const { file } = output;
    joined += file.content;
    offset += file.numLines;
    if (file.numLines === 0 || offset > (file.totalLines ?? 0)) return joined;
  }
}

describe("For any file", () => {
  it("pages joined equal the file, and leave it wholly seen [READ-8, LEDGER-1]", async () => {
    await fc.assert(
      fc.asyncProperty(anyText, fc.integer({ min: 1, max: 50 }), async (text, limit) => {
        const files = tempWorkspace({ "a.txt": text });
        const toolkit = files.toolkit();
        expect(await readPages(toolkit, files.path("a.txt"), limit)).toBe(text);
        expect(await toolkit.session.freshnessOf(files.path("a.txt"))).toEqual({ state: "fresh" });
      }),
      { numRuns: 200 },
    );
  });

  it("pages of a large file joined equal it too [READ-8, READ-15]", async () => {
    await fc.assert(
      fc.asyncProperty(anyText, fc.integer({ min: 700, max: 1900 }), async (text, limit) => {
        const block = `${text}\n`;
        const large = block.repeat(Math.ceil(1_100_000 / Buffer.byteLength(block)));
        const files = tempWorkspace({ "a.txt": large });
        const toolkit = files.toolkit({ limits: { maxTokens: 10_000_000 }, dedup: false });
        expect((await readPages(toolkit, files.path("a.txt"), limit * 20)) === large).toBe(true);
      }),
      { numRuns: 15 },
    );
  });

  it("a disk in memory answers like the local one [READ-19]", async () => {
    await fc.assert(
      fc.asyncProperty(anyText, fc.integer({ min: 0, max: 20 }), async (text, offset) => {
        const files = tempWorkspace({ "a.txt": text });
        const fileSystem = createMemoryFileSystem();
        fileSystem.put(files.path("a.txt"), text);
        const inMemory = createToolkit({ roots: [files.root], fileSystem, environment: {} });
        const input = { file_path: files.path("a.txt"), offset };
        expect(await inMemory.call("Read", input)).toEqual(await files.toolkit().call("Read", input));
      }),
      { numRuns: 100 },
    );
  });
});

type Change = { readonly name: string; readonly apply: (path: string) => void };

/** Everything that moves times, modes or inodes and leaves the content alone. */
const harmless: readonly Change[] = [
  { name: "touch", apply: (path) => utimesSync(path, new Date(), new Date()) },
  { name: "touch to the past", apply: (path) => utimesSync(path, 1000, 1000) },
  { name: "chmod", apply: (path) => chmodSync(path, statSync(path).mode ^ 0o100) },
  { name: "equal rewrite", apply: (path) => writeFileSync(path, readFileSync(path)) },
  {
    name: "equal save by rename",
    apply: (path) => {
      writeFileSync(`${path}.tmp`, readFileSync(path));
      renameSync(`${path}.tmp`, path);
    },
  },
];

/** Content changes that try to look as if nothing happened. */
const harmful: readonly Change[] = [
  {
    name: "one byte, same size, same mtime",
    apply: (path) => {
      const { atimeMs, mtimeMs } = statSync(path);
      const bytes = readFileSync(path);
      bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
      writeFileSync(path, bytes);
      utimesSync(path, atimeMs / 1000, mtimeMs / 1000);
    },
  },
  {
    name: "an older version by rename, with an older mtime",
    apply: (path) => {
      writeFileSync(`${path}.old`, `older ${readFileSync(path, "utf8")}`);
      utimesSync(`${path}.old`, 1000, 1000);
      renameSync(`${path}.old`, path);
    },
  },
  { name: "truncated to nothing", apply: (path) => writeFileSync(path, "") },
];

describe("For any order of events outside", () => {
  const sizes: [string, number][] = [
    ["small", 2_000],
    ["large", 1_300_000],
  ];
  it.each(sizes)("nothing but content makes a %s file stale [LEDGER-2, LEDGER-3]", async (_name, size) => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(...harmless), { maxLength: 5 }),
        fc.option(fc.constantFrom(...harmful), { nil: undefined }),
        fc.array(fc.constantFrom(...harmless), { maxLength: 3 }),
        async (before, change, after) => {
          const files = tempWorkspace({ "a.txt": "some words in a line\n".repeat(size / 21) });
          const toolkit = files.toolkit({ limits: { maxTokens: 10_000_000 } });
          const path = files.path("a.txt");
          await toolkit.call("Read", { file_path: path, limit: 1_000_000 });
          for (const step of [...before, ...(change === undefined ? [] : [change]), ...after])
            step.apply(path);
          expect(await toolkit.session.freshnessOf(path)).toEqual({
            state: change === undefined ? "fresh" : "stale",
          });
        },
      ),
      { numRuns: size > 1_000_000 ? 40 : 200 },
    );
  });
});

describe("For any way to a file", () => {
  /** A maze: folders, links to folders, links to links, and one file behind all of them. */
  function maze(): TempWorkspace {
    const files = tempWorkspace({ "one/two/file.txt": "x\n" });
    mkdirSync(files.path("other"));
    symlinkSync("../one", files.path("other/to-one"));
    symlinkSync(files.path("other/to-one/two"), files.path("to-two"));
    symlinkSync("to-two/file.txt", files.path("alias.txt"));
    symlinkSync("alias.txt", files.path("alias-of-alias.txt"));
    return files;
  }
  const ways = [
    "one/two/file.txt",
    "other/to-one/two/file.txt",
    "to-two/file.txt",
    "alias.txt",
    "alias-of-alias.txt",
  ];
  const noise = fc.array(fc.constantFrom(".", "", "one/..", "other/.."), { maxLength: 4 });

  it("one ledger entry is reached [PATH-5]", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(noise, fc.constantFrom(...ways)), { minLength: 2, maxLength: 6 }),
        async (paths) => {
          const files = maze();
          const toolkit = files.toolkit();
          for (const [detour, way] of paths) {
            const result = await toolkit.call("Read", { file_path: [files.root, ...detour, way].join("/") });
            expect(result.isError).toBe(false);
          }
          const entries = [...toolkit.session.ledger.entries()].map((entry) => entry.path);
          expect(entries).toEqual([join(files.root, "one/two/file.txt")]);
        },
      ),
      { numRuns: 100 },
    );
  });
});
