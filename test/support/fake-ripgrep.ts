/** Programs in the place of ripgrep that do what no ripgrep does, and what must hold of every answer all the same. */
import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { CallOptions, CallResult, Toolkit } from "../../src/index.js";
import type { GlobOutput } from "../../src/tools/glob/schema.js";
import type { GrepOutput } from "../../src/tools/grep/schema.js";
import type { TempWorkspace } from "./workspace.js";

export interface FakeRipgrep {
  readonly path: string;
  /** Of every process that was started so far. */
  pids(): number[];
}

/** A shell script outside the root. `say` prints a match of "needle" in `a.txt` in the form that was asked for. */
export function fakeRipgrep(files: TempWorkspace, script: string): FakeRipgrep {
  const path = join(dirname(files.root), "rg");
  const pidFile = `${path}.pids`;
  writeFileSync(
    path,
    `#!/bin/sh
echo $$ >> '${pidFile}'
asked="$*"
say() {
  case "$asked" in
    *--count-matches*) printf './a.txt\\0001\\n' ;;
    *--heading*) printf './a.txt\\0001:1:0:needle\\n\\n' ;;
    *) printf './a.txt\\000' ;;
  esac
}
${script}
`,
  );
  chmodSync(path, 0o755);
  return {
    path,
    pids: () => (existsSync(pidFile) ? readFileSync(pidFile, "utf8").trim().split("\n").map(Number) : []),
  };
}

export type SearchResult = CallResult<GlobOutput | GrepOutput>;

/** Glob and Grep in every mode, side by side. */
export async function searchInAllWays(
  toolkit: Toolkit,
  options: CallOptions = {},
): Promise<ReadonlyMap<string, SearchResult>> {
  const grep = (output_mode: string): Promise<SearchResult> =>
    toolkit.call("Grep", { pattern: "needle", output_mode }, options);
  const [glob, files, count, content] = await Promise.all([
    toolkit.call("Glob", { pattern: "**/*" }, options),
    grep("files_with_matches"),
    grep("count"),
    grep("content"),
  ]);
  return new Map<string, SearchResult>([
    ["Glob", glob],
    ["files_with_matches", files],
    ["count", count],
    ["content", content],
  ]);
}

/** Waits until every process is gone; killed ones take a moment to die. */
export async function allGone(pids: readonly number[], rounds = 400): Promise<boolean> {
  for (let round = 0; round < rounds; round += 1) {
    if (!pids.some(isRunning)) return true;
    await wait(10);
  }
  return false;
}

export function isRunning(pid: number): boolean {
  try {
    // A zombie has ended and only waits to be counted.
    return !/^State:\s*[ZX]/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return false;
  }
}
