/** Git without the settings of the machine, which could change endings or colours. */
import { spawnSync } from "node:child_process";
import { expect } from "vitest";

export function git(
  folder: string,
  args: readonly string[],
  input?: string,
): { readonly status: number | null; readonly output: string } {
  const { status, stdout, stderr } = spawnSync("git", ["-c", "core.autocrlf=false", ...args], {
    cwd: folder,
    env: {
      PATH: process.env["PATH"],
      GIT_CONFIG_NOSYSTEM: "1",
      GIT_CONFIG_GLOBAL: "/dev/null",
      HOME: folder,
    },
    encoding: "utf8",
    ...(input === undefined ? {} : { input }),
  });
  expect(stderr).toBe("");
  return { status, output: stdout };
}
