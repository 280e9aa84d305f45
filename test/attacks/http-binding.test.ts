/** Attack 28: listening to more than this machine. */

import { connect } from "node:net";
import { networkInterfaces } from "node:os";
import { describe, expect, it } from "vitest";
import { planBinding } from "../../src/mcp/http/binding.js";
import { modernCall, send, serveHttp } from "../support/http-server.js";
import { tempWorkspace } from "../support/workspace.js";

describe("Listening beyond this machine", () => {
  it.each([
    "0.0.0.0",
    "::",
    "[::]",
    "192.168.1.5",
    "10.0.0.1",
    "files.example",
    "127.1",
    "0",
    "",
    "localhost.evil.com",
  ])(
    "at %j is refused without --allow-remote and an --allowed-host, and the refusal says so [ATTACK-28]",
    async (host) => {
      const files = tempWorkspace();
      for (const some of [{}, { allowRemote: true }, { allowedHosts: ["files.example"] }])
        await expect(serveHttp(files, { host, ...some })).rejects.toThrow(
          /add --allow-remote and, for each name that clients use, --allowed-host NAME; the token is asked for/,
        );
      expect(planBinding({ host, allowRemote: true, allowedHosts: ["files.example"] }).isRemote).toBe(true);
    },
  );

  it.each(["127.0.0.1", "localhost", "::1", "[::1]", "127.0.0.2"])(
    "is not what %s means [ATTACK-28]",
    (host) => {
      expect(planBinding({ host })).toMatchObject({ isRemote: false });
    },
  );

  it.each([
    "Files.example",
    "http://files.example",
    "files.example.",
    "a@b",
    "*",
    "*.example",
    "",
    "a b",
    "a/b",
  ])("takes no allowed host like %j [ATTACK-28]", async (allowed) => {
    await expect(serveHttp(tempWorkspace(), { allowedHosts: [allowed] })).rejects.toThrow("--allowed-host");
  });

  it("is not done by default: no other address of this machine is answered [ATTACK-28]", async () => {
    const { port } = await serveHttp(tempWorkspace());
    const others = Object.values(networkInterfaces())
      .flatMap((each) => each ?? [])
      .filter(({ internal, family, address }) => !internal && family === "IPv4" && address !== "127.0.0.1");
    const reached = await Promise.all(
      [...others.map(({ address }) => address), "127.0.0.2"].map(
        (address) =>
          new Promise<boolean>((resolve) => {
            const socket = connect(port, address);
            socket.once("connect", () => resolve(true));
            socket.once("error", () => resolve(false));
            socket.once("close", () => resolve(false));
            socket.setTimeout(2000, () => socket.destroy());
          }),
      ),
    );
    expect(reached).not.toContain(true);
  });

  it("asks for the token and a served name there too [ATTACK-28]", async () => {
    const files = tempWorkspace({ "a.txt": "one\n" });
    const server = await serveHttp(files, {
      host: "0.0.0.0",
      allowRemote: true,
      allowedHosts: ["files.example"],
    });
    expect(server.http.isRemote).toBe(true);
    const { body, headers } = modernCall("Read", { file_path: files.path("a.txt") });
    const statusOf = async (more: Record<string, string | undefined>): Promise<number> =>
      (await send(server, { body, headers: { ...headers, ...more } })).status;
    expect(await statusOf({ host: "files.example" })).toBe(200);
    expect(await statusOf({ host: "files.example", authorization: undefined })).toBe(401);
    expect(await statusOf({ host: `192.168.1.5:${server.port}` })).toBe(403);
    expect(await statusOf({ host: `0.0.0.0:${server.port}` })).toBe(403);
  });
});
