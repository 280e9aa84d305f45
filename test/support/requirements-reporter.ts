/**
 * The coverage gate of test/requirements.ts: after a full run, every requirement must have been proved by a test that
 * passed and cites it as [ID] in its title, and no test may cite an id that does not exist. Where a machine lacks what a
 * test needs, such as a browser, the test is left out and said to be; with FILEWRIGHT_SKIP_NOTHING=1 that is a failure,
 * except for what FILEWRIGHT_SHOWN_ELSEWHERE names: a part of titles whose tests another run shows.
 */
import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Reporter, TestCase, TestModule, TestRunEndReason, Vitest } from "vitest/node";
import { requirements } from "../requirements.js";

const ELSEWHERE = "FILEWRIGHT_SHOWN_ELSEWHERE";

export default class RequirementsReporter implements Reporter {
  #vitest: Vitest | undefined;

  onInit(vitest: Vitest): void {
    this.#vitest = vitest;
  }

  onTestRunEnd(modules: readonly TestModule[], _errors: readonly unknown[], reason: TestRunEndReason): void {
    const cited = new Map<string, boolean>();
    const leftOut: string[] = [];
    const elsewhere: string[] = [];
    const counts = { passed: 0, failed: 0, skipped: 0, pending: 0 };
    for (const module of modules) {
      for (const test of module.children.allTests()) {
        counts[test.result().state] += 1;
        collect(test, cited);
        if (test.result().state === "skipped")
          (isShownElsewhere(test.fullName) ? elsewhere : leftOut).push(test.fullName);
      }
    }
    const unknown = [...cited.keys()].filter((id) => !(id in requirements));
    const isFullRun =
      modules.length === countTestFiles() && this.#vitest?.config.testNamePattern === undefined;
    const mayBeLeftOut = new Set([...elsewhere, ...(skipsNothing() ? [] : leftOut)].flatMap(idsIn));
    const unproved = isFullRun
      ? Object.keys(requirements).filter((id) => cited.get(id) !== true && !mayBeLeftOut.has(id))
      : [];
    if (unknown.length > 0) report(`Tests cite requirements that do not exist: ${unknown.join(", ")}`);
    // A failed run has said enough; its gaps are the failures.
    if (unproved.length > 0 && reason === "passed") {
      report(`Requirements without a passing test: ${unproved.join(", ")}`);
    }
    if (isFullRun && unproved.length === 0) {
      const { length } = Object.keys(requirements);
      const shown =
        leftOut.length + elsewhere.length === 0
          ? "each proved by a passing test"
          : "not all of them shown here";
      process.stdout.write(`Requirements: ${length} stated, ${shown}.\n`);
    }
    if (elsewhere.length > 0)
      process.stdout.write(`Shown by another run: ${elsewhere.length} tests ${process.env[ELSEWHERE]}.\n`);
    if (leftOut.length > 0) {
      const list = leftOut.map((name) => `  ${name}\n`).join("");
      process.stdout.write(`Left out, because this machine lacks what they need:\n${list}`);
      if (skipsNothing()) report("Nothing may be left out here (FILEWRIGHT_SKIP_NOTHING=1).");
    }
    process.stdout.write(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped\n`);
  }
}

function countTestFiles(): number {
  const folder = fileURLToPath(new URL("..", import.meta.url));
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return names.filter((name) => name.endsWith(".test.ts") && !name.includes("node_modules")).length;
}

function collect(test: TestCase, cited: Map<string, boolean>): void {
  const isProof = test.result().state === "passed";
  for (const id of idsIn(test.fullName)) cited.set(id, isProof || cited.get(id) === true);
}

function idsIn(title: string): readonly string[] {
  return [...title.matchAll(/\[([A-Z][A-Z0-9, -]*\d)\]/g)].flatMap(([, list = ""]) =>
    list.split(",").map((entry) => entry.trim()),
  );
}

function isShownElsewhere(title: string): boolean {
  const part = process.env[ELSEWHERE] ?? "";
  return part !== "" && title.includes(part);
}

function skipsNothing(): boolean {
  return process.env["FILEWRIGHT_SKIP_NOTHING"] === "1";
}

function report(message: string): void {
  process.stderr.write(`\n${message}\n`);
  process.exitCode = 1;
}
