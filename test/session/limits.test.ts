import { describe, expect, it } from "vitest";
import { defaultLimits, type Environment, type LimitFlags, resolveLimits } from "../../src/session/limits.js";

describe("limits", () => {
  it("are the established ones by default [LIMIT-1]", () => {
    expect(resolveLimits({}, {})).toEqual({
      maxTokens: 25_000,
      maxSizeBytes: 262_144,
      includeMaxSizeInPrompt: false,
      targetedRangeNudge: false,
      searchTimeoutMs: 20_000,
      maxImageBytes: 1_500_000,
      maxMediaBytes: 15_000_000,
      mediaTimeoutMs: 20_000,
    });
  });

  it.each<[string, Environment, LimitFlags, number]>([
    ["longer where the Windows disk is walked from WSL", { WSL_DISTRO_NAME: "Debian" }, {}, 60_000],
    ["what the host says", { WSL_DISTRO_NAME: "Debian" }, { searchTimeoutMs: 500 }, 500],
    ["what the environment says", { FILEWRIGHT_SEARCH_TIMEOUT_MS: "700" }, { searchTimeoutMs: 500 }, 700],
    [
      "the default for what is no time",
      { FILEWRIGHT_SEARCH_TIMEOUT_MS: "soon" },
      { searchTimeoutMs: -1 },
      20_000,
    ],
  ])("give a search %s [LIMIT-1]", (_, environment, flags, milliseconds) => {
    expect(resolveLimits(environment, flags).searchTimeoutMs).toBe(milliseconds);
  });

  it.each<[string, Environment, LimitFlags, number]>([
    ["flags before the default", {}, { maxTokens: 9 }, 9],
    ["the environment before flags", { FILEWRIGHT_READ_MAX_TOKENS: "7" }, { maxTokens: 9 }, 7],
    ["the established variable too", { CLAUDE_CODE_FILE_READ_MAX_OUTPUT_TOKENS: "8" }, { maxTokens: 9 }, 8],
    [
      "our own variable first",
      { FILEWRIGHT_READ_MAX_TOKENS: "7", CLAUDE_CODE_FILE_READ_MAX_OUTPUT_TOKENS: "8" },
      {},
      7,
    ],
    [
      "the other variable when ours is not valid",
      { FILEWRIGHT_READ_MAX_TOKENS: "many", CLAUDE_CODE_FILE_READ_MAX_OUTPUT_TOKENS: "8" },
      { maxTokens: 9 },
      8,
    ],
    [
      "flags when no variable is valid",
      { FILEWRIGHT_READ_MAX_TOKENS: "-1", CLAUDE_CODE_FILE_READ_MAX_OUTPUT_TOKENS: "0" },
      { maxTokens: 9 },
      9,
    ],
    ["the default when nothing is valid", { FILEWRIGHT_READ_MAX_TOKENS: "" }, { maxTokens: -9 }, 25_000],
    ["a variable with blanks around it", { FILEWRIGHT_READ_MAX_TOKENS: " 7 " }, {}, 7],
  ])("take %s [LIMIT-1]", (_, environment, flags, maxTokens) => {
    expect(resolveLimits(environment, flags)).toEqual({ ...defaultLimits, maxTokens });
  });

  it.each([
    "",
    " ",
    "0",
    "-5",
    "1.5",
    "1e5",
    "0x10",
    "NaN",
    "Infinity",
    "25k",
    "99999999999999999999",
    "1,000",
  ])("pass over the variable %j [LIMIT-1]", (value) => {
    const environment = { FILEWRIGHT_READ_MAX_TOKENS: value };
    expect(resolveLimits(environment, { maxTokens: 9 })).toEqual({ ...defaultLimits, maxTokens: 9 });
  });

  it.each<[string, unknown]>([
    ["zero", 0],
    ["a negative number", -1],
    ["a fraction", 1.5],
    ["NaN", Number.NaN],
    ["infinity", Number.POSITIVE_INFINITY],
    ["a number past the exact ones", 2 ** 53],
    ["a text", "5000"],
    ["null", null],
    ["a list", [5000]],
    ["a truth value", true],
  ])("pass over flags that are %s [LIMIT-1]", (_, value) => {
    expect(resolveLimits({}, { maxTokens: value, maxSizeBytes: value })).toEqual(defaultLimits);
  });

  it.each<[string, unknown]>([
    ["a text", "true"],
    ["a number", 1],
    ["null", null],
    ["an object", {}],
  ])("pass over switches that are %s [LIMIT-1]", (_, value) => {
    expect(resolveLimits({}, { includeMaxSizeInPrompt: value, targetedRangeNudge: value })).toEqual(
      defaultLimits,
    );
  });

  it.each<[LimitFlags]>([
    [{ maxTokens: 5 }],
    [{ maxSizeBytes: 5 }],
    [{ includeMaxSizeInPrompt: true }],
    [{ targetedRangeNudge: true }],
  ])("take %j on its own, among others that are not valid [LIMIT-1]", (good) => {
    const bad = { maxTokens: "x", maxSizeBytes: -1, includeMaxSizeInPrompt: "yes", targetedRangeNudge: 1 };
    expect(resolveLimits({}, { ...bad, ...good })).toEqual({ ...defaultLimits, ...good });
  });

  it("can't be changed afterwards [LIMIT-2]", () => {
    expect(Object.isFrozen(resolveLimits({}, {}))).toBe(true);
  });
});
