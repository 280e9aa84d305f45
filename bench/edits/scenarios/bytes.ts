/** Line ends and characters that get lost easily. */
import { part, type ScenarioFamily, text } from "./scenario.js";

const crlf = (plain: string): string => plain.replaceAll("\n", "\r\n");
const three = text("one", "two", "three");

export const lineEnds: ScenarioFamily = {
  id: "line-ends",
  scenarios: [
    {
      id: "strings with LF for a file with CRLF",
      path: "a.txt",
      before: crlf(three),
      old: part("one", "two"),
      new: part("one", "1.5", "two"),
      expected: crlf(text("one", "1.5", "two", "three")),
    },
    {
      id: "strings with CRLF for a file with CRLF",
      path: "a.txt",
      before: crlf(three),
      old: crlf(part("one", "two")),
      new: crlf(part("one", "1.5", "two")),
      expected: crlf(text("one", "1.5", "two", "three")),
    },
    {
      id: "strings with CRLF for a file with LF",
      path: "a.txt",
      before: three,
      old: crlf(part("one", "two")),
      new: crlf(part("one", "1.5", "two")),
      expected: text("one", "1.5", "two", "three"),
      mayRefuse: true,
    },
    {
      id: "one line of a file with both",
      path: "a.txt",
      before: "one\r\ntwo\nthree\r\nfour\n",
      old: "two",
      new: "2",
      expected: "one\r\n2\nthree\r\nfour\n",
    },
    {
      id: "CRLF without a final newline",
      path: "a.txt",
      before: "one\r\ntwo",
      old: part("one", "two"),
      new: part("one", "two", "three"),
      expected: "one\r\ntwo\r\nthree",
    },
  ],
};

export const specialCharacters: ScenarioFamily = {
  id: "special-characters",
  scenarios: [
    {
      id: "replacement patterns are text",
      path: "a.js",
      before: text("const cost = 5;", "const tax = 1;"),
      old: "const cost = 5;",
      new: "const cost = `$& $$ $1 $` $'`;",
      expected: text("const cost = `$& $$ $1 $` $'`;", "const tax = 1;"),
    },
    {
      id: "expressions are text",
      path: "a.js",
      before: text("match(/axb/);", "match(/a.b/);", "match(/a+b/);"),
      old: "/a.b/",
      new: "/a.c/",
      expected: text("match(/axb/);", "match(/a.c/);", "match(/a+b/);"),
    },
    {
      id: "backslashes are text",
      path: "a.js",
      before: text("const path = 'C:\\\\new\\\\temp';", "const digits = /\\d+\\n/;"),
      old: "/\\d+\\n/",
      new: "/\\d*\\n/",
      expected: text("const path = 'C:\\\\new\\\\temp';", "const digits = /\\d*\\n/;"),
    },
    {
      id: "characters outside the basic plane",
      path: "a.md",
      before: text("😀 smile", "😁 grin"),
      old: "😁 grin",
      new: "😂 laugh",
      expected: text("😀 smile", "😂 laugh"),
    },
    {
      id: "no-break spaces that belong to the file",
      path: "a.md",
      before: text("10\u00a0km or 10 km"),
      old: "10\u00a0km or",
      new: "12\u00a0km or",
      expected: text("12\u00a0km or 10 km"),
    },
    {
      id: "a composed letter for a decomposed one",
      path: "a.md",
      before: text("cafe\u0301 opens at 8", "bar opens at 9"),
      old: "caf\u00e9 opens at 8",
      new: "caf\u00e9 opens at 7",
      expected: text("cafe\u0301 opens at 7", "bar opens at 9"),
      mayRefuse: true,
    },
  ],
};
