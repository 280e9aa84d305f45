/** Noise that models add to what they send: removed where that is certain, and refused where it is not. */
import { describe, expect, it } from "vitest";
import { planEdit } from "../../../src/text/edit/plan-edit.js";
import { edit, requestOf } from "../../support/edits.js";

const code = `import { a } from "a";

export function f(x: number) {
\tif (x < 1 && x > -1) {
\t\treturn "a - b";
\t}

\treturn x...y;
}
`;

/** What is found, and what the file becomes: a text with one part replaced. */
type Case = readonly [what: string, file: string, old: string, fresh: string, part: string, result: string];

function check(tier: string, [, file, old, fresh, part, result]: Case): void {
  expect(edit(file, old, fresh, { isProse: false })).toEqual([tier, file.replace(part, () => result)]);
}

function expectUncertain(tier: string, file: string, old: string, fresh: string): void {
  const planned = planEdit(file, requestOf(old, fresh, { isProse: false }));
  expect(planned).toMatchObject({ kind: "not-found", uncertain: { tier } });
}

describe("line numbers of a view", () => {
  it.each<Case>([
    ["Read's", code, "     8→\treturn x...y;\n     9→}", "     8→\treturn x;\n     9→}", "x...y", "x"],
    ["tabs", code, "8\t\treturn x...y;\n9\t}", "8\t\treturn x;\n9\t}", "x...y", "x"],
    ["bars", code, "8|\treturn x...y;\n9|}", "8|\treturn x;\n9|}", "x...y", "x"],
    ["spaced bars", code, " 8 | \treturn x...y;\n 9 | }", " 8 | \treturn x;\n 9 | }", "x...y", "x"],
    ["Grep's", code, "8:\treturn x...y;", "8:\treturn x;", "x...y", "x"],
    ["colons and blanks", "a\n  b\n c\n", "1: a\n2:   b", "1: a\n2:   x", "b", "x"],
    [
      "a blank line without a separator",
      code,
      "6|\t}\n7\n8|\treturn x...y;",
      "6|\t}\n7\n8|\treturn;",
      " x...y",
      "",
    ],
    ["a clean new text", code, "8→\treturn x...y;", "\treturn 8;", "x...y", "8"],
    [
      "more new lines",
      code,
      "8→\treturn x...y;\n9→}",
      "8→\tz();\n9→\treturn x...y;\n10→}",
      "\treturn x.",
      "\tz();\n\treturn x.",
    ],
    [
      "new lines without numbers",
      code,
      "8→\treturn x...y;\n9→}",
      "8→\treturn x...y;\n\tz();\n9→}",
      "y;\n",
      "y;\n\tz();\n",
    ],
  ])("are removed: %s [EDIT-490]", (...found) => check("line-numbers", found));

  it.each([
    ["that do not ascend", "9→\treturn x...y;\n8→}"],
    ["with different separators", "8→\treturn x...y;\n9|}"],
    ["before some lines only", "8→\treturn x...y;\n}"],
    ["before a part of a line", "8→return x...y"],
  ])("are content %s [EDIT-490]", (_, old) => {
    expect(planEdit(code, requestOf(old, "x"))).toEqual({ kind: "not-found" });
  });

  it("are uncertain where new lines may be content that looks like them [EDIT-497]", () => {
    expectUncertain("line-numbers", code, "8:\treturn x...y;\n9:}", "8:\treturn {\n1: x,\n};\n}");
  });
});

