import { describe, expect, it } from "vitest";
import { ask, createHelper, findPid, isGone } from "./helper-support.js";

describe("A helper process", () => {
  it("answers header and payload, of any bytes and sizes [PROC-1]", async () => {
    const helper = createHelper();
    for (const length of [0, 1, 65_536, 5_000_000]) {
      const payload = Uint8Array.from({ length }, (_, index) => (index * 7919) >> 3);
      const answer = await ask(helper, { do: "echo" }, { payload });
      expect(answer).toMatchObject({ outcome: "answered", header: { said: "echo" } });
      expect(answer.outcome === "answered" && Buffer.compare(answer.payload, payload)).toBe(0);
    }
  });

  it("is one process for all requests, which wait for each other in order [PROC-1]", async () => {
    const helper = createHelper();
    const order: number[] = [];
    const pids = Array.from({ length: 20 }, async (_, index) => {
      const pid = await findPid(helper);
      order.push(index);
      return pid;
    });
    expect(new Set(await Promise.all(pids)).size).toBe(1);
    expect(order).toEqual(Array.from({ length: 20 }, (_, index) => index));
  });

  it("gets nothing of the host's environment and options [PROC-1]", async () => {
    const answer = await ask(createHelper(), { do: "surroundings" });
    const wanted = { environment: { ELECTRON_RUN_AS_NODE: "1" }, folder: "/", options: [] };
    expect(answer).toMatchObject({ outcome: "answered", header: wanted });
    const { environment } = (answer as { header: { environment: object } }).header;
    // macOS adds this one to every process.
    expect(Object.keys(environment).filter((name) => name !== "__CF_USER_TEXT_ENCODING")).toEqual([
      "ELECTRON_RUN_AS_NODE",
    ]);
  });

  it.each<[string, object, string]>([
    ["exits", { do: "exit" }, "crashed"],
    ["is ended by a signal", { do: "fall" }, "crashed"],
    ["throws", { do: "throw" }, "crashed"],
    ["says what is no frame", { do: "babble" }, "garbled"],
    ["announces a header past all bounds", { do: "boast", lengths: [2 ** 31, 0] }, "garbled"],
    ["announces an answer larger than wanted", { do: "boast", lengths: [2, 10_000_001] }, "garbled"],
    ["takes too long", { do: "spin" }, "timed-out"],
  ])("that %s costs one answer, and the next request gets a new one [PROC-2]", async (_, header, reason) => {
    const helper = createHelper();
    const before = await findPid(helper);
    const next = { do: "surroundings" };
    const timeoutMs = reason === "timed-out" ? 300 : 60_000;
    const [failed, after] = await Promise.all([ask(helper, header, { timeoutMs }), ask(helper, next)]);
    expect(failed).toMatchObject({ outcome: "failed", reason });
    expect(after).toMatchObject({ outcome: "answered" });
    expect(after).not.toMatchObject({ header: { pid: before } });
    expect(await isGone(before)).toBe(true);
  });

  it("leaves its exit code and its last words in the failure [PROC-2]", async () => {
    const answer = await ask(createHelper(), { do: "exit" });
    expect(answer).toEqual({
      outcome: "failed",
      reason: "crashed",
      detail: "ended with code 7: last words",
    });
  });

  it("may complain at any length without being held up or held on to [PROC-2]", async () => {
    const helper = createHelper();
    expect(await ask(helper, { do: "complain" })).toMatchObject({ outcome: "answered" });
    const answer = await ask(helper, { do: "exit" });
    expect(answer).toMatchObject({ reason: "crashed" });
    expect(answer.outcome === "failed" && answer.detail.length).toBeLessThan(5000);
  });

  it("that speaks unasked is ended [PROC-2]", async () => {
    const helper = createHelper();
    const pid = await findPid(helper);
    await ask(helper, { do: "repeat" });
    expect(await isGone(pid)).toBe(true);
    expect(await findPid(helper)).not.toBe(pid);
  });

  it("whose script is missing is a failure, not an exception [PROC-2]", async () => {
    const answer = await ask(createHelper({ script: "/nowhere/helper.js" }), { do: "echo" });
    expect(answer).toMatchObject({ outcome: "failed", reason: "crashed" });
  });

  it("whose script has a name that no program can be given is one too [PROC-2]", async () => {
    const helper = createHelper({ script: "/nowhere/\0" });
    const answers = await Promise.all([ask(helper, { do: "echo" }), ask(helper, { do: "echo" })]);
    for (const answer of answers) expect(answer).toMatchObject({ outcome: "failed", reason: "not-started" });
  });
});

describe("A request to a helper", () => {
  it("that is cancelled beforehand starts nothing [PROC-3]", async () => {
    const reason = new Error("never mind");
    const asked = ask(createHelper({ script: "/nowhere" }), {}, { signal: AbortSignal.abort(reason) });
    await expect(asked).rejects.toBe(reason);
  });

  it("that is cancelled under way kills the helper, and the waiting ones go on [PROC-3]", async () => {
    const helper = createHelper();
    const pid = await findPid(helper);
    const cancel = new AbortController();
    const [spinning, waiting] = [
      ask(helper, { do: "spin" }, { signal: cancel.signal }),
      ask(helper, { do: "echo" }),
    ];
    cancel.abort("enough");
    await expect(spinning).rejects.toBe("enough");
    expect(await waiting).toMatchObject({ outcome: "answered" });
    expect(await isGone(pid)).toBe(true);
  });

  it("that is cancelled while it waits disturbs nobody [PROC-3]", async () => {
    const helper = createHelper();
    const pid = await findPid(helper);
    const cancel = new AbortController();
    const first = ask(helper, { do: "sleep", ms: 100 });
    const second = ask(helper, { do: "spin" }, { signal: cancel.signal });
    cancel.abort("enough");
    await expect(second).rejects.toBe("enough");
    expect(await first).toMatchObject({ outcome: "answered" });
    expect(await findPid(helper)).toBe(pid);
  });

  it("whose signal fires after the answer changes nothing [PROC-3]", async () => {
    const helper = createHelper();
    const cancel = new AbortController();
    await ask(helper, { do: "echo" }, { signal: cancel.signal });
    const pid = await findPid(helper);
    cancel.abort("late");
    expect(await findPid(helper)).toBe(pid);
  });
});
