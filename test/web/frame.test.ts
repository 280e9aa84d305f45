import { describe, expect, it } from "vitest";
import {
  formatAgo,
  formatClock,
  formatDuration,
  formatMoment,
  formatShort,
  formatTokens,
} from "../../web/src/parts/quantities.js";
import { createKeyReader } from "../../web/src/text/key-sequence.js";
import { createNewcomers, renderTitle } from "../../web/src/text/newcomers.js";
import { baseName, readingParts, splitPath } from "../../web/src/text/path-parts.js";
import { parseRoute, renderRoute } from "../../web/src/text/route-hash.js";

describe("the address", () => {
  it.each([
    ["", "activity", []],
    ["#", "activity", []],
    ["#key=abc", "activity", []],
    ["#/health", "health", []],
    ["#/timeline/c-1", "timeline", ["c-1"]],
    ["#/questions/e%2F1/q%201/", "questions", ["e/1", "q 1"]],
    ["#/seen/%zz", "seen", ["%zz"]],
  ])("%j leads to %s %j [WEB-10]", (hash, view, rest) => {
    expect(parseRoute(hash)).toEqual({ view, rest });
  });

  it("can be made of any names [WEB-10]", () => {
    const names = ["a/b", "c d", "%", "#?", "ü\u202e"];
    expect(parseRoute(renderRoute("timeline", ...names))).toEqual({ view: "timeline", rest: names });
  });
});

describe("keys", () => {
  const views = [
    { name: "activity", key: "a" },
    { name: "questions", key: "q" },
  ];

  it("lead to a view by two in a row [WEB-11]", () => {
    const read = createKeyReader(views);
    expect(read("g", 0)).toBeUndefined();
    expect(read("q", 900)).toEqual({ kind: "go", view: "questions" });
    expect(read("q", 1000)).toBeUndefined();
  });

  it("mean nothing together after a while, or with another in between [WEB-11]", () => {
    const read = createKeyReader(views);
    read("g", 0);
    expect(read("a", 5000)).toBeUndefined();
    read("g", 6000);
    read("x", 6100);
    expect(read("a", 6200)).toBeUndefined();
    read("g", 7000);
    read("g", 7100);
    expect(read("a", 7200)).toEqual({ kind: "go", view: "activity" });
  });

  it("ask for help and for the filter [WEB-11]", () => {
    const read = createKeyReader(views);
    expect(read("?", 0)).toEqual({ kind: "help" });
    expect(read("/", 0)).toEqual({ kind: "filter" });
  });
});

describe("questions that come", () => {
  const question = (id: string, engine = "e1"): { readonly engine: string; readonly id: string } => ({
    engine,
    id,
  });

  it("are told from those that were there, of any engine [WEB-12]", () => {
    const countNew = createNewcomers();
    expect(countNew([question("q1")])).toBe(0);
    expect(countNew([question("q2"), question("q1")])).toBe(1);
    expect(countNew([question("q1", "e2"), question("q2")])).toBe(1);
    expect(countNew([question("q2")])).toBe(0);
    expect(countNew([])).toBe(0);
  });

  it("are counted in the title [WEB-12]", () => {
    expect([renderTitle(0), renderTitle(2)]).toEqual(["Filewright", "(2) Filewright"]);
  });
});

describe("paths", () => {
  it.each([
    ["/w/app/src/a.ts", ["/w/app"], "/w/app", "src/", "a.ts"],
    ["/w/app/a.ts", ["/w", "/w/app/"], "/w/app/", "", "a.ts"],
    ["/w/application/a.ts", ["/w/app"], undefined, "/w/application/", "a.ts"],
    ["/w/app", ["/w/app"], "/w/app", "", "."],
    ["/w/app/src/", ["/w/app"], "/w/app", "", "src/"],
    ["C:\\w\\app\\src\\a.ts", ["C:\\w\\app"], "C:\\w\\app", "src\\", "a.ts"],
    ["/etc/passwd", ["/"], "/", "etc/", "passwd"],
    ["a.ts", [], undefined, "", "a.ts"],
  ])("%s in %j is %s: %s + %s [WEB-13]", (path, roots, root, folder, name) => {
    expect(splitPath(path, roots)).toEqual({ root, folder, name });
  });

  it("are read in the order of their names, also where those run from right to left [WEB-13]", () => {
    expect(readingParts("/w/app/a.ts")).toEqual(["/w/app/a.ts"]);
    expect(readingParts("/w/\u05d0\u05d1/\u05d2.ts")).toEqual([
      "/",
      "w",
      "/",
      "\u05d0\u05d1",
      "/",
      "\u05d2.ts",
    ]);
    expect(readingParts("\u0645\\")).toEqual(["\u0645", "\\"]);
  });

  it("are called by their last part [WEB-13]", () => {
    expect(["/w/app", "/w/app/", "C:\\w\\app", "/"].map(baseName)).toEqual(["app", "app", "app", "/"]);
  });
});

describe("quantities", () => {
  it.each([
    [0.2, "<1 ms"],
    [12.4, "12 ms"],
    [999.6, "1.0 s"],
    [59_960, "1 min"],
    [61_000, "1 min 1 s"],
    [3_599_700, "1 h"],
    [5_400_000, "1 h 30 min"],
    [30 * 86_400_000, "30 d"],
    [26 * 3_600_000, "1 d 2 h"],
  ])("%d ms read %s [WEB-14]", (ms, shown) => {
    expect(formatDuration(ms)).toBe(shown);
  });

  it.each([
    [0, "0"],
    [999, "999"],
    [1000, "1k"],
    [1234, "1.2k"],
    [182_000, "182k"],
    [999_499, "999k"],
    [999_500, "1M"],
    [1_500_000, "1.5M"],
  ])("%d in short is %s [WEB-14]", (count, shown) => {
    expect(formatShort(count)).toBe(shown);
  });

  it("say that tokens are a guess [WEB-14]", () => {
    expect(formatTokens(4800)).toBe("≈ 1.2k tok");
  });

  it("tell times by the clock, and how long ago [WEB-14]", () => {
    const at = new Date(2026, 10, 6, 4, 3, 9).getTime();
    expect([formatClock(at), formatMoment(at)]).toEqual(["04:03:09", "2026-11-06 04:03:09"]);
    const ago = (ms: number): string => formatAgo(at, at + ms);
    expect([-5, 9000, 25_000, 61_000, 7_300_000, 172_900_000, 31 * 86_400_000].map(ago)).toEqual([
      "just now",
      "just now",
      "20 s ago",
      "1 min ago",
      "2 h ago",
      "2 d ago",
      "2026-11-06",
    ]);
  });
});