describe("escapes", () => {
  it.each<Case>([
    [
      "of a JSON string",
      code,
      '\\tif (x < 1 && x > -1) {\\n\\t\\treturn \\"a - b\\";',
      '\\tif (x) {\\n\\t\\treturn \\"c\\\\n\\";',
      'if (x < 1 && x > -1) {\n\t\treturn "a - b";',
      'if (x) {\n\t\treturn "c\\n";',
    ],
    [
      "of line breaks and tabs",
      code,
      '\\t\\treturn "a - b";\\n\\t}',
      '\\t\\treturn "c";\\n\\t}',
      "a - b",
      "c",
    ],
    ["of quotes only", code, 'from \\"a\\"', 'from \\"b\\"', '"a"', '"b"'],
    ["of line breaks of Windows", "a\r\nb\r\n", "a\\r\\nb", "a\\r\\nc", "b", "c"],
    ["with a clean new text", code, "\\treturn x...y;\\n}", "\treturn 1;\n}", "x...y", "1"],
  ])("are undone: %s [EDIT-491]", (...found) => check("escapes", found));

  it.each([
    ["in a text with real line breaks", "\\treturn x...y;\n}\\n"],
    ["that the file has", "\\q"],
  ])("are content %s [EDIT-491]", (_, old) => {
    expect(planEdit(code, requestOf(old, "x")).kind).toBe("not-found");
  });

  it.each([
    ["a break that may belong into a literal", "\\treturn x...y;\\n}", '\\treturn "x\\n";\\n}'],
    ["a break that may belong into a pattern", "\\treturn x...y;\\n}", "\\treturn y.split(/\\n/);\\n}"],
    ["a backslash that may be doubled", "\\treturn x...y;\\n}", "\\treturn /\\\\d/;\\n}"],
  ])("are uncertain: %s [EDIT-497]", (_, old, fresh) => {
    expectUncertain("escapes", code, old, fresh);
  });
});

describe("HTML entities", () => {
  it.each<Case>([
    [
      "in both texts",
      code,
      "if (x &lt; 1 &amp;&amp; x &gt; -1)",
      "if (x &gt; 1 &amp;&amp; y)",
      "x < 1 && x > -1",
      "x > 1 && y",
    ],
    ["in the old text only", code, "x &lt; 1", "x < 2", "x < 1", "x < 2"],
    ["quotes", code, "from &quot;a&quot;", "from &#39;b&#39;", '"a"', "'b'"],
    ["of entities", "<b>&lt; x</b>\n", "&lt;b&gt;&amp;lt; x", "&lt;b&gt;&amp;lt; y", "x", "y"],
    [
      "in a clean new text that has some",
      "<b>x &amp; y</b>\n",
      "&lt;b&gt;x",
      "<b>&quot;x",
      "<b>x",
      "<b>&quot;x",
    ],
    [
      "beside a quote that is not escaped",
      code,
      'if (x &lt; 1 && x > -1) {\n\t\treturn "a - b";',
      'if (x &lt; 1) {\n\t\treturn "&quot;";',
      'x < 1 && x > -1) {\n\t\treturn "a - b"',
      'x < 1) {\n\t\treturn "&quot;"',
    ],
  ])("are decoded: %s [EDIT-492]", (...found) => check("entities", found));

  it("are content where the file has them [EDIT-492]", () => {
    expect(edit("x &lt; y", "x &lt; y", "x &lt; z")).toEqual(["exact", "x &lt; z"]);
  });

  it("are uncertain where the file has the same elsewhere and a new line has it [EDIT-497]", () => {
    const file = 'html("&lt;b");\nif (a < b) c();\n';
    expectUncertain("entities", file, "if (a &lt; b) c();", "if (a &lt; b) d(e &lt; f);");
    expect(edit(file, "if (a &lt; b) c();", "c();")).toEqual(["entities", 'html("&lt;b");\nc();\n']);
  });
});

