import { describe, expect, it } from "vitest";
import { planEdit } from "../../../src/text/edit/plan-edit.js";
import { edit, planOf, requestOf } from "../../support/edits.js";

describe("the trailing whitespace tier", () => {
  it.each([
    ["blanks in the file", "a  \nb\n", "a\nb", "c\nd", "c\nd\n"],
    ["blanks in the old text", "a\nb\n", "a \t\nb", "c\nd", "c\nd\n"],
    ["different blanks", "a \nb\n", "a\t\nb", "c\nd", "c\nd\n"],
    ["blanks at the end of the match", "a\nb  \nc", "a \nb", "d", "d\nc"],
    ["blanks at the end of the file", "a\nb  ", "a \nb", "d", "d"],
    ["blanks before a CRLF", "a \r\nb\r\n", "a\nb", "c\nd", "c\r\nd\r\n"],
    ["a match that ends inside a line", "a \nbcd", "a\nb", "x\ny", "x\nycd"],
    ["a match that begins with a break", "a \nb \nc", "\nb\nc", "\nd", "a \nd"],
    ["a blank line", "a\n   \nb", "a\n\nb", "a\n\nc", "a\n   \nc"],
    ["lines that old and new share", "a  \nb  \nc  \n", "a\nb\nc", "a\nx\nc", "a  \nx\nc  \n"],
    ["a line put in between", "a  \nc  \n", "a\nc", "a\nb\nc", "a  \nb\nc  \n"],
    ["a line put before", "a  \nc  \n", "a\nc", "b\na\nc", "b\na  \nc  \n"],
    ["a line put after", "a  \nc  \n", "a\nc", "a\nc\nd", "a  \nc  \nd\n"],
    ["a line taken out", "a  \nb  \nc  \n", "a\nb\nc", "a\nc", "a  \nc  \n"],
  ])("finds the text despite %s [EDIT-6]", (_, text, oldString, newString, expected) => {
    expect(edit(text, oldString, newString)).toEqual(["trailing-whitespace", expected]);
  });

  it("takes a carriage return before a break for a character when two were sent [EDIT-6]", () => {
    expect(planEdit("a\r\nb", requestOf("a\r\r\nb ", "x"))).toEqual({ kind: "not-found" });
    expect(edit("a\r \r\nb", "a\r\r\nb", "x")).toEqual(["trailing-whitespace", "x"]);
  });

  it("wants a line to end where the old text had trailing blanks [EDIT-6]", () => {
    expect(planEdit("foobar", requestOf("foo ", "x"))).toEqual({ kind: "not-found" });
    expect(edit("foobar\nfoo", "foo ", "x")).toEqual(["trailing-whitespace", "foobar\nx"]);
  });

  it.each(["  ", " \n ", "\t\n", "\n \n"])(
    "does not look for nothing but whitespace: %j [EDIT-6]",
    (oldString) => {
      expect(planEdit("a\nb\n", requestOf(oldString, "x"))).toEqual({ kind: "not-found" });
    },
  );

  it("takes the blanks of the last line into the match, not those of the line before the first [EDIT-6]", () => {
    expect(planOf("a  \nb  \nc", requestOf("\nb\t", "x")).matches).toEqual([{ start: 3, end: 7 }]);
    expect(planEdit("a  \nb  \nc", requestOf("\t\nb ", "x"))).toEqual({ kind: "not-found" });
    expect(planOf("a\n  \nb  \nc", requestOf("\t\nb ", "x")).matches).toEqual([{ start: 2, end: 8 }]);
  });

  it("leaves a shared line alone also where trailing blanks count [EDIT-6]", () => {
    const options = { stripTrailingBlanks: false };
    expect(edit("a\nb", "a \nb", "a \nc", options)).toEqual(["trailing-whitespace", "a\nc"]);
    expect(edit("a\nb", "a \nb", "a  \nb", options)).toEqual(["trailing-whitespace", "a\nb"]);
    const uncertain = { kind: "not-found", uncertain: { tier: "trailing-whitespace" } };
    expect(planEdit("a\nb  ", requestOf("a \nb", "c  \nb", options))).toMatchObject(uncertain);
  });
});
