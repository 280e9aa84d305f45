/** Git as the judge of what becomes of a change of which single hunks are taken. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as fc from "fast-check";
import { describe, expect, it, onTestFinished } from "vitest";
import { composeContent } from "../../src/desk/compose-content.js";
import type { HunkChoice } from "../../src/desk/desk.js";
import { createHunks, type Hunk } from "../../src/text/diff/hunks.js";
import { splitLines } from "../../src/text/diff/split-lines.js";
import { trickyTexts } from "../support/line-diffs.js";
import { git } from "../support/plain-git.js";

const CASES = 250;
const taken: HunkChoice = { use: "new" };
const left: HunkChoice = { use: "old" };

interface Change {
  readonly before: string;
  readonly after: string;
  readonly hunks: readonly Hunk[];
}

function changeOf(before: string, after: string): Change {
  return { before, after, hunks: createHunks(splitLines(before), splitLines(after)) };
}

/** Places far enough apart to be hunks of their own, in lines of every ending. */
const spacedChanges = fc
  .record({
    places: fc.array(
      fc.record({
        gap: fc.array(fc.constantFrom("a", "b", "same", "", "x\ry", "  tab\t"), {
          minLength: 7,
          maxLength: 11,
        }),
        removed: fc.array(fc.constantFrom("old", "a", ""), { maxLength: 3 }),
        added: fc.array(fc.constantFrom("new", "ünï", "b", ""), { maxLength: 3 }),
      }),
      { minLength: 2, maxLength: 5 },
    ),
    endings: fc.array(fc.constantFrom("\n", "\n", "\r\n", "\r\r\n"), { minLength: 1, maxLength: 5 }),
    newlineAtEnd: fc.tuple(fc.boolean(), fc.boolean()),
    mark: fc.constantFrom("", "\ufeff"),
  })
  .map(({ places, endings, newlineAtEnd, mark }) => {
    const write = (lines: readonly string[], hasNewline: boolean): string => {
      const text = lines.map((line, index) => line + endings[index % endings.length]).join("");
      return mark + (hasNewline ? text : text.replace(/\r*\n$/, ""));
    };
    // Each gap begins with a line that occurs once, so that endings alone do not shift what is compared.
    const lines = (side: "removed" | "added"): string[] =>
      places.flatMap((place, index) => [`# ${index}`, ...place.gap, ...place[side]]);
    return changeOf(write(lines("removed"), newlineAtEnd[0]), write(lines("added"), newlineAtEnd[1]));
  })
  .filter(({ hunks }) => hunks.length > 0);

/** A patch of these hunks alone: what they are behind by then counts only what was taken. */
function patchOf(name: string, hunks: readonly Hunk[]): string {
  let moved = 0;
  const parts = hunks.map(({ oldStart, oldLines, newLines, lines }) => {
    const from = oldLines === 0 ? oldStart + 1 : oldStart;
    const to = from + moved - (newLines === 0 ? 1 : 0);
    moved += newLines - oldLines;
    return [`@@ -${oldStart},${oldLines} +${to},${newLines} @@`, ...lines, ""].join("\n");
  });
  return parts.length === 0 ? "" : `--- a/${name}\n+++ b/${name}\n${parts.join("")}`;
}

