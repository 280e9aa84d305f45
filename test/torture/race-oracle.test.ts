/** The oracle for races sees tags, times and what is kept; each kind of loss is shown to it. */
import { describe, expect, it } from "vitest";
import {
  countRaces,
  judgeRace,
  type OutsideWrite,
  type OwnCall,
  type RaceEvidence,
} from "../../torture/core/race-oracle.js";
import { Random } from "../../torture/core/random.js";
import { type Parts, parseParts, renderParts, renderVersion } from "../../torture/core/self-describing.js";

const partsOf = (base: string, slot = base, appended: readonly string[] = []): Parts => ({
  base,
  lines: 3,
  slot,
  appended,
});
const outside: OutsideWrite = { tag: "theirs", begunAt: 10, endedAt: 11, isReplacedByWriter: false };
const ours: OwnCall = { tag: "ours", replaced: "start", begunAt: 5, endedAt: 20, isOk: true, change: "1" };
const evidence: RaceEvidence = {
  writes: [outside],
  calls: [ours],
  appends: false,
  isLarge: false,
  present: partsOf("start", "ours"),
  kept: [partsOf("start"), partsOf("theirs")],
  states: new Map([["1", "applied"]]),
  appliedSlots: new Set(["ours"]),
};

function judge(changed: Partial<RaceEvidence>): string[] {
  return judgeRace({ ...evidence, ...changed }).map(({ kind, what }) => `${kind}: ${what}`);
}

describe("The oracle for races", () => {
  it("accepts outside versions that stand, are kept, or were replaced by their own writer [SAFE-204]", () => {
    expect(judge({})).toEqual([]);
    expect(judge({ kept: [], present: partsOf("theirs") })).toEqual([]);
    expect(judge({ kept: [], writes: [{ ...outside, isReplacedByWriter: true }] })).toEqual([]);
    expect(judge({ kept: [], present: partsOf("start", "ours", ["theirs"]), appends: true })).toEqual([]);
  });

  it("reports an outside version that is nowhere, and an acknowledged change without a record [SAFE-200]", () => {
    const lost = "lost: an outside version is neither on disk nor in the history";
    expect(judge({ kept: [partsOf("start")] })).toEqual([lost]);
    expect(judge({ kept: [partsOf("start")], appends: true })).toEqual([lost]);
    const late = { ...outside, begunAt: 19, endedAt: 21 };
    expect(judge({ kept: [], writes: [late] })).toEqual([
      "lost: an outside version written while a change was answered is neither on disk nor in the history",
    ]);
    expect(judge({ states: new Map() })).toEqual(["lost: an acknowledged change is not in the history"]);
  });

  it("reports a mixture [SAFE-201]", () => {
    const whole = renderParts(partsOf("start", "ours", ["a", "b"]));
    expect(parseParts(whole)).toEqual(partsOf("start", "ours", ["a", "b"]));
    const mixed = whole.replace("line start 2", "line theirs 2");
    for (const content of [mixed, whole.slice(0, -1), `${whole}app`, renderVersion("a", 3).slice(0, 30)]) {
      expect(parseParts(content)).toBeUndefined();
    }
    expect(judge({ present: parseParts(mixed) })).toContain(
      "mixture: the file is no version that ever stood there",
    );
  });

  it("reports an error for a change that was made, and an acknowledged one that failed [SAFE-202]", () => {
    const refused = { ...ours, isOk: false };
    expect(judge({ calls: [refused] })).toEqual(["wrong answer: an error, but the change was made"]);
    expect(judge({ states: new Map([["1", "failed"]]) })).toEqual([
      "wrong answer: an acknowledged change failed in the history",
    ]);
  });

  it("counts only writes that fell into the time of a change [SAFE-205]", () => {
    const at = (begunAt: number): OutsideWrite => ({ ...outside, begunAt, endedAt: begunAt + 1 });
    const later = { ...ours, begunAt: 30, endedAt: 40 };
    expect(countRaces([at(1), at(6), at(19.5), at(25), at(35), at(50)], [later, ours])).toBe(3);
  });

  it("repeats its choices for the same seed [SAFE-206]", () => {
    const choose = (seed: number): number[] => new Random(seed).shuffle([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(choose(7)).toEqual(choose(7));
    expect(choose(7)).not.toEqual(choose(8));
  });
});
