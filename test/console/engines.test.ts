import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import type { EventJson } from "../../src/notify/event-json.js";
import { findListeners } from "../../src/notify/links/listeners-folder.js";
import { textOf } from "../support/answers.js";
import { openConsole, startListener, stateOf, untilAskedAtConsole } from "../support/consoles.js";
import { allow, numberedLines } from "../support/desks.js";
import { openEar, until } from "../support/listening.js";
import { tempWorkspace } from "../support/workspace.js";

const original = numberedLines(40);
const proposal = numberedLines(40, (line) => (line % 15 === 5 ? `LINE ${line}` : undefined));

/** A call that waits at a console, which sees its engine as another process's. */
async function askFromElsewhere() {
  const files = tempWorkspace();
  const toolkit = files.toolkit({ events: { publish: true } });
  onTestFinished(() => toolkit.close());
  const { engines } = await openConsole(files);
  const writing = toolkit.call("Write", { file_path: files.path("a.txt"), content: "a\n" });
  return { toolkit, engines, writing, ...(await untilAskedAtConsole(engines)) };
}

describe("An engine that publishes", () => {
  it("asks a person at a console in another process, however long it has been idle [DESK-19]", async () => {
    const files = tempWorkspace({ "a.txt": original });
    const toolkit = files.toolkit({ events: { publish: true } });
    onTestFinished(() => toolkit.close());
    toolkit.session.introduce("the agent");
    const { engines } = await openConsole(files);
    expect(engines.all.map(({ info }) => info.isOwn)).toEqual([true]);
    const file_path = files.path("a.txt");
    await toolkit.call("Read", { file_path });
    const writing = toolkit.call("Write", { file_path, content: proposal });
    const { engine, question } = await untilAskedAtConsole(engines);
    expect(engine.info).toEqual({
      id: toolkit.workspace.listeners.engineId,
      pid: process.pid,
      version: expect.stringMatching(/^\d/) as string,
      roots: [files.root],
      isOwn: false,
    });
    expect([question.path, question.change?.hunks, engines.find(engine.info.id)]).toEqual([
      file_path,
      3,
      engine,
    ]);
    const hunks = [{ use: "new" }, { use: "old" }, { use: "new" }] as const;
    expect(await engine.answer(question.id, allow(question, { hunks, comment: "two of three" }))).toBe(
      "answered",
    );
    const result = await writing;
    expect(files.read("a.txt")).toBe(numberedLines(40, (line) => ({ 5: "LINE 5", 35: "LINE 35" })[line]));
    expect(result.output).toMatchObject({ userModified: true });
    expect(textOf(result)).toContain('[The user says: "two of three"]');
    expect(await engine.sessions()).toMatchObject([
      { id: toolkit.session.id, name: "the agent", calls: 2, files: 1, grants: [] },
    ]);
    expect(await engine.seen(toolkit.session.id)).toMatchObject({
      files: [{ path: file_path, origin: "write", state: "fresh" }],
      left: 0,
    });
    expect([await engine.seen("nobody"), await engine.languageServers()]).toEqual([undefined, []]);
    expect(await engine.revoke(toolkit.session.id, "Edit(/a.txt)")).toBe(false);
  });

  it("has everyone told when a grant was taken back [FIX-156]", async () => {
    const { toolkit, engines, writing, engine, question } = await askFromElsewhere();
    const remember = question.suggestions.findIndex(({ scope }) => scope === "session");
    await engine.answer(question.id, allow(question, { remember }));
    await writing;
    const [rule = ""] = (await engine.sessions())[0]?.grants ?? [];
    // What the answer has brought about is told by then.
    await new Promise((resolve) => setTimeout(resolve, 200));
    let told = 0;
    engines.onChange(() => (told += 1));
    expect(await engine.revoke(toolkit.session.id, rule)).toBe(true);
    await until(() => told > 0, "the news");
    expect((await engine.sessions())[0]?.grants).toEqual([]);
  });

  it("refuses as ever while nobody attends, and does not ask those who only watch [DESK-20]", async () => {
    const files = tempWorkspace();
    const toolkit = files.toolkit({ events: { publish: true } });
    onTestFinished(() => toolkit.close());
    const ear = await openEar(stateOf(files));
    const result = await toolkit.call("Write", { file_path: files.path("a.txt"), content: "a\n" });
    expect(textOf(result)).toContain("no one can be asked");
    await ear.hear(({ type }) => type === "call-finished", "the refused call");
    // Those who watch read how to allow it.
    await ear.hear(({ type }) => type === "permission-unanswered", "the advice");
    expect(files.stamp("a.txt")).toBeUndefined();
  });

  it("finds no one to ask without looking elsewhere when it does not publish [DESK-20]", async () => {
    const files = tempWorkspace();
    const toolkit = files.toolkit();
    await openConsole(files);
    const result = await toolkit.call("Write", { file_path: files.path("a.txt"), content: "a\n" });
    expect(result.error?.code).toBe("PERMISSION_DENIED");
  });

  it("keeps a question for a console that comes when the one before was killed [DESK-21]", async () => {
    const files = tempWorkspace();
    const toolkit = files.toolkit({ events: { publish: true } });
    onTestFinished(() => toolkit.close());
    const first = await startListener(files, "first");
    const writing = toolkit.call("Write", { file_path: files.path("a.txt"), content: "a\n" });
    await until(() => toolkit.permissions.questions.length === 1, "the question");
    await until(() => first.heard().includes("desk-changed"), "the news");
    await first.kill();
    await until(() => toolkit.workspace.access.questions.isAttended, "the grace");
    const { engines } = await openConsole(files);
    const { engine, question } = await untilAskedAtConsole(engines);
    expect(await engine.answer(question.id, allow(question))).toBe("answered");
    expect((await writing).isError).toBe(false);
    expect(files.read("a.txt")).toBe("a\n");
  });

  it("takes one answer of two consoles, and tells the other that it is over [DESK-22]", async () => {
    const files = tempWorkspace();
    const toolkit = files.toolkit({ events: { publish: true } });
    onTestFinished(() => toolkit.close());
    const consoles = [await openConsole(files), await openConsole(files)];
    const writing = toolkit.call("Write", { file_path: files.path("a.txt"), content: "a\n" });
    const asked = await Promise.all(consoles.map(({ engines }) => untilAskedAtConsole(engines)));
    const outcomes = await Promise.all(
      asked.map(({ engine, question }) => engine.answer(question.id, allow(question))),
    );
    expect(outcomes.toSorted()).toEqual(["answered", "over"]);
    expect((await writing).isError).toBe(false);
  });

  it("takes no answer to another question, and refuses what can't be done in its own words [DESK-22]", async () => {
    const { writing, engine, question } = await askFromElsewhere();
    expect(await engine.answer(question.id, allow({ digest: "x" }))).toBe("changed");
    await expect(engine.answer(question.id, allow(question, { hunks: [{ use: "old" }] }))).rejects.toThrow(
      "Nothing is accepted: reject the change instead.",
    );
    await expect(engine.answer(question.id, { answer: "perhaps", digest: "x" } as never)).rejects.toThrow(
      /neither yes nor no/,
    );
    expect(await engine.answer(question.id, { answer: "deny", digest: question.digest })).toBe("answered");
    expect(await engine.answer(question.id, { answer: "deny", digest: question.digest })).toBe("over");
    expect(await engine.question(question.id)).toBeUndefined();
    expect((await writing).isError).toBe(true);
  });
});

