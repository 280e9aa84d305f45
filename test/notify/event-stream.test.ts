import { setImmediate as nextTurn } from "node:timers/promises";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ChangedContent } from "../../src/notify/changed-content.js";
import { EventHub } from "../../src/notify/event-hub.js";
import type { EventDraft } from "../../src/notify/events.js";
import { tempWorkspace } from "../support/workspace.js";

const origin = { sessionId: "s1", callId: "7" };
const saved: EventDraft = { type: "result-saved", tool: "Grep", path: "/s/1.txt", characters: 9 };
const server: EventDraft = { type: "language-server", server: "ts", root: "/w", state: "ready" };

function emit(hub: EventHub, count: number, draft: EventDraft = saved): void {
  for (let each = 0; each < count; each += 1) hub.emit(draft, origin);
}

/** What a stream tells: a number for each event, a range for those that were missed. */
type Told = number | readonly [from: number, to: number];

async function readSome(
  stream: AsyncIterableIterator<unknown>,
  count: number,
  told: Told[] = [],
): Promise<Told[]> {
  for (let each = 0; each < count; each += 1) {
    const { done, value } = await stream.next();
    if (done === true) break;
    const { type, sequence, from, to } = value as { type: string; [name: string]: unknown };
    told.push(type === "events-missed" ? [from as number, to as number] : (sequence as number));
  }
  return told;
}

/** A change whose texts weigh so many bytes before and after. */
function changeOf(size: number): EventDraft<"file-changed"> {
  const content = (id: string): ChangedContent => new ChangedContent({ id, size }, () => "x".repeat(size));
  return {
    type: "file-changed",
    path: "/w/a.txt",
    tool: "Edit",
    kind: "update",
    change: "c1",
    before: content("sha256:1"),
    after: content("sha256:2"),
    structuredPatch: [{ oldStart: 1, oldLines: 1, newStart: 1, newLines: 1, lines: ["-a", "+b"] }],
  };
}

