import { describe, expect, it } from "vitest";
import { paint } from "../../src/cli/colours.js";
import { isCutShort, renderDiff } from "../../src/cli/diff.js";
import type { Hunk } from "../../src/text/diff/hunks.js";

const hunkOf = (lines: readonly string[]): Hunk => ({
  oldStart: 1,
  oldLines: 1,
  newStart: 1,
  newLines: 1,
  lines,
});

describe("A change in the terminal", () => {
  it("has a heading by what happens, and lines by what they are [CLI-13]", () => {
    const hunks = [hunkOf([" a", "-b", "+c", "\\ No newline at end of file"])];
    const options = { path: "/w/app/a.txt", colour: true } as const;
    expect(renderDiff(hunks, { ...options, kind: "update" }).split("\n")).toEqual([
      "\u001b[33mChanges /w/app/a.txt\u001b[0m",
      "\u001b[36m@@ -1,1 +1,1 @@\u001b[0m",
      " a",
      "\u001b[31m-b\u001b[0m",
      "\u001b[32m+c\u001b[0m",
      "\u001b[2m\\ No newline at end of file\u001b[0m",
      "",
    ]);
    expect(renderDiff([], { ...options, kind: "create" })).toBe("\u001b[32mNew file /w/app/a.txt\u001b[0m\n");
    expect(renderDiff([], { ...options, kind: "delete" })).toBe("\u001b[31mRemoves /w/app/a.txt\u001b[0m\n");
    expect(renderDiff(hunks, { ...options, kind: "update", colour: false })).not.toContain("\u001b");
  });

  it("escapes names and lines before colours are added [CLI-16]", () => {
    const hostile = "\u001b[2J\u202e\u200b\r\u009b";
    const hunks = [hunkOf([`+${hostile}`, `-${hostile}`, ` ${hostile}`])];
    const shown = renderDiff(hunks, { path: `/w/${hostile}\n+x`, kind: "update", colour: true });
    // What is left of escape sequences once our own colours are taken away.
    const ours = ["\u001b[33m", "\u001b[36m", "\u001b[31m", "\u001b[32m", "\u001b[0m"];
    const plain = ours.reduce((text, code) => text.replaceAll(code, ""), shown);
    expect(plain).not.toMatch(/[^\P{Cc}\n]|\p{Cf}/u);
    expect(plain.split("\n").length).toBe(6);
  });

  it("is shown within bounds, with a count of the rest, or whole [CLI-17]", () => {
    const many = [hunkOf(Array.from({ length: 500 }, (_, index) => `+line ${index}`))];
    const options = { path: "/w/a", kind: "update", colour: false } as const;
    const shown = renderDiff(many, options).trimEnd().split("\n");
    expect(shown.length).toBe(201);
    expect(shown.at(-1)).toBe("[… 302 more diff lines]");
    expect(renderDiff(many, { ...options, maxLines: Number.POSITIVE_INFINITY })).toContain("+line 499");
    const long = [hunkOf([`+${"x".repeat(5000)}the end`])];
    expect(renderDiff(long, options)).not.toContain("the end");
    expect(renderDiff(long, { ...options, maxLines: Number.POSITIVE_INFINITY })).toContain("the end");
    expect([isCutShort(many, 200), isCutShort(many, 501), isCutShort(long, 200), isCutShort([], 1)]).toEqual([
      true,
      false,
      true,
      false,
    ]);
  });

  it("colours each line by itself, and nothing where there is no colour [CLI-13]", () => {
    expect(paint("a\n\nb", "bold", { colour: true })).toBe("\u001b[1ma\u001b[0m\n\n\u001b[1mb\u001b[0m");
    expect(paint("a", "bold", { colour: false })).toBe("a");
  });
});