describe("The engines at a console", () => {
  it("are the own one, which meets its own console without being shown twice [DESK-23]", async () => {
    const files = tempWorkspace();
    const { engines, toolkit } = await openConsole(files, { publish: true });
    onTestFinished(() => toolkit.close());
    const own = engines.all[0];
    const other = files.toolkit({ events: { publish: true } });
    onTestFinished(() => other.close());
    const events: [string, EventJson][] = [];
    engines.onEvent((id, event) => void events.push([id, event]));
    await toolkit.call("Glob", { pattern: "*" });
    await other.call(
      "Write",
      { file_path: files.path("x.txt"), content: "x\n" },
      { onAsk: () => ({ answer: "allow" }) },
    );
    const changed = await until(() => events.find(([, { type }]) => type === "file-changed"), "the change");
    const theirs = other.workspace.listeners.engineId;
    expect(engines.all.map(({ info }) => info.id)).toEqual([toolkit.workspace.listeners.engineId, theirs]);
    expect([own?.info.isOwn, new Set(events.map(([id]) => id))]).toEqual([true, new Set([theirs])]);
    expect(JSON.stringify(changed)).not.toContain("structuredPatch");
    expect(await own?.sessions()).toHaveLength(1);
  });

  it("ask the person whichever they belong to, and go when their process does [DESK-23]", async () => {
    const files = tempWorkspace();
    const { engines, toolkit } = await openConsole(files);
    let told = 0;
    engines.onChange(() => (told += 1));
    const other = files.toolkit({ events: { publish: true } });
    const own = toolkit.call("Write", {
      file_path: join(toolkit.workspace.roots.given[0] ?? "", "own.txt"),
      content: "own\n",
    });
    const first = await untilAskedAtConsole(engines);
    expect([
      first.engine.info.isOwn,
      await first.engine.answer(first.question.id, allow(first.question)),
    ]).toEqual([true, "answered"]);
    expect((await own).isError).toBe(false);
    await other.call("Glob", { pattern: "*" });
    await until(() => engines.all.length === 2, "the other engine");
    await other.close();
    await until(() => engines.all.length === 1, "its end");
    await until(() => told > 1, "the news");
  });

  it("are listened to while someone is there, and a while longer [DESK-24]", async () => {
    const files = tempWorkspace();
    const { engines, leave } = await openConsole(files, { lingerMs: 50 });
    const folder = join(stateOf(files), "listeners");
    const second = engines.attend();
    leave();
    leave();
    expect(findListeners(folder)).toHaveLength(1);
    second();
    await until(() => findListeners(folder).length === 0, "the end of listening");
    const again = engines.attend();
    await until(() => findListeners(folder).length === 1, "the new beginning");
    again();
    await engines.close();
    expect(findListeners(folder)).toEqual([]);
  });

  it("are told at once when the person leaves, whose questions then wait for a while [DESK-24]", async () => {
    const files = tempWorkspace();
    const toolkit = files.toolkit({ events: { publish: true } });
    onTestFinished(() => toolkit.close());
    const { engines, leave } = await openConsole(files);
    const writing = toolkit.call("Write", { file_path: files.path("a.txt"), content: "a\n" });
    const { engine, question } = await untilAskedAtConsole(engines);
    leave();
    // The link stays: what was asked can still be looked at, and is there when they come back.
    expect(await engine.questions()).toHaveLength(1);
    engines.attend();
    expect(await engine.answer(question.id, allow(question))).toBe("answered");
    expect((await writing).isError).toBe(false);
  });
});
