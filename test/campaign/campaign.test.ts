/** The campaign as it is run: against the built product, or one with a check taken out, in processes of its own. */
import { execFileSync, spawnSync } from "node:child_process";
import { beforeAll, describe, expect, it } from "vitest";
import { randomFor } from "../../campaign/core/block.js";
import { generateCall } from "../../campaign/core/grammar.js";

beforeAll(() => {
  execFileSync("npx", ["tsc", "-p", "tsconfig.campaign.json"], { stdio: "inherit" });
}, 120_000);

function run(program: string, ...words: readonly string[]): { status: number | null; stdout: string } {
  const command = [`.build/campaign/${program}.js`, ...words];
  const { status, stdout } = spawnSync(process.execPath, command, { encoding: "utf8" });
  return { status, stdout };
}

/** The quick ones; `npm run test:full` makes all of them. */
const proofs = "names existence history stdio since timing race-hard-links race-folders race-writes".split(
  " ",
);

describe("The attack campaign", () => {
  it.each(proofs)(
    "catches what a weaker engine lets through: %s [HOST-211]",
    (name) => {
      const { status, stdout } = run("prove", name);
      expect(stdout).toMatch(/^caught /);
      expect(status).toBe(0);
    },
    120_000,
  );

  it("comes through without the sandbox if the engine allows everything [HOST-214]", () => {
    expect(run("prove", "confined").stdout).toMatch(/^caught confined /);
  }, 120_000);

  it("runs a part, prints what it did and names its parts [HOST-213]", () => {
    const { status, stdout } = run(
      "main",
      "--only",
      "timing",
      "--case",
      "Read of a denied file",
      "--seed",
      "1",
    );
    expect(stdout).toMatch(/^ok {3}timing .*: 80 attempts, 1 passed, 0 failed/m);
    expect(status).toBe(0);
    const names = run("main", "--list").stdout.match(/^\S+/gm);
    expect(names?.join(" ")).toBe("library stdio http cli since timing confined race");
  });

  it("makes the same calls for the same seed, of every tool [HOST-213]", () => {
    const make = (seed: number): string[] => {
      const random = randomFor(seed, "library", 1);
      return Array.from({ length: 500 }, () =>
        JSON.stringify(generateCall(random, { past: 3, hasMethods: true })),
      );
    };
    expect(make(1)).toEqual(make(1));
    expect(make(1)).not.toEqual(make(2));
    const tools = new Set(make(1).map((call) => (JSON.parse(call) as { tool: string }).tool));
    for (const tool of [
      "Read",
      "Write",
      "Edit",
      "NotebookEdit",
      "Glob",
      "Grep",
      "history.undo",
      "resources/read",
    ])
      expect(tools).toContain(tool);
  });
});
