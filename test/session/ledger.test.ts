import { describe, expect, it } from "vitest";
import { ContentVersion } from "../../src/content/content-version.js";
import type { RealPath } from "../../src/fs/paths.js";
import { Ledger, type LedgerUpdate } from "../../src/session/ledger.js";
import { lineRange } from "../../src/text/line-ranges.js";

const path = "/w/a.txt" as RealPath;
const versionOf = (text: string): ContentVersion => ContentVersion.ofBytes(Buffer.from(text));

function update(from: number, to: number, changes: Partial<LedgerUpdate> = {}): LedgerUpdate {
  return {
    path,
    version: versionOf("one"),
    totalLines: 100,
    shown: lineRange(from, to),
    cut: [],
    origin: "read",
    ...changes,
  };
}

/** An entry as data; a version's content is private, its id is not. */
function entryOf(ledger: Ledger): object | undefined {
  const found = ledger.find(path);
  if (found === undefined) return undefined;
  const { sequence: _, ...entry } = found;
  return { ...entry, version: entry.version.id };
}

function ledgerWith(...updates: LedgerUpdate[]): Ledger {
  const ledger = new Ledger();
  for (const each of updates) ledger.record(each);
  return ledger;
}

describe("the ledger", () => {
  it("knows nothing at first [LEDGER-4]", () => {
    const ledger = new Ledger();
    expect([ledger.find(path), [...ledger.entries()], ledger.epoch]).toEqual([undefined, [], 1]);
    expect(ledger.isVisible(path, versionOf("one"), { from: 1, to: 1 })).toBe(false);
  });

  it("spends a view once, and keeps what may be written [READ-420]", () => {
    const version = versionOf("one");
    const ledger = ledgerWith(update(1, 10), update(11, 20));
    const spend = (): boolean => ledger.spendView(path, version, { from: 1, to: 10 });
    expect([spend(), spend(), ledger.isVisible(path, version, { from: 11, to: 20 })]).toEqual([
      true,
      false,
      true,
    ]);
    expect(ledger.find(path)?.shown).toEqual([{ from: 1, to: 20 }]);
    ledger.record(update(1, 10));
    expect([spend(), spend(), ledger.spendView(path, versionOf("two"), { from: 11, to: 20 })]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it("adds up pages of one version, in any order and overlapping [LEDGER-1]", () => {
    const ledger = ledgerWith(
      update(1, 10),
      update(21, 30, { cut: lineRange(22, 22) }),
      update(5, 12),
      update(13, 20, { cut: lineRange(13, 13) }),
    );
    expect(entryOf(ledger)).toEqual({
      path,
      version: versionOf("one").id,
      totalLines: 100,
      shown: [{ from: 1, to: 30 }],
      cut: [
        { from: 13, to: 13 },
        { from: 22, to: 22 },
      ],
      origin: "read",
      views: [
        { from: 1, to: 10, epoch: 1 },
        { from: 21, to: 30, epoch: 1 },
        { from: 5, to: 12, epoch: 1 },
        { from: 13, to: 20, epoch: 1 },
      ],
    });
  });

  it("forgets the lines of an older version [LEDGER-1]", () => {
    const version = versionOf("two");
    const ledger = ledgerWith(
      update(1, 100, { cut: lineRange(3, 3) }),
      update(4, 6, { version, totalLines: 7 }),
    );
    expect(entryOf(ledger)).toEqual({
      path,
      version: version.id,
      totalLines: 7,
      shown: [{ from: 4, to: 6 }],
      cut: [],
      origin: "read",
      views: [{ from: 4, to: 6, epoch: 1 }],
    });
    expect(ledger.isVisible(path, versionOf("one"), { from: 1, to: 100 })).toBe(false);
  });

  it("forgets them also when the content turns back to it [LEDGER-1]", () => {
    const ledger = ledgerWith(update(1, 100), update(1, 1, { version: versionOf("two") }), update(2, 3));
    expect(ledger.find(path)?.shown).toEqual([{ from: 2, to: 3 }]);
  });

  it.each(["edit", "write"] as const)(
    "keeps lines but nothing visible after an own %s [READ-10]",
    (origin) => {
      const version = versionOf("one");
      const ledger = ledgerWith(update(1, 50), update(51, 100, { origin }));
      expect(ledger.find(path)).toMatchObject({ shown: [{ from: 1, to: 100 }], origin, views: [] });
      expect(ledger.isVisible(path, version, { from: 1, to: 50 })).toBe(false);

      ledger.record(update(7, 9));
      expect(ledger.isVisible(path, version, { from: 7, to: 9 })).toBe(true);
      expect(ledger.isVisible(path, version, { from: 1, to: 50 })).toBe(false);
    },
  );

  it("calls visible exactly the ranges that a Read answered with [READ-10]", () => {
    const version = versionOf("one");
    const ledger = ledgerWith(update(1, 10), update(11, 20));
    const ranges = [
      [1, 10],
      [11, 20],
      [1, 20],
      [1, 9],
      [2, 10],
    ] as const;
    expect(ranges.map(([from, to]) => ledger.isVisible(path, version, { from, to }))).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
    expect(ledger.isVisible(path, versionOf("two"), { from: 1, to: 10 })).toBe(false);
    expect(ledger.isVisible("/w/b.txt" as RealPath, version, { from: 1, to: 10 })).toBe(false);
  });

  it("keeps what was shown and forgets what is visible in a new epoch [LEDGER-6]", () => {
    const version = versionOf("one");
    const ledger = ledgerWith(update(1, 10));
    ledger.newContextEpoch();
    expect(ledger.epoch).toBe(2);
    expect(ledger.isVisible(path, version, { from: 1, to: 10 })).toBe(false);
    expect(ledger.find(path)?.shown).toEqual([{ from: 1, to: 10 }]);

    ledger.record(update(1, 10));
    expect(ledger.isVisible(path, version, { from: 1, to: 10 })).toBe(true);
    expect(ledger.find(path)?.views).toEqual([
      { from: 1, to: 10, epoch: 1 },
      { from: 1, to: 10, epoch: 2 },
    ]);
  });

  it("remembers a bounded number of views, the newest, each once [LEDGER-8]", () => {
    const ledger = new Ledger();
    for (let line = 1; line <= 100; line += 1) ledger.record(update(line, line));
    ledger.record(update(50, 50));
    const views = ledger.find(path)?.views ?? [];
    expect(views).toHaveLength(64);
    expect([views[0], views.at(-1)]).toEqual([
      { from: 37, to: 37, epoch: 1 },
      { from: 50, to: 50, epoch: 1 },
    ]);
    expect(views.filter(({ from }) => from === 50)).toHaveLength(1);
    expect(ledger.find(path)?.shown).toEqual([{ from: 1, to: 100 }]);
  });

  it("keeps each file apart [LEDGER-1]", () => {
    const other = "/w/b.txt" as RealPath;
    const ledger = ledgerWith(update(1, 10), update(3, 4, { path: other }));
    expect([...ledger.entries()].map((entry) => [entry.path, entry.shown])).toEqual([
      [path, [{ from: 1, to: 10 }]],
      [other, [{ from: 3, to: 4 }]],
    ]);
  });
});