describe("A change of which single hunks are taken", () => {
  it("is what git makes of a patch with just those hunks [DESK-1]", () => {
    const folder = mkdtempSync(join(tmpdir(), "filewright-desk-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const cases = fc
      .sample(fc.tuple(spacedChanges, fc.array(fc.boolean(), { minLength: 40, maxLength: 40 })), {
        numRuns: CASES,
        seed: 9,
      })
      .map(([change, taking]) => ({
        ...change,
        choices: change.hunks.map((_, index) => (taking[index % taking.length] === true ? taken : left)),
      }));
    for (const [index, { before }] of cases.entries()) writeFileSync(join(folder, `${index}`), before);
    const patch = cases.map(({ hunks, choices }, index) =>
      patchOf(
        `${index}`,
        hunks.filter((_, at) => choices[at] === taken),
      ),
    );
    expect(git(folder, ["apply", "--whitespace=nowarn", "-"], patch.join("")).status).toBe(0);
    const partly = cases.filter(({ choices }) => choices.includes(taken) && choices.includes(left));
    expect(partly.length).toBeGreaterThan(CASES / 3);
    for (const [index, { before, after, hunks, choices }] of cases.entries()) {
      const composed = composeContent({ before, after, hunks, choices });
      // An emptied file is one that git removes.
      const applied = composed === "" ? "" : readFileSync(join(folder, `${index}`), "utf8");
      expect(composed).toBe(applied);
    }
  });

  const anyChange = fc.oneof(
    spacedChanges,
    fc.tuple(trickyTexts, trickyTexts).map(([before, after]) => changeOf(before, after)),
    // A new file is one hunk.
    trickyTexts.map((after) => changeOf("", after)),
  );

  it("is the proposal when all are taken, and what was there when none is [DESK-2]", () => {
    fc.assert(
      fc.property(anyChange, (change) => {
        const all = (choice: HunkChoice): string =>
          composeContent({ ...change, choices: change.hunks.map(() => choice) });
        expect(all(taken)).toBe(change.after);
        expect(all(left)).toBe(change.before);
      }),
    );
  });

  it("is the proposal when lines were edited and put back, whatever their endings [DESK-3]", () => {
    fc.assert(
      fc.property(anyChange, (change) => {
        const choices = change.hunks.map((hunk): HunkChoice => ({ use: "edited", lines: newSideOf(hunk) }));
        expect(composeContent({ ...change, choices })).toBe(change.after);
        // As a text field gives them back, which knows no carriage returns.
        const stripped = choices.map(
          (choice): HunkChoice => ({
            use: "edited",
            lines: choice.use === "edited" ? choice.lines.map((line) => line.replace(/\r+$/, "")) : [],
          }),
        );
        expect(composeContent({ ...change, choices: stripped })).toBe(change.after);
      }),
    );
  });
});

function newSideOf({ lines }: Hunk): readonly string[] {
  return lines.filter((line) => line.startsWith("+") || line.startsWith(" ")).map((line) => line.slice(1));
}

describe("An edited line", () => {
  const edit = (before: string, after: string, lines: readonly string[]): string =>
    composeContent({ ...changeOf(before, after), choices: [{ use: "edited", lines }] });

  it.each([
    ["has the ending of the lines around it", "a\r\nb\r\n", "a\r\nB\r\n", ["a", "mine"], "a\r\nmine\r\n"],
    ["goes by the line before it", "a\r\nb\nc\n", "a\r\nB\nc\n", ["a", "mine", "c"], "a\r\nmine\r\nc\n"],
    ["goes by the line behind it", "a\r\nb\r\n", "A\r\nb\r\n", ["mine", "b"], "mine\r\nb\r\n"],
    ["may become several", "a\nb\n", "a\nB\n", ["a", "one", "two", "three"], "a\none\ntwo\nthree\n"],
    ["may go", "a\nb\n", "a\nB\n", ["a"], "a\n"],
    ["that is the file's last stays without a newline", "a\nb", "a\nB", ["a", "mine"], "a\nmine"],
    ["that becomes the last does too", "a\nb", "a\nB", ["mine"], "mine"],
    ["that is empty at the end gives the file one", "a\nb", "a\nB", ["a", "mine", ""], "a\nmine\n"],
    ["that holds a newline is two", "a\nb\n", "a\nB\n", ["a", "one\ntwo"], "a\none\ntwo\n"],
    ["of a new file goes by the proposal", "", "a\r\nb\r\n", ["a", "mine"], "a\r\nmine\r\n"],
    ["where everything was to go has the ending that was there", "a\r\n", "", ["mine"], "mine\r\n"],
  ])("%s [DESK-3]", (_, before, after, lines, expected) => {
    expect(edit(before, after, lines)).toBe(expected);
  });

  it("is made of files of any number of lines [FIX-152]", () => {
    const lines = Array.from({ length: 200_000 }, (_, index) => `${index}\n`);
    const [before, first, last] = [lines.join(""), "first\n", "last\n"];
    const change = changeOf(before, first + before + last);
    expect(change.hunks).toHaveLength(2);
    expect(composeContent({ ...change, choices: [left, taken] }) === before + last).toBe(true);
    expect(composeContent({ ...change, choices: [taken, left] }) === first + before).toBe(true);
    const replaced = changeOf(before, lines.map((line) => `x${line}`).join(""));
    const edited: HunkChoice = { use: "edited", lines: lines.map((line) => line.trimEnd()) };
    expect(composeContent({ ...replaced, choices: [taken] }) === replaced.after).toBe(true);
    expect(composeContent({ ...replaced, choices: [edited] }) === before).toBe(true);
  });
});
