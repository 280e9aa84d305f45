/** Edits at the edges of files, and of blank lines. */
import { part, type ScenarioFamily, text } from "./scenario.js";

const three = text("one", "two", "three");

export const fileStart: ScenarioFamily = {
  id: "file-start",
  scenarios: [
    {
      id: "the first line",
      path: "a.txt",
      before: three,
      old: "one",
      new: "1",
      expected: text("1", "two", "three"),
    },
    {
      id: "lines before the first",
      path: "a.txt",
      before: three,
      old: part("one", "two"),
      new: part("zero", "", "one", "two"),
      expected: text("zero", "", "one", "two", "three"),
    },
    {
      id: "the first line is removed",
      path: "a.txt",
      before: three,
      old: part("one", "two"),
      new: part("two"),
      expected: text("two", "three"),
    },
    {
      id: "a byte order mark stays",
      path: "a.txt",
      before: `\ufeff${three}`,
      old: part("one", "two"),
      new: part("1", "two"),
      expected: `\ufeff${text("1", "two", "three")}`,
    },
    {
      id: "a newline too many before the first line",
      path: "a.txt",
      before: three,
      old: part("", "one"),
      new: part("", "1"),
      expected: text("1", "two", "three"),
      mayRefuse: true,
    },
  ],
};

export const fileEnd: ScenarioFamily = {
  id: "file-end",
  scenarios: [
    {
      id: "the last line",
      path: "a.txt",
      before: three,
      old: "three",
      new: "3",
      expected: text("one", "two", "3"),
    },
    {
      id: "a line after the last",
      path: "a.txt",
      before: three,
      old: part("two", "three"),
      new: part("two", "three", "four"),
      expected: text("one", "two", "three", "four"),
    },
    {
      id: "the last line is removed",
      path: "a.txt",
      before: three,
      old: part("two", "three"),
      new: part("two"),
      expected: text("one", "two"),
    },
    {
      id: "both strings end with the newline",
      path: "a.txt",
      before: three,
      old: text("three"),
      new: text("three", "four"),
      expected: text("one", "two", "three", "four"),
    },
    {
      id: "a newline too many after the last line",
      path: "a.txt",
      before: three,
      old: text("three", ""),
      new: text("3", ""),
      expected: text("one", "two", "3"),
      mayRefuse: true,
    },
  ],
};

const open = part("one", "two", "three");

export const noFinalNewline: ScenarioFamily = {
  id: "no-final-newline",
  scenarios: [
    {
      id: "the last line",
      path: "a.txt",
      before: open,
      old: "three",
      new: "3",
      expected: part("one", "two", "3"),
    },
    {
      id: "a line after the last",
      path: "a.txt",
      before: open,
      old: "three",
      new: part("three", "four"),
      expected: part("one", "two", "three", "four"),
    },
    {
      id: "the last line is removed",
      path: "a.txt",
      before: open,
      old: part("two", "three"),
      new: part("two"),
      expected: part("one", "two"),
    },
    {
      id: "the newline is what is added",
      path: "a.txt",
      before: open,
      old: part("two", "three"),
      new: text("two", "three"),
      expected: text("one", "two", "three"),
    },
    {
      id: "both strings have a newline that the file has not",
      path: "a.txt",
      before: open,
      old: text("two", "three"),
      new: text("two", "3"),
      expected: part("one", "two", "3"),
      mayRefuse: true,
    },
  ],
};

const spaced = text("import a", "", "import b", "", "", "run()");

export const blankLines: ScenarioFamily = {
  id: "blank-lines",
  scenarios: [
    {
      id: "a blank line is removed",
      path: "a.py",
      before: spaced,
      old: part("import a", "", "import b"),
      new: part("import a", "import b"),
      expected: text("import a", "import b", "", "", "run()"),
    },
    {
      id: "a blank line is added",
      path: "a.py",
      before: text("a()", "b()"),
      old: part("a()", "b()"),
      new: part("a()", "", "b()"),
      expected: text("a()", "", "b()"),
    },
    {
      id: "nothing but newlines",
      path: "a.py",
      before: spaced,
      old: "\n\n\n",
      new: "\n\n",
      expected: text("import a", "", "import b", "", "run()"),
      mayRefuse: true,
    },
    {
      id: "one blank line for two",
      path: "a.py",
      before: spaced,
      old: part("import b", "", "run()"),
      new: part("import b", "", "run(1)"),
      expected: text("import a", "", "import b", "", "", "run(1)"),
      mayRefuse: true,
    },
    {
      id: "a blank line that holds blanks",
      path: "a.py",
      before: text("def f():", "    a()", "    ", "    b()"),
      old: part("    a()", "", "    b()"),
      new: part("    a()", "", "    c()"),
      expected: text("def f():", "    a()", "    ", "    c()"),
      mayRefuse: true,
    },
    {
      id: "places that differ in their blank lines only",
      path: "a.py",
      before: text("a()", "", "b()", "--", "a()", "", "", "b()"),
      old: part("a()", "b()"),
      new: part("a()", "c()"),
    },
  ],
};
