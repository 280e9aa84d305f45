import { describe, expect, it } from "vitest";
import { planEdit } from "../../../src/text/edit/plan-edit.js";
import { edit, planOf, requestOf } from "../../support/edits.js";

const TAB = "\t";
const spaces = (count: number) => (text: string) => text.replaceAll(TAB, () => " ".repeat(count));

/** Files in tabs: the surroundings, what is replaced in them, and by what. */
const languages = {
  Go: {
    before: "package main\n\nfunc main() {\n\tfor {\n",
    old: "\t\tif err != nil {\n\t\t\treturn err\n\t\t}",
    new: '\t\tif err != nil {\n\t\t\tif debug {\n\t\t\t\tlog.Print("$&")\n\t\t\t}\n\t\t\treturn err\n\t\t}\n\t\tcount++',
    after: "\n\t}\n}\n",
  },
  Makefile: {
    before: "all: build\n\nbuild:\n",
    old: "\tgo vet ./...\n\tgo build ./...",
    new: "\tgo vet ./...\n\tgo test ./... \\\n\t\t-race\n\tgo build ./...",
    after: "\n\nclean:\n\trm -rf out\n",
  },
  C: {
    before: "int main(void)\n{\n\tint i;\n\n",
    old: "\tfor (i = 0; i < 10; i++) {\n\t\tcall(i,\n\t\t     0);\n\t}",
    new: "\tfor (i = 0; i < 20; i++) {\n\t\tcall(i,\n\t\t     1);\n\t\tif (i)\n\t\t\tbreak;\n\t}",
    after: "\n\treturn 0;\n}\n",
  },
  Python: {
    before: "class A:\n\n\tdef f(self):\n\t\tpass\n\n",
    old: "\tdef g(self):\n\t\tfor x in y:\n\n\t\t\treturn x",
    new: "\tdef g(self):\n\t\tfor x in y:\n\n\t\t\tif x:\n\t\t\t\treturn x\n\t\treturn None",
    after: "\n\n\tdef h(self):\n\t\treturn 1\n",
  },
};

/** How the file is indented, and how the sender indents. */
const styles: Record<string, [file: (text: string) => string, sent: (text: string) => string]> = {
  "tabs, sent with 4 spaces": [String, spaces(4)],
  "tabs, sent with 2 spaces": [String, spaces(2)],
  "tabs, sent with 8 spaces": [String, spaces(8)],
  "4 spaces, sent with tabs": [spaces(4), String],
  "4 spaces, sent with 2": [spaces(4), spaces(2)],
  "2 spaces, sent with 4": [spaces(2), spaces(4)],
  "3 spaces, sent with tabs": [spaces(3), String],
};

/** One known depth, from which the file may be a level less deep, or by half as many spaces a level. */
const isUncertain = (language: string, style: string): boolean =>
  language === "Makefile" && (style === "2 spaces, sent with 4" || style === "4 spaces, sent with 2");

const cases = Object.entries(languages).flatMap(([language, sample]) =>
  Object.entries(styles)
    .filter(([style]) => !isUncertain(language, style))
    .map(([style, [file, sent]]) => ({ language, style, sample, file, sent })),
);

