/** What ripgrep prints, real and cut into pieces anywhere, and names that need not be text. */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { RealPath } from "../../src/fs/paths.js";
import { comparePaths, type FoundPath, toFoundPath } from "../../src/search/found-path.js";
import type { LineQuery, Scope } from "../../src/search/query.js";
import { countArguments, lineArguments, listArguments } from "../../src/search/ripgrep/arguments.js";
import { type Parser, parseCounts, parseLines, parsePaths } from "../../src/search/ripgrep/parsers.js";
import { placeOf, runRipgrep } from "../support/raw-search.js";
import { type TempWorkspace, tempWorkspace } from "../support/workspace.js";

/** Long enough that ripgrep has printed lines before it comes upon the NUL. */
const lateBinary = `needle\n${"filling\n".repeat(10_000)}\0needle\n`;
const longLine = `${"é".repeat(1500)}needle${"x".repeat(3000)}`;

function plantOdd(): TempWorkspace {
  const workspace = tempWorkspace({
    "a.txt": "needle one\nneedle two needle\n",
    "context.txt": "1\n2\n3 needle\n4\n5\n6\n7\n8\n9 needle\n10\n",
    "crlf.txt": "a needle\r\n\r\nneedle\r\nend",
    "empty lines.txt": "\n\nneedle\n\n\n",
    "-dash": "needle-1-2:3:4\n12:3:needle\n12-3-needle\n",
    "dir/né/日本.txt": "naïve needle é\nneedle",
    "long.txt": `${longLine}\nshort needle\n${longLine}\n`,
    "new\nline\n7:1:0:x.txt": lateBinary,
    "wide.txt": Buffer.from("\ufeffwide needle\r\nneedle\n", "utf16le"),
    "z.bin": lateBinary,
  });
  writeRaw(workspace, "caf\xe9/\xff.txt", "needle \xe9\n");
  return workspace;
}

/** A file whose path is given by its bytes, each as one character. */
function writeRaw({ root }: TempWorkspace, path: string, content: string): void {
  const at = (name: string): Buffer => Buffer.concat([Buffer.from(`${root}/`), Buffer.from(name, "latin1")]);
  mkdirSync(at(dirname(path)), { recursive: true });
  writeFileSync(at(path), content, "latin1");
}

const query: LineQuery = {
  pattern: "needle",
  ignoreCase: false,
  multiline: false,
  onlyMatching: false,
  before: 0,
  after: 0,
};
const lineQueries: Readonly<Record<string, LineQuery>> = {
  lines: query,
  "lines with context": { ...query, before: 2, after: 1 },
  "only what matches": { ...query, onlyMatching: true },
  "matches over lines": { ...query, multiline: true, pattern: "needle\\s+\\S+" },
  "only matches over lines": { ...query, multiline: true, onlyMatching: true, pattern: "e\\s+\\S+" },
  "long matches": { ...query, onlyMatching: true, pattern: ".*needle.*" },
};

function scopeOf(workspace: TempWorkspace): Scope {
  return { folder: workspace.root as RealPath, obeysIgnoreFiles: true, accepts: () => true };
}

/** Everything that a parser tells, in a form that stays when its buffers are used again. */
type Listen = (tell: (event: unknown) => void) => Parser;
const listenToLines =
  (single?: FoundPath): Listen =>
  (tell) =>
    parseLines((event) => {
      tell(event.kind === "line" ? { ...event, text: event.text.toString("latin1") } : { ...event });
      return false;
    }, single);
const listenToPaths: Listen = (tell) =>
  parsePaths((path) => {
    tell(path);
    return false;
  });
const listenToCounts: Listen = (tell) =>
  parseCounts((path, count) => {
    tell([path, count]);
    return false;
  });

/** Feeds pieces as a stream would that has one buffer for all of them. */
function eventsOf(
  listen: Listen,
  output: Buffer,
  cuts: readonly number[],
  isTurnOver: () => boolean = () => false,
): unknown[] {
  const events: unknown[] = [];
  const parse = listen((event) => events.push(event));
  let from = 0;
  for (const cut of [...cuts, output.length]) {
    const piece = Buffer.from(output.subarray(from, cut));
    // However often its turn is over, it goes on where it was.
    for (let at = 0; ; ) {
      const taken = parse(piece.subarray(at), isTurnOver);
      if (typeof taken !== "number") {
        expect(taken).toBe(false);
        break;
      }
      expect(taken).toBeGreaterThan(0);
      at += taken;
    }
    piece.fill(0x21);
    from = cut;
  }
  return events;
}

function expectSameForAllCuts(listen: Listen, output: Buffer): unknown[] {
  const whole = eventsOf(listen, output, []);
  const everyByte = Array.from({ length: output.length - 1 }, (_, index) => index + 1);
  expect(eventsOf(listen, output, everyByte)).toEqual(whole);
  expect(eventsOf(listen, output, [], () => true)).toEqual(whole);
  expect(
    eventsOf(
      listen,
      output,
      everyByte.filter((at) => at % 7 === 0),
      () => true,
    ),
  ).toEqual(whole);
  const cuts = fc.uniqueArray(fc.integer({ min: 1, max: output.length - 1 }), { maxLength: 40 });
  fc.assert(
    fc.property(cuts, (places) => {
      const inOrder = places.toSorted((a, b) => a - b);
      expect(eventsOf(listen, output, inOrder)).toEqual(whole);
    }),
    { numRuns: 60 },
  );
  return whole;
}

