import { describe, expect, it } from "vitest";
import { countNewlines, findNextLine, lineUnitOf, skipLines } from "../../src/text/line-unit.js";

describe("newlines in wide encodings", () => {
  it.each([
    ["UTF-8", 1, 0],
    ["GB18030", 1, 0],
    ["Latin-1", 1, 0],
    ["UTF-16LE", 2, 0],
    ["UTF-16BE", 2, 1],
    ["UTF-32LE", 4, 0],
    ["UTF-32BE", 4, 3],
  ] as const)("of %s are units of %d bytes with the low one at %d", (encoding, width, lowByte) => {
    expect(lineUnitOf(encoding)).toEqual({ width, lowByte });
  });

  /** Characters whose bytes hold 0x0A without being newlines, side by side so that pairs across them look like one. */
  const traps = "\u0a0a\u0a00\u000b\u010a\u0a0a";

  it.each([
    ["UTF-16LE", false],
    ["UTF-16BE", true],
  ] as const)("are not seen inside other characters in %s [READ-15]", (encoding, isSwapped) => {
    const encode = (text: string): Buffer => {
      const bytes = Buffer.from(text, "utf16le");
      return isSwapped ? bytes.swap16() : bytes;
    };
    const unit = lineUnitOf(encoding);
    const bytes = encode(`${traps}\n${traps}\n\u0a00`);
    const line = encode(`${traps}\n`).length;
    expect({
      count: countNewlines(bytes, unit),
      first: findNextLine(bytes, 0, unit),
      second: findNextLine(bytes, line, unit),
      third: findNextLine(bytes, 2 * line, unit),
      skipped: [0, 1, 2, 3].map((lines) => skipLines(bytes, lines, unit)),
    }).toEqual({ count: 2, first: line, second: 2 * line, third: -1, skipped: [0, line, 2 * line, -1] });
  });

  it("are not seen in half a unit at the end", () => {
    expect(countNewlines(new Uint8Array([0x61, 0x00, 0x0a]), lineUnitOf("UTF-16LE"))).toBe(0);
    expect(countNewlines(new Uint8Array([0x0a]), lineUnitOf("UTF-16BE"))).toBe(0);
  });
});
