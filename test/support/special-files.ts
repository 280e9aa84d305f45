/** What is no file under the name of one. Folders on the way are made. */
import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, symlinkSync } from "node:fs";
import { createServer } from "node:net";
import { dirname } from "node:path";
import { onTestFinished } from "vitest";

export function plantPipe(path: string): void {
  mkdirSync(dirname(path), { recursive: true });
  execFileSync("mkfifo", [path]);
}

export function plantLink(path: string, target: string): void {
  mkdirSync(dirname(path), { recursive: true });
  symlinkSync(target, path);
}

export async function plantSocket(path: string): Promise<void> {
  mkdirSync(dirname(path), { recursive: true });
  const server = createServer().listen(path);
  onTestFinished(() => void server.close());
  await once(server, "listening");
}
