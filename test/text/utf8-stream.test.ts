import { describe, expect, it } from "vitest";
import { countUtf8Characters, Utf8Checker } from "../../src/text/utf8-stream.js";

function check(blocks: readonly string[]): { isValid: boolean; isComplete: boolean } {
  const checker = new Utf8Checker();
  for (const block of blocks) {
    const bytes = Buffer.from(block, "latin1");
    checker.feed(
      bytes,
      bytes.every((byte) => byte < 0x80),
    );
  }
  return { isValid: checker.isValid, isComplete: checker.isComplete };
}

describe("strict UTF-8 over blocks", () => {
  it.each<[string, string[], boolean, boolean]>([
    ["nothing", [], true, true],
    ["ASCII", ["ab", "cd"], true, true],
    ["a character across a border", ["a\xe6\xbc", "\xa2b"], true, true],
    ["an emoji after its first byte", ["\xf0", "\x9f\x98\x80"], true, true],
    ["an end inside a character", ["a\xe6\xbc"], true, false],
    ["a character that ASCII interrupts", ["a\xe6\xbc", "bc"], false, false],
    ["a character that another interrupts", ["a\xe6\xbc", "\xc3\xa9"], false, false],
    ["an overlong form across a border", ["\xc0", "\xaf"], false, false],
    ["an encoded surrogate across a border", ["\xed\xa0", "\x80"], false, false],
    ["a number too high across a border", ["\xf4\x90", "\x80\x80"], false, false],
    ["a byte that never occurs", ["a\xff"], false, false],
    ["a byte that never occurs, and more", ["a\xff", "b"], false, false],
    ["a continuation without a beginning", ["\x80", "a"], false, false],
    ["text after damage", ["\x80", "plain", "more"], false, false],
  ])("judges %s", (_, blocks, isValid, isComplete) => {
    expect(check(blocks)).toEqual({ isValid, isComplete });
  });

  it("counts a character where it begins", () => {
    const emoji = Buffer.from("a😀b");
    expect([emoji.subarray(0, 2), emoji.subarray(2), emoji].map(countUtf8Characters)).toEqual([2, 1, 3]);
  });
});