describe("look-alikes", () => {
  it.each<Case>([
    ["no-break spaces", code, "return\u00a0x...y;", "return\u00a0z;", "x...y", "z"],
    ["other blanks", code, "if\u3000(x\u2009< 1", "if (y < 1", "if (x", "if (y"],
    ["dashes", code, "x > –1) {\n\t\treturn", "x > –2) {\n\t\treturn", "-1", "-2"],
    ["an ellipsis", code, "return x…y;", "return x…z;", "x...y", "x...z"],
    ["full-width forms", code, "function f（x： number）", "function f（y： number）", "f(x:", "f(y:"],
    ["a character without width", code, "function\u200b f(x", "function\u200b g(x", "f(x", "g(x"],
    ["in the old text only", code, "return\u00a0x…y;", "return x...z;", "x...y", "x...z"],
    ["beside real ones", "a — b\nc - d\n", "a — b\nc – d", "a — b\ne", "c - d", "e"],
  ])("become plain: %s [EDIT-493]", (...found) => check("look-alikes", found));

  it("stay plain in the file: characters of the file are never taken for them [EDIT-493]", () => {
    expect(planEdit("a\u00a0b", requestOf("a b", "c")).kind).toBe("not-found");
    expect(planEdit("a — b", requestOf("a - b", "c")).kind).toBe("not-found");
    expect(planEdit("a - b\na – b\n", requestOf("a — b", "c"))).toMatchObject({
      kind: "not-unique",
      count: 2,
    });
  });

  it.each([
    ["the file has the same elsewhere", "a - b\n// c – d\n", "a – b", "a – c"],
    ["a new one is of another kind", "a b\n", "a\u00a0b", "a – b"],
  ])("are uncertain where %s [EDIT-497]", (_, file, old, fresh) => {
    expectUncertain("look-alikes", file, old, fresh);
  });
});

describe("blank lines", () => {
  const spaced = "a\n\nb\nc\n\n\nd\ne\n";

  it.each<Case>([
    ["missing", spaced, "a\nb\nc", "a\nb\nx", "c", "x"],
    ["extra", spaced, "b\n\nc\n\n\nd", "b\n\nx\n\n\nd", "c", "x"],
    ["fewer", spaced, "b\nc\n\nd\ne", "b\nc\n\nd\nx", "e", "x"],
    ["missing in the old text only", spaced, "a\nb\nc", "a\n\nb\nx", "c", "x"],
    ["too many at the start of the file", spaced, "\n\na\n", "\n\nx\n", "a", "x"],
    ["too many before", spaced, "\n\n\nb", "\n\n\nx", "b", "x"],
    ["too many after", spaced, "e\n\n\n", "x\n\n\n", "e", "x"],
    ["too many in the old text only", "a\nb", "a\nb\n", "a\nc", "b", "c"],
    ["where lines are taken out", spaced, "a\nb\nc\n\n\nd\ne", "a\nb\nc\n\n\nd", "\ne", ""],
  ])("of the file stay: %s [EDIT-494]", (...found) => check("blank-lines", found));

  it.each([
    ["lines are put where they differ", spaced, "a\nb\nc", "a\nx\nb\nc"],
    ["a line beside them is taken out", spaced, "a\nb\nc\n\n\nd", "b\nc\n\n\nd"],
    ["the sender may have left out all", spaced, "a\nb\nc", "a\nb\nx\ny\nz"],
    ["the replaced lines have some between them", spaced, "a\nb\nc", "x\ny\nc"],
    ["breaks at the ends differ too", spaced, "\n\n\nb\nc", "\nb\nx"],
  ])("are uncertain where %s [EDIT-497]", (_, file, old, fresh) => {
    expectUncertain("blank-lines", file, old, fresh);
  });
});

describe("a Markdown fence", () => {
  it.each<Case>([
    ["with a language", code, "```ts\n\treturn x...y;\n}\n```", "```ts\n\treturn 1;\n}\n```", "x...y", "1"],
    ["without one", code, "```\n\treturn x...y;\n```\n", "```\n\treturn 1;\n```\n", "x...y", "1"],
    ["of tildes", code, "~~~\n\treturn x...y;\n~~~", "~~~\n\treturn 1;\n~~~", "x...y", "1"],
    ["around the old text only", code, "```ts\n\treturn x...y;\n```", "\treturn 1;", "x...y", "1"],
    ["around nothing", code, "```ts\n\treturn x...y;\n```", "```ts\n```", "\treturn x...y;\n", ""],
  ])("is removed: %s [EDIT-495]", (...found) => check("fence", found));

  it.each([
    ["the file has fences", "a\n```ts\nb\n```\nc\n", "```js\nb\n```", "```js\nx\n```"],
    ["the two differ", code, "```ts\n\treturn x...y;\n```", "```js\n\treturn 1;\n```"],
  ])("is uncertain where %s [EDIT-497]", (_, file, old, fresh) => {
    expectUncertain("fence", file, old, fresh);
  });
});

