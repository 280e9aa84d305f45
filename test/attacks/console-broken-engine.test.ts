/** An engine of another process that tells and answers what no engine does, while a person looks at the others. */
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { findListeners } from "../../src/notify/links/listeners-folder.js";
import { openConsoleApi } from "../support/console-api.js";
import { connectClient } from "../support/http-server.js";
import { folderOf, until } from "../support/listening.js";
import { type TempWorkspace, tempWorkspace } from "../support/workspace.js";

const DEEP = `${"[".repeat(200_000)}${"]".repeat(200_000)}`;

type Request = { readonly id: number; readonly method: string };

/** Answers requests with what `reply` makes of them, as JSON. */
async function joinConsole(
  files: TempWorkspace,
  reply: (request: Request) => string | undefined,
): Promise<Socket> {
  const folder = folderOf(files);
  const { name } = await until(() => findListeners(folder)[0], "the console's socket");
  const socket = connect(join(folder, name)).on("error", () => undefined);
  onTestFinished(() => void socket.destroy());
  let rest = "";
  socket.setEncoding("utf8").on("data", (piece: string) => {
    const lines = (rest + piece).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      const message = JSON.parse(line) as Request & { readonly kind: string };
      const result = message.kind === "request" ? reply(message) : undefined;
      if (result !== undefined) socket.write(`{"kind":"reply","id":${message.id},"result":${result}}\n`);
    }
  });
  socket.write(`{"kind":"engine","engine":"odd","pid":1,"version":"1","roots":[],"desk":true}\n`);
  return socket;
}

const nothing = (): string => "[]";

describe("A page that is open", () => {
  it.each([
    { what: "an event", event: `"deep":${DEEP}`, reply: nothing },
    {
      what: "an answer",
      event: `"deep":1`,
      reply: ({ method }: Request) =>
        method === "sessions"
          ? `[{"id":"s","name":null,"startedAt":1,"calls":1,"files":1,"grants":[],"deep":${DEEP}}]`
          : "[]",
    },
  ])("goes on when another process nests $what without end [FIX-167]", async ({ event, reply }) => {
    const files = tempWorkspace({ "a.txt": "a\n" });
    const api = await openConsoleApi(files);
    const first = await api.listen();
    await first.until("hello");
    const socket = await joinConsole(files, reply);
    socket.write(`{"kind":"event","event":{"type":"undo","sequence":1,"at":${Date.now()},${event}}}\n`);
    socket.write(`{"kind":"desk-changed"}\n`);
    const agent = await connectClient(api.server, { name: "reader" });
    await agent.callTool({ name: "Read", arguments: { file_path: files.path("a.txt") } });
    for (const ear of [first, await api.listen()])
      await ear.until("events", ({ events }) => events.some(({ event: { type } }) => type === "file-read"));
    await first.until(
      "engines",
      ({ engines }) => engines[0]?.sessions.some(({ calls }) => calls === 1) === true,
    );
  });

  it("is told of an event that is far too large what can be told of it in short [FIX-167]", async () => {
    const files = tempWorkspace();
    const api = await openConsoleApi(files);
    const ear = await api.listen();
    await ear.until("hello");
    const socket = await joinConsole(files, nothing);
    await ear.until("engines", ({ engines }) => engines.length === 2);
    const large = {
      type: "file-read",
      sequence: 1,
      at: Date.now(),
      sessionId: "s",
      callId: "7",
      path: "/w/a",
    };
    socket.write(`${JSON.stringify({ kind: "event", event: { ...large, more: "x".repeat(5_000_000) } })}\n`);
    const { events } = await ear.until("events");
    expect(JSON.stringify(events.map(({ event }) => event)).slice(0, 1000)).toBe(JSON.stringify([large]));
  });
});
