import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { noChanges } from "../../src/lsp/diagnostics-report.js";
import {
  compareDiagnostics,
  loosenPlaces,
  movePlaces,
  placeDiagnostics,
} from "../../src/lsp/placed-diagnostics.js";
import type { Diagnostic } from "../../src/notify/diagnostic.js";
import { createHunks } from "../../src/text/diff/hunks.js";

function fault(line: number, message: string = "wrong"): Diagnostic {
  const place = { line, column: 1, endLine: line, endColumn: 2 };
  return { ...place, severity: "error", message, source: "test" };
}

const linesOf = (...lines: string[]): string[] => lines.map((line) => `${line}\n`);

describe("Diagnostics of a file that changes", () => {
  it("stay the same where lines come and go above them [LSP-30]", () => {
    const before = linesOf("a", "b", "c", "bad", "d");
    const after = linesOf("new", "a", "c", "more", "bad", "d");
    const moved = movePlaces(placeDiagnostics([fault(4)]), createHunks(before, after));
    expect(moved).toEqual([{ diagnostic: fault(4), from: 5, to: 5 }]);
    expect(compareDiagnostics(moved, [fault(5)])).toBe(noChanges);
  });

  it("are told as introduced and resolved where the same words stand at another untouched line [LSP-30]", () => {
    const before = linesOf("a", "bad", "c", "d");
    const moved = movePlaces(
      placeDiagnostics([fault(2)]),
      createHunks(before, linesOf("a", "good", "c", "bad")),
    );
    expect(compareDiagnostics(moved, [fault(4)])).toEqual({ introduced: [fault(4)], resolved: [fault(2)] });
  });

  it("may stand anywhere in the lines that replaced their own [LSP-30]", () => {
    const before = linesOf("a", "bad", "c");
    const after = linesOf("a", "one", "two", "still bad", "c");
    const moved = movePlaces(placeDiagnostics([fault(2)]), createHunks(before, after));
    expect(moved).toEqual([{ diagnostic: fault(2), from: 2, to: 4 }]);
    expect(compareDiagnostics(moved, [fault(4)])).toBe(noChanges);
    expect(compareDiagnostics(moved, [fault(5)])).toEqual({ introduced: [fault(5)], resolved: [fault(2)] });
  });

  it("may stand anywhere once others have changed the file [LSP-30]", () => {
    const loose = loosenPlaces(placeDiagnostics([fault(2), fault(3, "other")]));
    expect(compareDiagnostics(loose, [fault(900)])).toEqual({
      introduced: [],
      resolved: [fault(3, "other")],
    });
  });

  it("are counted: a second one with the same words is a new one [LSP-30]", () => {
    const told = placeDiagnostics([fault(2)]);
    expect(compareDiagnostics(told, [fault(2), fault(2)])).toEqual({ introduced: [fault(2)], resolved: [] });
    expect(compareDiagnostics(placeDiagnostics([fault(2), fault(2)]), [fault(2)])).toEqual({
      introduced: [],
      resolved: [fault(2)],
    });
  });

  it("are told apart from others by severity, source and code [LSP-30]", () => {
    const told = placeDiagnostics([fault(1)]);
    for (const other of [
      { ...fault(1), severity: "warning" as const },
      { ...fault(1), source: "another" },
      { ...fault(1), code: "E1" },
    ]) {
      expect(compareDiagnostics(told, [other])).toEqual({ introduced: [other], resolved: [fault(1)] });
    }
  });

  it("whose lines a change leaves alone are never told of, whatever the change [LSP-30]", () => {
    const word = fc.constantFrom("a", "b", "c", "d");
    const file = fc.array(word, { maxLength: 30 });
    fc.assert(
      fc.property(file, fc.array(fc.tuple(fc.nat(30), fc.nat(3), file), { maxLength: 4 }), (start, edits) => {
        // Every line is a fault of its own kind, and known by an identity that edits carry along.
        let lines = start.map((text, index) => ({ text, id: `#${index}` as string | undefined }));
        let placed = placeDiagnostics(lines.map(({ id }, index) => fault(index + 1, id)));
        for (const [at, removed, added] of edits) {
          const from = Math.min(at, lines.length);
          const after = lines.toSpliced(from, removed, ...added.map((text) => ({ text, id: undefined })));
          const hunks = exactHunks(lines.length, from, Math.min(removed, lines.length - from), added.length);
          placed = movePlaces(placed, hunks);
          lines = after;
        }
        const present = lines.flatMap(({ id }, index) => (id === undefined ? [] : [fault(index + 1, id)]));
        const { introduced, resolved } = compareDiagnostics(placed, present);
        expect(introduced).toEqual([]);
        const kept = new Set(present.map(({ message }) => message));
        expect(resolved.every(({ message }) => !kept.has(message))).toBe(true);
        expect(resolved).toHaveLength(start.length - present.length);
      }),
      { numRuns: 500 },
    );
  });
});

/** The hunk of one replacement, without asking any diff which lines it would take for the same. */
function exactHunks(total: number, from: number, removed: number, added: number) {
  if (removed === 0 && added === 0) return [];
  const above = Math.min(from, 2);
  const below = Math.min(total - from - removed, 2);
  const marks = (mark: string, count: number): string[] => Array.from({ length: count }, () => `${mark}x`);
  const lines = [...marks(" ", above), ...marks("-", removed), ...marks("+", added), ...marks(" ", below)];
  const oldLines = above + removed + below;
  const newLines = above + added + below;
  const start = from - above + 1;
  return [
    {
      oldStart: oldLines === 0 ? start - 1 : start,
      oldLines,
      newStart: newLines === 0 ? start - 1 : start,
      newLines,
      lines,
    },
  ];
}
