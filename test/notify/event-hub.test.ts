import { setImmediate as nextTurn } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { EventHub } from "../../src/notify/event-hub.js";
import type { EventDraft, WorkspaceEvent } from "../../src/notify/events.js";

const origin = { sessionId: "s1", callId: "7" };
const read: EventDraft = {
  type: "file-read",
  path: "/w/a.txt",
  kind: "text",
  startLine: 1,
  lines: 5,
  totalLines: 5,
  deduplicated: false,
  savedTokens: 0,
};
const saved: EventDraft = { type: "result-saved", tool: "Grep", path: "/s/1.txt", characters: 9 };

/** A hub whose clock stands still, and what all its listeners are told. */
function hubWithLog(): { hub: EventHub; log: WorkspaceEvent[] } {
  const hub = new EventHub(() => 1000);
  const log: WorkspaceEvent[] = [];
  hub.on("*", (event) => log.push(event));
  return { hub, log };
}

/** Throws the first few times only, so that a hub which answers failure with failure can't go on for ever. */
function failing(error: Error): () => void {
  let calls = 0;
  return () => {
    calls += 1;
    if (calls <= 5) throw error;
  };
}

function rejecting(error: Error): () => Promise<void> {
  const fail = failing(error);
  return async () => fail();
}

describe("the event hub", () => {
  it("numbers events, dates them, and names their session and call [EVENT-1]", () => {
    const { hub, log } = hubWithLog();
    hub.emit(read, origin);
    hub.emit(saved, { sessionId: "s2", callId: "8" });
    expect(log).toEqual([
      { ...read, sequence: 1, at: 1000, sessionId: "s1", callId: "7" },
      { ...saved, sequence: 2, at: 1000, sessionId: "s2", callId: "8" },
    ]);
  });

  it("tells a listener that comes while an event is told only of later ones, and goes on to the next [FIX-100]", () => {
    const hub = new EventHub(() => 0);
    const heard: string[] = [];
    hub.on("file-read", ({ sequence }) => heard.push(`steady ${sequence}`));
    let stop = hub.on("file-read", listenAnew);
    function listenAnew({ sequence }: WorkspaceEvent): void {
      heard.push(`anew ${sequence}`);
      // A hub that told the newcomer at once would never come to an end.
      if (heard.length > 20) return;
      const next = hub.on("file-read", listenAnew);
      stop();
      stop = next;
      if (sequence === 1) hub.on("*", (event) => heard.push(`all ${event.sequence}`));
    }
    hub.emit(read, origin);
    hub.emit(read, origin);
    expect(heard).toEqual(["steady 1", "anew 1", "steady 2", "anew 2", "all 2"]);
  });

  it("calls the listeners of a type in the order they came, then those of all, at once [EVENT-1]", () => {
    const hub = new EventHub(() => 0);
    const calls: string[] = [];
    hub.on("*", () => calls.push("all"));
    hub.on("file-read", () => calls.push("first"));
    hub.on("result-saved", () => calls.push("other type"));
    hub.on("file-read", () => calls.push("second"));
    hub.emit(read, origin);
    expect(calls).toEqual(["first", "second", "all"]);
  });

  it("counts events that no one heard [EVENT-1]", () => {
    const hub = new EventHub(() => 0);
    const heard: number[] = [];
    hub.emit(read, origin);
    hub.emit(read, origin);
    hub.on("file-read", ({ sequence }) => heard.push(sequence));
    hub.emit(read, origin);
    expect(heard).toEqual([3]);
  });

  it("does not call a listener that has left, also while an event is on its way [EVENT-1]", () => {
    const hub = new EventHub(() => 0);
    const calls: string[] = [];
    const leaveFirst = hub.on("file-read", () => calls.push("first"));
    hub.on("file-read", () => {
      calls.push("second");
      leaveLast();
    });
    const leaveLast = hub.on("file-read", () => calls.push("last"));
    leaveFirst();
    leaveFirst();
    hub.emit(read, origin);
    hub.emit(read, origin);
    expect(calls).toEqual(["second", "second"]);
  });

  it("keeps a listener that came twice and left once [EVENT-1]", () => {
    const hub = new EventHub(() => 0);
    let calls = 0;
    const listener = (): void => {
      calls += 1;
    };
    const leave = hub.on("file-read", listener);
    hub.on("file-read", listener);
    leave();
    hub.emit(read, origin);
    expect(calls).toBe(1);
  });

  it.each<[string, (error: Error) => () => unknown]>([
    ["throws", failing],
    ["rejects", rejecting],
  ])("reports a listener that %s, and calls the others [EVENT-2, EVENT-1]", async (_, make) => {
    const hub = new EventHub(() => 1000);
    const error = new Error("listener broke");
    const [others, failures]: [WorkspaceEvent[], WorkspaceEvent[]] = [[], []];
    hub.on("file-read", make(error));
    hub.on("file-read", (event) => others.push(event));
    hub.on("listener-failed", (event) => failures.push(event));
    expect(() => hub.emit(read, origin)).not.toThrow();
    await nextTurn();
    expect(others).toEqual([{ ...read, sequence: 1, at: 1000, ...origin }]);
    expect(failures).toEqual([
      { type: "listener-failed", failedOn: "file-read", error, sequence: 2, at: 1000, ...origin },
    ]);
  });

  it("delivers in the order of the numbers, also when a listener fails or emits [EVENT-1]", () => {
    const { hub, log } = hubWithLog();
    hub.on("file-read", failing(new Error("listener broke")));
    hub.on("file-read", () => hub.emit(saved, origin));
    hub.emit(read, origin);
    expect(log.map(({ sequence, type }) => [sequence, type])).toEqual([
      [1, "file-read"],
      [2, "listener-failed"],
      [3, "result-saved"],
    ]);
  });

  it.each<[string, (error: Error) => () => unknown]>([
    ["throws", failing],
    ["rejects", rejecting],
  ])(
    "lets a listener of all that %s fail on its own failure without an end to it [EVENT-2]",
    async (_, make) => {
      const { hub, log } = hubWithLog();
      hub.on("*", make(new Error("always")));
      hub.emit(read, origin);
      await nextTurn();
      expect(log.map(({ type }) => type)).toEqual(["file-read", "listener-failed"]);
    },
  );
});

