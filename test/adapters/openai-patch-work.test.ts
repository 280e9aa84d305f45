/** Diffs and files that would keep a process busy: nobody else is served while a diff is applied. */
import { describe, expect, it } from "vitest";
import { countComparisons } from "../../src/adapters/openai-agents/diff-work.js";
import { narrowChange } from "../../src/adapters/openai-agents/narrow-change.js";
import { isNewerNode, onNewerNode } from "../support/newer-node.js";
import { openBench } from "./support/patch-bench.js";

describe("The work that a patch makes", () => {
  it("is counted by where the first line of a section stands [FIX-240]", () => {
    const file = `${"a\n".repeat(1000)}b\n`;
    expect(countComparisons(file, ` a\n${" x\n".repeat(99)}-b\n+c`)).toBeGreaterThan(1000 * 100);
    expect(countComparisons(file, `-b\n${" a\n".repeat(99)}+c`)).toBeLessThan(2000);
    expect(countComparisons(file, "@@ x\n".repeat(50))).toBeGreaterThan(50 * 1000);
    expect(countComparisons(file, "+a\n".repeat(5000))).toBeLessThan(3000);
  });

  it("is a whole file's where hundreds of lines around a change are found elsewhere too [FIX-240]", () => {
    const run = "a\n".repeat(300);
    const [before, after] = [`b\n${run}a\n${run}b\n`, `b\n${run}z\n${run}b\n`];
    expect(narrowChange(before, after)).toEqual({ old_string: before, new_string: after });
    const [near, changed] = [`b\n${run}a\na\nb\n`, `b\n${run}z\na\nb\n`];
    expect(narrowChange(near, changed).old_string.length).toBeLessThan(20);
  });
});

describe.runIf(isNewerNode)(`OpenAI Agents ${onNewerNode}: a patch that would take minutes`, () => {
  it("is refused, and the model is told of another way [FIX-240]", async () => {
    const content = "a\n".repeat(200_000);
    const { workspace, update } = openBench({ "a.txt": content }, { readFirst: false });
    const answer = await update("a.txt", `@@\n${" a\n".repeat(4000)}-b\n+c\n`);
    expect(answer).toEqual({ status: "failed", output: expect.stringContaining("Use Edit.") });
    expect(workspace.read("a.txt")).toBe(content);
  });
});
