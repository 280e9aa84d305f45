/** Git as the judge: it takes our hunks as a patch, finds no shorter diff, and merges as we do where it merges. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as fc from "fast-check";
import { describe, expect, it, onTestFinished } from "vitest";
import { createHunks } from "../../../src/text/diff/hunks.js";
import { mergeLines } from "../../../src/text/diff/merge-lines.js";
import { createHunksOfSplices } from "../../../src/text/diff/splice-hunks.js";
import { splitLines } from "../../../src/text/diff/split-lines.js";
import { applySplices } from "../../../src/text/splice.js";
import { countHunkEdits, trickyTexts } from "../../support/line-diffs.js";
import { git } from "../../support/plain-git.js";
import { textsWithSplices } from "../../support/splices.js";

const CASES = 120;

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "filewright-diff-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function plant(folder: string, texts: readonly string[]): void {
  mkdirSync(folder);
  for (const [index, text] of texts.entries()) writeFileSync(join(folder, `${index}`), text);
}

describe("git", () => {
  const pairs = fc
    .sample(fc.tuple(trickyTexts, trickyTexts), { numRuns: CASES, seed: 5 })
    .map(([before, after]) => ({ before, after, hunks: createHunks(splitLines(before), splitLines(after)) }));
  const edits = fc.sample(textsWithSplices, { numRuns: CASES, seed: 6 }).map(({ text, splices }) => ({
    before: text,
    after: applySplices(text, splices),
    hunks: createHunksOfSplices({ text, firstLine: 1 }, splices),
  }));

  it.each([
    { what: "diffs", cases: pairs },
    { what: "edits", cases: edits },
  ])("applies the hunks of $what and gets the new texts [DIFF-1, DIFF-4]", ({ cases }) => {
    const folder = temporaryFolder();
    plant(
      join(folder, "work"),
      cases.map(({ before }) => before),
    );
    const patch = cases.flatMap(({ hunks }, index) =>
      hunks.length === 0
        ? []
        : [
            `diff --git a/${index} b/${index}`,
            `--- a/${index}`,
            `+++ b/${index}`,
            ...hunks.flatMap((hunk) => [
              `@@ -${hunk.oldStart},${hunk.oldLines} +${hunk.newStart},${hunk.newLines} @@`,
              ...hunk.lines,
            ]),
          ],
    );
    const applied = git(join(folder, "work"), ["apply", "--whitespace=nowarn", "-"], `${patch.join("\n")}\n`);
    expect(applied.status).toBe(0);
    const results = cases.map((_, index) => readFileSync(join(folder, "work", `${index}`), "utf8"));
    expect(results).toEqual(cases.map(({ after }) => after));
  });

  it("counts as many added and removed lines as we do [DIFF-2]", () => {
    const folder = temporaryFolder();
    plant(
      join(folder, "before"),
      pairs.map(({ before }) => before),
    );
    plant(
      join(folder, "after"),
      pairs.map(({ after }) => after),
    );
    const { output } = git(folder, ["diff", "--no-index", "--minimal", "--numstat", "-z", "before", "after"]);
    const counted = new Map(
      [...output.matchAll(/(\d+)\t(\d+)\t\0before\/(\d+)\0/g)].map(([, added, removed, name]) => [
        Number(name),
        { removed: Number(removed), added: Number(added) },
      ]),
    );
    const none = { removed: 0, added: 0 };
    expect(counted.size).toBeGreaterThan(CASES / 2);
    expect(pairs.map(({ hunks }) => countHunkEdits(hunks))).toEqual(
      pairs.map((_, index) => counted.get(index) ?? none),
    );
  });

  it("merges to the same text wherever it merges without conflict [MERGE-1]", () => {
    const folder = temporaryFolder();
    const marks = fc.array(
      fc.oneof(
        { weight: 9, arbitrary: fc.constant("keep") },
        { weight: 1, arbitrary: fc.constantFrom("change", "drop", "add") },
      ),
      { minLength: 12, maxLength: 12 },
    );
    const edited = (kinds: readonly string[], side: string): string =>
      kinds
        .map((kind, index) => {
          if (kind === "drop") return "";
          const line = `${kind === "change" ? side : "line"} ${index}\n`;
          return kind === "add" ? `${line}${side} added ${index}\n` : line;
        })
        .join("");
    const base = edited(
      Array.from({ length: 12 }, () => "keep"),
      "base",
    );
    let clean = 0;
    for (const [ourKinds, theirKinds] of fc.sample(fc.tuple(marks, marks), { numRuns: 40, seed: 7 })) {
      const texts = { base, ours: edited(ourKinds, "ours"), theirs: edited(theirKinds, "theirs") };
      for (const [name, text] of Object.entries(texts)) writeFileSync(join(folder, name), text);
      const { status, output } = git(folder, ["merge-file", "-p", "-q", "ours", "base", "theirs"]);
      if (status !== 0) continue;
      clean += 1;
      expect(mergeLines(base, texts.ours, texts.theirs)).toEqual({ text: output, conflicts: [] });
    }
    expect(clean).toBeGreaterThan(10);
  });
});
