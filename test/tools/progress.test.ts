import { describe, expect, it } from "vitest";
import type { CallProgress } from "../../src/index.js";
import { FoundMeter } from "../../src/search/found-meter.js";
import { fakeRipgrep } from "../support/fake-ripgrep.js";
import { type TempWorkspace, tempWorkspace } from "../support/workspace.js";

/** A search that takes its time: one find after another, with a rest after each. */
function slowRipgrep(files: TempWorkspace): string {
  const finds = `for name in a b c d e f; do
  case "$asked" in
    *--count-matches*) printf './%s.txt\\0002\\n' $name ;;
    *--heading*) printf './%s.txt\\0001:1:0:needle\\n\\n' $name ;;
    *) printf './%s.txt\\000' $name ;;
  esac
  sleep 0.4
done`;
  return fakeRipgrep(files, finds).path;
}

const tree = Object.fromEntries(["a", "b", "c", "d", "e", "f"].map((name) => [`${name}.txt`, "needle\n"]));

const searches: readonly [string, string, Record<string, unknown>, string][] = [
  ["Glob", "files", { pattern: "**/*" }, "files found"],
  ["Grep", "files_with_matches", { pattern: "nee.le" }, "files found"],
  ["Grep", "count", { pattern: "nee.le", output_mode: "count" }, "matches found"],
  ["Grep", "content", { pattern: "nee.le", output_mode: "content" }, "lines found"],
];

describe("A search that takes its time", () => {
  it.each(searches)(
    "of %s (%s) tells what it has found so far, always more [PROG-1]",
    async (tool, _, input, what) => {
      const files = tempWorkspace(tree);
      const told: CallProgress[] = [];
      const toolkit = files.toolkit({ ripgrep: slowRipgrep(files) });
      const result = await toolkit.call(tool, input, { onProgress: (progress) => told.push(progress) });
      expect(result.isError).toBe(false);
      expect(told.length).toBeGreaterThan(1);
      const counts = told.map(({ done }) => done);
      expect(counts).toEqual([...new Set(counts)].toSorted((a, b) => a - b));
      expect(new Set(told.map((each) => each.what))).toEqual(new Set([what]));
      expect(counts.at(-1)).toBeLessThanOrEqual(12);
    },
  );

  it("tells nothing once it is over, nor when it is over soon [PROG-2]", async () => {
    const files = tempWorkspace(tree);
    const told: CallProgress[] = [];
    const onProgress = (progress: CallProgress): void => void told.push(progress);
    await files.toolkit().call("Glob", { pattern: "a.txt" }, { onProgress });
    const afterQuick = told.length;
    await files.toolkit({ ripgrep: slowRipgrep(files) }).call("Glob", { pattern: "**/*" }, { onProgress });
    const afterSlow = told.length;
    // Longer than the time between two tellings.
    await new Promise((resolve) => setTimeout(resolve, 700));
    expect(told.length).toBe(afterSlow);
    expect(afterSlow).toBeGreaterThan(afterQuick);
  });

  it("answers the same with and without a listener, and when it is cancelled on the way [PROG-3, CALL-420]", async () => {
    const files = tempWorkspace(tree);
    const toolkit = files.toolkit({ ripgrep: slowRipgrep(files) });
    const reported: string[] = [];
    toolkit.workspace.events.on("internal-error", ({ tool, reference }) => {
      reported.push(`${tool} ${reference}`);
    });
    const cancelled = new AbortController();
    let failures = 0;
    const fail = (): void => {
      failures += 1;
      throw new Error("a listener's own mistake");
    };
    const [plain, heard, ended, failed] = await Promise.all([
      toolkit.call("Grep", { pattern: "nee.le" }),
      toolkit.call("Grep", { pattern: "nee.le" }, { onProgress: () => undefined }),
      toolkit.call(
        "Grep",
        { pattern: "nee.le" },
        { signal: cancelled.signal, onProgress: () => cancelled.abort() },
      ),
      toolkit.call("Grep", { pattern: "nee.le" }, { onProgress: fail }),
    ]);
    expect(heard).toEqual(plain);
    expect({ failed, failures }).toEqual({ failed: plain, failures: 1 });
    expect(reported).toEqual(["host onProgress"]);
    expect(ended.error?.code).toBe("CANCELLED");
  });

  it("goes by the furthest of its runs [PROG-1]", () => {
    const meter = new FoundMeter();
    const [first, second] = [meter.startRun(), meter.startRun()];
    first(3);
    second();
    expect(meter.found).toBe(3);
    second(3);
    expect(meter.found).toBe(4);
  });
});
