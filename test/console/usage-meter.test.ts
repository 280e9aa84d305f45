import { describe, expect, it } from "vitest";
import { UsageMeter } from "../../src/console/feed/usage-meter.js";

const MINUTE = 60_000;
const START = 1_800_000_000_000 - (1_800_000_000_000 % MINUTE);

function meterAt(): { meter: UsageMeter; set: (now: number) => void } {
  let now = START;
  return { meter: new UsageMeter(() => now), set: (moment) => (now = moment) };
}

describe("The usage meter", () => {
  it("counts calls by tool, refusals by code, dedup savings and persons' answers [CON-2]", () => {
    const { meter } = meterAt();
    const call = { type: "call-finished", tool: "Read", durationMs: 2, characters: 100, isError: false };
    meter.note(call);
    meter.note(call);
    meter.note({ ...call, isError: true, code: "FILE_NOT_READ" });
    meter.note({ ...call, tool: "Grep", isError: true, code: "PERMISSION_DENIED" });
    meter.note({ ...call, tool: "Grep", isError: true, code: "PERMISSION_DENIED" });
    meter.note({ type: "file-read", deduplicated: false, savedTokens: 0 });
    meter.note({ type: "file-read", deduplicated: true, savedTokens: 120 });
    meter.note({ type: "file-changed" });
    for (const answer of ["allow", "allow", "deny", "withdrawn"])
      meter.note({ type: "permission-answered", answer });
    const { minutes, ...report } = meter.report();
    expect(report).toEqual({
      since: START,
      tools: [
        { tool: "Read", calls: 3, failures: 1, durationMs: 6, characters: 300 },
        { tool: "Grep", calls: 2, failures: 2, durationMs: 4, characters: 200 },
      ],
      refusals: [
        { code: "PERMISSION_DENIED", count: 2 },
        { code: "FILE_NOT_READ", count: 1 },
      ],
      reads: { count: 2, deduplicated: 1, savedTokens: 120 },
      answers: { allowed: 2, denied: 1, withdrawn: 1 },
    });
    expect(minutes.at(-1)).toEqual({ at: START, reads: 2, changes: 1, searches: 2, refusals: 3 });
  });

  it("tells of the last hour minute by minute, also of those in which nothing happened [CON-2]", () => {
    const { meter, set } = meterAt();
    meter.note({ type: "file-changed" });
    set(START + 59 * MINUTE);
    meter.note({ type: "file-changed" });
    const hour = meter.report().minutes;
    expect(hour).toHaveLength(60);
    expect([hour[0]?.changes, hour[1]?.changes, hour.at(-1)?.changes]).toEqual([1, 0, 1]);
    set(START + 60 * MINUTE);
    expect(meter.report().minutes[0]?.changes).toBe(0);
    expect(meter.report().minutes.at(-2)?.changes).toBe(1);
  });

  it("leaves out what other engines tell of their past [CON-2]", () => {
    const { meter } = meterAt();
    meter.note({ type: "file-changed", at: START - 1 });
    meter.note({ type: "file-changed", at: START });
    expect(meter.report().minutes.at(-1)?.changes).toBe(1);
  });

  it("takes whatever other processes say, within bounds [CON-2]", () => {
    const { meter } = meterAt();
    for (let index = 0; index < 1000; index += 1)
      meter.note({ type: "call-finished", tool: `Tool${index}`, durationMs: "no", isError: true, code: {} });
    const { tools, refusals } = meter.report();
    expect(tools.length).toBeLessThanOrEqual(101);
    expect(tools.reduce((sum, { calls }) => sum + calls, 0)).toBe(1000);
    expect(refusals).toEqual([{ code: "other", count: 1000 }]);
    expect(tools.every(({ durationMs }) => durationMs === 0)).toBe(true);
  });
});
