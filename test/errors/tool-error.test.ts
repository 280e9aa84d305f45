import { describe, expect, it } from "vitest";
import { type ErrorCode, errorCodes, findErrorNumber } from "../../src/errors/codes.js";
import { ToolError } from "../../src/errors/tool-error.js";

describe("a tool error", () => {
  it("carries code, sentence, hint, data and cause [CALL-5]", () => {
    const cause = new Error("disk");
    const error = new ToolError("IO_FAILED", "It failed.", {
      data: { path: "/a" },
      hint: "Try again.",
      cause,
    });
    const { name, code, message, data } = error;
    expect({ name, code, message, data, cause: error.cause }).toEqual({
      name: "ToolError",
      code: "IO_FAILED",
      message: "It failed.\nTry again.",
      data: { path: "/a" },
      cause,
    });
    expect(error).toBeInstanceOf(Error);
  });

  it.each([
    [299, 299],
    [300, 300],
    [301, 300],
    [100_000, 300],
  ])("with a sentence of %d characters has one of %d [CALL-5]", (given, kept) => {
    const { message } = new ToolError("INTERNAL", "s".repeat(given));
    expect(message).toBe(given === kept ? "s".repeat(given) : `${"s".repeat(kept - 1)}…`);
  });

  it.each([
    [4000, 4000],
    [4001, 4000],
    [1_000_000, 4000],
  ])("with a hint of %d characters has one of %d on a line of its own [CALL-5]", (given, kept) => {
    const { message } = new ToolError("INTERNAL", "s".repeat(400), { hint: "h".repeat(given) });
    const hint = given === kept ? "h".repeat(given) : `${"h".repeat(kept - 1)}…`;
    expect(message).toBe(`${"s".repeat(299)}…\n${hint}`);
  });

  it.each([0, 1])("is cut between characters, shifted by %d [CALL-5]", (shift) => {
    const long = "x".repeat(shift) + "😀".repeat(4000);
    const { message } = new ToolError("INTERNAL", long, { hint: long });
    expect(message.isWellFormed()).toBe(true);
  });
});

describe("an error code", () => {
  const numbered: Partial<Record<ErrorCode, number>> = {
    FILE_NOT_READ: 2,
    FILE_PARTIALLY_READ: 2,
    FILE_CHANGED_SINCE_READ: 3,
    MATCH_NOT_UNIQUE: 9,
    NO_CHANGE: 0,
    SECRET_IN_CONTENT: 0,
  };

  it.each(Object.keys(errorCodes) as ErrorCode[])("%s has its number in data, or none [LEDGER-4]", (code) => {
    const number = numbered[code];
    expect(findErrorNumber(code)).toBe(number);
    expect(new ToolError(code, "x").data).toEqual(number === undefined ? {} : { errorCode: number });
  });

  it("keeps its number whatever the data say [LEDGER-4]", () => {
    expect(new ToolError("FILE_NOT_READ", "x", { data: { errorCode: 99, filePath: "/a" } }).data).toEqual({
      errorCode: 2,
      filePath: "/a",
    });
  });
});
