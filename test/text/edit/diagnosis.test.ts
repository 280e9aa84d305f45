import { describe, expect, it } from "vitest";
import { diagnoseMiss } from "../../../src/text/edit/diagnosis/diagnose-miss.js";
import type { Diagnosis } from "../../../src/text/edit/diagnosis/diagnosis.js";
import { renderDiagnosis } from "../../../src/text/edit/diagnosis/render-diagnosis.js";
import { planEdit } from "../../../src/text/edit/plan-edit.js";
import { lineRange } from "../../../src/text/line-ranges.js";
import { requestOf } from "../../support/edits.js";

const file = `import { log } from "./log.js";

export function greet(name: string): string {
\tconst greeting = "Hello, " + name;
\tlog("a\\tb\\n" + greeting);

\tif (name === "") {
\t\treturn "Hello — whoever you’re";
\t}
\treturn greeting;
}

export const limit = 20;
`;

function diagnose(oldString: string, newString = "something else", text = file): Diagnosis {
  return diagnoseMiss(text, { oldString, newString, seen: "whole" });
}

const places = ({ places }: Diagnosis): string[] =>
  places.map(({ startLine, endLine }) => `${startLine}-${endLine}`);

describe("the reason for a failed match", () => {
  it.each([
    ["line-number-prefix", "\treturn greeting;\n    11→}", "10-11"],
    ["escaped-newline", 'log("a\tb\n" + greeting);', "5-5"],
    ["case", "export const LIMIT = 20;", "13-13"],
    ["case", "\tReturn greeting;\n}", "10-11"],
    ["indentation", "\treturn greeting;\n\t}", "10-11"],
    ["indentation", '  if (name === "") {\n  return "Hello — whoever you’re";\n}', "7-9"],
    ["whitespace", "export const limit=20;", "13-13"],
    ["whitespace", "export  function greet( name: string ): string {", "3-3"],
    ["whitespace", 'const greeting =\n    "Hello, " + name;', "4-4"],
    ["look-alike", 'return "Hello - whoever you\'re";', "8-8"],
    ["line-number-prefix", "\texport const limit = 20;\n    14→", "13-13"],
    ["blank-lines", '\tlog("a\\tb\\n" + greeting);\n\tif (name === "") {', "5-7"],
    ["elision", "export function greet(name: string): string {\n// ...\n\treturn greeting;", "3-10"],
    ["elision", '\tif (name === "") {\n\t// ... existing code ...\n}', "7-11"],
    ["look-alike", "ехроrt const limit", "13-13"],
    ["different-text", "export const LIMIT=20;", "13-13"],
    ["different-text", "export const limit = 30;", "13-13"],
    ["different-text", '\tif (name === null) {\n\t\treturn "Hello — whoever you’re";\n\t}', "7-9"],
    [
      "different-text",
      'import { log } from "./logs.js";\nimport x;\n\nexport function greet(name: string): string {',
      "1-3",
    ],
  ])("is %s for %j [EDIT-12]", (reason, oldString, where) => {
    expect(planEdit(file, requestOf(oldString, "x")).kind).toBe("not-found");
    const diagnosis = diagnose(oldString);
    expect([diagnosis.reason, places(diagnosis)[0]]).toEqual([reason, where]);
  });

  it.each([
    ["quotes", "whoever you're\"", "8-8"],
    ["indentation", "    return greeting;\n}", "10-11"],
    ["whitespace", "\treturn greeting; \n}", "10-11"],
    ["line-number-prefix", "    10→\treturn greeting;\n    11→}", "10-11"],
    ["line-number-prefix", "13→export const limit = 20;", "13-13"],
    ["escaped-newline", "\\treturn greeting;\\n}", "10-11"],
    ["escaped-newline", 'const greeting = \\"Hello, \\" + name;', "4-4"],
    ["look-alike", "export\u00a0const limit = 20;", "13-13"],
    ["look-alike", "export const lim\u200bit = 20;", "13-13"],
    ["look-alike", "export const limit ＝ 20", "13-13"],
    ["entities", "const greeting = &quot;Hello, &quot; + name;", "4-4"],
    ["fence", "```ts\nexport const limit = 20;\n```", "13-13"],
  ])("is %s where a tier was not allowed to find %j [EDIT-12]", (reason, oldString, where) => {
    expect(planEdit(file, requestOf(oldString, "x"))).toMatchObject({ kind: "plan" });
    const diagnosis = diagnose(oldString);
    expect([diagnosis.reason, places(diagnosis)]).toEqual([reason, [where]]);
  });

  it("is absent when nothing is alike [EDIT-12]", () => {
    expect(diagnose("Quantum zebras juggle 999 vowels", "x")).toEqual({
      reason: "absent",
      sentence:
        "Nothing like old_string is in the file. Check that it is the right file, or find the place with Grep and copy old_string from its result.",
      places: [],
    });
    expect(diagnose("x", "y", "").reason).toBe("absent");
  });

  it.each([
    ["the new text stands there", "return salute;", "return greeting;", "10-10"],
    ["it changed only the case", "export const LIMIT = 20;", "export const limit = 20;", "13-13"],
    ["it changed only whitespace", "export const limit=20;", "export const limit = 20;", "13-13"],
  ])("is already-applied when %s [EDIT-12]", (_, oldString, newString, where) => {
    const diagnosis = diagnose(oldString, newString);
    expect([diagnosis.reason, places(diagnosis)]).toEqual(["already-applied", [where]]);
  });

  it.each([
    ["the new text is trivial", "nothing like it at all, 1234", "}", "absent"],
    ["the old text is nearly there, elsewhere", "export const LIMIT = 20;", "return greeting;", "case"],
    ["the new text is part of the old one", "export const  limit = 20;", "limit = 20;", "whitespace"],
  ])("is not already-applied when %s [EDIT-12]", (_, oldString, newString, reason) => {
    expect(diagnose(oldString, newString).reason).toBe(reason);
  });

  it("finds escapes of Windows texts and lines of CRLF files [EDIT-12]", () => {
    const diagnosis = diagnose("a\\r\\nb", "x", "z\r\na\r\nb\r\n");
    expect(diagnosis).toMatchObject({
      reason: "escaped-newline",
      places: [{ startLine: 2, lines: ["a", "b"] }],
    });
  });
});

