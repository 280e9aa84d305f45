/** What a file's stamps can tell. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { FileStat } from "../../../src/fs/file-system.js";
import { isSameFingerprint, isSettled } from "../../../src/fs/fingerprint.js";

const SECOND = 1_000_000_000n;
const now = 1_700_000_000_500;
const nowNs = BigInt(now) * 1_000_000n;

const stat: FileStat = {
  kind: "file",
  size: 10,
  mode: 0o644,
  links: 1,
  device: 1n,
  inode: 2n,
  modifiedNs: nowNs - 50n * SECOND + 7n,
  changedNs: nowNs - 40n * SECOND + 7n,
};

describe("a file's stamps", () => {
  it.each<[string, boolean, Partial<FileStat>]>([
    ["nothing changed", true, {}],
    ["only the mode and the links changed", true, { mode: 0o600, links: 3 }],
    ["the size changed", false, { size: 11 }],
    ["the device changed", false, { device: 9n }],
    ["the inode changed", false, { inode: 9n }],
    ["the mtime changed", false, { modifiedNs: stat.modifiedNs + 1n }],
    ["the ctime changed under a kept mtime", false, { changedNs: stat.changedNs + 1n }],
  ])("when %s are the same: %s [LEDGER-3]", (_, isSame, change) => {
    expect(isSameFingerprint(stat, { ...stat, ...change })).toBe(isSame);
  });

  it.each<[string, boolean, Partial<FileStat>]>([
    ["old", true, {}],
    ["a moment old", false, { changedNs: nowNs - 99_000_001n }],
    ["more than a tick old", true, { changedNs: nowNs - 100_000_001n }],
    ["of whole seconds and one second old", false, { modifiedNs: nowNs - SECOND - (nowNs % SECOND) }],
    ["of whole seconds and three seconds old", true, { modifiedNs: nowNs - 3n * SECOND - (nowNs % SECOND) }],
    ["old but changed now under an older mtime", false, { changedNs: nowNs - 1n }],
    ["in the future", false, { modifiedNs: nowNs + 3600n * SECOND + 1n }],
  ])("that are %s vouch for the content: %s [LEDGER-3]", (_, isTrusted, change) => {
    expect(isSettled({ ...stat, ...change }, now)).toBe(isTrusted);
  });

  it("once they vouch for the content do so at any later time [LEDGER-3]", () => {
    const offsets = fc.bigInt({ min: -10n * SECOND, max: 10n * SECOND });
    fc.assert(
      fc.property(
        offsets,
        offsets,
        fc.nat({ max: 20_000 }),
        fc.nat({ max: 20_000 }),
        (mtime, ctime, soon, later) => {
          const stamped = { ...stat, modifiedNs: nowNs + mtime, changedNs: nowNs + ctime };
          fc.pre(isSettled(stamped, now + soon));
          expect(isSettled(stamped, now + soon + later)).toBe(true);
        },
      ),
    );
  });
});
