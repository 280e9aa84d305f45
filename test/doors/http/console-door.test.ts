/** The way from the HTTP server to a console. */
import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { ask, serveConsole, signIn, visit } from "../../support/console-server.js";
import { openSocket, readToEnd } from "../../support/http-server.js";
import { tempWorkspace } from "../../support/workspace.js";

describe("The console", () => {
  it("is loaded when it is first asked for, and one that can't be opened fails that request alone [CONSEC-36]", async () => {
    let opened = 0;
    const server = await serveConsole(tempWorkspace(), {
      openConsole: async () => {
        opened += 1;
        if (opened === 1) throw new Error("out of something secret");
        return {
          handle: (_, response) => void response.end("here"),
          createLink: () => "",
          close: async () => undefined,
        };
      },
    });
    expect(opened).toBe(0);
    const failed = await visit(server, "/");
    expect([failed.status, failed.text.includes("secret")]).toEqual([500, false]);
    expect((await visit(server, "/")).text).toBe("here");
    expect(opened).toBe(2);
  });

  it("that fails at a request ends that one, and goes on [CONSEC-36]", async () => {
    const server = await serveConsole(tempWorkspace(), {
      openConsole: async () => ({
        handle: async ({ url }, response) => {
          if (url === "/half") response.write("half");
          throw new Error("secret");
        },
        createLink: () => "",
        close: async () => undefined,
      }),
    });
    const socket = await openSocket(server);
    socket.write(`GET /half HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\n\r\n`);
    expect(await readToEnd(socket)).not.toContain("secret");
    expect((await visit(server, "/")).status).toBe(500);
  });

  it("ends with the server, and what goes on there with it [CONSEC-39]", async () => {
    const server = await serveConsole(tempWorkspace());
    const browser = await signIn(server);
    const stream = ask(server, "/api/stream", browser);
    await expect.poll(() => server.admitted.length).toBe(1);
    await server.close();
    expect((await stream).text).toBe("{}\n");
    expect(existsSync(`${server.http.tokenFile}.logins`)).toBe(true);
  });

  it("is not there unless it is given, and what is asked of it is not found [CONSEC-29]", async () => {
    const server = await serveConsole(tempWorkspace(), { openConsole: undefined });
    expect(server.http.createConsoleLink()).toBeUndefined();
    for (const path of ["/", "/entry.css", "/open/x", "/api/link", "/login"])
      expect((await visit(server, path)).status).toBe(404);
  });
});