describe("carriage returns that differ", () => {
  it.each([
    ["a stray one in old_string", "one\ntwo three\nfour\n", "two\r three", "2-2"],
    ["one at the end of old_string", "one\ntwo\nthree\n", "two\r", "2-2"],
    ["a doubled one in old_string", "one\r\ntwo\r\nthree\r\n", "one\r\r\ntwo", "1-2"],
    ["a stray one in the file", "one\ntwo\r three\nfour\n", "two three", "2-2"],
    ["a doubled one in the file", "one\r\r\ntwo\r\r\nthree\n", "one\ntwo", "1-2"],
    ["one for a line break in the file", "one\rtwo\nthree\n", "one\ntwo", "1-1"],
    ["one for a line break in old_string", "one\ntwo\nthree\n", "one\rtwo", "1-2"],
  ])("are named as such: %s [SAFE-151]", (_, text, oldString, where) => {
    expect(planEdit(text, requestOf(oldString, "new")).kind).toBe("not-found");
    const diagnosis = diagnose(oldString, "something else", text);
    expect(diagnosis.reason).toBe("carriage-returns");
    expect(diagnosis.sentence).toContain("carriage returns only");
    expect(places(diagnosis)).toEqual([where]);
    expect(renderDiagnosis(diagnosis)).toContain("\\r");
  });

  it("are not named where blanks differ too [SAFE-151]", () => {
    expect(diagnose("two\rthree", "new text", "one\ntwo  three\n").reason).toBe("whitespace");
  });
});

describe("the first difference of a failed match", () => {
  it.each([
    ["export const limit = 30;", { line: 13, column: 22, expected: "30;", found: "20;" }],
    ["\treturn greeting;\n\t}", { line: 11, column: 1, expected: "\t}", found: "}" }],
    ["export const limit=20;", { line: 13, column: 19, expected: "=20;", found: " = 20;" }],
    ['\tif (name == "") {', { line: 7, column: 13, expected: ' "") {', found: '= "") {' }],
    ["return greeting;\n}\nx", { line: 12, column: 1, expected: "x", found: "" }],
  ])("of %j is told with both sides [EDIT-12]", (oldString, firstDifference) => {
    expect(diagnose(oldString).firstDifference).toEqual(firstDifference);
  });
});

