import { describe, expect, it } from "vitest";
import { LINK_LIFETIME_MS, OneTimeLinks } from "../../../src/console/entry/one-time-links.js";

describe("A code that lets a browser in", () => {
  it("works once, is made of 32 random bytes, and is like no other [CONSEC-6]", () => {
    const links = new OneTimeLinks();
    const codes = Array.from({ length: 5 }, () => links.create());
    expect(new Set(codes).size).toBe(5);
    for (const code of codes) expect(Buffer.from(code, "base64url")).toHaveLength(32);
    for (const code of codes) expect([links.use(code), links.use(code)]).toEqual([true, false]);
  });

  it("is not matched by its beginning, another case, or more [CONSEC-6]", () => {
    const links = new OneTimeLinks();
    const code = links.create();
    const alike = ["", code.slice(0, -1), `${code}x`, ` ${code}`, code.toLowerCase(), code.toUpperCase()];
    for (const given of alike.filter((each) => each !== code)) expect(links.use(given)).toBe(false);
    expect(links.use(code)).toBe(true);
  });

  it("is worth nothing after ten minutes [CONSEC-7]", () => {
    let now = 1_000_000;
    const links = new OneTimeLinks({ now: () => now });
    const [early, late] = [links.create(), links.create()];
    now += LINK_LIFETIME_MS - 1;
    expect(links.use(early)).toBe(true);
    now += 1;
    expect(links.use(late)).toBe(false);
    expect(LINK_LIFETIME_MS).toBe(600_000);
  });

  it("is void once there are ten newer ones [CONSEC-7]", () => {
    const links = new OneTimeLinks();
    const [first, ...others] = Array.from({ length: 11 }, () => links.create());
    expect(links.use(first ?? "")).toBe(false);
    expect(others.map((code) => links.use(code))).toEqual(others.map(() => true));
  });
});
