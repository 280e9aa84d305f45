import { describe, expect, it } from "vitest";
import { defaultLimits } from "../../src/session/limits.js";
import { describeLimit } from "../../web/src/views/health/limit-words.js";
import {
  barHeight,
  describeMinute,
  formatShare,
  type Minute,
  summarize,
} from "../../web/src/views/health/usage-words.js";

const at = (minute: number): number => new Date(2026, 10, 6, 4, minute).getTime();
const minute = (index: number, reads: number): Minute => ({
  at: at(index),
  reads,
  changes: 0,
  searches: 1,
  refusals: 0,
});

describe("figures of use", () => {
  it("are told in words for those who don't see the bars [WEB-15]", () => {
    const minutes = [minute(1, 2), minute(2, 1200), minute(3, 0)];
    expect(summarize(minutes, "reads")).toEqual({
      total: 1202,
      most: 1200,
      summary: "Reads per minute in the last hour: 1,202 in all, at most 1,200 at 04:02",
    });
    expect(summarize(minutes, "changes").summary).toBe("Changes per minute in the last hour: none");
    expect(summarize([], "reads")).toMatchObject({ total: 0, most: 0 });
    expect(describeMinute(minute(7, 1), "reads")).toBe("04:07: 1 read");
    expect(describeMinute(minute(7, 1), "searches")).toBe("04:07: 1 search");
  });

  it("have a bar if there is anything, and none if there is not [WEB-15]", () => {
    expect([barHeight(0, 9, 40), barHeight(1, 9000, 40), barHeight(9, 9, 40), barHeight(0, 0, 40)]).toEqual([
      0, 1, 40, 0,
    ]);
  });

  it.each([
    [0, 10, "0%"],
    [1, 1000, "<1%"],
    [133, 812, "16%"],
    [999, 1000, "99%"],
    [10, 10, "100%"],
    [15, 10, "150%"],
    [3, 0, "0%"],
  ])("%d of %d is %s [WEB-15]", (part, whole, shown) => {
    expect(formatShare(part, whole)).toBe(shown);
  });
});

describe("limits", () => {
  it("all have a title of their own and a unit [WEB-16]", () => {
    const titles = Object.entries(defaultLimits).map(([name, value]) => describeLimit(name, value).title);
    expect(new Set(titles).size).toBe(titles.length);
    expect(titles.every((title) => title.includes(" ") && !/[a-z][A-Z]/.test(title))).toBe(true);
    expect(describeLimit("maxTokens", 25_000).value).toBe("25,000 tokens");
    expect(describeLimit("maxSizeBytes", 262_144).value).toBe("256 KB");
    expect(describeLimit("searchTimeoutMs", 20_000).value).toBe("20.0 s");
    expect(describeLimit("targetedRangeNudge", false).value).toBe("no");
  });

  it("that are new are called by their name [WEB-16]", () => {
    expect(describeLimit("maxOpenFilesBytes", 2048)).toEqual({ title: "Max open files", value: "2 KB" });
  });
});
