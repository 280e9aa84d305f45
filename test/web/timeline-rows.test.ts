import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { TimelineData, TimelineEntry } from "../../src/console/contract.js";
import type { CheckpointRecord } from "../../src/history/records.js";
import {
  createTimelineRows,
  type Grouping,
  nameDay,
  type TimelineQuery,
  type TimelineRow,
} from "../../web/src/views/timeline/timeline-rows.js";

const HOUR = 3_600_000;
const noon = new Date(2026, 10, 16, 12).getTime();

function entry(id: string, more: Partial<TimelineEntry> = {}): TimelineEntry {
  return {
    id,
    // In these tests, all clocks are right.
    seq: more.at ?? noon,
    at: noon,
    sessionId: "s1",
    callId: "c",
    tool: "Edit",
    path: "/w/app/a.ts",
    kind: "update",
    state: "applied",
    bytesBefore: 1,
    bytesAfter: 2,
    ...more,
  };
}

function checkpoint(id: string, at: number, sessionId: string = "s1"): CheckpointRecord {
  return { kind: "checkpoint", id, seq: at, at, sessionId, label: id };
}

function query(more: Partial<TimelineQuery> = {}): TimelineQuery {
  const nameOfSession = (id: string): string => (id === "s2" ? "Claude Code" : id);
  return { grouping: "time", text: "", onlyStanding: false, closed: new Set(), nameOfSession, ...more };
}

function data(
  changes: readonly TimelineEntry[],
  checkpoints: readonly CheckpointRecord[] = [],
): TimelineData {
  return { changes, checkpoints, left: 0, elsewhere: 0 };
}

function outline(rows: readonly TimelineRow[]): readonly string[] {
  return rows.map((row) => (row.kind === "group" ? `# ${row.title}` : row.key));
}

const day = (at: number): string => `# ${new Date(at).setHours(0, 0, 0, 0)}`;

describe("the rows of the timeline", () => {
  it("hold every change once, newest first in its group and groups by their newest, however they are grouped [WEB-40]", () => {
    const entries = fc.array(
      fc.record({
        at: fc.integer({ min: 0, max: 100 * HOUR }),
        path: fc.constantFrom("/a", "/b", "/c"),
        sessionId: fc.constantFrom("s1", "s2"),
      }),
      { maxLength: 60 },
    );
    fc.assert(
      fc.property(entries, fc.constantFrom<Grouping>("time", "file", "session"), (drafts, grouping) => {
        const changes = drafts
          .toSorted((left, right) => right.at - left.at)
          .map((draft, index) => entry(`e${index}`, draft));
        const { rows, entries: listed } = createTimelineRows(data(changes), query({ grouping }));
        const shown = rows.flatMap((row) => (row.kind === "entry" ? [row.entry] : []));
        expect(shown).toEqual(listed);
        expect(new Set(shown)).toEqual(new Set(changes));
        expect(shown).toHaveLength(changes.length);
        const groups = rows.flatMap((row) => (row.kind === "group" ? [row] : []));
        for (const { entries: of } of groups) expect(of).toEqual(changes.filter((each) => of.includes(each)));
        const newest = groups.map(({ entries: of }) => of[0]?.at ?? 0);
        expect(newest).toEqual(newest.toSorted((left, right) => right - left));
        expect(new Set(groups.map(({ key }) => key)).size).toBe(groups.length);
      }),
    );
  });

  it("show a checkpoint above what was done before it, in its day and in its session [WEB-41]", () => {
    const yesterday = noon - 24 * HOUR;
    const changes = [
      entry("e3", { at: noon + HOUR }),
      entry("e2", { at: noon - HOUR, sessionId: "s2" }),
      entry("e1", { at: yesterday }),
    ];
    const marks = [
      checkpoint("first", yesterday - HOUR),
      checkpoint("then", noon),
      checkpoint("now", noon + 2 * HOUR, "s2"),
    ];
    expect(outline(createTimelineRows(data(changes, marks), query()).rows)).toEqual([
      day(noon),
      "checkpoint:now",
      "e3",
      "checkpoint:then",
      "e2",
      day(yesterday),
      "e1",
      "checkpoint:first",
    ]);
    expect(outline(createTimelineRows(data(changes, marks), query({ grouping: "session" })).rows)).toEqual([
      "# s2",
      "checkpoint:now",
      "e2",
      "# s1",
      "e3",
      "checkpoint:then",
      "e1",
      "checkpoint:first",
    ]);
    expect(outline(createTimelineRows(data(changes, marks), query({ grouping: "file" })).rows)).toEqual([
      "# /w/app/a.ts",
      "e3",
      "e2",
      "e1",
    ]);
  });

  it("can be filtered by words of path, tool and session and by what stands; a closed group counts and hides its own [WEB-42]", () => {
    const changes = [
      entry("e1", { path: "/w/app/README.md", tool: "Write" }),
      entry("e2", { sessionId: "s2", state: "undone" }),
      entry("e3", { sessionId: "s2" }),
    ];
    const find = (more: Partial<TimelineQuery>): readonly string[] =>
      createTimelineRows(data(changes, [checkpoint("mark", noon - 48 * HOUR)]), query(more)).entries.map(
        ({ id }) => id,
      );
    expect(find({ text: "readme WRITE" })).toEqual(["e1"]);
    expect(find({ text: "claude edit" })).toEqual(["e2", "e3"]);
    expect(find({ text: "claude", onlyStanding: true })).toEqual(["e3"]);
    expect(find({ text: "nowhere" })).toEqual([]);
    const nothing = createTimelineRows(data(changes, [checkpoint("mark", noon)]), query({ text: "nowhere" }));
    expect(nothing.rows).toEqual([]);
    const grouping = "session";
    const { groups } = createTimelineRows(data(changes), query({ grouping }));
    expect(groups).toEqual(["session:s1", "session:s2"]);
    const closed = createTimelineRows(data(changes), query({ grouping, closed: new Set(["session:s2"]) }));
    expect(outline(closed.rows)).toEqual(["# s1", "e1", "# s2"]);
    expect(closed.entries).toHaveLength(3);
    expect(closed.rows.at(-1)).toMatchObject({ isOpen: false, entries: [{ id: "e2" }, { id: "e3" }] });
  });

  it("name days as a reader does [WEB-41]", () => {
    const midnight = new Date(noon).setHours(0, 0, 0, 0);
    const before = new Date(2026, 10, 15).getTime();
    expect([nameDay(midnight, noon), nameDay(before, noon)]).toEqual(["Today", "Yesterday"]);
    expect(nameDay(new Date(2026, 10, 1).getTime(), noon)).toContain("2026");
  });
});
