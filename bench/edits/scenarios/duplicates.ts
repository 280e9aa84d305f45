/** Files in which parts are alike. */
import { part, type ScenarioFamily, text } from "./scenario.js";

const retry = ["for (let i = 0; i < 3; i += 1) {", "  if (send()) break;", "}"] as const;
const retries = text("open();", ...retry, "flush();", ...retry, "close();");
const step = ["  - run: npm ci", "  - run: npm test"] as const;

const greet = (name: string, statement: string): string[] => [
  `def ${name}():`,
  `    ${statement}`,
  "    return 1",
];

export const duplicateBlocks: ScenarioFamily = {
  id: "duplicate-blocks",
  scenarios: [
    {
      id: "both blocks fit",
      path: "send.js",
      before: retries,
      old: part(...retry),
      new: part("while (!send());"),
    },
    {
      id: "a line before tells the blocks apart",
      path: "send.js",
      before: retries,
      old: part("open();", ...retry),
      new: part("open();", "while (!send());"),
      expected: text("open();", "while (!send());", "flush();", ...retry, "close();"),
    },
    {
      id: "a line after tells the blocks apart",
      path: "send.js",
      before: retries,
      old: part(...retry, "close();"),
      new: part("while (!send());", "close();"),
      expected: text("open();", ...retry, "flush();", "while (!send());", "close();"),
    },
    {
      id: "three blocks fit",
      path: "ci.yml",
      before: text("a:", ...step, "b:", ...step, "c:", ...step),
      old: part(...step),
      new: part("  - run: npm ci", "  - run: npm run check"),
    },
    {
      id: "only one of two blocks fits exactly",
      path: "greet.py",
      before: text(...greet("a", 'print("hi")'), "", ...greet("b", 'print("hi")  ')),
      old: part('    print("hi")', "    return 1"),
      new: part('    print("hello")', "    return 1"),
      expected: text(...greet("a", 'print("hello")'), "", ...greet("b", 'print("hi")  ')),
    },
  ],
};

const area = (name: string, body: string): string[] => [`function ${name}(a, b) {`, `  return ${body};`, "}"];
const areas = text(...area("sum", "a + b"), "", ...area("sub", "a - b"));

export const nearDuplicates: ScenarioFamily = {
  id: "near-duplicates",
  scenarios: [
    {
      id: "the second of two similar functions",
      path: "math.js",
      before: areas,
      old: part(...area("sub", "a - b")),
      new: part(...area("sub", "b - a")),
      expected: text(...area("sum", "a + b"), "", ...area("sub", "b - a")),
    },
    {
      id: "the head of one function and the body of the other",
      path: "math.js",
      before: areas,
      old: part(...area("sum", "a - b")),
      new: part(...area("sum", "a * b")),
    },
    {
      id: "a name that is neither",
      path: "math.js",
      before: areas,
      old: part("function sun(a, b) {"),
      new: part("function sun(a, b, c) {"),
    },
    {
      id: "a number that is nowhere",
      path: "limits.toml",
      before: text("[small]", "size = 10", "[large]", "size = 1000"),
      old: part("size = 55"),
      new: part("size = 550"),
    },
    {
      id: "a part of two lines",
      path: "box.ts",
      before: text("const a = width;", "const b = widthOf(a);"),
      old: part("= width"),
      new: part("= height"),
    },
    {
      id: "the longer of two lines that begin alike",
      path: "box.ts",
      before: text("const a = width;", "const b = widthOf(a);"),
      old: part("= widthOf"),
      new: part("= heightOf"),
      expected: text("const a = width;", "const b = heightOf(a);"),
    },
  ],
};

const cases = text("case 1:", "  n += 1;", "  break;", "case 2:", "  n += 2;", "  break;");

export const repeatedLines: ScenarioFamily = {
  id: "repeated-lines",
  scenarios: [
    {
      id: "a line that occurs often",
      path: "a.c",
      before: cases,
      old: part("  break;"),
      new: part("  return n;"),
    },
    {
      id: "a line that occurs often, with blanks added",
      path: "a.c",
      before: cases,
      old: part("  break;  "),
      new: part("  return n;  "),
    },
    {
      id: "a repeated line after a unique one",
      path: "a.c",
      before: cases,
      old: part("  n += 1;", "  break;"),
      new: part("  n += 1;", "  return n;"),
      expected: text("case 1:", "  n += 1;", "  return n;", "case 2:", "  n += 2;", "  break;"),
    },
    {
      id: "occurrences that overlap",
      path: "rows.txt",
      before: text("=====", "-----", "-----", "-----", "====="),
      old: part("-----", "-----"),
      new: part("- - -", "- - -"),
    },
    {
      id: "the last two of three equal lines",
      path: "rows.txt",
      before: text("=====", "-----", "-----", "-----", "====="),
      old: part("-----", "-----", "====="),
      new: part("- - -", "- - -", "====="),
      expected: text("=====", "-----", "- - -", "- - -", "====="),
    },
    {
      id: "one more equal line",
      path: "rows.txt",
      before: text("top", "row", "row", "row", "end"),
      old: part("top", "row", "row", "row", "end"),
      new: part("top", "row", "row", "row", "row", "end"),
      expected: text("top", "row", "row", "row", "row", "end"),
    },
  ],
};
