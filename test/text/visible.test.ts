import { describe, expect, it } from "vitest";
import { escapeForTerminal } from "../../src/text/escape-for-terminal.js";
import { visible, visiblePath } from "../../src/text/visible.js";

describe("a name made visible", () => {
  it.each([
    ["an escape sequence", "a\x1b[31mb", "a\\u001b[31mb"],
    ["a terminal title", "\x1b]0;owned\x07", "\\u001b]0;owned\\u0007"],
    ["line breaks and tabs", "a\nb\rc\td", "a\\nb\\rc\\td"],
    ["NUL and DEL", "a\0b\x7f", "a\\u0000b\\u007f"],
    ["C1 controls", "a\u009bb\u0085", "a\\u009bb\\u0085"],
    ["a direction override", "exe.\u202etxt", "exe.\\u202etxt"],
    ["direction isolates", "\u2066a\u2069", "\\u2066a\\u2069"],
    ["zero-width characters", "a\u200bb\u200cc\u200dd\u2060", "a\\u200bb\\u200cc\\u200dd\\u2060"],
    ["a byte order mark", "\ufeffa", "\\ufeffa"],
    ["a soft hyphen", "a\u00adb", "a\\u00adb"],
    ["separators of lines", "a\u2028b\u2029c", "a\\u2028b\\u2029c"],
    ["a no-break space", "a\u00a0b", "a\\u00a0b"],
    ["the space before AM in macOS names", "9.41\u202fAM", "9.41\\u202fAM"],
    ["wide and thin spaces", "a\u3000b\u2009c", "a\\u3000b\\u2009c"],
    ["tag characters", "a\u{e0041}b", "a\\udb40\\udc41b"],
    ["a lone high surrogate", "a\ud83db", "a\\ud83db"],
    ["a lone low surrogate", "a\ude00b", "a\\ude00b"],
  ])("shows %s as JSON would write it [PATH-12]", (_, name, shown) => {
    expect(visible(name)).toBe(shown);
  });

  it.each([
    ["selectors that select nothing", "a\ufe0fb\u{e0100}", "a\\ufe0fb\\udb40\\udd00"],
    ["what is written in selectors behind one", "😀\ufe0f\ufe01\u{e0101}", "😀\ufe0f\\ufe01\\udb40\\udd01"],
    ["letters that show nothing", "a\u3164b\u115fc\uffa0", "a\\u3164b\\u115fc\\uffa0"],
    ["marks that show nothing", "a\u034fb\u17b4c", "a\\u034fb\\u17b4c"],
    [
      "characters that are yet to be given a meaning, and none to be seen",
      "a\u2065b\ufff0",
      "a\\u2065b\\ufff0",
    ],
  ])("shows %s [FIX-32]", (_, name, shown) => {
    expect(visible(name)).toBe(shown);
    expect(escapeForTerminal(name)).not.toMatch(/(?<!😀)\p{Default_Ignorable_Code_Point}/u);
  });

  it.each(["❤\ufe0f.md", "1\ufe0f", "ℹ\ufe0f", "葛\u{e0100}", "ᠠ\u180b"])(
    "leaves the selector in %j, which selects [FIX-32]",
    (name) => {
      expect(visible(name)).toBe(name);
      expect(escapeForTerminal(name)).toBe(name);
    },
  );

  it.each([
    "/home/user/notes 2024 (final).txt",
    "grüße 漢字 עברית ไทย.txt",
    "😀🎉.md",
    "e\u0301.txt",
    "back\\slash",
    'it\'s "quoted" $HOME `x`',
    "",
  ])("leaves %j as it is [PATH-12]", (name) => {
    expect(visible(name)).toBe(name);
  });
});

describe("a path for a sentence", () => {
  it("is whole up to 140 characters [CALL-5]", () => {
    const path = `/${"x".repeat(139)}`;
    expect(visiblePath(path)).toBe(path);
  });

  it("keeps both ends of a longer one, and what it hides shows [CALL-5]", () => {
    const path = `/start/${"x".repeat(4000)}/end.txt`;
    expect(visiblePath(path)).toBe(`${path.slice(0, 69)}…${path.slice(-69)}`);
  });

  it("is bounded after escaping [CALL-5, PATH-12]", () => {
    expect(visiblePath(`/${"\u202e".repeat(100)}`).length).toBeLessThanOrEqual(140);
  });

  it.each([0, 1])("is cut between characters, shifted by %d [CALL-5, PATH-12]", (shift) => {
    const shown = visiblePath(`/${"x".repeat(shift)}${"😀".repeat(200)}${"y".repeat(shift)}`);
    expect({ isWellFormed: shown.isWellFormed(), isBounded: shown.length <= 140 }).toEqual({
      isWellFormed: true,
      isBounded: true,
    });
  });
});
