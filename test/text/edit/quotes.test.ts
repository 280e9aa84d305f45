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
    ["a quote sent in another style than at its place", "'a' “b”", "'a' \"b\"", '‘c’ "d"', "'c' “d”"],
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

  it.each([
    [
      "both kinds, one of them content",
      'say("She said “hi” to me");',
      'say("She said "hi" to me");',
      'say("She said "bye" to me");',
      'say("She said “bye” to me");',
    ],
    [
      "code beside a typographic comment",
      "// it’s a pipe\nif (a) b();",
      "// it's a pipe\nif (a) b();",
      "// it's a pipe\nif (fdName === 'ipc') b();",
      "// it’s a pipe\nif (fdName === 'ipc') b();",
    ],
    [
      "literals that were content before",
      'x = "a “b” c"',
      'x = "a "b" c"',
      'x = ["a", "b", "c"]',
      'x = ["a", "b", "c"]',
    ],
    [
      "quotes added to a literal",
      '{"a": "say “hi”"}',
      '"say "hi""',
      '"say "hi" or "bye""',
      '{"a": "say “hi” or “bye”"}',
    ],
    [
      "a new literal with content like the old one's",
      '["say “hi”"]',
      '["say "hi""]',
      '["say "hi"", "say "bye" twice"]',
      '["say “hi”", "say “bye” twice"]',
    ],
    ["a prefixed literal before quotes", "x # “it”", 'x # "it"', "f'one' # \"it\"", "f'one' # “it”"],
    ["a prefixed literal", "x = 1 # it’s", "x = 1 # it's", "x = f'one' # it's", "x = f'one' # it’s"],
    ["an expression in a literal", 'f"{a} it’s"', 'f"{a} it\'s"', "f\"{a['b']} it's\"", "f\"{a['b']} it’s\""],
    ["an expression in a template", "`it’s`", "`it's`", "`it's ${f('x')}`", "`it’s ${f('x')}`"],
    ["an apostrophe in a literal", '"it’s"', '"it\'s"', "\"it's, don't\"", '"it’s, don’t"'],
    ["a comment line", "// it’s", "// it's", "// it's\n// don't", "// it’s\n// don’t"],
    ["a tag after text", "<p>“a”</p>", '<p>"a"</p>', '<p>"a"</p><b id="c">', '<p>“a”</p><b id="c">'],
    ["a typographic quote sent on purpose", '["“a”"]', '[""a""]', '["“a” “b”"]', '["“a” “b”"]'],
    ["quotes sent typographically throughout", 'f("a", “b”)', "f(“a”", "f(“a”, “c”", 'f("a", "c", “b”)'],
  ])("never makes syntax of code typographic: %s [EDIT-460]", (_, text, oldString, newString, expected) => {
    expect(edit(text, oldString, newString, { isProse: false })).toEqual(["quotes", expected]);
  });

  it.each([
    ["the dominant style", "“a” “b” 'c'", '"a"', '"a" "d"', "“a” “d” “b” 'c'"],
    ["the dominant style, straight", '“a” "b" "c"', '"a"', '"a" "d"', '“a” "d" "b" "c"'],
    ["apostrophes as the file's apostrophes", "it’s 'a' 'b'", "it's", "it's, don't", "it’s, don’t 'a' 'b'"],
    ["code spans", "“a”", '"a"', '"a" `f("x")`', '“a” `f("x")`'],
    ["tags", "“a”", '"a"', '"a" <b id="c">', '“a” <b id="c">'],
    ["fenced code", "“a”\n", '"a"\n', '"a"\n```\nf("x")\n```\n"b"\n', '“a”\n```\nf("x")\n```\n“b”\n'],
    ["a fence that the file opens", "“a”\n```\n“b”\n```", '"b"', '"b"\nf("x")', '“a”\n```\n“b”\nf("x")\n```'],
    ["front matter", "---\na: “b”\n---\n“c”", 'a: "b"', 'a: "b"\nd: "e"', '---\na: “b”\nd: "e"\n---\n“c”'],
    ["indented code", "“a”", '"a"', '"a"\n\n    f("x")', '“a”\n\n    f("x")'],
  ])("gives new quotes of prose %s [EDIT-462]", (_, text, oldString, newString, expected) => {
    expect(edit(text, oldString, newString)).toEqual(["quotes", expected]);
  });

  it.each([
    ["typographic", "say “b” and it’s", 'say "b" and it\'s'],
    ["straight", 'say "b" and it\'s', 'say "b" and it\'s'],
  ])(
    "writes only straight quotes into a file without others, whatever was sent: %s [EDIT-461]",
    (_, newString, expected) => {
      expect(edit('say "a"', "say “a”", newString)).toEqual(["quotes", expected]);
    },
  );

  it("leaves the new text alone where the old one was found exactly [EDIT-461, EDIT-2]", () => {
    expect(edit('say "a"', 'say "a"', "say “b”")).toEqual(["exact", "say “b”"]);
  });

  it("takes time in proportion to the text, whatever its quotes [EDIT-460]", () => {
    const quotes = "\"'".repeat(20_000);
    const [tier, text] = edit(`“a” ${quotes}`, `"a" ${quotes}`, `"b" ${quotes}`);
    expect([tier, text.length]).toEqual(["quotes", quotes.length + 4]);
  });
});
