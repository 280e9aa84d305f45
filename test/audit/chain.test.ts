import { describe, expect, it } from "vitest";
import { NO_HASH, sealRecords, verifyChain } from "../../src/audit/chain.js";

const records = Array.from({ length: 6 }, (_, index) => ({
  v: 1 as const,
  at: "2026-01-01T00:00:00.000Z",
  sequence: index + 1,
  owner: "1 - host",
  event: "call-finished" as const,
  path: `/w/${index}`,
}));
const sealed = sealRecords(records, NO_HASH);
const lines = sealed.text.split("\n").slice(0, -1);
const joined = (changed: readonly string[]): string => `${changed.join("\n")}\n`;
const line = (index: number): string => lines[index] ?? "";

describe("The chain of an audit log", () => {
  it("holds as it was written, also without the last newline [AUDIT-2]", () => {
    const sound = { lines: 6, lastHash: sealed.lastHash };
    expect(verifyChain(sealed.text)).toEqual(sound);
    expect(verifyChain(sealed.text.trimEnd())).toEqual(sound);
    expect(verifyChain("")).toEqual({ lines: 0, lastHash: NO_HASH });
  });

  it.each([
    ["changed", lines.with(2, line(2).replace("/w/2", "/w/9")), 3, "changed"],
    ["changed in its hash", lines.with(2, line(2).replace(/"hash":"./, '"hash":"z')), 3, "no line"],
    [
      "given another hash",
      lines.with(2, line(2).replace(/"hash":".*"/, `"hash":"${NO_HASH}"`)),
      3,
      "changed",
    ],
    ["taken out", lines.toSpliced(2, 1), 3, "does not follow"],
    ["taken out at the beginning", lines.slice(1), 1, "are missing"],
    ["put in", lines.toSpliced(2, 0, line(4)), 3, "does not follow"],
    ["put in by hand", lines.toSpliced(2, 0, "{}"), 3, "no line"],
    ["put in empty", lines.toSpliced(2, 0, ""), 3, "no line"],
    ["swapped", lines.with(2, line(3)).with(3, line(2)), 3, "does not follow"],
    ["repeated", lines.toSpliced(2, 0, line(1)), 3, "does not follow"],
    ["cut short", [...lines.slice(0, 5), line(5).slice(0, 20)], 6, "no line"],
  ])("breaks where a line was %s [AUDIT-2]", (_, changed, where, why) => {
    const { broken, lines: sound } = verifyChain(joined(changed));
    expect(broken?.line).toBe(where);
    expect(broken?.problem).toContain(why);
    expect(sound).toBe(where - 1);
  });

  it("breaks where a line was made anew with a hash of its own [AUDIT-2]", () => {
    const [forged] = sealRecords(
      [{ ...records[2], path: "/w/forged" } as never],
      verifyChain(joined(lines.slice(0, 2))).lastHash,
    ).text.split("\n");
    expect(verifyChain(joined(lines.with(2, forged ?? ""))).broken).toMatchObject({ line: 4 });
  });

  it("that was cut off or made anew is known by a hash that was kept elsewhere [AUDIT-2]", () => {
    const { lastHash } = sealed;
    expect(verifyChain(sealed.text, { lastHash }).broken).toBeUndefined();
    expect(
      verifyChain(sealed.text + sealRecords(records, lastHash).text, { lastHash }).broken,
    ).toBeUndefined();
    expect(verifyChain(joined(lines.slice(0, 5)), { lastHash }).broken).toMatchObject({ line: 6 });
    expect(verifyChain(sealRecords(records.slice(1), NO_HASH).text, { lastHash }).broken).toBeDefined();
  });

  it("goes on in another file [AUDIT-2]", () => {
    const more = sealRecords(records, sealed.lastHash).text;
    expect(verifyChain(more, { previous: sealed.lastHash }).lines).toBe(6);
    expect(verifyChain(more).broken).toMatchObject({ line: 1 });
  });
});
