/** Pages of every mode add up to the whole, and files come in the order of their times. */
import { execFileSync } from "node:child_process";
import { chmodSync, utimesSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Toolkit, ToolOutputs } from "../../src/index.js";
import { textOf } from "../support/answers.js";
import { readCounts } from "../support/common-folder.js";
import { readContent } from "../support/raw-search.js";
import { type TempWorkspace, tempWorkspace } from "../support/workspace.js";

type GrepOutput = ToolOutputs["Grep"];

interface Page {
  readonly entries: readonly string[];
  readonly output: GrepOutput;
  readonly lastLine: string;
}

async function grep(toolkit: Toolkit, input: object): Promise<Page> {
  const result = await toolkit.call("Grep", input);
  const { output, error } = result;
  if (output === undefined) throw new Error(error?.message);
  return { entries: entriesOf(output), output, lastLine: textOf(result).split("\n").at(-1) ?? "" };
}

/** What `head_limit` and `offset` count. */
function entriesOf({ mode, filenames, content = "" }: GrepOutput): string[] {
  if (mode === "files_with_matches") return [...filenames];
  if (mode === "count") return readCounts(content);
  return readContent(content, "").map(
    ({ name, number, isMatch, text }) => `${name} ${number}${isMatch ? ":" : "-"}${text}`,
  );
}

function plantTexts(): TempWorkspace {
  const block = "one\ntwo needle\n\nthree\nneedle needle\nfoo\nfour\nfive\nsix\nneedle\n";
  const files = tempWorkspace({
    "a.txt": block,
    "a/b.txt": block.repeat(2),
    "a/b/c d.txt": "needle\n",
    "a-b.txt": block.replaceAll("\n", "\r\n"),
    ".hidden": "needle",
    "new\nline.txt": "needle\nneedle\n",
    "none.txt": "nothing\n",
    "wide.txt": Buffer.from(`\ufeff${block}`, "utf16le"),
    "z/é.txt": block,
    "z/\u{1f600}.txt": block,
    "z/\uff5e.txt": block,
  });
  const names = ["a.txt", "a/b.txt", "a/b/c d.txt", "a-b.txt", "z/é.txt", "wide.txt"];
  for (const [index, name] of names.entries()) setTime(files, name, 1_700_000_000 + (index % 3));
  return files;
}

function setTime(files: TempWorkspace, name: string, seconds: number): void {
  utimesSync(files.path(name), seconds, seconds);
}

const queries = fc.record({
  output_mode: fc.constantFrom("files_with_matches", "count", "content"),
  pattern: fc.constantFrom("needle", "^$|foo", "o", "needle\\s+foo", "e\\s+\\w", "nowhere"),
  multiline: fc.boolean(),
  "-o": fc.boolean(),
  "-A": fc.integer({ min: 0, max: 2 }),
  "-B": fc.integer({ min: 0, max: 2 }),
  glob: fc.constantFrom(undefined, "*.txt", "a/**", "!a*"),
});

