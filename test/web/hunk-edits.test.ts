import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createHunks, type Hunk } from "../../src/text/diff/hunks.js";
import { splitLines } from "../../src/text/diff/split-lines.js";
import {
  choiceOf,
  findEditHindrance,
  replaceNewSide,
  sideOf,
  textOf,
} from "../../web/src/parts/diff/hunk-edits.js";

function hunkOf(before: string, after: string): Hunk {
  const [hunk] = createHunks(splitLines(before), splitLines(after));
  if (hunk === undefined) throw new Error("The texts do not differ.");
  return hunk;
}

describe("a hunk that a person changes", () => {
  it("is edited as the text of its new side, without endings [WEB-27]", () => {
    const hunk = hunkOf("a\r\nb\r\nc\r\n", "a\r\nB\r\nc\r\n");
    expect(textOf(hunk, { use: "new" })).toBe("a\nB\nc");
    expect(choiceOf(hunk, "a\nmine\nc")).toEqual({ use: "edited", lines: ["a", "mine", "c"] });
    expect(textOf(hunk, { use: "edited", lines: ["a", "mine", "c"] })).toBe("a\nmine\nc");
  });

  it("counts as untouched when it is again what was proposed [WEB-27]", () => {
    const hunk = hunkOf("a\nb\n", "a\nB\n");
    expect(choiceOf(hunk, textOf(hunk, { use: "new" }))).toEqual({ use: "new" });
    expect(choiceOf(hunk, "")).toEqual({ use: "edited", lines: [] });
  });

  it("is shown as it will be, with the file's endings [WEB-27]", () => {
    const hunk = hunkOf("1\r\na\r\n2\r\n", "1\r\nb\r\n2\r\n");
    expect(replaceNewSide(hunk, ["1", "mine", "too", "2"])).toEqual({
      oldStart: 1,
      oldLines: 3,
      newStart: 1,
      newLines: 4,
      lines: [" 1\r", "-a\r", "+mine\r", "+too\r", " 2\r"],
    });
  });

  it("keeps a last line without a newline [WEB-27]", () => {
    const hunk = hunkOf("a\nb", "a\nB");
    const marker = "\\ No newline at end of file";
    expect(replaceNewSide(hunk, ["a", "mine"]).lines).toEqual([" a", "-b", marker, "+mine", marker]);
    expect(replaceNewSide(hunk, ["a", "b"])).toEqual({ ...hunk, lines: [" a", " b", marker] });
  });

  it("has the lines on its new side that it was given, and its old side stays, whatever they are [WEB-27]", () => {
    const text = fc.array(fc.constantFrom("a", "b", "c", ""), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(text, text, text, (before, after, mine) => {
        fc.pre(before.join("\n") !== after.join("\n"));
        const [hunk] = createHunks(splitLines(`${before.join("\n")}\n`), splitLines(`${after.join("\n")}\n`));
        if (hunk === undefined) return;
        const made = replaceNewSide(hunk, mine);
        expect(sideOf(made, "new")).toEqual(mine);
        expect(sideOf(made, "old")).toEqual(sideOf(hunk, "old"));
        expect(made.newLines).toBe(mine.length);
        expect(made.oldLines).toBe(hunk.oldLines);
        expect(made.oldStart).toBe(hunk.oldStart);
      }),
    );
  });

  it("can't be one whose lines hold carriage returns inside, which a text field would make ends of [WEB-27]", () => {
    expect(findEditHindrance(hunkOf("a\n", "a\rb\n"))).toBe(
      "Its lines hold carriage returns, which a text field can't keep.",
    );
    expect(findEditHindrance(hunkOf("a\r\n", "b\r\n"))).toBeUndefined();
  });
});
