import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, it, onTestFinished } from "vitest";
import type { AbsolutePath, RealPath } from "../../src/fs/paths.js";
import { DiagnosticsDesk } from "../../src/lsp/diagnostics-desk.js";
import type { FileReport } from "../../src/lsp/diagnostics-report.js";
import { DiagnosticsService } from "../../src/lsp/diagnostics-service.js";
import { type PoolGround, ServerPool } from "../../src/lsp/server-pool.js";
import { ChangedContent } from "../../src/notify/changed-content.js";
import { EventHub } from "../../src/notify/event-hub.js";
import type { EventDraft, WorkspaceEvent } from "../../src/notify/events.js";
import {
  type FakeBehaviour,
  type FakeLanguageServer,
  fakeLanguageServer,
} from "../support/fake-language-server.js";
import { until } from "./server-support.js";
import { type Home, makeHome } from "./settings-support.js";

interface Followed extends Home {
  readonly hub: EventHub;
  readonly fake: FakeLanguageServer;
  readonly service: DiagnosticsService;
  /** What a call has to tell. */
  readonly collect: (sessionId: string, callId: string) => Promise<readonly FileReport[]>;
  /** Tells of a change of a file; undefined where there is none. */
  readonly change: (name: string, before: string | undefined, after: string | undefined, by?: string) => void;
}

/** Changes are told as calls would; what follows them is real. */
function follow(behaviour: FakeBehaviour, more: Partial<PoolGround> = {}): Followed {
  const home = makeHome();
  const fake = fakeLanguageServer(behaviour);
  home.setUp({ fake: { command: fake.command, languages: { ".txt": "plain" } } });
  const hub = new EventHub(Date.now);
  const pool = new ServerPool({
    ...home.ground,
    isTrusted: () => false,
    onState: () => undefined,
    onOthers: ({ name }, path, diagnostics) => service.revise(path, name, diagnostics),
    ...more,
  });
  const service: DiagnosticsService = new DiagnosticsService(pool, hub);
  const desk = new DiagnosticsDesk(hub, { waitMs: 30_000 }, () => Promise.resolve(service));
  onTestFinished(() => desk.close());
  onTestFinished(() => pool.close());
  const change: Followed["change"] = (name, before, after, by = "one") => {
    const kind = before === undefined ? "create" : after === undefined ? "delete" : "update";
    const contents = { before: contentOf(before), after: contentOf(after) };
    const path = home.project.path(name);
    const draft = { type: "file-changed", tool: "Write", path, kind, change: undefined } as const;
    const event: EventDraft<"file-changed"> = { ...draft, ...contents, structuredPatch: [] };
    hub.emit(event, { sessionId: by, callId: `${name} ${after}` });
  };
  const collect: Followed["collect"] = async (sessionId, callId) =>
    (await desk.collect({ sessionId, callId }, undefined))?.reports ?? [];
  return { ...home, hub, fake, service, collect, change };
}

function contentOf(text: string | undefined): ChangedContent | undefined {
  return text === undefined ? undefined : new ChangedContent({ id: text, size: text.length }, () => text);
}

const isFresh =
  ({ service }: Followed, session: string) =>
  (): boolean =>
    service.describe(session).length > 0 && service.describe(session).every(({ state }) => state === "fresh");

