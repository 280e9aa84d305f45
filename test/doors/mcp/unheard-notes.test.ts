/** Nobody has to listen to what servers tell people on standard error; some clients close it at once. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { describe, expect, it, onTestFinished } from "vitest";
import { shakeHands } from "./eras.js";
import { RawServer } from "./raw-server.js";
import { createWorld, program } from "./world.js";

describe("A server whose notes nobody hears", () => {
  it("goes on answering its client, whatever that sends [FIX-36]", async () => {
    const server = new RawServer(createWorld());
    await shakeHands(server);
    server.child.stderr.destroy();
    for (const _ of [1, 2, 3]) {
      await server.write("not a message\n");
      expect(await server.request("ping")).toMatchObject({ result: {} });
    }
    server.child.stdin.end();
    expect(await server.ended).toEqual({ code: 0, signal: null });
  });

  it("listens for errors of standard error once [MCP-92]", async () => {
    const world = createWorld();
    const report = world.files.path("listeners");
    world.files.write(
      "count.cjs",
      `process.once("exit", () => require("node:fs").writeFileSync(${JSON.stringify(report)}, String(process.stderr.listenerCount("error"))));`,
    );
    const server = spawn(process.execPath, ["--require", world.files.path("count.cjs"), program, "mcp"], {
      cwd: world.files.root,
      env: world.environment,
      stdio: ["pipe", "ignore", "ignore"],
    });
    const ended = once(server, "exit");
    server.stdin.end();
    expect(await ended).toEqual([0, null]);
    expect(world.files.read("listeners")).toBe("1");
  });

  it("ends over HTTP as if they were heard [FIX-36]", async () => {
    const world = createWorld();
    const child = spawn(process.execPath, [program, "serve", "--port", "0", "--json"], {
      cwd: world.files.root,
      env: world.environment,
      stdio: ["ignore", "pipe", "pipe"],
    });
    onTestFinished(() => void child.kill("SIGKILL"));
    const ended = once(child, "exit");
    await Promise.all([once(child.stdout, "data"), once(child.stderr, "data")]);
    child.stderr.destroy();
    child.kill("SIGTERM");
    expect(await ended).toEqual([0, null]);
  });
});
