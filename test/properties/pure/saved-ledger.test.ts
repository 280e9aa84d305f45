/** Any ledger survives being saved, written down as JSON and restored. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ContentVersion } from "../../../src/content/content-version.js";
import type { RealPath } from "../../../src/fs/paths.js";
import { Ledger, type LedgerUpdate } from "../../../src/session/ledger.js";
import { restoreLedger, saveLedger } from "../../../src/session/saved-ledger.js";
import { lineRange } from "../../../src/text/line-ranges.js";

const paths = ["/w/a.txt", "/w/ü.txt", "/w/😀"] as RealPath[];
const texts = ["", "one", "two"];

const updates: fc.Arbitrary<LedgerUpdate> = fc
  .record({
    path: fc.constantFrom(...paths),
    text: fc.constantFrom(...texts),
    totalLines: fc.option(fc.nat({ max: 40 }), { nil: undefined }),
    from: fc.integer({ min: 1, max: 40 }),
    lines: fc.nat({ max: 9 }),
    cutLines: fc.nat({ max: 2 }),
    origin: fc.constantFrom("read", "edit", "write"),
  })
  .map(({ path, text, totalLines, from, lines, cutLines, origin }) => ({
    path,
    version: ContentVersion.ofBytes(Buffer.from(text)),
    totalLines,
    shown: lineRange(from, from + lines - 1),
    cut: lineRange(from, from + Math.min(lines, cutLines) - 1),
    origin,
  }));

const histories = fc.array(fc.oneof({ weight: 5, arbitrary: updates }, fc.constant("epoch" as const)), {
  maxLength: 30,
});

function ledgerAfter(history: readonly (LedgerUpdate | "epoch")[]): Ledger {
  const ledger = new Ledger();
  for (const step of history) {
    if (step === "epoch") ledger.newContextEpoch();
    else ledger.record(step);
  }
  return ledger;
}

describe("any ledger", () => {
  it("is the same after export, JSON and import [LEDGER-7]", () => {
    fc.assert(
      fc.property(histories, (history) => {
        const ledger = ledgerAfter(history);
        const saved = saveLedger(ledger);
        const restored = new Ledger();
        restoreLedger(restored, JSON.parse(JSON.stringify(saved)));
        expect(saveLedger(restored)).toEqual(saved);
      }),
    );
  });

  it("judges files and visibility alike after import [LEDGER-7, LEDGER-6]", () => {
    fc.assert(
      fc.property(histories, histories, (before, after) => {
        const ledger = ledgerAfter(before);
        const restored = new Ledger();
        restoreLedger(restored, JSON.parse(JSON.stringify(saveLedger(ledger))));
        for (const step of after) {
          for (const each of [ledger, restored]) {
            if (step === "epoch") each.newContextEpoch();
            else each.record(step);
          }
        }
        expect(saveLedger(restored)).toEqual(saveLedger(ledger));
        for (const path of paths) {
          for (const text of texts) {
            const version = ContentVersion.ofBytes(Buffer.from(text));
            const view = ledger.find(path)?.views.at(-1) ?? { from: 1, to: 1 };
            expect(restored.isVisible(path, version, view)).toBe(ledger.isVisible(path, version, view));
          }
        }
      }),
    );
  });
});
