import { describe, expect, it } from "vitest";
import { boolean, integer, oneOf, optional, orNumber, text } from "../../src/schema/fields.js";

describe("a whole number", () => {
  const field = integer("How many.", { exclusiveMinimum: 0 });

  it.each<[unknown, number]>([
    [5, 5],
    [5.0, 5],
    ["5", 5],
    [" 5 ", 5],
    ["+5", 5],
    ["007", 7],
    [Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
    ["9007199254740991", Number.MAX_SAFE_INTEGER],
  ])("is read from %j [CALL-3]", (given, value) => {
    expect(field.parse(given)).toEqual({ value });
  });

  it.each<[string, unknown, string]>([
    ["1.5", 1.5, "must be a whole number, not 1.5"],
    ["NaN", Number.NaN, "must be a whole number, not NaN"],
    ["infinity", Number.POSITIVE_INFINITY, "must be a whole number, not Infinity"],
    ["a number past the exact ones", 2 ** 53, "must be a whole number, not 9007199254740992"],
    ["a text with letters", "5x", 'must be a whole number, not the text "5x"'],
    ["an exponent", "1e3", 'must be a whole number, not the text "1e3"'],
    ["a fraction as text", "1.5", 'must be a whole number, not the text "1.5"'],
    ["hexadecimal", "0x10", 'must be a whole number, not the text "0x10"'],
    ["an empty text", "", 'must be a whole number, not the text ""'],
    ["a long text", "x".repeat(21), `must be a whole number, not the text "${"x".repeat(20)}…"`],
    ["a list", [5], "must be a whole number, not a list"],
    ["an object", { valueOf: () => 5 }, "must be a whole number, not an object"],
    ["a truth value", true, "must be a whole number, not boolean"],
    ["a big integer", 5n, "must be a whole number, not bigint"],
    ["zero", 0, "must be 1 or more, not 0"],
    ["a negative number as text", "-3", "must be 1 or more, not -3"],
  ])("is not read from %s [CALL-3]", (_, given, problem) => {
    expect(field.parse(given)).toEqual({ problem });
  });

  it("may be its minimum [CALL-3]", () => {
    const fromZero = integer("Line.", { minimum: 0 });
    expect([fromZero.parse(0), fromZero.parse("0"), fromZero.parse(-1)]).toEqual([
      { value: 0 },
      { value: 0 },
      { problem: "must be 0 or more, not -1" },
    ]);
  });
});

describe("a truth value", () => {
  const field = boolean("Whether.");

  it.each<[unknown, boolean]>([
    [true, true],
    [false, false],
    ["true", true],
    ["false", false],
    ["True", true],
    [" FALSE ", false],
  ])("is read from %j [CALL-3]", (given, value) => {
    expect(field.parse(given)).toEqual({ value });
  });

  it.each<[string, unknown, string]>([
    ["one", 1, "must be true or false, not 1"],
    ["zero as text", "0", 'must be true or false, not the text "0"'],
    ["yes", "yes", 'must be true or false, not the text "yes"'],
    ["an empty text", "", 'must be true or false, not the text ""'],
    ["a list", [true], "must be true or false, not a list"],
    ["an object", {}, "must be true or false, not an object"],
  ])("is not read from %s [CALL-3]", (_, given, problem) => {
    expect(field.parse(given)).toEqual({ problem });
  });
});

describe("a text", () => {
  const field = text("Words.");

  it.each(["", " ", "5", "a\0b", "\ud83d", "null"])("is taken as it is: %j [CALL-3]", (given) => {
    expect(field.parse(given)).toEqual({ value: given });
  });

  it.each<[string, unknown, string]>([
    ["a number", 5, "must be a string, not 5"],
    ["a list", ["a"], "must be a string, not a list"],
    ["an object", { a: 1 }, "must be a string, not an object"],
    ["a truth value", false, "must be a string, not boolean"],
  ])("is not made from %s [CALL-3]", (_, given, problem) => {
    expect(field.parse(given)).toEqual({ problem });
  });
});

describe("a choice", () => {
  const field = oneOf("Which.", ["content", "count"]);

  it("is one of its words and nothing else [CALL-3]", () => {
    const problem = "must be one of content, count";
    expect(
      ["content", "count", "Count", "", "toString", 0, ["count"]].map((given) => field.parse(given)),
    ).toEqual([
      { value: "content" },
      { value: "count" },
      { problem },
      { problem },
      { problem },
      { problem },
      { problem },
    ]);
  });
});

it("an optional field differs in nothing but that it may be absent [CALL-4]", () => {
  const field = integer("How many.", { minimum: 1 });
  expect(optional(field)).toEqual({ ...field, required: false });
});

it("a problem quotes a text without breaking a character [CALL-5]", () => {
  const parsed = integer("How many.", { minimum: 0 }).parse(`${"x".repeat(19)}😀😀`);
  expect("problem" in parsed && parsed.problem.isWellFormed()).toBe(true);
});

describe("a text that may be a number", () => {
  const field = orNumber(text("Pages."));

  it("is taken as either, and as nothing else [CALL-3]", () => {
    expect(field.parse("1-5")).toEqual({ value: "1-5" });
    expect(field.parse(3)).toEqual({ value: "3" });
    expect(field.parse(1.5)).toEqual({ problem: "must be a string, not 1.5" });
    expect(field.parse([3])).toEqual({ problem: "must be a string, not a list" });
    expect(field.jsonSchema).toEqual({ type: "string", description: "Pages." });
  });
});
