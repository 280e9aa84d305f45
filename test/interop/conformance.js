// Holds our HTTP entry against the official conformance suite, once per requirement set. The baseline is empty: nothing that
// a set requires may fail, be warned of, or not have been tried.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { startConformanceServer } from "./conformance-server.js";
import { conformance, newerNode } from "./places.js";
import { runProgram } from "./run-program.js";
import { inTemporaryWorld } from "./temporary-world.js";

const requirementSets = ["2025-11-25", "2026-07-28"];

/**
 * Every check of a run with its scenario; the suite leaves one file of them for each.
 * @param {string} folder
 * @returns {readonly { scenario: string, id: string, status: string }[]}
 */
function readChecks(folder) {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return files
    .filter((name) => name.endsWith("checks.json"))
    .flatMap((name) => {
      const scenario = /server-(.+)-\d{4}-\d\d-\d\dT/.exec(name)?.[1] ?? name;
      const checks = JSON.parse(readFileSync(join(folder, name), "utf8"));
      return checks.map((/** @type {object} */ check) => ({ scenario, ...check }));
    });
}

/** What a set lists beside its requirements: extensions that we do not have, and what the suite itself does not count. @param {string} summary */
function findNotScored(summary) {
  const [, list = ""] = summary.split("Not scored for");
  return new Set([...list.matchAll(/^ +[✓✗] (\S+) \(/gm)].map(([, name]) => name));
}

await inTemporaryWorld(async (world) => {
  const server = await startConformanceServer(world);
  try {
    for (const set of requirementSets) {
      const results = join(world.home, set);
      const words = ["server", "--url", server.url, "--requirements", set, "--output-dir", results];
      const { code, stdout, stderr } = await runProgram(newerNode, [conformance, ...words], {
        env: world.environment,
        cwd: world.home,
      });
      const summary = stdout.slice(stdout.indexOf("=== SUMMARY ==="));
      const notScored = findNotScored(summary);
      const required = readChecks(results).filter(({ scenario }) => !notScored.has(scenario));
      const open = required.filter(({ status }) => status === "FAILURE" || status === "WARNING");
      const scenarios = new Set(required.map(({ scenario }) => scenario));
      console.log(
        `\nConformance ${set}: ${scenarios.size} scenarios, ${required.length} checks, ${open.length} open`,
      );
      console.log([...scenarios].toSorted().join(", "));
      assert.equal(code, 0, `the suite found a failure:\n${stdout}\n${stderr}`);
      assert.deepEqual(open, []);
      assert.ok(scenarios.size >= 30 && required.length >= 60, "the suite has run less than it used to");
    }
  } finally {
    await server.close();
  }
});
