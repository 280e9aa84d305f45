import { describe, expect, it } from "vitest";
import { mergeLines } from "../../../src/text/diff/merge-lines.js";

const base = "1\n2\n3\n4\n5\n";

describe("a three-way merge", () => {
  it.each([
    { what: "no changes", ours: base, theirs: base, merged: base },
    { what: "our change only", ours: "1\nA\n3\n4\n5\n", theirs: base, merged: "1\nA\n3\n4\n5\n" },
    { what: "their change only", ours: base, theirs: "1\n2\n3\n4\n", merged: "1\n2\n3\n4\n" },
    {
      what: "changes apart",
      ours: "A\n2\n3\n4\n5\n",
      theirs: "1\n2\n3\n4\nB\nC\n",
      merged: "A\n2\n3\n4\nB\nC\n",
    },
    {
      what: "changes of neighbouring lines",
      ours: "1\nA\n3\n4\n5\n",
      theirs: "1\n2\nB\n4\n5\n",
      merged: "1\nA\nB\n4\n5\n",
    },
    {
      what: "more lines in the place of one, beside a change",
      ours: "1\nA\nB\n3\n4\n5\n",
      theirs: "1\n2\nC\n4\n5\n",
      merged: "1\nA\nB\nC\n4\n5\n",
    },
    {
      what: "a line added behind one that they removed",
      ours: "1\n2\nA\n3\n4\n5\n",
      theirs: "1\n3\n4\n5\n",
      merged: "1\nA\n3\n4\n5\n",
    },
    {
      what: "the same change on both sides, once",
      ours: "1\nA\n3\n4\n5\n",
      theirs: "1\nA\n3\n4\nB\n",
      merged: "1\nA\n3\n4\nB\n",
    },
    {
      what: "the same addition on both sides, once",
      ours: "1\n2\nA\n3\n4\n5\n",
      theirs: "0\n1\n2\nA\n3\n4\n5\n",
      merged: "0\n1\n2\nA\n3\n4\n5\n",
    },
    { what: "the same text on both sides", ours: "x\ny", theirs: "x\ny", merged: "x\ny" },
    {
      what: "endings, each line its own",
      ours: "1\r\n2\n3\n4\n5\n",
      theirs: "1\n2\n3\n4\n5",
      merged: "1\r\n2\n3\n4\n5",
    },
  ])("of $what [MERGE-1]", ({ ours, theirs, merged }) => {
    expect(mergeLines(base, ours, theirs)).toEqual({ text: merged, conflicts: [] });
    expect(mergeLines(base, theirs, ours)).toEqual({ text: merged, conflicts: [] });
  });

  it.each([
    {
      what: "one line changed in two ways",
      ours: "1\nA\n3\n4\n5\n",
      theirs: "1\nB\n3\n4\n5\n",
      conflict: { base: { start: 1, end: 2 }, baseText: "2\n", ours: "A\n", theirs: "B\n" },
    },
    {
      what: "different lines added at one place",
      ours: "1\nA\n2\n3\n4\n5\n",
      theirs: "1\nB\n2\n3\n4\n5\n",
      conflict: { base: { start: 1, end: 1 }, baseText: "", ours: "A\n", theirs: "B\n" },
    },
    {
      what: "a line changed here and removed there",
      ours: "1\nA\n3\n4\n5\n",
      theirs: "1\n3\n4\n5\n",
      conflict: { base: { start: 1, end: 2 }, baseText: "2\n", ours: "A\n", theirs: "" },
    },
    {
      what: "removals that overlap in part",
      ours: "1\n4\n5\n",
      theirs: "1\n2\n5\n",
      conflict: { base: { start: 1, end: 4 }, baseText: "2\n3\n4\n", ours: "4\n", theirs: "2\n" },
    },
    {
      what: "two changes within a larger one",
      ours: "1\nA\nB\nC\n5\n",
      theirs: "1\nX\n3\nY\n5\n",
      conflict: { base: { start: 1, end: 4 }, baseText: "2\n3\n4\n", ours: "A\nB\nC\n", theirs: "X\n3\nY\n" },
    },
    {
      what: "a line added where they put another in the place of the next",
      ours: "1\nA\n2\n3\n4\n5\n",
      theirs: "1\nB\n3\n4\n5\n",
      conflict: { base: { start: 1, end: 2 }, baseText: "2\n", ours: "A\n2\n", theirs: "B\n" },
    },
    {
      what: "neighbouring changes that both add lines, in an order nobody knows",
      ours: "1\nA\nB\n3\n4\n5\n",
      theirs: "1\n2\nC\nD\n4\n5\n",
      conflict: { base: { start: 1, end: 3 }, baseText: "2\n3\n", ours: "A\nB\n3\n", theirs: "2\nC\nD\n" },
    },
    {
      what: "a line added behind one that lost its newline",
      ours: "1\n2\n3\n4\n5",
      theirs: "1\n2\n3\n4\n5\n6\n",
      conflict: { base: { start: 4, end: 5 }, baseText: "5\n", ours: "5", theirs: "5\n6\n" },
    },
  ])("of $what is a conflict with all three texts [MERGE-2]", ({ ours, theirs, conflict }) => {
    const merged = mergeLines(base, ours, theirs);
    expect(merged.conflicts).toEqual([conflict]);
    const finished = (text: string): string => (text === "" || text.endsWith("\n") ? text : `${text}\n`);
    expect(merged.text).toBe(
      [
        base.slice(0, conflict.base.start * 2),
        "<<<<<<< ours\n",
        finished(conflict.ours),
        "||||||| base\n",
        conflict.baseText,
        "=======\n",
        finished(conflict.theirs),
        ">>>>>>> theirs\n",
        base.slice(conflict.base.end * 2),
      ].join(""),
    );
    expect(mergeLines(base, theirs, ours).conflicts).toEqual([
      { ...conflict, ours: conflict.theirs, theirs: conflict.ours },
    ]);
  });

  it("marks conflicts, and merges what lies around them [MERGE-2]", () => {
    const { text, conflicts } = mergeLines(base, "0\nA\n3\n4\n5\n", "1\nB\n3\n4\nlast\n");
    expect(conflicts).toHaveLength(1);
    expect(text).toBe("<<<<<<< ours\n0\nA\n||||||| base\n1\n2\n=======\n1\nB\n>>>>>>> theirs\n3\n4\nlast\n");
  });

  it("gives markers the ending of their neighbours and its own line to each", () => {
    const labels = { ours: "disk", base: "before", theirs: "undo" };
    expect(mergeLines("a\r\nb", "a\r\nc", "a\r\nd", { labels }).text).toBe(
      "a\r\n<<<<<<< disk\r\nc\r\n||||||| before\r\nb\r\n=======\r\nd\r\n>>>>>>> undo\r\n",
    );
    expect(mergeLines("a", "b", "", { labels }).text).toBe(
      "<<<<<<< disk\nb\n||||||| before\na\n=======\n>>>>>>> undo\n",
    );
  });

  it("of a long text with changes everywhere is clean where they are apart [MERGE-1]", () => {
    const lines = Array.from({ length: 200_000 }, (_, index) => `line ${index}\n`);
    const edited = (side: string, rest: number): string[] =>
      lines.map((line, index) => (index % 20 === rest ? `${side} ${line}` : line));
    const { text, conflicts } = mergeLines(
      lines.join(""),
      edited("ours", 0).join(""),
      edited("theirs", 10).join(""),
    );
    expect(conflicts).toEqual([]);
    expect(text).toBe(
      edited("ours", 0)
        .map((line, index) => (index % 20 === 10 ? `theirs ${line}` : line))
        .join(""),
    );
  });
});
