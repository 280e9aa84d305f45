import { describe, expect, it } from "vitest";
import { formatBytes, formatCount, plural } from "../../src/text/quantities.js";

describe("numbers for readers", () => {
  it.each([
    [0, "0"],
    [999, "999"],
    [1000, "1,000"],
    [25_000, "25,000"],
    [1_234_567, "1,234,567"],
  ])("%d reads %s", (count, shown) => {
    expect(formatCount(count)).toBe(shown);
  });

  it.each([
    [0, "0 bytes"],
    [1, "1 byte"],
    [1023, "1023 bytes"],
    [1024, "1 KB"],
    [1536, "1.5 KB"],
    [256 * 1024, "256 KB"],
    [1024 * 1024, "1 MB"],
    [5 * 1024 ** 3, "5 GB"],
    [3 * 1024 ** 5, "3072 TB"],
  ])("%d bytes read %s", (bytes, shown) => {
    expect(formatBytes(bytes)).toBe(shown);
  });

  it("name the larger unit when they round up to it", () => {
    expect(formatBytes(1024 * 1024 - 1)).toMatch(/^1(\.0)? MB$/);
  });

  it("agree with their noun", () => {
    expect([
      plural(0, "line"),
      plural(1, "line"),
      plural(2000, "line"),
      plural(2, "entry", "entries"),
    ]).toEqual(["0 lines", "1 line", "2,000 lines", "2 entries"]);
  });
});
