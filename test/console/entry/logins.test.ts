/** Logins and the file that keeps them. */
import { chmodSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { LOGIN_LIFETIME_MS, Logins, type LoginsOptions } from "../../../src/console/entry/logins.js";
import { tempWorkspace } from "../../support/workspace.js";

const DAY = 24 * 60 * 60 * 1000;

function scene() {
  const file = join(tempWorkspace().root, "..", "state", "serve", "token.logins");
  const open = (options: Partial<LoginsOptions> = {}): Logins => {
    const logins = new Logins({ file, secret: "of the token", place: "127.0.0.1:7345", ...options });
    onTestFinished(() => logins.close());
    return logins;
  };
  return { file, open };
}

const modeOf = (path: string): number => statSync(path).mode & 0o777;

describe("A login", () => {
  it("is a cookie and a key of 32 random bytes each; the key is its own [CONSEC-11, CONSEC-12]", () => {
    const logins = scene().open();
    const [one, other] = [logins.create(), logins.create()];
    expect(new Set([one.cookie, one.key, other.cookie, other.key]).size).toBe(4);
    for (const secret of [one.cookie, one.key]) expect(Buffer.from(secret, "base64url")).toHaveLength(32);
    const found = logins.find([one.cookie]);
    expect(["", one.cookie, other.key, `${one.key} `, one.key].map((key) => found?.isKey(key))).toEqual([
      false,
      false,
      false,
      false,
      true,
    ]);
    expect([[], [""], [one.key], [`${one.cookie}x`]].map((cookies) => logins.find(cookies))).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });

  it("is found among cookies of the same name that others have set [CONSEC-13]", () => {
    const logins = scene().open();
    const { cookie, key } = logins.create();
    expect(logins.find(["planted", cookie, "planted too"])?.isKey(key)).toBe(true);
  });

  it("is kept without anything that lets someone in, for its user alone, in one step [CONSEC-19]", () => {
    const { file, open } = scene();
    const logins = open();
    const made = Array.from({ length: 3 }, () => logins.create());
    const text = readFileSync(file, "utf8");
    for (const { cookie, key } of made) {
      expect(text).not.toContain(cookie);
      expect(text).not.toContain(key);
    }
    expect(text).not.toContain("of the token");
    expect([modeOf(file), modeOf(join(file, ".."))]).toEqual([0o600, 0o700]);
    expect((JSON.parse(text) as { logins: object[] }).logins).toHaveLength(3);
  });

  it("counts after a restart, and not with another token [CONSEC-20, CONSEC-21]", () => {
    const { open } = scene();
    const { cookie, key } = open().create();
    expect(open().find([cookie])?.isKey(key)).toBe(true);
    expect(open({ secret: "of another token" }).find([cookie])).toBeUndefined();
  });

  it.each([
    ["no JSON", "{"],
    ["another shape", '{"logins":{}}'],
    ["nothing at all", ""],
    ["null", "null"],
    ["other values", '{"logins":[null,1,{"place":"127.0.0.1:7345","cookie":1,"key":"x","madeAt":"y"}]}'],
    ["too much", `{"logins":[],"x":"${"x".repeat(300_000)}"}`],
  ])("is none in a file with %s, and the next is kept in its place [CONSEC-21]", (_, text) => {
    const { file, open } = scene();
    const { cookie } = open().create();
    writeFileSync(file, text, { mode: 0o600 });
    const logins = open();
    expect(logins.find([cookie])).toBeUndefined();
    const next = logins.create();
    expect(open().find([next.cookie])?.isKey(next.key)).toBe(true);
  });

  it("is none in a file that others can read or write [CONSEC-21]", () => {
    const { file, open } = scene();
    const { cookie } = open().create();
    for (const mode of [0o644, 0o620, 0o606]) {
      chmodSync(file, mode);
      expect(open().find([cookie])).toBeUndefined();
    }
    chmodSync(file, 0o600);
    expect(open().find([cookie])).toBeDefined();
  });

  it("ends when it is told to, for good, and tells what goes on under it [CONSEC-22]", () => {
    const { open } = scene();
    const logins = open();
    const [staying, going] = [logins.create(), logins.create()];
    const found = logins.find([going.cookie]);
    const other = logins.find([staying.cookie]);
    if (found !== undefined) logins.end(found);
    expect([found?.signal.aborted, other?.signal.aborted]).toEqual([true, false]);
    for (const each of [logins, open()]) {
      expect(each.find([going.cookie])).toBeUndefined();
      expect(each.find([staying.cookie])).toBeDefined();
    }
  });

  it("lasts seven days, whatever the clock is set to meanwhile [CONSEC-23]", () => {
    const { open } = scene();
    let now = 1000 * DAY;
    const logins = open({ now: () => now });
    const { cookie } = logins.create();
    const isGood = (): boolean => logins.find([cookie]) !== undefined;
    expect(LOGIN_LIFETIME_MS).toBe(7 * DAY);
    now += 7 * DAY - 1;
    expect(isGood()).toBe(true);
    now += 1;
    expect(isGood()).toBe(false);
    expect(open({ now: () => now }).find([cookie])).toBeUndefined();
    now -= 15 * DAY;
    expect(isGood()).toBe(false);
  });

  it("ends when twenty newer ones have come [CONSEC-23]", () => {
    const { file, open } = scene();
    const logins = open();
    const made = Array.from({ length: 21 }, () => logins.create());
    for (const each of [logins, open()])
      expect(made.map(({ cookie }) => each.find([cookie]) !== undefined)).toEqual([
        false,
        ...Array.from({ length: 20 }, () => true),
      ]);
    expect((JSON.parse(readFileSync(file, "utf8")) as { logins: object[] }).logins).toHaveLength(20);
  });

  it("counts at its own server; servers with one file leave each other's alone [CONSEC-25]", () => {
    const { open } = scene();
    const [here, there] = [open(), open({ place: "127.0.0.1:8000" })];
    const [one, other] = [here.create(), there.create()];
    expect([here.find([other.cookie]), there.find([one.cookie])]).toEqual([undefined, undefined]);
    const ended = here.find([one.cookie]);
    if (ended !== undefined) here.end(ended);
    expect(open().find([one.cookie])).toBeUndefined();
    expect(open({ place: "127.0.0.1:8000" }).find([other.cookie])).toBeDefined();
  });

  it("is given also where nothing can be kept, and then lasts until the server ends [CONSEC-20]", () => {
    const logins = new Logins({ file: "/proc/none/logins", secret: "s", place: "127.0.0.1:1" });
    onTestFinished(() => logins.close());
    const { cookie, key } = logins.create();
    expect(logins.find([cookie])?.isKey(key)).toBe(true);
  });
});
