/** What goes through a client's hands and comes back: it counts only as it was made, for whom, and once. */
import { randomBytes } from "node:crypto";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createSealer } from "../../src/mcp/sealer.js";

function sealerAt(now: () => number = () => 0) {
  return createSealer({ key: randomBytes(32), lifetimeMs: 1000, now });
}

describe("A seal", () => {
  it("gives back what was sealed, to the same purpose and binding alone [MCP-60]", () => {
    fc.assert(
      fc.property(fc.json(), fc.string(), fc.string(), fc.string(), (json, purpose, binding, other) => {
        const sealer = sealerAt();
        const payload: unknown = JSON.parse(json);
        const sealed = sealer.seal(purpose, binding, payload);
        expect(sealer.open(purpose, binding, sealed)).toEqual(payload);
        if (other !== binding) expect(sealer.open(purpose, other, sealed)).toBeUndefined();
        if (other !== purpose) expect(sealer.open(other, binding, sealed)).toBeUndefined();
      }),
    );
  });

  it("counts for nothing with any character changed, left out or added [MCP-60]", () => {
    const sealer = sealerAt();
    const sealed = sealer.seal("p", "b", { answer: "deny" });
    fc.assert(
      fc.property(
        fc.nat(sealed.length),
        fc.constantFrom("", "A", "_", ".", "AA"),
        fc.nat(2),
        (at, put, cut) => {
          const changed = sealed.slice(0, at) + put + sealed.slice(at + cut);
          fc.pre(changed !== sealed);
          expect(sealer.open("p", "b", changed)).toBeUndefined();
        },
      ),
    );
  });

  it("is not accepted from another key, nor after its time [MCP-60]", () => {
    let moment = 0;
    const sealer = sealerAt(() => moment);
    const sealed = sealer.seal("p", "b", 1);
    expect(sealerAt().open("p", "b", sealed)).toBeUndefined();
    moment = 1000;
    expect(sealer.open("p", "b", sealed)).toBe(1);
    moment = 1001;
    expect(sealer.open("p", "b", sealed)).toBeUndefined();
  });

  it("is used once for as long as it counts, and the names of old ones are forgotten [MCP-60]", () => {
    let moment = 0;
    const sealer = sealerAt(() => moment);
    expect([sealer.useOnce("a"), sealer.useOnce("a"), sealer.useOnce("b")]).toEqual([true, false, true]);
    moment = 1001;
    expect(sealer.useOnce("a")).toBe(true);
  });

  it("wants a key that can't be guessed [MCP-60]", () => {
    expect(() => createSealer({ key: randomBytes(31), lifetimeMs: 1 })).toThrow(RangeError);
  });
});