describe("the places of a failed match", () => {
  it("are quoted only from lines that were read [EDIT-12]", () => {
    const failed = { oldString: "export const LIMIT = 20;", newString: "x" };
    expect(diagnoseMiss(file, { ...failed, seen: lineRange(1, 12) })).toEqual({
      reason: "unread-lines",
      sentence:
        "The text nearest to old_string is in line 13, not shown yet. Read there, then copy old_string from the result.",
      places: [],
      unread: [{ from: 13, to: 13 }],
    });
    expect(diagnoseMiss(file, { ...failed, seen: lineRange(13, 13) }).places).toEqual([
      { startLine: 13, endLine: 13, lines: ["export const limit = 20;"] },
    ]);
  });

  it("name the unread part of a place that was read in part [EDIT-12]", () => {
    const oldString = '\tif (name === 0) {\n\t\treturn "Hello — whoever you’re";\n\t}';
    const diagnosis = diagnoseMiss(file, { oldString, newString: "x", seen: lineRange(1, 7) });
    expect(diagnosis).toMatchObject({ reason: "unread-lines", places: [] });
    expect(diagnosis.sentence).toContain("lines 8-9");
  });

  it("leave out further places in unread lines [EDIT-12]", () => {
    const text = "Alpha Beta\n".repeat(9);
    const seen = lineRange(1, 2);
    expect(places(diagnoseMiss(text, { oldString: "alpha beta", newString: "x", seen }))).toEqual([
      "1-1",
      "2-2",
    ]);
    expect(places(diagnose("alpha beta", "x", text))).toEqual(["1-1", "2-2", "3-3"]);
  });

  it("have at most twenty lines in all, around the first difference [EDIT-12]", () => {
    const lines = Array.from({ length: 60 }, (_, index) => `line number ${index + 1}`);
    const oldString = lines.slice(0, 50).join("\n").replace("number 40", "numbre 40");
    const diagnosis = diagnose(oldString, "x", lines.join("\n"));
    expect(diagnosis).toMatchObject({ reason: "different-text", firstDifference: { line: 40, column: 10 } });
    expect(places(diagnosis)).toEqual(["31-50"]);
  });

  it("have lines of at most 200 characters [EDIT-12]", () => {
    const long = "Word ".repeat(1000);
    const [place] = diagnose(long.toLowerCase().trim(), "x", `${long}\n`).places;
    expect(place?.lines.map((line) => line.length)).toEqual([200]);
  });

  it("are found by the lines they share, wherever old and new ones lie between [EDIT-12]", () => {
    const rows = Array.from({ length: 3000 }, (_, index) => `row ${index * 7919} of the table`);
    const wanted = rows.slice(2000, 2010).map((row, index) => (index % 3 === 0 ? `changed ${row}!` : row));
    expect(places(diagnose(wanted.join("\n"), "x", rows.join("\n")))).toEqual(["2001-2010"]);
  });

  it("are found in bounded steps in large files of equal lines [EDIT-12]", () => {
    const text = "the same line again\n".repeat(50_000);
    const oldString = `${"the same line again\n".repeat(4999)}but not here`;
    const diagnosis = diagnose(oldString, "x", text);
    expect(diagnosis.reason).toBe("different-text");
    expect(diagnosis.places.flatMap((place) => place.lines)).toHaveLength(20);
  });
});

