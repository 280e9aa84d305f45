/** The kit as it is run: against the built product, in processes of its own. */
import { execFileSync, spawnSync } from "node:child_process";
import { beforeAll, describe, expect, it } from "vitest";

beforeAll(() => {
  execFileSync("npx", ["tsc", "-p", "tsconfig.torture.json"], { stdio: "inherit" });
});

function torture(...words: readonly string[]): { readonly status: number | null; readonly stdout: string } {
  const command = [".build/torture/main.js", ...words];
  const { status, stdout } = spawnSync(process.execPath, command, { encoding: "utf8" });
  return { status, stdout };
}

describe("The torture kit", () => {
  it("runs a single case of a part, prints a line for it and counts [SAFE-207]", () => {
    const { status, stdout } = torture("--only", "state", "--case", "locks-removed", "--seed", "1");
    expect(stdout).toMatch(/^ok {3}state .*: 1 faults, 1 passed, 0 failed, \d+ s$/m);
    expect(stdout).toMatch(/^1 faults and races: 1 passed, 0 failed \(0 distinct\), 0 parts left out\.$/m);
    expect(status).toBe(0);
  });

  it("names its parts, and refuses one that there is not [SAFE-207]", () => {
    const names = torture("--list").stdout.match(/^\S+/gm);
    expect(names?.join(" ")).toBe("state clock hosts kept kill fault flip prune own race");
    expect(torture("--only", "nothing").status).toBe(2);
  });
});