describe("two relaxations at once", () => {
  it.each<readonly [tier: string, file: string, old: string, fresh: string, result: string]>([
    [
      "quotes+indentation",
      "\tsay(“a”);\n\tb();\n",
      '  say("a");\n  b();',
      '  say("a");\n  c();',
      "\tsay(“a”);\n\tc();\n",
    ],
    ["trailing-whitespace+line-numbers", "a  \nb\nc\n", "1→a\n2→b", "1→a\n2→x", "a  \nx\nc\n"],
    [
      "indentation+entities",
      "\tif (a < b)\n\t\tc();\n",
      "if (a &lt; b)\n  c();",
      "if (a &lt; b)\n  d();",
      "\tif (a < b)\n\t\td();\n",
    ],
    ["line-numbers+fence", "a\nb\n", "```\n1→a\n2→b\n```", "```\n1→a\n2→c\n```", "a\nc\n"],
    ["indentation+blank-lines", "\ta\n\n\tb\n\tc\n", "a\nb\nc", "a\nb\nx", "\ta\n\n\tb\n\tx\n"],
    ["trailing-whitespace+look-alikes", "a\n\nb\n", "a\n\u00a0\nb", "a\n\u00a0\nb\u00a0c", "a\n\nb c\n"],
    ["quotes+look-alikes", "say(“a”, b);\n", 'say("a",\u00a0b);', 'say("a",\u00a0c);', "say(“a”, c);\n"],
  ])("are named: %s [EDIT-496]", (tier, file, old, fresh, result) => {
    expect(edit(file, old, fresh, { isProse: false })).toEqual([tier, result]);
  });

  it("are as loose as any other two: different places for two pairs are too many [EDIT-496, EDIT-4]", () => {
    const file = '\ta("x") \n\tb()\n--\n a(“x”)\n b()\n';
    expect(planEdit(file, requestOf('  a("x")\n  b()', "c"))).toMatchObject({ kind: "not-unique", count: 2 });
  });

  it("are the most: three are not enough alike [EDIT-496]", () => {
    expect(planEdit("\tsay(“a”);\n\n\tb();\n", requestOf('  say("a");\n  b();', "x"))).toEqual({
      kind: "not-found",
    });
  });
});

describe("a deletion", () => {
  it("of all leaves everything where one place is in doubt [EDIT-497, EDIT-3]", () => {
    const file = "a - b\n\na – b\n";
    const all = { replaceAll: true, isProse: false };
    expect(planEdit(file, requestOf("a — b", "", all))).toMatchObject({ kind: "not-found", uncertain: {} });
  });
});

describe("the strictest relaxation", () => {
  it.each([
    ["quotes before indentation", '“a”\n\tb\n--\n  "a"\n  \tb\n', '"a"\n\tb', "quotes"],
    ["trailing blanks before indentation", "a \nb\n--\n\ta\n\tb\n", "a\nb", "trailing-whitespace"],
    ["line numbers before two at once", "a\nb\n--\n\ta\n\tb\n", "1→a\n2→b", "line-numbers"],
  ])("decides: %s [EDIT-4, EDIT-496]", (_, file, old, tier) => {
    expect(planEdit(file, requestOf(old, "x"))).toMatchObject({ kind: "plan", tier });
  });

  it("is not known between indentation and blank lines: both places count [EDIT-4]", () => {
    const file = "\ta\n\tb\n--\na\n\nb\n";
    expect(planEdit(file, requestOf("a\nb", "x"))).toMatchObject({ kind: "not-unique", count: 2 });
  });

  it("of all is the exact text: nothing else is looked for then [EDIT-1]", () => {
    expect(edit("1→a\na\n", "1→a", "1→b")).toEqual(["exact", "1→b\na\n"]);
    expect(planEdit(code, requestOf("8→\treturn x...y;", "x", { exactOnly: true }))).toEqual({
      kind: "not-found",
    });
  });
});
