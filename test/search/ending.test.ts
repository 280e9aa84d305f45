/** How a search ends before it is through: cancelled, closed, with enough, or given up. */
import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { streamProgram } from "../../src/process/stream-program.js";
import { errorOf, textOf } from "../support/answers.js";
import {
  allGone,
  type FakeRipgrep,
  fakeRipgrep,
  isRunning,
  searchInAllWays,
} from "../support/fake-ripgrep.js";
import { tempWorkspace } from "../support/workspace.js";

async function running(fake: FakeRipgrep, count: number): Promise<void> {
  while (fake.pids().filter(isRunning).length < count) await new Promise((resolve) => setTimeout(resolve, 5));
}

describe("A search", () => {
  it("cancelled before it begins starts nothing [SEARCH-7]", async () => {
    const files = tempWorkspace({ "a.txt": "needle\n" });
    const fake = fakeRipgrep(files, "exec sleep 60");
    const answers = await searchInAllWays(files.toolkit({ ripgrep: fake.path }), {
      signal: AbortSignal.abort(),
    });
    for (const result of answers.values()) expect(errorOf(result).code).toBe("CANCELLED");
    expect(fake.pids()).toEqual([]);
  });

  it.each(["exec sleep 60", "trap '' TERM INT; say; while :; do sleep 0.1; done"])(
    "cancelled while it runs kills ripgrep: %s [SEARCH-7]",
    async (script) => {
      const files = tempWorkspace({ "a.txt": "needle\n" });
      const fake = fakeRipgrep(files, script);
      const cancelling = new AbortController();
      const searching = searchInAllWays(files.toolkit({ ripgrep: fake.path }), { signal: cancelling.signal });
      await running(fake, 4);
      cancelling.abort();
      for (const result of (await searching).values()) expect(errorOf(result).code).toBe("CANCELLED");
      expect(await allGone(fake.pids())).toBe(true);
    },
  );

  it("is cancelled by closing its toolkit, and later ones are refused [SEARCH-7]", async () => {
    const files = tempWorkspace({ "a.txt": "needle\n" });
    const fake = fakeRipgrep(files, "say; exec sleep 60");
    const toolkit = files.toolkit({ ripgrep: fake.path });
    const searching = searchInAllWays(toolkit);
    await running(fake, 4);
    await toolkit.close();
    for (const result of (await searching).values()) expect(errorOf(result).code).toBe("CANCELLED");
    expect(await allGone(fake.pids())).toBe(true);
    const started = fake.pids().length;
    for (const result of (await searchInAllWays(toolkit)).values())
      expect(errorOf(result).code).toBe("CANCELLED");
    expect(fake.pids().length).toBe(started);
  });

  it("ends ripgrep as soon as its page is full [SEARCH-7]", async () => {
    const files = tempWorkspace({ "a.txt": "needle\n" });
    const lines = `printf './a.txt\\0001:1:0:needle\\n'; yes '1:1:0:needle' | head -n 300; exec sleep 60`;
    const fake = fakeRipgrep(files, lines);
    const result = await files
      .toolkit({ ripgrep: fake.path })
      .call("Grep", { pattern: "needle", output_mode: "content", head_limit: 3 });
    expect(textOf(result)).toContain("[Entries 1-3 by path. There are more: go on with offset 3.]");
    expect(result.output?.timedOut).toBeUndefined();
    expect(await allGone(fake.pids())).toBe(true);
  });

  it("leaves nothing running when one of its runs fails while another goes on [SEARCH-7]", async () => {
    // Latin-1 in a small folder: files are listed a second time while the search itself is under way.
    const files = tempWorkspace({
      "a.txt": "needle\n",
      "b.txt": Buffer.from("d\xe9j\xe0 vu \xe0 la carte\n", "latin1"),
    });
    const fake = fakeRipgrep(files, `case "$asked" in *--files\\ *) exit 7;; *) exec sleep 60;; esac`);
    const toolkit = files.toolkit({ ripgrep: fake.path, limits: { searchTimeoutMs: 2000 } });
    const result = await toolkit.call("Grep", { pattern: "needle" });
    expect(await allGone(fake.pids(), 50)).toBe(true);
    expect(textOf(result)).not.toMatch(/^No matches found$/m);
  });
});

describe("A program whose output is read", () => {
  const surroundings = { arguments: [], workingDirectory: "/", environment: {}, timeoutMs: 20_000 };

  it("is not even started when nobody wants it any more [SEARCH-7]", async () => {
    const files = tempWorkspace();
    const fake = fakeRipgrep(files, `touch '${files.path("ran")}'`);
    const request = { ...surroundings, program: fake.path, onOutput: () => false };
    const stopped = await streamProgram({ ...request, stopSignal: AbortSignal.abort() });
    const cancelled = await streamProgram({ ...request, signal: AbortSignal.abort() });
    expect([stopped.end.kind, cancelled.end.kind]).toEqual(["stopped", "cancelled"]);
    expect(existsSync(files.path("ran"))).toBe(false);
    expect(fake.pids()).toEqual([]);
  });

  it("is killed when its reader fails, and the failure is the reader's own [SEARCH-7]", async () => {
    const files = tempWorkspace();
    const fake = fakeRipgrep(files, "say; exec sleep 60");
    const failure = new Error("the reader's own");
    const onOutput = (): boolean => {
      throw failure;
    };
    await expect(streamProgram({ ...surroundings, program: fake.path, onOutput })).rejects.toBe(failure);
    expect(await allGone(fake.pids())).toBe(true);
  });

  it("keeps of a long error stream whole lines only [SEARCH-10]", async () => {
    const files = tempWorkspace();
    const fake = fakeRipgrep(files, "yes 'a line of twenty characters' | head -n 100000 >&2; exit 3");
    const { end, errors } = await streamProgram({
      ...surroundings,
      program: fake.path,
      onOutput: () => false,
    });
    expect(end).toEqual({ kind: "exited", exitCode: 3 });
    expect(new Set(errors.trimEnd().split("\n"))).toEqual(new Set(["a line of twenty characters"]));
    expect(errors.length).toBeGreaterThan(1_000_000);
    expect(errors.length).toBeLessThanOrEqual(1024 * 1024);
  });
});