describe("Pages", () => {
  it("joined by following their last lines are the whole, in order [GREP-3]", async () => {
    const toolkit = plantTexts().toolkit();
    const property = fc.asyncProperty(queries, fc.integer({ min: 1, max: 40 }), async (query, step) => {
      const whole = await grep(toolkit, { ...query, head_limit: 0 });
      expect(whole.output).not.toHaveProperty("appliedLimit");
      expect(whole.output).not.toHaveProperty("appliedOffset");
      expect(whole.lastLine).not.toMatch(/^\[Entries/);
      // Few enough pages to be quick, and never only one when there could be two.
      const head_limit = Math.max(step % (whole.entries.length + 1), Math.ceil(whole.entries.length / 5), 1);
      const joined: string[] = [];
      for (let offset: number | undefined = 0; offset !== undefined; ) {
        const page = await grep(toolkit, { ...query, head_limit, offset });
        joined.push(...page.entries);
        const next = /There are more: go on with offset (\d+)\.\]$/.exec(page.lastLine)?.[1];
        expect(next).toBe(joined.length < whole.entries.length ? String(joined.length) : undefined);
        offset = next === undefined ? undefined : Number(next);
      }
      expect(joined).toEqual(whole.entries);
    });
    await fc.assert(property, { numRuns: 25 });
  });

  it("are parts of the whole wherever they begin and end, and say what is left out [GREP-3]", async () => {
    const toolkit = plantTexts().toolkit();
    const size = fc.integer({ min: 1, max: 30 });
    const property = fc.asyncProperty(queries, size, fc.nat(30), async (query, head_limit, offset) => {
      const whole = await grep(toolkit, { ...query, head_limit: 0 });
      fc.pre(whole.entries.length > 0);
      const { entries, output, lastLine } = await grep(toolkit, { ...query, head_limit, offset });
      const end = offset + head_limit;
      const hasMore = end < whole.entries.length;
      expect(entries).toEqual(whole.entries.slice(offset, end));
      expect(output.appliedLimit).toBe(hasMore ? head_limit : undefined);
      expect(output.appliedOffset).toBe(offset > 0 ? offset : undefined);
      // Totals are of all pages.
      expect(output.totalFiles).toBe(whole.output.totalFiles);
      expect(output.numMatches).toBe(whole.output.numMatches);
      const place = `[Entries ${offset + 1}-${offset + entries.length} `;
      if (entries.length === 0) expect(lastLine).toContain(`Nothing is left after offset ${offset}`);
      else expect(lastLine.startsWith(place)).toBe(hasMore || offset > 0);
    });
    await fc.assert(property, { numRuns: 40 });
  });

  it("go on behind lines that could not be quoted [GREP-3]", async () => {
    const files = tempWorkspace({ "a.txt": "needle\nneedle\nneedle\n" });
    const program = join(files.root, "..", "search");
    const printed = "./a.txt\\0001:1:0:other!\\n2:1:7:needle\\n3:1:14:needle\\n";
    files.write("../search", `#!/bin/sh\nprintf '${printed}'\n`);
    chmodSync(program, 0o755);
    const query = { pattern: "needle", output_mode: "content", head_limit: 2 };
    const { entries, lastLine } = await grep(files.toolkit({ ripgrep: program }), query);
    expect(entries).toEqual([`${files.path("a.txt").slice(1)} 2:needle`]);
    expect(lastLine).toBe("[Entries 1-2 by path. There are more: go on with offset 2.]");
  });
});

/** Few times, so that there are ties, some of them only microseconds apart. */
const times = fc.constantFrom(...[0, 0.000_002, 0.001, 1, 60, 86_400].map((step) => 1_700_000_000 + step));
const flatNames = fc.constantFrom(
  ..."abcdefghij".split(""),
  "A b",
  "-x",
  ".y",
  "é",
  "_",
  "~",
  "#",
  "10",
  "9",
);

describe("Files", () => {
  it("come newest first, ties by name, as ls -t has them [FIND-1, GREP-1]", async () => {
    const dated = fc.uniqueArray(fc.tuple(flatNames, times), { minLength: 2, selector: ([name]) => name });
    const property = fc.asyncProperty(dated, async (entries) => {
      const files = tempWorkspace();
      for (const [name, seconds] of entries) {
        files.write(name, "needle\n");
        setTime(files, name, seconds);
      }
      const listed = execFileSync("ls", ["-A", "-t"], { cwd: files.root, env: { LC_ALL: "C" } }).toString(
        "utf8",
      );
      const expected = listed
        .split("\n")
        .slice(0, -1)
        .map((name) => files.path(name));
      const toolkit = files.toolkit();
      expect((await toolkit.call("Glob", { pattern: "*" })).output?.filenames).toEqual(expected);
      expect((await grep(toolkit, { pattern: "needle" })).entries).toEqual(expected);
    });
    await fc.assert(property, { numRuns: 20 });
  });

  it("of one time come by path, folder by folder, and the first hundred are shown [FIND-1]", async () => {
    const files = tempWorkspace();
    const names: string[] = [];
    for (const folder of ["b", "b/c", "b-c", "B", "é"]) {
      for (let index = 0; index < 27; index += 1) names.push(`${folder}/${index}.txt`);
    }
    for (const name of names) {
      files.write(name, "");
      setTime(files, name, 1_700_000_000);
    }
    setTime(files, "é/3.txt", 1_700_000_001);
    const { output } = await files.toolkit().call("Glob", { pattern: "**/*.txt" });
    const inOrder = names.toSorted(compareBySegments).filter((name) => name !== "é/3.txt");
    expect(output?.filenames).toEqual(["é/3.txt", ...inOrder].slice(0, 100).map((name) => files.path(name)));
    expect(output).toMatchObject({ numFiles: 100, totalMatches: 135, truncated: true });
  });
});

function compareBySegments(a: string, b: string): number {
  const [left, right] = [a.split("/"), b.split("/")];
  const index = left.findIndex((segment, at) => segment !== right[at]);
  return Buffer.compare(Buffer.from(left[index] ?? ""), Buffer.from(right[index] ?? ""));
}
