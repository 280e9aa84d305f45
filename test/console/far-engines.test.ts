/** Programs in other processes that refuse, are slow or do not answer at all, as a page meets them. */
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import type { Failure } from "../../src/console/contract.js";
import { findListeners } from "../../src/notify/links/listeners-folder.js";
import { openConsoleApi } from "../support/console-api.js";
import { openConsole, stateOf, untilAskedAtConsole } from "../support/consoles.js";
import { allow } from "../support/desks.js";
import { connectClient } from "../support/http-server.js";
import { until } from "../support/listening.js";
import { type TempWorkspace, tempWorkspace } from "../support/workspace.js";

/** A program that says that it can be asked, and then says no more. */
async function connectSilent(files: TempWorkspace): Promise<Socket> {
  const folder = join(stateOf(files), "listeners");
  const name = await until(() => findListeners(folder)[0]?.name, "the console's socket");
  const socket = connect(join(folder, name));
  onTestFinished(() => void socket.destroy());
  socket.resume();
  const self = { kind: "engine", engine: "silent", pid: 1, version: "0.1.0", roots: ["/w"], desk: true };
  socket.write(`${JSON.stringify(self)}\n`);
  return socket;
}

describe("A program in another process", () => {
  it("that refuses an answer says why in its own words, and the question stands [FIX-150]", async () => {
    const files = tempWorkspace({ "a.txt": "one\n" });
    const api = await openConsoleApi(files);
    const ear = await api.listen();
    await ear.until("hello");
    const toolkit = files.toolkit({ events: { publish: true } });
    onTestFinished(() => toolkit.close());
    const writing = toolkit.call("Write", { file_path: files.path("b.txt"), content: "b\n" });
    const { questions } = await ear.until("questions", (told) => told.questions.length === 1);
    const [question] = questions;
    const address = `/api/questions/${question?.engine}/${question?.id}`;
    const answer = { answer: "allow", digest: question?.digest };
    const refused = await api.post<Failure>(address, { ...answer, hunks: [{ use: "old" }] });
    expect(refused).toEqual({
      status: 400,
      body: { error: { message: "Nothing is accepted: reject the change instead." } },
    });
    expect((await api.post(address, answer)).body).toEqual({ outcome: "answered" });
    expect((await writing).isError).toBe(false);
  });

  it("whose question has stood for a while is heard of by a console that opens only then [FIX-200]", async () => {
    const files = tempWorkspace();
    const toolkit = files.toolkit({ events: { publish: true } });
    const leave = toolkit.permissions.attach();
    const writing = toolkit.call("Write", { file_path: files.path("b.txt"), content: "b\n" });
    await until(() => toolkit.permissions.questions[0], "the question");
    // Longer than a look that an event brings about is put off.
    await new Promise((resolve) => setTimeout(resolve, 2200));
    const { engines } = await openConsole(files);
    const { engine, question } = await untilAskedAtConsole(engines);
    expect(await engine.answer(question.id, allow(question))).toBe("answered");
    expect([(await writing).isError, files.read("b.txt")]).toEqual([false, "b\n"]);
    leave();
    await toolkit.close();
  });

  it("that does not answer holds back nothing of what the others have to say [FIX-151]", async () => {
    const files = tempWorkspace();
    const api = await openConsoleApi(files);
    const first = await api.listen();
    await first.until("hello");
    await connectSilent(files);
    await first.until("engines", ({ engines }) => engines.some(({ id }) => id === "silent"));
    const agent = await connectClient(api.server, { mode: "legacy" });
    const writing = agent.callTool({
      name: "Write",
      arguments: { file_path: files.path("b.txt"), content: "b\n" },
    });
    await first.until("questions", ({ questions }) => questions.length === 1);
    // A page that is loaded now is told the same.
    const second = await api.listen();
    const [question] = (await second.until("hello")).questions;
    const address = `/api/questions/${question?.engine}/${question?.id}`;
    await api.post(address, { answer: "allow", digest: question?.digest });
    expect((await writing).isError).not.toBe(true);
  });
});
