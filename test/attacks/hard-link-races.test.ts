/**
 * Hard links by sheer number: another process puts a hard link to a denied file in the place of an allowed one, and back, while an
 * agent reads, searches and changes it.
 */
import { fork } from "node:child_process";
import { once } from "node:events";
import { statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import { CANARY, type Fence, fencedWorkspace } from "../support/fenced-workspace.js";

const OWN = "mine line\n";
/** Of the same length, with the text that the changes look for: nothing but the judgement keeps them from it. */
const DENIED = `${OWN}${CANARY}\n`;
const TIMEOUT_MS = 120_000;

interface Race extends Fence {
  readonly file: string;
  readonly deny: readonly string[];
}

function plant(): Race {
  const fence = fencedWorkspace({
    "in/docs/a.txt": OWN,
    "in/vault/inside.txt": DENIED,
    "out/outside.txt": DENIED,
  });
  const outside = `Read(/${fence.files.path("out")}/**)`;
  return { ...fence, file: `${fence.inside}/docs/a.txt`, deny: ["Read(vault/**)", outside] };
}

async function startSwapper({ files, file }: Race, longestRest: number): Promise<() => number> {
  const script = fileURLToPath(new URL("link-swapper.js", import.meta.url));
  const denied = [files.path("in/vault/inside.txt"), files.path("out/outside.txt")];
  const swapper = fork(script, [file, files.path("aside"), OWN, `${longestRest}`, ...denied]);
  onTestFinished(() => void swapper.kill("SIGKILL"));
  let swaps = 0;
  swapper.on("message", (count) => {
    swaps = Number(count);
  });
  await once(swapper, "message");
  return () => swaps;
}

/** Attempts go on until there were as many of them, and of swaps, as wanted. */
async function race(
  fence: Race,
  { wanted, longestRest = 0 }: { readonly wanted: number; readonly longestRest?: number },
  attempt: (round: number) => Promise<readonly string[]>,
) {
  const swaps = await startSwapper(fence, longestRest);
  const answers = new Set<string>();
  let attempts = 0;
  for (let round = 0; attempts < wanted || swaps() < wanted; round += 1) {
    const answered = await attempt(round);
    attempts += answered.length;
    for (const answer of answered) answers.add(answer);
    if (round % 20 === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  expect([...answers]).not.toContain("INTERNAL");
  for (const path of ["in/vault/inside.txt", "out/outside.txt"]) expect(fence.files.read(path)).toBe(DENIED);
  await fence.expectUnheard();
  return answers;
}

describe("A hard link that takes a file's place, over and over", () => {
  it(
    "is never read [HOST-30, ATTACK-13]",
    async () => {
      const fence = plant();
      const { file: file_path, deny } = fence;
      const toolkit = fence.toolkit({ dedup: false, permissions: { deny } });
      const answers = await race(fence, { wanted: 3000 }, async () => {
        const result = await toolkit.call("Read", { file_path });
        expect(JSON.stringify(result)).not.toContain(CANARY);
        return [result.error?.code ?? "read"];
      });
      expect([...answers]).toContain("read");
    },
    TIMEOUT_MS,
  );

  it(
    "is never quoted, listed or counted [HOST-30, HOST-40, ATTACK-13]",
    async () => {
      const fence = plant();
      const { file, deny, inside } = fence;
      const toolkit = fence.toolkit({ permissions: { deny } });
      await race(fence, { wanted: 400 }, async () => {
        const results = await Promise.all([
          toolkit.call("Grep", { pattern: "mine|canary", path: file, output_mode: "content" }),
          toolkit.call("Grep", { pattern: "canar", path: file, output_mode: "content" }),
          toolkit.call("Grep", { pattern: "mine|canary", path: inside, output_mode: "content" }),
          toolkit.call("Grep", { pattern: "canary", path: inside, output_mode: "count" }),
          toolkit.call("Grep", { pattern: "canary", path: inside }),
        ]);
        expect(JSON.stringify(results)).not.toContain(CANARY);
        for (const { output } of results.slice(3)) expect(output?.numFiles ?? 0).toBe(0);
        return results.map((result) => result.error?.code ?? "searched");
      });
    },
    TIMEOUT_MS,
  );

  it(
    "is never changed, nor is what it holds kept [HOST-30, ATTACK-13]",
    async () => {
      const fence = plant();
      const { file: file_path, deny, files } = fence;
      const toolkit = fence.toolkit({ durability: "none", permissions: { mode: "acceptEdits", deny } });
      const inodes = ["in/vault/inside.txt", "out/outside.txt"].map((path) => statSync(files.path(path)).ino);
      const answers = await race(fence, { wanted: 800, longestRest: 4 }, async (round) => {
        const answered: string[] = [];
        for (const [tool, input] of [
          ["Read", { file_path }],
          ["Edit", { file_path, old_string: "mine line", new_string: `mine ${round}` }],
          ["Write", { file_path, content: `written ${round}\n` }],
        ] as const) {
          const result = await toolkit.call(tool, input);
          expect(JSON.stringify(result)).not.toContain(CANARY);
          answered.push(result.error?.code ?? (tool === "Read" ? "read" : "changed"));
        }
        await toolkit.history.undo().catch(() => undefined);
        return answered;
      });
      expect([...answers]).toContain("changed");
      const now = ["in/vault/inside.txt", "out/outside.txt"].map((path) => statSync(files.path(path)).ino);
      expect(now).toEqual(inodes);
    },
    TIMEOUT_MS,
  );
});