describe("a stream of events", () => {
  it("tells what is kept after a number, then what happens, in order and once [EVENT-3]", async () => {
    const hub = new EventHub(() => 0);
    hub.keepEvents();
    emit(hub, 3);
    const stream = hub.stream({ since: 1 });
    expect(await readSome(stream, 2)).toEqual([2, 3]);
    const waiting = readSome(stream, 2);
    emit(hub, 2);
    expect(await waiting).toEqual([4, 5]);
  });

  it("begins with what is to come where no number is given [EVENT-3]", async () => {
    const hub = new EventHub(() => 0);
    hub.keepEvents();
    emit(hub, 3);
    const stream = hub.stream();
    emit(hub, 1);
    expect(await readSome(stream, 1)).toEqual([4]);
  });

  it("tells as missed what happened before events were kept [EVENT-4]", async () => {
    const hub = new EventHub(() => 0);
    emit(hub, 3);
    const stream = hub.stream({ since: 0 });
    emit(hub, 1);
    expect(await readSome(stream, 2)).toEqual([[1, 3], 4]);
  });

  it("begins with the present for a number of another run [EVENT-3]", async () => {
    const hub = new EventHub(() => 0);
    const stream = hub.stream({ since: 500 });
    emit(hub, 1);
    expect(await readSome(stream, 1)).toEqual([1]);
  });

  it("tells only of the types that are asked for [EVENT-3]", async () => {
    const hub = new EventHub(() => 0);
    const stream = hub.stream({ types: ["language-server"] });
    emit(hub, 2);
    emit(hub, 1, server);
    emit(hub, 1);
    emit(hub, 1, server);
    expect(await readSome(stream, 2)).toEqual([3, 5]);
  });

  it("serves questions asked at once in their order [EVENT-3]", async () => {
    const hub = new EventHub(() => 0);
    const stream = hub.stream();
    const asked = [stream.next(), stream.next()];
    emit(hub, 2);
    const [first, second] = await Promise.all(asked);
    expect([first?.value, second?.value]).toMatchObject([{ sequence: 1 }, { sequence: 2 }]);
  });

  it("tells each reader increasing numbers, and as missed exactly those that are missing [EVENT-3, EVENT-4]", async () => {
    const step = fc.oneof(
      fc.record({ emits: fc.integer({ min: 1, max: 12 }) }),
      fc.record({ reader: fc.nat({ max: 2 }), reads: fc.integer({ min: 1, max: 6 }) }),
      fc.record({ joins: fc.option(fc.nat({ max: 30 }), { nil: undefined }) }),
    );
    const ring = fc.record({
      events: fc.integer({ min: 1, max: 9 }),
      contentBytes: fc.integer({ min: 0, max: 60 }),
    });
    await fc.assert(
      fc.asyncProperty(
        ring,
        fc.nat({ max: 4 }),
        fc.array(step, { maxLength: 40 }),
        async (limits, unheard, steps) => {
          const hub = new EventHub(() => 0);
          emit(hub, unheard);
          const kept = hub.keepEvents(limits);
          let emitted = unheard;
          const readers: { stream: AsyncIterableIterator<unknown>; begins: number; told: Told[] }[] = [];
          const pending: Promise<unknown>[] = [];
          for (const each of steps) {
            if ("emits" in each) {
              for (let count = 0; count < each.emits; count += 1) emit(hub, 1, changeOf(count * 3));
              emitted += each.emits;
            } else if ("joins" in each) {
              // Streams ask for the usual bounds, which would be too wide to see anything missed here.
              const { EventStream } = await import("../../src/notify/event-stream.js");
              const { joins } = each;
              const stream = new EventStream(kept, joins === undefined ? {} : { since: joins });
              readers.push({ stream, begins: Math.min(joins ?? emitted, emitted) + 1, told: [] });
            } else {
              const reader = readers[each.reader];
              if (reader !== undefined) {
                // What can't be told yet is waited for beside everything that follows.
                const turn = readSome(reader.stream, each.reads, reader.told);
                pending.push(turn);
                await Promise.race([turn, nextTurn()]);
              }
            }
          }
          hub.close();
          await Promise.all(pending);
          for (const reader of readers) {
            await readSome(reader.stream, 1000, reader.told);
            const covered = reader.told.flatMap((told) => {
              if (typeof told === "number") return [told];
              const [from, to] = told;
              return Array.from({ length: to - from + 1 }, (_, index) => from + index);
            });
            const expected = Array.from(
              { length: emitted - reader.begins + 1 },
              (_, index) => reader.begins + index,
            );
            expect(covered).toEqual(expected);
          }
        },
      ),
      { numRuns: 150 },
    );
  });
});

describe("an end of a stream", () => {
  it("comes by its signal, also while an event is waited for [EVENT-5]", async () => {
    const hub = new EventHub(() => 0);
    const ending = new AbortController();
    const stream = hub.stream({ signal: ending.signal });
    const waiting = stream.next();
    ending.abort();
    expect(await waiting).toEqual({ done: true, value: undefined });
    emit(hub, 1);
    expect(await stream.next()).toEqual({ done: true, value: undefined });
    const late = hub.stream({ since: 0, signal: ending.signal });
    expect(await late.next()).toEqual({ done: true, value: undefined });
  });

  it("comes when its reader leaves, also while an event is waited for [EVENT-5]", async () => {
    const hub = new EventHub(() => 0);
    const stream = hub.stream();
    const waiting = stream.next();
    await stream.return();
    expect(await waiting).toEqual({ done: true, value: undefined });
    const looped: number[] = [];
    emit(hub, 3);
    for await (const event of hub.stream({ since: 0, types: ["result-saved"] })) {
      if (event.type === "result-saved") looped.push(event.sequence);
      if (looped.length === 2) break;
    }
    expect(looped).toEqual([1, 2]);
  });

  it("comes when the hub is closed, once everything has been told [EVENT-5]", async () => {
    const hub = new EventHub(() => 0);
    const stream = hub.stream();
    emit(hub, 2);
    hub.close();
    emit(hub, 1);
    expect(await readSome(stream, 9)).toEqual([1, 2]);
    expect(hub.isHeard).toBe(false);
    const waiting = hub.stream();
    const next = waiting.next();
    hub.close();
    expect(await next).toEqual({ done: true, value: undefined });
  });

  it("comes with that of the workspace, which can be used again [EVENT-5]", async () => {
    const files = tempWorkspace({ "a.txt": "one\n" });
    const toolkit = files.toolkit();
    const stream = toolkit.workspace.events.stream({ types: ["file-read"] });
    await toolkit.call("Read", { file_path: files.path("a.txt") });
    await toolkit.close();
    const told: string[] = [];
    for await (const event of stream) told.push(event.type);
    expect(told).toEqual(["file-read"]);
  });

  it("leaves the keeping of events as it was asked for [EVENT-5]", async () => {
    const hub = new EventHub(() => 0);
    hub.keepEvents({ events: 2 });
    hub.close();
    emit(hub, 1);
    expect(await readSome(hub.stream({ since: 0 }), 1)).toEqual([1]);
  });
});