describe("What happens only while events of a type are heard", () => {
  it("begins with the first who listens for them, or for all, and ends with the last [SKILL-3]", () => {
    const hub = new EventHub(() => 1000);
    const log: string[] = [];
    hub.whileHeard("skill-discovered", () => {
      log.push("begins");
      // What begins may listen itself, to other events.
      const stop = hub.on("file-read", () => undefined);
      return () => {
        log.push("ends");
        stop();
      };
    });
    const stopReads = hub.on("file-read", () => undefined);
    expect([log, hub.hears("skill-discovered"), hub.hears("file-read")]).toEqual([[], false, true]);
    const stopSkills = hub.on("skill-discovered", () => undefined);
    const stopAll = hub.on("*", () => undefined);
    stopSkills();
    expect([log, hub.hears("skill-discovered")]).toEqual([["begins"], true]);
    stopAll();
    stopAll();
    stopReads();
    expect([log, hub.isHeard]).toEqual([["begins", "ends"], false]);
    hub.on("skill-discovered", () => undefined);
    expect(log).toEqual(["begins", "ends", "begins"]);
  });

  it("begins at once where somebody listens already [SKILL-3]", () => {
    const hub = new EventHub(() => 1000);
    hub.on("*", () => undefined);
    let isBegun = false;
    hub.whileHeard("skill-discovered", () => {
      isBegun = true;
      return () => undefined;
    });
    expect(isBegun).toBe(true);
  });
});