describe("What follows changes", () => {
  it("does not open a file again that was deleted while its former text was asked about [FIX-101]", async () => {
    const followed = follow({ delayMs: 200 });
    const { change, fake, collect } = followed;
    change("a.txt", "old", "new");
    await until(() => fake.documentStory().length === 1);
    change("a.txt", "new", undefined);
    change("b.txt", undefined, "other");
    await collect("one", "b.txt other");
    expect(fake.documentStory()).toEqual(["didOpen a.txt 1", "didClose a.txt", "didOpen b.txt 2"]);
  });

  it("tells what a server says long after nobody counts on it any more [FIX-102]", async () => {
    const followed = follow({ delayMs: 500 }, { limits: { answerMs: 100 } });
    const { change, collect, service } = followed;
    change("a.txt", undefined, "ERROR(late)");
    const first = await collect("one", "a.txt ERROR(late)");
    expect(first).toMatchObject([{ state: "unknown", isLate: false }]);
    await until(isFresh(followed, "one"));
    expect(service.tellLate("one")).toMatchObject([
      { state: "fresh", introduced: [{ message: "late" }], isLate: true },
    ]);
    expect(service.tellLate("one")).toEqual([]);
  });

  it("takes changes of a file in their order, however long it takes to find its servers [FIX-103]", async () => {
    let looks = 0;
    const isTrusted = async (): Promise<boolean> => {
      looks += 1;
      if (looks === 1) await delay(100);
      return false;
    };
    const followed = follow({}, { isTrusted });
    const { change, service, collect } = followed;
    change("a.txt", undefined, "ERROR(first)");
    change("a.txt", "ERROR(first)", "ERROR(second)");
    await collect("one", "a.txt ERROR(first)");
    await until(isFresh(followed, "one"));
    expect(service.describe("one")).toMatchObject([{ diagnostics: [{ message: "second" }] }]);
  });

  it("does not lay another's change at a call's door, nor point to results that it can't see [FIX-104]", async () => {
    const followed = follow({ delayMs: 100 });
    const { change, collect } = followed;
    change("a.txt", undefined, "fine");
    change("a.txt", "fine", "ERROR(not mine)", "two");
    const overtaken = await collect("one", "a.txt fine");
    expect(overtaken).toMatchObject([
      { state: "unknown", advice: "What is found comes with a later result." },
    ]);
    await until(isFresh(followed, "one"));
    change("b.txt", undefined, "fine");
    change("b.txt", "fine", "ERROR(nor this)", "two");
    await until(() => isFresh(followed, "two")() && followed.service.describe("two").length === 2);
    const [own] = await collect("one", "b.txt fine");
    expect(own).toMatchObject({ path: expect.stringMatching(/b\.txt$/), introduced: [{}], isLate: true });
  });

  it("tells a session what another has done to a file of its own, and does not call that its doing [FIX-111]", async () => {
    const { change, collect, service } = follow({});
    const [fine, one, two, three] = ["fine", "ERROR(1)", "ERROR(1) ERROR(2)", "ERROR(1) ERROR(2) more"];
    change("a.txt", undefined, fine);
    await collect("one", `a.txt ${fine}`);
    change("a.txt", fine, one, "two");
    expect(await collect("two", `a.txt ${one}`)).toMatchObject([{ introduced: [{ message: "1" }] }]);
    expect(service.tellLate("one")).toMatchObject([{ introduced: [{ message: "1" }], isLate: true }]);
    expect(service.tellLate("one")).toEqual([]);
    change("a.txt", one, two, "two");
    await collect("two", `a.txt ${two}`);
    change("a.txt", two, three);
    expect(await collect("one", `a.txt ${three}`)).toMatchObject([
      { introduced: [{ message: "2" }], resolved: [], isLate: true },
    ]);
    expect(service.tellLate("two")).toMatchObject([{ introduced: [], resolved: [] }]);
  });

  it("forgets a file that no server is concerned with any more [FIX-105]", async () => {
    const followed = follow({});
    const { change, service, ground, own, hub } = followed;
    change("a.txt", undefined, "ERROR(old)");
    await until(isFresh(followed, "one"));
    ground.roots.narrow([own.root as AbsolutePath]);
    change("a.txt", "ERROR(old)", "mended");
    await until(() => service.describe("one").length === 0);
    ground.roots.narrow([]);
    const events: WorkspaceEvent[] = [];
    hub.on("diagnostics", (event) => events.push(event));
    service.revise(followed.project.path("a.txt") as RealPath, "fake", []);
    expect(events).toEqual([]);
  });

  it("does not call a file deleted that is only too large to follow [FIX-106]", async () => {
    const followed = follow({});
    const { change, fake, collect } = followed;
    change("a.txt", undefined, "small");
    await until(isFresh(followed, "one"));
    const large = "x".repeat(1024 * 1024 + 1);
    change("a.txt", "small", large);
    await collect("one", `a.txt ${large}`);
    change("a.txt", large, undefined);
    await collect("one", "a.txt undefined");
    await until(() => fake.documentStory().includes("didClose a.txt"));
    await until(() => fake.received("workspace/didChangeWatchedFiles").length >= 2);
    expect(fake.received("workspace/didChangeWatchedFiles")).toMatchObject([
      { changes: [{ type: 2 }] },
      { changes: [{ type: 3 }] },
    ]);
  });
});