describe("the lines to send instead", () => {
  it("are those of the nearest place, as they are [EDIT-498]", () => {
    expect(diagnose("export const limit = 30;").paste).toEqual({
      startLine: 13,
      endLine: 13,
      text: "export const limit = 20;",
    });
    expect(
      diagnose("export function greet(name: string): string {\n// ...\n\treturn greeting;").paste,
    ).toMatchObject({
      startLine: 3,
      endLine: 10,
    });
  });

  it("are more until they occur once [EDIT-498]", () => {
    const text = "a();\nb();\na();\nc();\n";
    expect(diagnose("A();", "x", text).paste).toEqual({ startLine: 1, endLine: 2, text: "a();\nb();" });
  });

  it.each([
    ["have lines that were not shown", "a\nb\na\nc\n", "A", lineRange(1, 1)],
    ["can't be made unique", "a\n".repeat(60), "A", "whole"],
    ["have characters that can't be seen", "a\u202eb\n", "a\u202eB", "whole"],
    ["are too long", `${"a ".repeat(1200)}\n`, "A ".repeat(1200), "whole"],
  ] as const)("are left out where they %s [EDIT-498]", (_, text, oldString, seen) => {
    expect(diagnoseMiss(text, { oldString, newString: "x", seen }).paste).toBeUndefined();
  });

  it("are left out where the edit seems to have been made [EDIT-498]", () => {
    expect(diagnose("return salute;", "return greeting;").paste).toBeUndefined();
  });
});

describe("a rendered diagnosis", () => {
  it("shows the sentence, the difference and the lines with their blanks [EDIT-12]", () => {
    expect(renderDiagnosis(diagnose("\treturn greeting;\n\t}"))).toBe(
      [
        "old_string equals lines 10-11 but for the indentation. Send old_string and new_string with the file's indentation.",
        'First difference in line 11, column 1: old_string has "⇥}", the file "}".',
        "(· is a space, ⇥ is a tab)",
        "  10| ⇥return greeting;",
        "  11| }",
        "To change lines 10-11, send this as old_string:",
        "\treturn greeting;",
        "}",
      ].join("\n"),
    );
  });

  it("shows what can't be seen, and a legend only for marks of its own [EDIT-12]", () => {
    const text = "a\u00a0b · c\n";
    expect(renderDiagnosis(diagnose("a b · c", "x", text))).toBe(
      [
        "old_string differs from line 1 in characters that look or read alike only. Copy the characters as the file has them.",
        "Send these characters as the file has them: U+0020 in old_string is U+00A0 in the file.",
        'First difference in line 1, column 2: old_string has "·b · c", the file "\\u00a0b · c".',
        "   1| a\\u00a0b · c",
      ].join("\n"),
    );
  });

  it("tells places apart [EDIT-12]", () => {
    expect(renderDiagnosis(diagnose("alpha  beta", "x", "Alpha Beta \nx\n  Alpha Beta\n"))).toMatch(
      /\(· is a space, ⇥ is a tab\)\n {3}3\| ··Alpha Beta\nTo change line 1, send this as old_string:\nAlpha Beta $/,
    );
  });

  it.each([
    ["long lines", `${"\u202e".repeat(300)} Word\n`.repeat(30), `${"\u202e".repeat(300)} word\n`.repeat(25)],
    ["blanks", `${"\t ".repeat(300)}Word\n`.repeat(30), `${"\t ".repeat(300)}word\n`.repeat(25)],
    ["wide characters", `${"😀".repeat(300)} Word\n`.repeat(30), `${"😀".repeat(300)} word\n`.repeat(25)],
  ])("stays under 3,500 characters with %s [EDIT-12]", (_, text, oldString) => {
    const rendered = renderDiagnosis(diagnose(oldString, "x", text));
    expect(rendered.length).toBeLessThan(3500);
    expect(rendered.split("\n").length).toBeGreaterThan(20);
    expect(rendered.isWellFormed()).toBe(true);
  });

  it.each([1, 100_000])("keeps every sentence within 200 characters at line %d [EDIT-12]", (line) => {
    const text = `${"\n".repeat(line - 1)}${file}`;
    const tries = [
      "LIMIT = 20",
      "limit=20",
      "    13→export const limit = 20;",
      "limit = 30;",
      "\\treturn greeting;",
    ];
    for (const seen of ["whole", lineRange(1, 2)] as const) {
      for (const oldString of tries) {
        const { sentence } = diagnoseMiss(text, { oldString, newString: "return greeting", seen });
        expect(sentence.length).toBeLessThanOrEqual(200);
        expect(sentence).toMatch(/\.$/);
      }
    }
  });
});
