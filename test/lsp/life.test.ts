import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { CrashRecord } from "../../src/lsp/crash-record.js";
import { isAlive, isGone } from "../process/helper-support.js";
import { fakeLanguageServer } from "../support/fake-language-server.js";
import { serve, until } from "./server-support.js";

const soon = { limits: { backOffMs: 20 } };

describe("The life of a language server", () => {
  it("begins with the first check and is told [LSP-13]", async () => {
    const { fake, server, states, look } = serve({});
    expect([server.state, server.pid, fake.pids()]).toEqual(["idle", undefined, []]);
    const looking = look("a.txt", "ERROR(one)");
    expect(server.state).toBe("starting");
    expect(await looking).toEqual(["one"]);
    expect([server.state, server.pid]).toEqual(["ready", fake.pids()[0]]);
    expect(states).toEqual(["starting", "ready"]);
  });

  it("ends when nobody wants anything for a while, and begins anew [LSP-13]", async () => {
    const { fake, server, states, look } = serve({}, { limits: { idleMs: 60 } });
    await look("a.txt", "one");
    const [pid = 0] = fake.pids();
    expect(await isGone(pid)).toBe(true);
    expect([server.state, states.at(-1)]).toEqual(["idle", "ended: nobody has wanted it for a while"]);
    // It was asked to end, as the protocol has it.
    expect(fake.received("shutdown")).toHaveLength(1);
    expect(fake.received("exit")).toHaveLength(1);
    expect(await look("a.txt", "ERROR(two)")).toEqual(["two"]);
    expect(fake.pids()).toHaveLength(2);
    expect(fake.documentStory()).toEqual(["didOpen a.txt 1", "didOpen a.txt 1"]);
  });

  it("does not end while someone waits, and ends though nobody does after all [LSP-13]", async () => {
    const slow = serve({ delayMs: 200 }, { limits: { idleMs: 20 } });
    const looks = [slow.look("a.txt", "ERROR(one)"), slow.look("b.txt", "ERROR(two)")];
    expect(await Promise.all(looks)).toEqual([["one"], ["two"]]);
    expect(slow.fake.pids()).toHaveLength(1);
    const { fake, server, look, pathOf } = serve({}, { limits: { idleMs: 20 } });
    const unwanted = look("a.txt", "one");
    server.forget(pathOf("a.txt"));
    expect(await unwanted).toBe("superseded");
    await until(() => fake.received("shutdown").length === 1);
    for (const pid of fake.pids()) expect(await isGone(pid)).toBe(true);
  });

  it.each([
    {},
    { ignoresShutdown: true, ignoresSignals: true, ignoresEnd: true, hasChild: true },
    { neverReady: true, ignoresSignals: true, ignoresEnd: true },
  ])("ends when it is closed, whatever it heeds (%o) [LSP-14]", async (behaviour) => {
    const { fake, server, check } = serve({ ...behaviour, silent: true });
    const waiting = check("a.txt", "one");
    await until(() => fake.received("initialize").length === 1);
    if (behaviour.neverReady !== true) await until(() => fake.documentStory().length === 1);
    await server.close();
    expect(await waiting).toMatchObject({ state: "unknown", reason: "closed" });
    for (const { pid, childPid = pid } of fake.log()) {
      expect(await isGone(pid)).toBe(true);
      expect(await isGone(childPid)).toBe(true);
    }
    expect(await check("a.txt", "two")).toMatchObject({ reason: "closed" });
    await server.close();
  });

  it("can be ended while it begins [LSP-14]", async () => {
    const { fake, server, check } = serve({ startMs: 10_000 });
    const waiting = check("a.txt", "one");
    await server.close();
    expect(await waiting).toMatchObject({ state: "unknown", reason: "closed" });
    for (const pid of fake.pids()) expect(await isGone(pid)).toBe(true);
  });

  it("is begun again after a crash, when the next check wants it, with all documents anew [LSP-15]", async () => {
    const { fake, server, states, look, check } = serve({ crash: "change", crashTimes: 1 }, soon);
    expect(await look("a.txt", "ERROR(one)")).toEqual(["one"]);
    expect(await check("a.txt", "ERROR(two)")).toEqual({
      state: "unknown",
      reason: "ended",
      detail: "fake ended with code 7: something went terribly wrong",
    });
    expect(states.at(-1)).toBe("ended: ended with code 7: something went terribly wrong");
    expect(server.textOf(files(fake.received("textDocument/didOpen")))).toBeUndefined();
    await until(() => server.state === "idle");
    expect(fake.pids()).toHaveLength(1);
    expect(await look("a.txt", "ERROR(three)")).toEqual(["three"]);
    expect(fake.pids()).toHaveLength(2);
  });

  it.each(["start", "initialize", "open"] as const)(
    "is given up after five crashes (at %s), each with a longer pause [LSP-15]",
    async (crash) => {
      const { fake, server, states, check } = serve({ crash }, { limits: { backOffMs: 5 } });
      for (let round = 0; round < 5; round += 1) {
        const { state } = await check("a.txt", `text ${round}`);
        expect(state).toBe("unknown");
        await until(() => server.state === "idle" || server.state === "failed");
      }
      expect(server.state).toBe("failed");
      expect(states.at(-1)).toBe("failed: ended with code 7: something went terribly wrong");
      expect(await check("a.txt", "more")).toMatchObject({
        reason: "not-started",
        detail: "fake ended with code 7: something went terribly wrong",
      });
      expect(fake.pids()).toHaveLength(5);
    },
  );

  it("does not begin again before its pause is over [LSP-15]", async () => {
    const { fake, server, check } = serve({ crash: "start" }, { limits: { backOffMs: 60_000 } });
    expect(await check("a.txt", "one")).toMatchObject({ reason: "not-started" });
    expect(server.state).toBe("waiting");
    expect(await check("a.txt", "two")).toMatchObject({ reason: "not-started" });
    expect(fake.pids()).toHaveLength(1);
  });

  it("has pauses that grow up to a minute, and crashes that are forgotten [LSP-15]", () => {
    const record = new CrashRecord({ backOffMs: 1000, memoryMs: 300_000 });
    const pauses = [0, 1, 2, 3].map((minute) => {
      record.note(minute * 60_000);
      return record.waitMs(minute * 60_000);
    });
    expect(pauses).toEqual([1000, 2000, 4000, 8000]);
    expect(record.hasFailed(200_000)).toBe(false);
    record.note(240_000);
    expect(record.hasFailed(240_000)).toBe(true);
    expect(record.hasFailed(540_000)).toBe(true);
    expect(record.hasFailed(540_001)).toBe(false);
    expect(record.waitMs(540_001)).toBe(0);
    const slow = new CrashRecord({ backOffMs: 40_000, memoryMs: 300_000 });
    slow.note(0);
    slow.note(1);
    expect(slow.waitMs(1)).toBe(60_000);
    expect([slow.hasFailed(300_002), slow.waitMs(300_002)]).toEqual([false, 0]);
  });

  it("never begins where there is no such program, or none that gets ready [LSP-13]", async () => {
    const missing = serve({}, { spec: { program: "/nowhere/server" } });
    expect(await missing.check("a.txt", "one")).toEqual({
      state: "unknown",
      reason: "not-started",
      detail: "fake spawn /nowhere/server ENOENT",
    });
    const slow = serve({ neverReady: true, ignoresEnd: true }, { limits: { startMs: 100 } });
    expect(await slow.check("a.txt", "one")).toMatchObject({
      reason: "not-started",
      detail: "fake was not ready within 100 ms",
    });
    for (const pid of slow.fake.pids()) expect(await isGone(pid)).toBe(true);
  });

  it("ends within seconds when its host is killed, with all it has started [LSP-2]", async () => {
    const fake = fakeLanguageServer({ ignoresSignals: true, ignoresEnd: true, hasChild: true });
    const script = fileURLToPath(new URL("server-host.js", import.meta.url));
    const host = spawn(process.execPath, [script, ...fake.command], { stdio: ["ignore", "pipe", "inherit"] });
    const [said] = (await once(host.stdout, "data")) as [Buffer];
    expect(JSON.parse(said.toString())).toMatchObject({ state: "fresh", diagnostics: [{ message: "one" }] });
    const pids = fake.log().flatMap(({ pid, childPid }) => (childPid === undefined ? [] : [pid, childPid]));
    expect(pids.map(isAlive)).toEqual([true, true]);
    host.kill("SIGKILL");
    for (const pid of pids) expect(await isGone(pid)).toBe(true);
  });
});

function files(opened: readonly unknown[]): Parameters<ReturnType<typeof serve>["server"]["textOf"]>[0] {
  const { textDocument } = opened[0] as { readonly textDocument: { readonly uri: string } };
  return fileURLToPath(textDocument.uri) as ReturnType<typeof files>;
}
