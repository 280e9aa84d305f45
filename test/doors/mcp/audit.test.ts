/** A server whose user wants a log of what is done. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { verifyAudit } from "../../../src/index.js";
import { shakeHands } from "./eras.js";
import { RawServer, type RawServerOptions } from "./raw-server.js";
import { createWorld, type World } from "./world.js";

async function work(world: World, options: RawServerOptions = {}): Promise<void> {
  const server = new RawServer(world, options);
  await shakeHands(server);
  const file_path = world.files.path("a.txt");
  await server.request("tools/call", { name: "Read", arguments: { file_path } });
  const edit = { file_path, old_string: "one", new_string: "two" };
  await server.request("tools/call", { name: "Edit", arguments: edit });
  server.child.stdin.end();
  expect(await server.ended).toMatchObject({ code: 0 });
  server.expectOnlyProtocol();
}

describe("filewright mcp", () => {
  it("keeps an audit log if the user's settings say so, whole when it ends [AUDIT-6]", async () => {
    const world = createWorld({ "a.txt": "one\n" });
    const settings = join(world.environment["XDG_CONFIG_HOME"] ?? "", "filewright/settings.json");
    mkdirSync(join(settings, ".."), { recursive: true });
    writeFileSync(settings, JSON.stringify({ audit: true, permissions: { allow: ["Edit(a.txt)"] } }));
    await work(world);
    const text = readFileSync(join(world.environment["FILEWRIGHT_STATE"] ?? "", "audit/audit.jsonl"), "utf8");
    expect(await verifyAudit(text)).toMatchObject({ lines: 3 });
    expect(text.match(/"event":"[a-z-]*"/g)).toEqual([
      '"event":"call-finished"',
      '"event":"file-changed"',
      '"event":"call-finished"',
    ]);
  });

  it("keeps none because a project says so [AUDIT-6]", async () => {
    const world = createWorld({ "a.txt": "one\n", ".filewright/settings.json": '{"audit": true}' });
    await work(world);
    expect(existsSync(join(world.environment["FILEWRIGHT_STATE"] ?? "", "audit"))).toBe(false);
  });
});
