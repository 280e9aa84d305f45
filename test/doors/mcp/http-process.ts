/** `filewright serve` as a process of its own. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { onTestFinished } from "vitest";
import { program, type World } from "./world.js";

export interface HttpProcess {
  readonly url: URL;
  readonly headers: { readonly Authorization: string };
}

/** Started on a free port, and ended with the test. */
export async function serveOverHttp(
  world: World,
  words: readonly string[] = [],
  cwd: string = world.files.root,
): Promise<HttpProcess> {
  const child = spawn(process.execPath, [program, "serve", "--port", "0", "--json", ...words], {
    cwd,
    env: world.environment,
    stdio: ["ignore", "pipe", "ignore"],
  });
  const ended = once(child, "close");
  onTestFinished(async () => {
    child.kill("SIGTERM");
    await ended;
  });
  const [line] = (await once(createInterface({ input: child.stdout }), "line")) as [string];
  const { url, tokenFile } = JSON.parse(line) as { readonly url: string; readonly tokenFile: string };
  return {
    url: new URL(url),
    headers: { Authorization: `Bearer ${readFileSync(tokenFile, "utf8").trim()}` },
  };
}