describe("ripgrep's output, cut anywhere", () => {
  it.each(Object.entries(lineQueries))("is understood the same: %s [SEARCH-4]", (_name, lineQuery) => {
    const files = plantOdd();
    const output = runRipgrep(placeOf(files), lineArguments(scopeOf(files), lineQuery, "one"));
    const events = expectSameForAllCuts(listenToLines(), output);
    const names = events.filter((event) => (event as { kind: string }).kind === "file");
    expect(names.length).toBeGreaterThan(5);
  });

  it("is understood the same: paths and counts [SEARCH-4]", () => {
    const files = plantOdd();
    const [place, scope] = [placeOf(files), scopeOf(files)];
    const paths = expectSameForAllCuts(listenToPaths, runRipgrep(place, listArguments(scope, "one")));
    expect(paths).toHaveLength(11);
    const counts = expectSameForAllCuts(
      listenToCounts,
      runRipgrep(place, countArguments(scope, query, "one")),
    );
    expect(counts).toContainEqual([{ text: "a.txt" }, 3]);
    expect(counts).toContainEqual([{ text: "context.txt" }, 2]);
  });

  it("is understood the same: one file, which is not named [SEARCH-4]", () => {
    const files = plantOdd();
    const scope = { ...scopeOf(files), files: ["context.txt"] };
    const around = { ...query, before: 1, after: 1 };
    const output = runRipgrep(placeOf(files), lineArguments(scope, around, "one"));
    const line = (number: number, offset: number, column: number, text: string) => ({
      kind: "line",
      isMatch: column > 0,
      number,
      column,
      offset,
      text,
    });
    expect(expectSameForAllCuts(listenToLines({ text: "context.txt" }), output)).toEqual([
      { kind: "file", path: { text: "context.txt" } },
      line(2, 2, 0, "2"),
      line(3, 4, 3, "3 needle"),
      line(4, 13, 0, "4"),
      { kind: "gap" },
      line(8, 21, 0, "8"),
      line(9, 23, 3, "9 needle"),
      line(10, 32, 0, "10"),
    ]);
  });

  it("keeps a name with newlines whole, also where a file turns out to be binary [SEARCH-4]", () => {
    const files = tempWorkspace({ "new\nline\n7:1:0:x.txt": lateBinary, "next.txt": "needle\n" });
    const output = runRipgrep(placeOf(files), lineArguments(scopeOf(files), query, "one"));
    const found = { kind: "line", isMatch: true, number: 1, column: 1, offset: 0, text: "needle" };
    expect(expectSameForAllCuts(listenToLines(), output)).toEqual([
      { kind: "file", path: { text: "new\nline\n7:1:0:x.txt" } },
      found,
      { kind: "binary" },
      { kind: "file", path: { text: "next.txt" } },
      found,
    ]);
  });

  it("is not read on by a listener who has enough [SEARCH-4]", () => {
    const seen: string[] = [];
    const parse = parsePaths(({ text }) => {
      seen.push(text);
      return seen.length === 2;
    });
    expect(parse(Buffer.from("./a\0./b"))).toBe(false);
    expect(parse(Buffer.from("\0./c\0"))).toBe(true);
    expect(seen).toEqual(["a", "b"]);
  });
});

/** By their bytes: before and behind a slash in order, below and above the surrogates, and no text at all. */
const nameParts = [
  "a",
  "a\x01",
  "a b",
  "a-",
  "a0",
  "b",
  "\xc3\xa9",
  "\xef\xbd\x9e",
  "\xf0\x9f\x98\x80",
  "\xe9",
  "\xff",
];

describe("A name", () => {
  const segment = fc.array(fc.constantFrom(...nameParts), { minLength: 1, maxLength: 2 });
  const path = fc
    .array(segment, { minLength: 1, maxLength: 3 })
    .map((segments) => segments.map((parts) => parts.join("")).join("/"));
  const trees = fc
    .uniqueArray(path, { minLength: 2, maxLength: 25 })
    .map((paths) => paths.filter((name) => !paths.some((other) => other.startsWith(`${name}/`))));

  it("has its place where ripgrep's order by path has it [SEARCH-4]", () => {
    fc.assert(
      fc.property(trees, (paths) => {
        const files = tempWorkspace();
        for (const name of paths) writeRaw(files, name, "");
        const command = ["--no-config", "--hidden", "--sort=path", "--files", "--null", "--", "."];
        const names = runRipgrep(placeOf(files), command).toString("latin1").split("\0").slice(0, -1);
        expect(names).toHaveLength(paths.length);
        const inOrder = names.map((name) => toFoundPath(Buffer.from(name, "latin1")));
        expect(inOrder.toReversed().toSorted(comparePaths)).toEqual(inOrder);
      }),
      { numRuns: 40 },
    );
  });

  it("that is no text is shown with its bytes, and can be found again by them [SEARCH-4]", () => {
    const cases = [
      ["plain.txt", "plain.txt"],
      ["./plain.txt", "plain.txt"],
      ["\xc3\xa9", "é"],
      ["caf\xe9.txt", "caf\\xE9.txt"],
      ["caf\xe8.txt", "caf\\xE8.txt"],
      ["\xc3\xa9\xff\xc3", "é\\xFF\\xC3"],
      ["\xed\xa0\x80", "\\xED\\xA0\\x80"],
    ];
    for (const [raw = "", text = ""] of cases) {
      const found = toFoundPath(Buffer.from(raw, "latin1"));
      expect(found.text).toBe(text);
      const bytes = found.bytes ?? Buffer.from(found.text, "utf8");
      expect(Buffer.from(bytes).toString("latin1")).toBe(raw.replace(/^\.\//, ""));
    }
  });
});
