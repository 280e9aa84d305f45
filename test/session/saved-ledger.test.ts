import { describe, expect, it } from "vitest";
import { ContentVersion } from "../../src/content/content-version.js";
import { ToolError } from "../../src/errors/tool-error.js";
import type { RealPath } from "../../src/fs/paths.js";
import { Ledger } from "../../src/session/ledger.js";
import { restoreLedger, type SavedLedger, saveLedger } from "../../src/session/saved-ledger.js";
import { lineRange } from "../../src/text/line-ranges.js";

const path = "/w/a.txt" as RealPath;
const version = ContentVersion.ofBytes(Buffer.from("content"));

function knownLedger(): Ledger {
  const ledger = new Ledger();
  ledger.newContextEpoch();
  ledger.record({
    path,
    version,
    totalLines: 9,
    shown: lineRange(2, 5),
    cut: lineRange(3, 3),
    origin: "read",
  });
  return ledger;
}

const saved: SavedLedger = {
  format: 1,
  epoch: 2,
  files: [
    {
      path: "/w/a.txt",
      version: { id: version.id, size: 7 },
      totalLines: 9,
      shown: [{ from: 2, to: 5 }],
      cut: [{ from: 3, to: 3 }],
      origin: "read",
      views: [{ from: 2, to: 5, epoch: 2 }],
    },
  ],
};

describe("a saved ledger", () => {
  it("is plain data without any content [LEDGER-7]", () => {
    expect(saveLedger(knownLedger())).toEqual(saved);
    expect(JSON.parse(JSON.stringify(saveLedger(knownLedger())))).toEqual(saved);
  });

  it("brings back what may be written and what is visible, by hash [LEDGER-7]", () => {
    const ledger = new Ledger();
    restoreLedger(ledger, JSON.parse(JSON.stringify(saved)));
    const entry = ledger.find(path);
    expect({
      epoch: ledger.epoch,
      bytes: entry?.version.bytes,
      isSame: entry?.version.equals(ContentVersion.ofBytes(Buffer.from("content"))),
      isOther: entry?.version.equals(ContentVersion.ofBytes(Buffer.from("CONTENT"))),
      isVisible: ledger.isVisible(path, version, { from: 2, to: 5 }),
    }).toEqual({ epoch: 2, bytes: undefined, isSame: true, isOther: false, isVisible: true });
    expect(saveLedger(ledger)).toEqual(saved);
  });

  it.each(["edit", "write"])("makes nothing visible that an own %s last recorded [READ-10]", (origin) => {
    const ledger = new Ledger();
    restoreLedger(ledger, { ...saved, files: [{ ...saved.files[0], origin }] });
    expect(ledger.isVisible(path, version, { from: 2, to: 5 })).toBe(false);
  });

  it("replaces what the ledger knew before [LEDGER-7]", () => {
    const ledger = knownLedger();
    restoreLedger(ledger, { format: 1, epoch: 7, files: [] });
    expect(saveLedger(ledger)).toEqual({ format: 1, epoch: 7, files: [] });
  });

  it("keeps an unknown number of lines unknown [LEDGER-7]", () => {
    const ledger = new Ledger();
    restoreLedger(ledger, { ...saved, files: [{ ...saved.files[0], totalLines: null }] });
    expect(ledger.find(path)).toMatchObject({ totalLines: undefined });
  });

  const file = saved.files[0] as SavedLedger["files"][0];
  const withFile = (changes: object): unknown => ({ ...saved, files: [file, { ...file, ...changes }] });

  it.each<[string, unknown, string]>([
    ["nothing", null, "its format is not 1"],
    ["a text", JSON.stringify(saved), "its format is not 1"],
    ["a list", [saved], "its format is not 1"],
    ["another format", { ...saved, format: 2 }, "its format is not 1"],
    ["no epoch", { format: 1, files: [] }, "epoch or files are missing"],
    ["epoch zero", { ...saved, epoch: 0 }, "epoch or files are missing"],
    ["a broken epoch", { ...saved, epoch: 1.5 }, "epoch or files are missing"],
    ["files as an object", { ...saved, files: {} }, "epoch or files are missing"],
    ["a file that is no object", { ...saved, files: [file, "/w/b.txt"] }, "files[1] is not an object"],
    ["a file without a path", withFile({ path: "" }), "files[1].path is not valid"],
    ["a relative path", withFile({ path: "a.txt" }), "files[1].path is not valid"],
    [
      "neighbours that are one range",
      withFile({
        shown: [
          { from: 1, to: 2 },
          { from: 3, to: 4 },
        ],
      }),
      "files[1].shown is not valid",
    ],
    ["a path that is no text", withFile({ path: 5 }), "files[1].path is not valid"],
    ["no version", withFile({ version: undefined }), "files[1].version is not valid"],
    ["a size below zero", withFile({ version: { id: "x", size: -1 } }), "files[1].version is not valid"],
    ["lines as text", withFile({ totalLines: "9" }), "files[1].totalLines is not valid"],
    ["lines that are missing", withFile({ totalLines: undefined }), "files[1].totalLines is not valid"],
    ["another origin", withFile({ origin: "guess" }), "files[1].origin is not valid"],
    ["shown lines from zero", withFile({ shown: [{ from: 0, to: 5 }] }), "files[1].shown is not valid"],
    [
      "a range that ends before it begins",
      withFile({ shown: [{ from: 5, to: 4 }] }),
      "files[1].shown is not valid",
    ],
    [
      "ranges out of order",
      withFile({
        shown: [
          { from: 8, to: 9 },
          { from: 1, to: 2 },
        ],
      }),
      "files[1].shown is not valid",
    ],
    [
      "ranges that overlap",
      withFile({
        cut: [
          { from: 1, to: 5 },
          { from: 5, to: 9 },
        ],
      }),
      "files[1].cut is not valid",
    ],
    ["a range with half a line", withFile({ shown: [{ from: 1, to: 1.5 }] }), "files[1].shown is not valid"],
    ["a view without an epoch", withFile({ views: [{ from: 1, to: 2 }] }), "files[1].views is not valid"],
    ["views that are no list", withFile({ views: {} }), "files[1].views is not valid"],
  ])("with %s is refused whole, and the ledger stays as it was [LEDGER-7]", (_, damaged, reason) => {
    const ledger = knownLedger();
    const message = `This is not a saved ledger: ${reason}. Nothing was restored.`;
    expect(() => restoreLedger(ledger, damaged)).toThrow(new ToolError("INPUT_INVALID", message));
    expect(saveLedger(ledger)).toEqual(saved);
    expect(ledger.find(path)?.version.bytes).toEqual(Buffer.from("content"));
  });
});
