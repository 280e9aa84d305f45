/** A session that asks for hundreds of searches at once: the machine starts a few, and other sessions get their turn. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { fakeRipgrep } from "../support/fake-ripgrep.js";
import { tempWorkspace } from "../support/workspace.js";

const FLOOD = 40;
/** Searches, each of at most two processes. */
const MAX_RUNNING = 4;

describe("A flood of searches", () => {
  it("starts few programs at once, and lets another session in between [HOST-152]", async () => {
    const files = tempWorkspace({ "a.txt": "needle\n" });
    const log = `${files.root}-log`;
    // Each process writes down how many of them run when it starts, itself included.
    const fake = fakeRipgrep(
      files,
      `case "$asked" in *--count-matches*) who=flood ;; *) who=other ;; esac
running=0
for pid in $(cat "$0.pids"); do kill -0 "$pid" 2>/dev/null && running=$((running + 1)); done
echo "$who $running" >> '${log}'; sleep 0.1; say`,
    );
    const flooding = files.toolkit({ ripgrep: fake.path });
    const other = files.toolkit({ workspace: flooding.workspace });
    const flood = Array.from({ length: FLOOD }, () =>
      flooding.call("Grep", { pattern: "need.e", output_mode: "count" }),
    );
    const answer = await other.call("Grep", { pattern: "need.e", output_mode: "files_with_matches" });
    expect(answer.isError).toBe(false);
    for (const result of await Promise.all(flood)) expect(result.isError).toBe(false);
    const lines = readFileSync(log, "utf8").trim().split("\n");
    const counts = lines.map((line) => Number(line.split(" ")[1]));
    expect(Math.max(...counts)).toBeLessThanOrEqual(MAX_RUNNING * 2);
    expect(lines.findIndex((line) => line.startsWith("other"))).toBeLessThan(FLOOD / 2);
  });
});