describe("the kept events", () => {
  it("are none, and cost no event, until someone wants them [EVENT-6]", () => {
    let looks = 0;
    const hub = new EventHub(() => {
      looks += 1;
      return 0;
    });
    emit(hub, 5);
    expect([looks, hub.isHeard, hub.hears("undo")]).toEqual([0, false, false]);
    hub.on("undo", () => undefined);
    expect([hub.hears("undo"), hub.hears("diagnostics")]).toEqual([true, false]);
    hub.keepEvents();
    expect([hub.isHeard, hub.hears("diagnostics")]).toEqual([true, true]);
  });

  it("have nothing found out for them; readers have [EVENT-6]", () => {
    const hub = new EventHub(() => 0);
    const work: string[] = [];
    hub.whileHeard("skill-discovered", () => {
      work.push("begins");
      return () => work.push("ends");
    });
    hub.keepEvents();
    hub.observe(() => undefined);
    expect(work).toEqual([]);
    hub.stream();
    expect(work).toEqual(["begins"]);
    hub.close();
    expect(work).toEqual(["begins", "ends"]);
  });

  it("let go of the texts of the oldest past their bound, and keep what else they tell [EVENT-6]", async () => {
    const hub = new EventHub(() => 0);
    const kept = hub.keepEvents({ events: 10, contentBytes: 250 });
    for (const size of [40, 50, 60]) hub.emit(changeOf(size), origin);
    const [first, second, third] = [1, 2, 3].map((sequence) => kept.find(sequence));
    expect(first).toMatchObject({
      path: "/w/a.txt",
      before: { version: "sha256:1", size: 40, text: undefined },
      structuredPatch: [],
      isLightened: true,
    });
    expect(second).toMatchObject({ after: { text: "x".repeat(50) } });
    expect(third).toMatchObject({ after: { text: "x".repeat(60) } });
    expect(second).not.toHaveProperty("isLightened");
    expect(third?.type === "file-changed" && third.structuredPatch).toHaveLength(1);
  });

  it("hold no content that is too large to be carried [EVENT-6]", () => {
    const hub = new EventHub(() => 0);
    const kept = hub.keepEvents({ contentBytes: 100 });
    const large = changeOf(2 * 1024 * 1024);
    hub.emit(changeOf(10), origin);
    hub.emit(large, origin);
    const event = kept.find(2);
    expect(event?.type === "file-changed" && event.after).not.toBe(large.after);
    expect(event).toMatchObject({ after: { version: "sha256:2", size: 2 * 1024 * 1024, text: undefined } });
    // A size that is not carried counts for nothing.
    expect(kept.find(1)).toMatchObject({ after: { text: "x".repeat(10) } });
  });

  it("are as many as the widest bound of those who asked [EVENT-6]", () => {
    const hub = new EventHub(() => 0);
    const kept = hub.keepEvents({ events: 3 });
    hub.keepEvents({ events: 2 });
    emit(hub, 5);
    expect([kept.oldest, kept.next]).toEqual([3, 6]);
    hub.stream();
    emit(hub, 1000);
    expect([kept.oldest, kept.next]).toEqual([6, 1006]);
  });
});
