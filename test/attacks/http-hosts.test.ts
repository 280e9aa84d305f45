/** Attacks 25 and 27: names that lead to this machine and are not the server's. Sent by hand, as no browser would let one. */
import { describe, expect, it } from "vitest";
import {
  initialize,
  modernCall,
  openSocket,
  readToEnd,
  type Sent,
  send,
  serveHttp,
  type TestServer,
} from "../support/http-server.js";
import { lookalikeHosts } from "../support/lookalike-hosts.js";
import { tempWorkspace } from "../support/workspace.js";

const SECRET = "the secret of the file";

async function serveSecret(options: Parameters<typeof serveHttp>[1] = {}) {
  const files = tempWorkspace({ "a.txt": SECRET });
  const server = await serveHttp(files, options);
  const { body, headers } = modernCall("Read", { file_path: files.path("a.txt") });
  const read = (more: Record<string, string | undefined>): Promise<Sent> =>
    send(server, { body, headers: { ...headers, ...more } });
  return { server, read };
}

describe("A page that has its name resolve to this machine", () => {
  it.each([
    { host: "evil.test" },
    { host: "evil.test:PORT" },
    { host: "evil.test:PORT", origin: "http://evil.test:PORT" },
    { host: "evil.test:PORT", origin: "http://127.0.0.1:PORT" },
    { host: "127.0.0.1:PORT", origin: "http://evil.test:PORT" },
    { host: undefined },
    { host: "" },
  ])("gets nothing with %j, although it has the token [ATTACK-25]", async (given) => {
    const { server, read } = await serveSecret();
    const at = (text: string | undefined): string | undefined =>
      text?.replace("PORT", () => `${server.port}`);
    const { status, text } = await read({
      host: at(given.host),
      ...("origin" in given ? { origin: at(given.origin) } : {}),
    });
    expect(status).toBe(403);
    expect(text).not.toContain(SECRET);
  });

  it("is refused before its body is read, and the allow-list is never empty [ATTACK-25]", async () => {
    const { server } = await serveSecret({ allowedHosts: [] });
    const socket = await openSocket(server);
    socket.write(
      `POST /mcp HTTP/1.1\r\nHost: evil.test\r\nAuthorization: Bearer ${server.token}\r\nContent-Type: application/json\r\nContent-Length: 100000\r\nConnection: close\r\n\r\n`,
    );
    expect(await readToEnd(socket)).toMatch(/^HTTP\/1\.1 403 /);
  });
});

describe("A host name that looks like a served one", () => {
  it("is not served [ATTACK-27]", async () => {
    const { server, read } = await serveSecret();
    const answers = await Promise.all(
      lookalikeHosts(server.port).map(async (host) => {
        // Letters that are none of HTTP go as their bytes.
        const { status, text } = await read({ host: Buffer.from(host).toString("latin1") });
        return { host, status, tells: text.includes(SECRET) };
      }),
    );
    expect(answers).toEqual(lookalikeHosts(server.port).map((host) => ({ host, status: 403, tells: false })));
  });

  it("is not served as the origin either [ATTACK-27]", async () => {
    const { server, read } = await serveSecret();
    const { port } = server;
    const origins = [
      ...lookalikeHosts(port).map((host) => `http://${host}`),
      `https://localhost:${port}`,
      `ws://localhost:${port}`,
      `http://localhost:${port}/`,
      `http://localhost:${port}.evil.test`,
      `HTTP://localhost:${port}`,
      `file://`,
      "null",
      "",
    ];
    for (const origin of origins)
      expect({
        origin,
        status: (await read({ origin: Buffer.from(origin).toString("latin1") })).status,
      }).toEqual({
        origin,
        status: 403,
      });
  });

  it("is served neither beside nor instead of the right one: two headers are none [ATTACK-27]", async () => {
    const { server } = await serveSecret();
    const ask = async (lines: readonly string[]): Promise<string> => {
      const socket = await openSocket(server);
      const body = JSON.stringify(initialize);
      const head = ["Content-Type: application/json", `Content-Length: ${body.length}`, "Connection: close"];
      socket.write(
        ["POST /mcp HTTP/1.1", `Authorization: Bearer ${server.token}`, ...lines, ...head, "", body].join(
          "\r\n",
        ),
      );
      return (await readToEnd(socket)).slice(0, 12);
    };
    const own = `Host: 127.0.0.1:${server.port}`;
    expect(await ask([own, "Host: evil.test"])).toBe("HTTP/1.1 403");
    expect(await ask(["Host: evil.test", own])).toBe("HTTP/1.1 403");
    expect(await ask([own, own])).toBe("HTTP/1.1 403");
    const origin = `Origin: http://127.0.0.1:${server.port}`;
    expect(await ask([own, origin, "Origin: http://evil.test"])).toBe("HTTP/1.1 403");
    expect(await ask([own, "Accept: */*", origin])).toBe("HTTP/1.1 200");
  });

  it("keeps the names that are served served [ATTACK-27]", async () => {
    const { server, read } = await serveSecret({ allowedHosts: ["files.example", "other.example:8443"] });
    const served = async (host: string, origin?: string): Promise<number> => {
      const { status } = await read({ host, ...(origin === undefined ? {} : { origin }) });
      return status;
    };
    const { port } = server satisfies TestServer;
    for (const name of ["127.0.0.1", "localhost", "files.example"]) {
      expect(await served(`${name}:${port}`)).toBe(200);
      expect(await served(`${name}:${port}`, `http://${name}:${port}`)).toBe(200);
    }
    expect(await served("files.example", "https://files.example")).toBe(200);
    expect(await served("other.example:8443", "https://other.example:8443")).toBe(200);
    expect(await served(`other.example:${port}`)).toBe(403);
    expect(await served("files.example", "https://other.example")).toBe(403);
  });
});

describe("A request that expects something odd", () => {
  it("is judged like every other: no host that is not served gets another answer [FIX-35]", async () => {
    const { read, server } = await serveSecret();
    expect((await read({ expect: "the-unexpected", host: "evil.test" })).status).toBe(403);
    expect((await read({ expect: "the-unexpected", authorization: undefined })).status).toBe(401);
    expect((await send(server, { body: initialize, headers: { expect: "the-unexpected" } })).status).toBe(
      417,
    );
  });
});
