import { describe, expect, it } from "vitest";
import { planEdit } from "../../../src/text/edit/plan-edit.js";
import { edit, planOf, requestOf } from "../../support/edits.js";

describe("an exact edit", () => {
  it.each([
    ["in the middle", "one two three", "two", "2", "one 2 three"],
    ["at the start", "one two", "one", "1", "1 two"],
    ["at the end", "one two", "two", "2", "one 2"],
    ["of everything", "one", "one", "1", "1"],
    ["over lines", "a\nb\nc\n", "a\nb", "x\ny\nz", "x\ny\nz\nc\n"],
    ["in a CRLF file", "a\r\nb\r\nc", "a\nb", "a\nB", "a\r\nB\r\nc"],
    ["sent with CRLF to an LF file", "a\nb\nc", "a\r\nb", "A\r\nb", "A\nb\nc"],
    ["of a line before a CRLF", "a\r\nb", "a", "x", "x\r\nb"],
    ["that begins with a CRLF", "a\r\nb", "\nb", "\nc", "a\r\nc"],
    ["with a lone CR", "a\rb\nc", "a\rb", "a\rd", "a\rd\nc"],
    ["with a CR before a CRLF", "a\r\r\nb", "a\r\nb", "a\rc", undefined],
    ["with a CR sent before a CRLF", "a\r\r\nb", "a\r\r\nb", "a\r\r\nc", "a\r\r\nc"],
    ["beside a pair", "😀😁", "😁", "😂", "😀😂"],
    ["without final newline", "a\nb", "b", "c", "a\nc"],
  ])("%s replaces the text and nothing else [EDIT-1]", (_, text, oldString, newString, expected) => {
    if (expected === undefined) {
      expect(planEdit(text, requestOf(oldString, newString))).toEqual({ kind: "not-found" });
    } else {
      expect(edit(text, oldString, newString)).toEqual(["exact", expected]);
    }
  });

  it("splices only what differs, and tells the whole match [EDIT-1]", () => {
    expect(
      planOf("let a = 1;\r\nlet b = 2;\r\n", requestOf("a = 1;\nlet b = 2", "a = 1;\nlet b = 3")),
    ).toEqual({
      kind: "plan",
      tier: "exact",
      splices: [{ start: 20, end: 21, text: "3" }],
      replacements: 1,
      trimmedLines: [0],
      matches: [{ start: 4, end: 21 }],
      newString: "a = 1;\nlet b = 3",
    });
  });

  it("does not cut a surrogate pair that old and new text half share [EDIT-1]", () => {
    const plan = planOf("x😀y", requestOf("😀", "😁"));
    expect(plan.splices).toEqual([{ start: 1, end: 3, text: "😁" }]);
    const last = planOf("x\u{1f600}y", requestOf("\u{1f600}", "\u{1fa00}"));
    expect(last.splices).toEqual([{ start: 1, end: 3, text: "\u{1fa00}" }]);
  });

  it("counts a replacement that changes nothing but has no splice for it [EDIT-9]", () => {
    expect(planOf("a\nb", requestOf("a", "a  "))).toMatchObject({ splices: [], replacements: 1 });
  });

  it.each(["$&", "$$", "$`", "$'", "$1", "\\n", "\\title", "&amp;lt;", "<n></n>", "a\\\\\nb", "\\u0041"])(
    "puts %j into the file as it is [EDIT-2]",
    (newString) => {
      expect(edit("[x]", "x", newString)).toEqual(["exact", `[${newString}]`]);
    },
  );

  it("replaces every occurrence with replace_all, left to right without overlap [EDIT-3]", () => {
    expect(edit("aaaaa", "aa", "b", { replaceAll: true })).toEqual(["exact", "bba"]);
    expect(planOf("x.x.x", requestOf("x", "y", { replaceAll: true })).replacements).toBe(3);
  });

  it("does not find what is not there [EDIT-1]", () => {
    expect(planEdit("abc", requestOf("d", "e"))).toEqual({ kind: "not-found" });
    expect(planEdit("", requestOf("d", "e"))).toEqual({ kind: "not-found" });
  });

  it("needs a text to look for [EDIT-1]", () => {
    expect(() => planEdit("abc", requestOf("", "e"))).toThrow(RangeError);
  });

  it.each([
    ["quotes", "it’s", "it's"],
    ["trailing whitespace", "a  \nb", "a\nb"],
    ["shortened tokens", "<name>", "<n>"],
    ["indentation", "\ta\n\tb", "    a\n    b"],
  ])("ignores no difference of %s when only exact matches are wanted [EDIT-1]", (_, text, oldString) => {
    expect(planEdit(text, requestOf(oldString, `${oldString}!`))).toMatchObject({ kind: "plan" });
    expect(planEdit(text, requestOf(oldString, "x", { exactOnly: true }))).toEqual({ kind: "not-found" });
  });
});

describe("an edit with several matches", () => {
  it.each([
    ["exact", "a\nx\r\nb\nx\n", "x", [2, 4]],
    ["exact", "x x\n", "x", [1, 1]],
    ["quotes", "‘x’\n\n“x”\n‘x’\n", "'x'", [1, 4]],
    ["trailing-whitespace", "a \nb\na\t\nb\n", "a\nb", [1, 3]],
    ["desanitized", "<name>\n<name>", "<n>", [1, 2]],
    ["indentation", "\ta\n\tb\n\n\t\ta\n\t\tb\n", "    a\n    b", [1, 4]],
  ])("is refused in the %s tier with the lines of all of them [EDIT-4]", (tier, text, oldString, lines) => {
    const answer = planEdit(text, requestOf(oldString, "new"));
    expect(answer).toMatchObject({ kind: "not-unique", tier, lines, count: lines.length });
  });

  it("does not go on to a laxer tier [EDIT-4]", () => {
    const text = "a\nb\na\nb\na \nb";
    expect(planEdit(text, requestOf("a\nb", "c"))).toMatchObject({ tier: "exact", count: 2 });
  });

  it("lists the first fifty lines and counts all [EDIT-4]", () => {
    const answer = planEdit("x\n".repeat(120), requestOf("x", "y"));
    expect(answer).toEqual({
      kind: "not-unique",
      tier: "exact",
      lines: Array.from({ length: 50 }, (_, index) => index + 1),
      columns: Array.from({ length: 50 }, () => 1),
      count: 120,
    });
  });

  it.each([
    ["two functions that end alike", "f() {\n  return 1;\n}\ng() {\n  return 1;\n}\n", "    return 1;\n}"],
    ["two indented twins", "if a:\n\tx = 1\nif b:\n\t\tx = 1\n", "    x = 1"],
    ["twins but for a blank", "a(); \nb()\na();  \nb()\n", "a();\nb()"],
    ["twins but for quotes", "say “a”\nsay ”a“\n", 'say "a"'],
  ])("is refused for %s [EDIT-4]", (_, text, oldString) => {
    expect(planEdit(text, requestOf(oldString, "new"))).toMatchObject({ kind: "not-unique", count: 2 });
  });
});
