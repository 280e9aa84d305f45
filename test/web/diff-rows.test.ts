import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createHunks, type Hunk, NO_NEWLINE_MARKER } from "../../src/text/diff/hunks.js";
import { splitLines } from "../../src/text/diff/split-lines.js";
import type { DiffLine } from "../../web/src/parts/diff/diff-lines-of-hunk.js";
import { buildRows, countColumns, type DiffLayout, readHunks } from "../../web/src/parts/diff/rows.js";

const hunksOf = (before: string, after: string): readonly Hunk[] =>
  createHunks(splitLines(before), splitLines(after));

const rowsOf = (hunks: readonly Hunk[], layout: DiffLayout) => buildRows(readHunks(hunks), { layout }).rows;

/** Both sides of every row, as "number:text" with a mark for what the other side does not have. */
const sidesOf = (hunks: readonly Hunk[]): readonly (readonly [string, string])[] =>
  rowsOf(hunks, "split").flatMap((row) =>
    row.kind === "line" ? [[row.left?.text ?? "", row.right?.text ?? ""] as const] : [],
  );

/** What a side of a hunk holds, from the hunk's own lines. */
function linesOfSide(hunk: Hunk, other: "+" | "-", first: number): readonly (readonly [number, string])[] {
  return hunk.lines
    .filter((line) => line !== NO_NEWLINE_MARKER && !line.startsWith(other))
    .map((line, at) => [first + at, line.slice(1)]);
}

const someText = fc
  .array(fc.constantFrom("a", "b", "c", "  d", "e f", ""), { maxLength: 30 })
  .chain((lines) => fc.constantFrom(lines.join("\n"), `${lines.join("\n")}\n`));

describe("the rows of a diff", () => {
  it.each(["unified", "split"] as const)(
    "hold every line once on each side it belongs to, with its number: %s [WEB-21]",
    (layout) => {
      fc.assert(
        fc.property(someText, someText, (before, after) => {
          const hunks = hunksOf(before, after);
          for (const [index, hunk] of hunks.entries()) {
            const rows = rowsOf(hunks, layout).filter((row) => row.kind === "line" && row.hunk === index);
            const sideOf = (side: "left" | "right"): DiffLine[] =>
              rows.flatMap((row) => (row.kind === "line" && row[side] !== undefined ? [row[side]] : []));
            const old = sideOf("left").map((line) => [line.oldNumber, line.text]);
            const fresh = sideOf("right").map((line) => [line.newNumber, line.text]);
            expect(old).toEqual(linesOfSide(hunk, "+", hunk.oldStart));
            expect(fresh).toEqual(linesOfSide(hunk, "-", hunk.newStart));
          }
        }),
      );
    },
  );

  it("have a head for each hunk, and lines in the order of the diff [WEB-21]", () => {
    const { rows, heads } = buildRows(readHunks(hunksOf("a\nb\nc\n", "a\nB\nC\nc\n")), { layout: "unified" });
    expect(heads).toEqual([0]);
    const shown = rows.flatMap((row) =>
      row.kind === "line"
        ? [`${(row.left ?? row.right)?.kind} ${(row.left ?? row.right)?.text}`]
        : [row.kind],
    );
    expect(shown).toEqual(["head", "same a", "removed b", "added B", "added C", "same c"]);
  });

  it("say of a last line that it has no newline [WEB-21]", () => {
    const rows = rowsOf(hunksOf("a\nb", "a\nb\n"), "split");
    expect(rows.at(-1)).toMatchObject({
      left: { text: "b", isUnended: true },
      right: { text: "b", isUnended: false },
    });
  });

  it("show in the place of a hunk's lines the editor while it is changed [WEB-21]", () => {
    const parts = readHunks(hunksOf("a\n", "b\n"));
    expect(buildRows(parts, { layout: "split", editing: 0 }).rows.map((row) => row.kind)).toEqual([
      "head",
      "editor",
    ]);
  });

  it("are wide enough for tabs, wide letters and what stands for unseen ones [WEB-21]", () => {
    const columns = (line: string): number => countColumns(readHunks(hunksOf("", `${line}\n`)), 1000);
    expect(columns("abc")).toBe(3);
    expect(columns("a\tb")).toBe(5);
    expect(columns("漢字")).toBe(4);
    expect(columns("a\u202eb")).toBeGreaterThanOrEqual(1 + "U+202E".length + 1);
    expect(countColumns(readHunks(hunksOf("", `${"x".repeat(5000)}\n`)), 1000)).toBe(1000);
  });
});

describe("a removed line", () => {
  it("stands beside the added one where as many were added [WEB-22]", () => {
    expect(sidesOf(hunksOf("one\ntwo\n", "1\n2\n"))).toEqual([
      ["one", "1"],
      ["two", "2"],
    ]);
  });

  it("stands beside the one most like it where more were added, and the others alone [WEB-22]", () => {
    const before = "const total = sum(values);\n";
    const after = "// Adds them up.\nconst values = read();\nconst total = sum(values, 0);\n";
    expect(sidesOf(hunksOf(before, after))).toEqual([
      ["", "// Adds them up."],
      ["", "const values = read();"],
      ["const total = sum(values);", "const total = sum(values, 0);"],
    ]);
  });

  it("is no version of a line that merely stands beside it [WEB-22]", () => {
    const { partners } = buildRows(readHunks(hunksOf("alpha\nbeta gamma\n", "beta gamma!\n")), {
      layout: "split",
    });
    const pairs = [...partners].map(([line, partner]) => [line.text, partner.text]);
    expect(pairs).toEqual([
      ["beta gamma", "beta gamma!"],
      ["beta gamma!", "beta gamma"],
    ]);
  });
});
