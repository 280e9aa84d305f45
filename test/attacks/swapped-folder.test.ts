/**
 * Attack 7, by sheer number: a folder inside the roots is swapped for a link to the outside, over and over, while an agent
 * works in it. The three races together are more than ten thousand attempts beside as many swaps.
 */
import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import { textOf } from "../support/answers.js";
import { CANARY, type Fence, fencedWorkspace, stampsBelow } from "../support/fenced-workspace.js";

const READS = 8400;
const SEARCHES = 300;
const CHANGES = 1400;
/** A slow machine needs more than most tests, and may have it. */
const TIMEOUT_MS = 120_000;

function plant(): Fence {
  return fencedWorkspace({
    "in/dir/a.txt": "mine\n",
    "in/dir/big.txt": "mine\n".repeat(300_000),
    "out/a.txt": `${CANARY}\n`,
    "out/big.txt": `${CANARY}\n`.repeat(150_000),
    "out/secret.txt": `${CANARY}\n`,
  });
}

/** Swaps `in/dir` for a link to `out` until the test is over. */
async function startSwapper({
  files,
}: Fence): Promise<{ readonly swaps: () => number; stop(): Promise<void> }> {
  const script = fileURLToPath(new URL("swapper.js", import.meta.url));
  const swapper = fork(script, [files.path("in/dir"), files.path("out")]);
  onTestFinished(() => void swapper.kill("SIGKILL"));
  let swaps = 0;
  swapper.on("message", (count) => {
    swaps = Number(count);
  });
  await once(swapper, "message");
  return {
    swaps: () => swaps,
    async stop() {
      swapper.kill("SIGKILL");
      await once(swapper, "exit");
    },
  };
}

/** Attempts go on until there were as many of them, and as many swaps, as wanted. */
async function race(
  fence: Fence,
  wanted: number,
  attempt: (round: number) => Promise<readonly string[]>,
): Promise<ReadonlySet<string>> {
  const swapper = await startSwapper(fence);
  const answers = new Set<string>();
  let attempts = 0;
  for (let round = 0; attempts < wanted || swapper.swaps() < wanted; round += 1) {
    const answered = await attempt(round);
    attempts += answered.length;
    for (const answer of answered) answers.add(answer);
    // Lets the swapper go on even on one core, and its word come in.
    if (round % 20 === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  await swapper.stop();
  expect([...answers]).not.toContain("INTERNAL");
  return answers;
}

describe("A folder that is swapped for a link", () => {
  it(
    "never lets a read out of the roots [PATH-9, ATTACK-7]",
    async () => {
      const fence = plant();
      const toolkit = fence.toolkit({ dedup: false });
      const untouched = stampsBelow(fence.files.path("out"));
      const answers = await race(fence, READS, async (round) => {
        const isLarge = round % 50 === 0;
        const input = isLarge
          ? { file_path: fence.files.path("in/dir/big.txt"), limit: 1 }
          : { file_path: fence.files.path("in/dir/a.txt") };
        const result = await toolkit.call("Read", input);
        expect(textOf(result)).not.toContain(CANARY);
        return [result.error?.code ?? "read"];
      });
      // The race was real: sometimes the folder was there, sometimes the link was seen.
      expect([...answers]).toContain("read");
      expect([...answers]).toContain("PERMISSION_DENIED");
      expect(stampsBelow(fence.files.path("out"))).toEqual(untouched);
      await fence.expectUnheard();
    },
    TIMEOUT_MS,
  );

  it(
    "never lets a search out of the roots [SEARCH-8, ATTACK-7]",
    async () => {
      const fence = plant();
      const toolkit = fence.toolkit();
      const path = fence.files.path("in/dir");
      const answers = await race(fence, SEARCHES, async () => {
        const results = await Promise.all([
          toolkit.call("Grep", { pattern: "mine|canary", glob: "[as]*", output_mode: "content" }),
          toolkit.call("Grep", { pattern: "canar", path: `${path}/a.txt`, output_mode: "content" }),
          toolkit.call("Grep", { pattern: "mine|canary", path }),
          toolkit.call("Glob", { pattern: "**/*" }),
          toolkit.call("Glob", { pattern: "*", path }),
          toolkit.call("Glob", { pattern: "dir/*" }),
        ]);
        const text = JSON.stringify(results);
        expect(text).not.toContain(CANARY);
        expect(text).not.toContain("secret.txt");
        return results.map(
          (result) => result.error?.code ?? (result.output?.numFiles === 0 ? "nothing" : "found"),
        );
      });
      expect([...answers]).toContain("found");
      expect([...answers]).toContain("PERMISSION_DENIED");
      await fence.expectUnheard();
    },
    TIMEOUT_MS,
  );

  it(
    "never lets a change out of the roots, not even a temporary file or a folder [PATH-9, ATTACK-7]",
    async () => {
      const fence = plant();
      const { files, inside } = fence;
      const untouched = stampsBelow(files.path("out"));
      const toolkit = fence.toolkit({
        durability: "none",
        onAsk: ({ realPath }) => ({ answer: realPath.startsWith(`${inside}/`) ? "allow" : "deny" }),
      });
      const file_path = files.path("in/dir/a.txt");
      const answers = await race(fence, CHANGES, async (round) => {
        const answered: string[] = [];
        for (const [tool, input] of [
          ["Read", { file_path }],
          ["Write", { file_path, content: `mine ${round}\n` }],
          ["Edit", { file_path, old_string: `${round}`, new_string: `${round}!` }],
          ["Write", { file_path: files.path(`in/dir/new-${round}.txt`), content: "new\n" }],
          ["Write", { file_path: files.path(`in/dir/folder-${round}/new.txt`), content: "new\n" }],
        ] as const) {
          const result = await toolkit.call(tool, input);
          answered.push(result.error?.code ?? (tool === "Read" ? "read" : "changed"));
        }
        return answered;
      });
      expect(stampsBelow(files.path("out"))).toEqual(untouched);
      // The race was real: some changes were made, and some paths led out at the time.
      expect([...answers]).toContain("changed");
      expect([...answers]).toContain("PERMISSION_DENIED");
      await fence.expectUnheard();
    },
    TIMEOUT_MS,
  );
});
