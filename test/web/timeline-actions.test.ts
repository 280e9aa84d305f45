import { describe, expect, it } from "vitest";
import type { TimelineEntry } from "../../src/console/contract.js";
import { toggleAll, toggleChosen } from "../../web/src/views/timeline/choice.js";
import {
  canRedo,
  canUndo,
  createTimelineIndex,
  stepOf,
} from "../../web/src/views/timeline/timeline-index.js";
import {
  describePermission,
  describeReach,
  describeSizes,
  nameDoing,
  nameMaker,
  nameMakers,
} from "../../web/src/views/timeline/timeline-words.js";

function entry(id: string, more: Partial<TimelineEntry> = {}): TimelineEntry {
  return {
    id,
    seq: 1,
    at: 0,
    sessionId: "s",
    callId: "c",
    tool: "Edit",
    path: "/w/app/a.ts",
    kind: "update",
    state: "applied",
    bytesBefore: null,
    bytesAfter: 2048,
    ...more,
  };
}

describe("what can be done with an entry", () => {
  it("is undo for what a tool did or a redo brought back, redo for an undo or a rewind, and nothing once it has fallen [WEB-43]", () => {
    const cases = [
      entry("edit"),
      entry("edit", { state: "undone" }),
      entry("edit", { state: "failed" }),
      entry("undo", { tool: "undo", undoes: ["edit"] }),
      entry("rewind", { tool: "rewind", undoes: ["edit"] }),
      entry("undo", { tool: "undo", undoes: ["edit"], state: "undone" }),
      entry("redo", { tool: "redo", undoes: ["undo"] }),
    ];
    expect(cases.map((each) => [canUndo(each), canRedo(each)])).toEqual([
      [true, false],
      [false, false],
      [false, false],
      [false, true],
      [false, true],
      [false, false],
      [true, false],
    ]);
  });

  it("knows who took a change back, and all that stands of one step [WEB-43]", () => {
    const a = entry("a", { state: "undone" });
    const b = entry("b", { state: "undone" });
    const fallen = entry("u0", { tool: "undo", undoes: ["a"], state: "undone", step: "0" });
    const first = entry("u1", { tool: "rewind", undoes: ["a"], step: "1" });
    const second = entry("u2", { tool: "rewind", undoes: ["b"], step: "1" });
    const index = createTimelineIndex([second, first, fallen, b, a]);
    expect(index.undoneBy.get("a")).toBe(first);
    expect(index.undoneBy.get("b")).toBe(second);
    expect(index.byId.get("u0")).toBe(fallen);
    expect(stepOf(index, first)).toEqual([second, first]);
    expect(stepOf(index, a)).toEqual([a]);
    expect(stepOf(index, fallen)).toEqual([fallen]);
  });

  it("is told with how it was permitted and what size it had [WEB-43]", () => {
    expect(
      [{ decision: "approved" } as const, { decision: "allowed" } as const, {}].map(describePermission),
    ).toEqual(["by a person", "by rule", "not recorded"]);
    const nameOf = (id: string): string => `session ${id}`;
    const undo = entry("u", { tool: "undo", undoes: ["a"], kind: "delete" });
    expect([entry("a"), undo].map((each) => nameMaker(each, nameOf))).toEqual(["session s", "a person"]);
    expect([entry("a"), undo].map(nameDoing)).toEqual(["Edit changed", "Undo deleted"]);
    expect(describeSizes(entry("a"))).toBe("no file → 2 KB");
  });

  it("is said to undo or to redo, and a session that does nothing else is a person's [FIX-181]", () => {
    const nameOf = (id: string): string => `session ${id}`;
    const undo = entry("u", { tool: "undo", undoes: ["a"] });
    const redo = entry("r", { tool: "redo", undoes: ["u"] });
    expect([undo, entry("w", { tool: "rewind", undoes: ["a"] }), redo].map(describeReach)).toEqual([
      "undoes",
      "undoes",
      "redoes",
    ]);
    expect(nameMakers("s", [redo, undo], nameOf)).toBe("a person");
    expect(nameMakers("s", [undo, entry("a")], nameOf)).toBe("session s");
    expect(nameMakers("s", [], nameOf)).toBe("session s");
  });
});

describe("choosing entries", () => {
  const order = ["a", "b", "c", "d"].map((id) => entry(id));
  const ids = (chosen: ReadonlySet<string>): readonly string[] => [...chosen].toSorted();

  it("takes one, a range in either direction, or a group, and lets go of them again [WEB-44]", () => {
    const one = toggleChosen(new Set(), "c");
    expect(ids(one)).toEqual(["c"]);
    expect(ids(toggleChosen(one, "c"))).toEqual([]);
    const range = toggleChosen(one, "a", { from: "c", order });
    expect(ids(range)).toEqual(["a", "b", "c"]);
    expect(ids(toggleChosen(range, "b", { from: "a", order }))).toEqual(["c"]);
    expect(ids(toggleChosen(one, "d", { from: "gone", order }))).toEqual(["c", "d"]);
    expect(ids(toggleAll(one, ["c", "d"]))).toEqual(["c", "d"]);
    expect(ids(toggleAll(range, ["a", "b"]))).toEqual(["c"]);
  });
});
