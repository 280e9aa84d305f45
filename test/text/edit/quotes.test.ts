import { describe, expect, it } from "vitest";
import { edit, planOf, requestOf } from "../../support/edits.js";

describe("the quotes tier", () => {
  it.each([
    ["an apostrophe", "it’s here", "it's", "it's not", "it’s not here"],
    ["a new apostrophe in a curly text", "it’s", "it's", "we don't", "we don’t"],
    ["an apostrophe between letters beyond ASCII", "l’été", "l'été", "l'hôtel d'Ève", "l’hôtel d’Ève"],
    ["double quotes by position", "“a” b", '"a" b', 'c "d" ("e") -"f"', "c “d” (“e”) -“f”"],
    ["nested quotes", "“‘a’”", "\"'a'\"", "\"'b' c\"", "“‘b’ c”"],
    ["a quote at the start of a line", "“a”", '"a"', '"b"\n"c"', "“b”\n“c”"],
    ["a quote after a dash", "“a”", '"a"', '—"b"', "—“b”"],
    ["kinds one by one", '‘a’ "b"', "'a' \"b\"", "'c' \"d\"", '‘c’ "d"'],
    ["straight quotes for curly ones sent", 'say "a"', "say “a”", "say “b”", 'say "b"'],
    ["a straight apostrophe for a curly one sent", "it's", "it’s", "it’s ‘b’", "it's 'b'"],
    ["a kind the replaced text lacks", "it’s", "it's", 'it\'s "b"', 'it’s "b"'],
    ["a sent curly kind that is straight alike", "'a' “b”", "'a' \"b\"", '‘c’ "d"', "‘c’ “d”"],
    ["a text that mixes both styles", "‘a’ 'b'", "'a' 'b'", "'a' 'c' 'd'", "‘a’ 'c' 'd'"],
    ["odd quotes that stay where old and new agree", "”a“ b", '"a" b', '"a" c', "”a“ c"],
  ])("keeps the file's style: %s [EDIT-5]", (_, text, oldString, newString, expected) => {
    expect(edit(text, oldString, newString)).toEqual(["quotes", expected]);
  });

  it("looks at the file for what stands before the new text [EDIT-5]", () => {
    expect(edit("x “a”", '"a"', '"b"')).toEqual(["quotes", "x “b”"]);
    expect(edit("(“a”", 'a"', 'b"')).toEqual(["quotes", "(“b”"]);
    expect(edit("“a” it’s", "'s", "'ll")).toEqual(["quotes", "“a” it’ll"]);
  });

  it("decides for each of several places [EDIT-5, EDIT-3]", () => {
    expect(edit("‘a’ x 'a' x", "‘a'", "'b'", { replaceAll: true })).toEqual(["quotes", "‘b’ x 'b' x"]);
  });

  it("works across line endings [EDIT-5, EDIT-10]", () => {
    expect(edit("“a”\r\n“b”\r\n", '"a"\n"b"', '"a"\n"c"\n"d"')).toEqual(["quotes", "“a”\r\n“c”\r\n“d”\r\n"]);
  });

  it("tells the place in the file [EDIT-5]", () => {
    expect(planOf("x\r\n‘a’", requestOf("\n'a'", "\n'b'")).matches).toEqual([{ start: 1, end: 6 }]);
  });
});
