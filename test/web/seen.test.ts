import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { EngineSummary } from "../../src/console/contract.js";
import type { SeenFile } from "../../src/desk/desk.js";
import { joinRanges, OPEN_END } from "../../src/text/line-ranges.js";
import { createSessionNames } from "../../web/src/state/session-names.js";
import { BAR_WIDTH, describeCoverage, drawCoverage } from "../../web/src/views/seen/coverage.js";
import {
  arrangeSeen,
  countStates,
  describeOutdated,
  isOutdated,
} from "../../web/src/views/seen/seen-files.js";

const range = (from: number, to: number): { readonly from: number; readonly to: number } => ({ from, to });

describe("the coverage bar", () => {
  it("is drawn to scale [WEB-49]", () => {
    const unit = "lines";
    expect(drawCoverage({ unit, total: 400, shown: [range(1, 100), range(301, 400)] })).toEqual([
      { start: 0, width: 250 },
      { start: 750, width: 250 },
    ]);
    expect(drawCoverage({ unit, total: 10, shown: [range(1, 10)] })).toEqual([
      { start: 0, width: BAR_WIDTH },
    ]);
    expect(drawCoverage({ unit, total: 0, shown: [] })).toEqual([{ start: 0, width: BAR_WIDTH }]);
    expect(drawCoverage({ unit, total: 10, shown: [] })).toEqual([]);
    expect(drawCoverage({ unit, total: null, shown: [range(1, 100)] })).toEqual([{ start: 0, width: 500 }]);
    expect(drawCoverage({ unit, total: null, shown: [range(101, OPEN_END)] })).toEqual([
      { start: 495, width: 505 },
    ]);
    expect(drawCoverage({ unit, total: null, shown: [range(1, OPEN_END)] })).toEqual([
      { start: 0, width: BAR_WIDTH },
    ]);
  });

  it("shows one line of a million, joins what can't be told apart, and stays inside its frame [WEB-49]", () => {
    const ranges = fc.array(fc.tuple(fc.integer({ min: 1, max: 1_000_000 }), fc.nat(5000)), {
      maxLength: 600,
    });
    fc.assert(
      fc.property(ranges, fc.option(fc.integer({ min: 1, max: 1_000_000 })), (drafts, total) => {
        const shown = joinRanges(drafts.map(([from, length]) => range(from, from + length)));
        const pieces = drawCoverage({ unit: "lines", total, shown });
        expect(pieces.length).toBeLessThanOrEqual(100);
        expect(pieces.length > 0).toBe(shown.length > 0);
        let end = 0;
        for (const piece of pieces) {
          expect(piece.start).toBeGreaterThanOrEqual(end);
          expect(piece.width).toBeGreaterThanOrEqual(8);
          end = piece.start + piece.width;
        }
        expect(end).toBeLessThanOrEqual(BAR_WIDTH);
      }),
    );
  });

  it.each<{ known: Pick<SeenFile, "shown" | "total" | "unit">; words: string }>([
    { known: { unit: "lines", total: 400, shown: [range(1, 120)] }, words: "lines 1–120 of 400" },
    { known: { unit: "lines", total: 400, shown: [range(1, 400)] }, words: "whole file" },
    { known: { unit: "lines", total: 0, shown: [] }, words: "whole file" },
    { known: { unit: "lines", total: null, shown: [range(1, OPEN_END)] }, words: "whole file" },
    { known: { unit: "cells", total: 12, shown: [range(3, 3)] }, words: "cell 3 of 12" },
    { known: { unit: "lines", total: 9000, shown: [] }, words: "no lines of 9,000" },
    {
      known: { unit: "lines", total: null, shown: [range(1, 2000)] },
      words: "lines 1–2,000, length not known",
    },
    {
      known: { unit: "lines", total: 90, shown: [range(1, 2), range(5, 5)] },
      words: "lines 1–2 and 5 of 90",
    },
    {
      known: { unit: "lines", total: 90, shown: [range(1, 2), range(5, 5), range(7, 8), range(10, 11)] },
      words: "lines 1–2, 5, 7–8 and 1 more range of 90",
    },
  ])("says in words: $words [WEB-50]", ({ known, words }) => {
    expect(describeCoverage(known)).toBe(words);
  });
});

describe("files that a session has seen", () => {
  const file = (path: string, state: SeenFile["state"], origin: SeenFile["origin"] = "read"): SeenFile => ({
    path,
    state,
    origin,
    unit: "lines",
    total: 1,
    shown: [range(1, 1)],
  });
  const files = [
    file("/w/c", "stale"),
    file("/w/a", "fresh", "edit"),
    file("/w/b", "gone"),
    file("/w/d", "partial"),
  ];

  it("can be sorted, filtered by name and state, and counted by what is no longer so [WEB-51]", () => {
    const find = (text: string, order: "newest" | "name" = "newest", onlyStale: boolean = false): string =>
      arrangeSeen(files, { text, order, onlyStale })
        .map(({ path }) => path.slice(-1))
        .join("");
    expect(find("")).toBe("cabd");
    expect(find("", "name")).toBe("abcd");
    expect(find("/W/ edited")).toBe("a");
    expect(find("part")).toBe("d");
    expect(find("", "name", true)).toBe("bc");
    expect(countStates(files)).toEqual({ fresh: 1, partial: 1, stale: 1, gone: 1, unchecked: 0 });
    expect(files.filter(isOutdated)).toHaveLength(2);
  });

  it("are told to be changed or gone only where some are [FIX-182]", () => {
    const none = countStates([]);
    expect(describeOutdated({ ...none, stale: 3 })).toBe("3 changed since.");
    expect(describeOutdated({ ...none, gone: 1 })).toBe("1 gone.");
    expect(describeOutdated({ ...none, stale: 1, gone: 2 })).toBe("1 changed since, 2 gone.");
  });

  it("are those of a session with the name that its client gave, or the beginning of its id [WEB-55]", () => {
    const session = { startedAt: 0, calls: 0, files: 0, grants: [] };
    const engine: EngineSummary = {
      id: "e",
      pid: 1,
      version: "1",
      roots: [],
      isOwn: true,
      sessions: [
        { ...session, id: "0123456789ab", name: "Zed" },
        { ...session, id: "abcdef012345", name: null },
      ],
    };
    const past = [
      { sessionId: "0123456789ab", client: "an earlier name" },
      { sessionId: "eeee00001111", client: "Codex" },
      { sessionId: "ffff00001111" },
    ];
    const nameOf = createSessionNames([engine], past);
    expect(["0123456789ab", "abcdef012345", "eeee00001111", "ffff00001111"].map(nameOf)).toEqual([
      "Zed",
      "session abcdef01",
      "Codex",
      "session ffff0000",
    ]);
  });
});