describe("the indentation tier", () => {
  it.each(cases)("re-indents $language indented with $style [EDIT-8]", ({ sample, file, sent }) => {
    const text = file(sample.before + sample.old + sample.after);
    expect(edit(text, sent(sample.old), sent(sample.new))).toEqual([
      "indentation",
      file(sample.before + sample.new + sample.after),
    ]);
  });

  it.each(Object.entries(languages))("re-indents %s in a CRLF file [EDIT-8, EDIT-10]", (_, sample) => {
    const crlf = (text: string): string => text.replaceAll("\n", "\r\n");
    const text = crlf(sample.before + sample.old + sample.after);
    expect(edit(text, spaces(4)(sample.old), spaces(4)(sample.new))).toEqual([
      "indentation",
      crlf(sample.before + sample.new + sample.after),
    ]);
  });

  it.each([
    ["sent without the block's indentation", "  a {\n    b\n  }\n", "a {\n\n  b\n}", undefined, undefined],
    [
      "sent without it, blank lines aside",
      "x\n  a {\n\n    b\n  }\n",
      " a {\n\n   b\n }",
      " a {\n   c\n }",
      "x\n  a {\n    c\n  }\n",
    ],
    [
      "sent too deep",
      "a {\n  b\n}\n",
      "  a {\n    b\n  }",
      "  a {\n    b\n    c\n  }\n  d",
      "a {\n  b\n  c\n}\nd\n",
    ],
    ["with trailing blanks as well", "\ta \n\tb\n", "  a\n  b", "  a\n  c", "\ta \n\tc\n"],
    ["sent with a line break too many", "\ta\n\tb", "  a\n  b\n", "  a\n  c\n", "\ta\n\tc"],
    [
      "with tabs before the sent spaces",
      "\t  a\n\t    b\n",
      "  a\n    b",
      "  a\n    c\n      d",
      "\t  a\n\t    c\n\t      d\n",
    ],
    [
      "with alignment after tabs",
      "\tf(a,\n\t  b)\n",
      "    f(a,\n      b)",
      "    f(a,\n      c)\n    g",
      "\tf(a,\n\t  c)\n\tg\n",
    ],
    [
      "in GNU style, eight columns a tab",
      "    if\n\tx\n\t    y\n",
      "    if\n        x\n            y",
      "    if\n        x\n            z\n                w",
      "    if\n\tx\n\t    z\n\t\tw\n",
    ],
    ["one level deeper and in tabs", "\ta\n\t\tb\n", "a\n  b", "a\n  b\n    c", "\ta\n\t\tb\n\t\t\tc\n"],
    [
      "with blank lines that hold blanks",
      "\ta\n\t\n\tb\n",
      "    a\n\n    b",
      "    a\n\n    c",
      "\ta\n\t\n\tc\n",
    ],
    [
      "with new tabs for sent spaces",
      "\ta\n\tb\n",
      "    a\n    b",
      "    a\n\t\tc\n    b",
      "\ta\n\t\tc\n\tb\n",
    ],
  ])("finds a block %s [EDIT-8]", (_, text, oldString, newString, expected) => {
    if (newString === undefined) {
      expect(planEdit(text, requestOf(oldString, "x"))).toMatchObject({ kind: "not-found" });
    } else {
      const [tier, result] = edit(text, oldString, newString);
      expect([tier.includes("indentation"), result]).toEqual([true, expected]);
    }
  });

  it.each([
    [
      "a shift or another unit, where one depth is known",
      "all:\n  go vet\n  go build\n",
      "    go vet\n    go build",
      "    go vet\n        -race\n    go build",
    ],
    ["steps that are the file's or alignment", "a:\n  b:\n    c\n", "    b:\n", "    b:\n        x\n"],
    [
      "a deeper line of a docstring, sent a level less deep",
      'def f():\n    """\n    Text\n    """\n    if x:\n        y\n        z\n',
      "    y\n    z",
      "    y\n      w\n    z",
    ],
    ["a shift by half a level", "a:\n    b:\n        c\n    d\n    e\n", "  d\n  e", "  d:\n      f\n  e"],
    ["a line less deep than all blanks that were added", "a\n  b\n", "  a\n    b", "  a\n    b\nc"],
    [
      "an indent that the sender makes of two in the file",
      "\ta\n\tb\n\t    c\n",
      "    a\n    b",
      "    a\n        d\n    b",
    ],
    ["a new text that may be indented like the file", "  aa:\n    b\n", "aa:\n  b", "  aa:\n    d"],
    ["lines that a block may have been put around", "  aa\n  bb\n", "aa\nbb", "if c:\n  aa\n  bb"],
  ])("refuses where it is not certain: %s [EDIT-8]", (_, text, oldString, newString) => {
    expect(planEdit(text, requestOf(oldString, newString))).toMatchObject({
      kind: "not-found",
      uncertain: { tier: "indentation" },
    });
  });

  it("takes a first line sent from its text on, and leaves what stands before it [EDIT-8]", () => {
    const text = "func f() {\n\tif a {\n\t\tb()\n\t}\n}\n";
    const plan = planOf(
      text,
      requestOf("if a {\n        b()\n    }", "if c {\n        b()\n        d()\n    }"),
    );
    expect(plan).toMatchObject({ tier: "indentation", matches: [{ start: 12, end: 27 }] });
    expect(edit(text, "if a {\n        b()\n    }", "if c {\n        b()\n        d()\n    }")[1]).toBe(
      "func f() {\n\tif c {\n\t\tb()\n\t\td()\n\t}\n}\n",
    );
  });

  it("leaves lines that old and new text share as they are [EDIT-8]", () => {
    const plan = planOf("\ta\n\t\n\tb\n\tc\n", requestOf("  a\n\n  b\n  c", "  a\n\n  x\n  b\n  c"));
    expect(plan.splices).toEqual([{ start: 5, end: 5, text: "\tx\n" }]);
  });

  it.each([
    ["an inconsistent difference", "\ta\n    b\n", "  a\n  b"],
    ["one sent depth at two in the file", "\ta\n\t\tb\n", "  a\n  b"],
    ["other text", "\ta\n\tb\n", "  a\n  c"],
    ["part of a line", "\tab\n\tc\n", "  b\n  c"],
    ["blank lines only", "a\n\t\n", "  \n  "],
  ])("finds nothing for %s [EDIT-8]", (_, text, oldString) => {
    expect(planEdit(text, requestOf(oldString, "x")).kind).toBe("not-found");
  });

  it("replaces at several depths, each its own [EDIT-8, EDIT-3]", () => {
    const text = "\ta\n\tb\n\t\ta\n\t\tb\n";
    expect(edit(text, "  a\n  b", "  a\n  c\n    d", { replaceAll: true })).toEqual([
      "indentation",
      "\ta\n\tc\n\t\td\n\t\ta\n\t\tc\n\t\t\td\n",
    ]);
  });

  it("gives up on a file of equal lines that would take for ever [EDIT-8]", () => {
    const request = requestOf(`${"  x\n".repeat(1000)}    x\n`, "  z");
    expect(planEdit(`${"\tx\n".repeat(1500)}\t\tx\n`, request)).toMatchObject({ tier: "indentation" });
    expect(planEdit(`${"\tx\n".repeat(40_000)}\t\tx\n`, request)).toEqual({ kind: "not-found" });
  });
});
