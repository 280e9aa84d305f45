/** Attack 30 at the console: what was begun under a login and goes on when that has ended. */
import { once } from "node:events";
import { request } from "node:http";
import { connect } from "node:net";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { openConsole } from "../../src/console/console.js";
import { findListeners } from "../../src/notify/links/listeners-folder.js";
import type { Workspace } from "../../src/workspace.js";
import { openConsoleApi } from "../support/console-api.js";
import { ask, type Browser, type ConsoleServer, serveConsole, signIn } from "../support/console-server.js";
import { folderOf, until } from "../support/listening.js";
import { type TempWorkspace, tempWorkspace } from "../support/workspace.js";

function headersOf({ origin }: ConsoleServer, { cookie, key }: Browser): Record<string, string> {
  return {
    cookie,
    origin,
    "x-filewright-key": key,
    "sec-fetch-site": "same-origin",
    "content-type": "application/json",
  };
}

describe("A login that has ended", () => {
  it("carries nothing that was sent before and finished after [FIX-165]", async () => {
    const server = await serveConsole(tempWorkspace());
    const browser = await signIn(server);
    const slow = request(`${server.origin}/api/questions/e/q1`, {
      method: "POST",
      headers: { ...headersOf(server, browser), "content-length": "2" },
    });
    slow.write("{");
    // The head has been judged once something that was sent later has been answered.
    await ask(server, "/api/x", browser);
    await ask(server, "/api/leave", browser, { method: "POST", body: {} });
    slow.end("}");
    const [answer] = (await once(slow, "response")) as [{ statusCode: number; resume(): void }];
    answer.resume();
    expect(answer.statusCode).toBe(401);
    expect(server.admitted.map(({ path }) => path)).toEqual(["/api/x"]);
  });

  it("ends streams that nobody reads, and with them the person who was there [FIX-166]", async () => {
    const files = tempWorkspace();
    let workspace: Workspace | undefined;
    const { server } = await openConsoleApi(files, {
      openConsole: (ground) => {
        ({ workspace } = ground.engine);
        return openConsole(ground);
      },
    });
    const browser = await signIn(server);
    const page = connect(server.port, "127.0.0.1").on("error", () => undefined);
    onTestFinished(() => void page.destroy());
    const fields = Object.entries({ host: `127.0.0.1:${server.port}`, ...headersOf(server, browser) });
    const head = fields.map(([name, value]) => `${name}: ${value}\r\n`).join("");
    page.write(`GET /api/stream HTTP/1.1\r\n${head}\r\n`);
    await once(page, "readable");
    const { said } = await meetConsole(files);
    // Nothing of it is read, and far more is told than pipes hold.
    for (let told = 0; told < 2000; told += 1)
      workspace?.events.emit(
        { type: "result-saved", tool: "Read", path: "/w/".repeat(7000), characters: 1 },
        { sessionId: "s", callId: "1" },
      );
    await until(() => page.readableLength >= page.readableHighWaterMark, "a full pipe");
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect((await ask(server, "/api/leave", browser, { method: "POST", body: {} })).status).toBe(200);
    await until(() => said().includes(`{"kind":"attending","is":false}`), "the person's leaving");
    await once(page.resume(), "close");
  });
});

/** An engine of another process, as far as a console sees. */
async function meetConsole(files: TempWorkspace): Promise<{ said: () => string }> {
  const folder = folderOf(files);
  const { name } = await until(() => findListeners(folder)[0], "the console's socket");
  const socket = connect(join(folder, name)).on("error", () => undefined);
  onTestFinished(() => void socket.destroy());
  let heard = "";
  socket.setEncoding("utf8").on("data", (piece: string) => (heard += piece));
  socket.write(`{"kind":"engine","engine":"e2","pid":1,"version":"1","roots":[]}\n`);
  await until(() => heard.includes(`"attends":true`), "the console's greeting");
  return { said: () => heard };
}
