/** EditStrings that are not quite right, in files with more than one place that they may mean. */
import { part, type ScenarioFamily, text } from "./scenario.js";

const method = (name: string, indentation: string): string[] => [
  `${indentation}def ${name}(self):`,
  `${indentation}    self.count += 1`,
  `${indentation}    return self.count`,
];
const body = ["self.count += 1", "return self.count"];

const nested = ["for (;;) {", "\tif (a) {", "\t\tif (b) {", "\t\t\tc();", "\t\t}", "\t}", "}"];

export const noiseNearDuplicates: ScenarioFamily = {
  id: "noise-near-duplicates",
  scenarios: [
    {
      id: "dedented lines fit two functions",
      path: "a.py",
      before: text("class A:", ...method("next", "    "), "", "class B:", ...method("step", "    ")),
      old: part(...body),
      new: part("self.count += 2", "return self.count"),
    },
    {
      id: "indented lines fit one function exactly and one not",
      path: "a.py",
      before: text(...method("next", ""), "", "class B:", ...method("next", "    ")),
      old: part(...method("next", "")),
      new: part("def next(self):", "    return 0"),
      expected: text("def next(self):", "    return 0", "", "class B:", ...method("next", "    ")),
    },
    {
      id: "indentation that is neither of two",
      path: "a.py",
      before: text("class A:", ...method("next", "    "), "  class B:", ...method("next", "      ")),
      old: part(...method("next", "  ")),
      new: part("  def next(self):", "      return 0"),
    },
    {
      id: "dedented closing brackets fit at two depths that overlap",
      path: "a.js",
      before: text("run([", "\tfunction f() {", ...nested.map((line) => `\t\t${line}`), "\t}", "]);"),
      old: part("\t\t}", "\t}", "}"),
      new: part("\t\t}", "\t\td();", "\t}", "}"),
    },
    {
      id: "closing brackets with spaces for tabs also fit one level deeper",
      path: "a.c",
      before: text("void f() {", ...nested.map((line) => `\t${line}`), "}"),
      old: part("        }", "    }", "}"),
      new: part("        }", "        d();", "    }", "}"),
      expected: text("void f() {", ...nested.slice(0, -1).map((line) => `\t${line}`), "\t\td();", "\t}", "}"),
      mayRefuse: true,
    },
    {
      id: "blanks added to lines that occur twice",
      path: "a.py",
      before: text("a = 1", "b = 2", "--", "a = 1", "b = 2"),
      old: part("a = 1  ", "b = 2"),
      new: part("a = 1  ", "b = 3"),
    },
    {
      id: "spaces for the tabs of one place, exact at another",
      path: "a.go",
      before: text("\tif ok {", "\t\treturn", "\t}", "    if ok {", "        return", "    }"),
      old: part("    if ok {", "        return", "    }"),
      new: part("    if ok {", "        stop()", "    }"),
      expected: text("\tif ok {", "\t\treturn", "\t}", "    if ok {", "        stop()", "    }"),
    },
    {
      id: "entities that one place really has",
      path: "a.md",
      before: text("a &lt; b", "a < b"),
      old: "a &lt; b",
      new: "a &lt;= b",
      expected: text("a &lt;= b", "a < b"),
    },
    {
      id: "escapes that one place really has",
      path: "a.js",
      before: text('x("one\\ntwo");', "y(`one", "two`);"),
      old: "one\\ntwo",
      new: "one\\n2",
      expected: text('x("one\\n2");', "y(`one", "two`);"),
    },
    {
      id: "a dash that may be either of two",
      path: "a.md",
      before: text("pages 1 - 2", "pages 1 – 2"),
      old: "pages 1 — 2",
      new: "pages 1 — 3",
    },
    {
      id: "curly quotes where both kinds of straight quotes occur",
      path: "a.js",
      before: text('log("done");', "log('done');"),
      old: "log(‘done’);",
      new: "log(‘ready’);",
      expected: text('log("done");', "log('ready');"),
      mayRefuse: true,
    },
    {
      id: "line numbers that name one of two places",
      path: "a.txt",
      before: text("start", "go left", "start", "go right", "start", "go left"),
      old: part("5\tstart", "6\tgo left"),
      new: part("5\tstart", "6\tgo on"),
      expected: text("start", "go left", "start", "go right", "start", "go on"),
      mayRefuse: true,
    },
    {
      id: "line numbers that name neither of two places",
      path: "a.txt",
      before: text("start", "go left", "start", "go right", "start", "go left"),
      old: part("8\tstart", "9\tgo left"),
      new: part("8\tstart", "9\tgo on"),
    },
  ],
};
