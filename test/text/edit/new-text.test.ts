/** What happens to the new text on its way into the file, and what a deletion takes along. */
import { describe, expect, it } from "vitest";
import { edit } from "../../support/edits.js";

describe("trailing blanks of new lines", () => {
  it.each([
    ["go", "a\nz", "a", "b  \nc\t", "b\nc\nz"],
    ["go at the end of the file", "a", "a", "b  ", "b"],
    ["go before a CRLF", "a\r\nz", "a", "b \nc ", "b\r\nc\r\nz"],
    ["go on a blank line", "a\nz", "a", "b\n   \nc", "b\n\nc\nz"],
    ["stay where the file's line goes on", "ab\nz", "a", "c  ", "c  b\nz"],
    ["stay only there", "ab", "a", "c  \nd  ", "c\nd  b"],
    ["stay on a line that stood so", "a  \nb\nz", "a  \nb", "x \na  \nb", "x\na  \nb\nz"],
    ["go on a line that stood with others", "a  \nb\nz", "a  \nb", "a   \nb", "a\nb\nz"],
    ["stay inside a line", "a", "a", "b  c", "b  c"],
  ])("%s [EDIT-9]", (_, text, oldString, newString, expected) => {
    expect(edit(text, oldString, newString)).toEqual(["exact", expected]);
  });

  it("are literal when that is switched off [EDIT-9]", () => {
    expect(edit("a\nz", "a", "b  \nc\t", { stripTrailingBlanks: false })).toEqual(["exact", "b  \nc\t\nz"]);
  });

  it("stay when the indentation tier finds such a line [EDIT-9, EDIT-8]", () => {
    const [tier, text] = edit("\ta  \n\tb", "    a  \n    b", "    a  \n    a  \n    c ");
    expect([tier, text]).toEqual(["indentation", "\ta  \n\ta  \n\tc"]);
  });
});

describe("line endings of new lines", () => {
  it.each([
    ["those of the line they are put after", "a\r\nb\n", "a", "a\nx", "a\r\nx\r\nb\n"],
    ["those of the line they are put before", "a\nb\r\n", "b", "x\ny\nb", "a\nx\r\ny\r\nb\r\n"],
    ["one by one those they replace", "a\r\nb\nc\r\nd", "a\nb\nc", "x\ny\nz", "x\r\ny\nz\r\nd"],
    ["that of the line in which the match ends", "a\nb\r\nc", "a\nb", "x\ny\nz", "x\ny\r\nz\r\nc"],
    ["that before, at the end of the file", "a\r\nb", "b", "c\nd", "a\r\nc\r\nd"],
    ["that replaced last, at the end of the file", "a\n1\r\n2", "1\n2", "x\ny\nz", "a\nx\r\ny\r\nz"],
    ["LF in an LF file", "a\nb\n", "a", "x\r\ny", "x\ny\nb\n"],
    ["CRLF as sent where the file has none", "a", "a", "x\r\ny\nz", "x\r\ny\nz"],
  ])("are %s [EDIT-10]", (_, text, oldString, newString, expected) => {
    expect(edit(text, oldString, newString)).toEqual(["exact", expected]);
  });

  it("leave a lone CR as it is [EDIT-10, EDIT-2]", () => {
    expect(edit("a\nb", "a", "x\ry\r\rz")).toEqual(["exact", "x\ry\r\rz\nb"]);
  });

  it("do not change in lines that old and new text share [EDIT-10]", () => {
    const text = "1\n2\r\n3\n4\r\n5\n";
    expect(edit(text, "1\n2\n3\n4\n5\n", "1\n2\nx\ny\n4\n5\n")).toEqual(["exact", "1\n2\r\nx\ny\n4\r\n5\n"]);
  });
});

describe("a deletion", () => {
  it.each([
    ["a line", "a\nb\nc\n", "b", "a\nc\n"],
    ["a CRLF line", "a\r\nb\r\nc", "b", "a\r\nc"],
    ["several lines", "a\nb\nc\nd", "b\nc", "a\nd"],
    ["the first line", "a\nb", "a", "b"],
    ["the only line", "a\n", "a", ""],
    ["all of a file without final newline", "a", "a", ""],
    ["the last line, final newline kept", "a\nb\n", "b", "a\n"],
    ["the last line of a file without final newline", "a\nb", "b", "a"],
    ["the last CRLF line of a file without final newline", "a\r\nb", "b", "a"],
    ["the last lines of a file without final newline", "a\nb\nc", "b\nc", "a"],
    ["a line with its break", "a\nb\n\nc", "b\n", "a\n\nc"],
    ["a line with the break before", "a\nb\nc", "\nb", "a\nc"],
    ["a blank line and a line", "a\n\nb\nc", "\nb", "a\nc"],
    ["part of a line", "a b c\n", " b", "a c\n"],
    ["the start of a line", "ab\nc", "a", "b\nc"],
    ["the end of a line", "a\nbc\nd", "c", "a\nb\nd"],
    ["all but the indentation", "  a\nb", "a", "  \nb"],
    ["a line before a blank one", "a\nb\n\nc", "b", "a\n\nc"],
  ])("of %s [EDIT-11]", (_, text, oldString, expected) => {
    expect(edit(text, oldString, "")).toEqual(["exact", expected]);
  });

  it.each([
    ["whole and partial lines", "x\nax\nx\nb", "a\nb"],
    ["neighbouring lines", "a\nx\nx\nb", "a\nb"],
    ["the last lines", "a\nx\nx", "a"],
    ["every line", "x\nx\nx", ""],
    ["a part and the last line", "ax\nx", "a"],
    ["a part and the last lines", "ax\nx\r\nx", "a"],
    ["lines apart, the last too", "x\na\nx", "a"],
    ["several in one line", "a x x b", "a   b"],
  ])("of all of %s is decided place by place [EDIT-11, EDIT-3]", (_, text, expected) => {
    expect(edit(text, "x", "", { replaceAll: true })).toEqual(["exact", expected]);
  });

  it("leaves a break to the next place if that takes it [EDIT-11, EDIT-3]", () => {
    expect(edit("\na\na\n", "\na", "", { replaceAll: true })).toEqual(["exact", "\n"]);
    expect(edit("\r\na\r\na", "\na", "", { replaceAll: true })).toEqual(["exact", ""]);
  });

  it("takes trailing blanks and the break in the trailing whitespace tier [EDIT-11, EDIT-6]", () => {
    expect(edit("a\nb \nc  \nd", "b\nc", "")).toEqual(["trailing-whitespace", "a\nd"]);
  });

  it("takes whole lines in the indentation tier [EDIT-11, EDIT-8]", () => {
    expect(edit("a\n\tb\n\tc\nd", "  b\n  c", "")).toEqual(["indentation", "a\nd"]);
  });
});
