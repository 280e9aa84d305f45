/** Draws edits, lets every contestant make them, prints the tables, and saves the counts. */
import { relative } from "node:path";
import { listCommits } from "../../replay/git.js";
import { reasonOf } from "../measure.js";
import { saveEditRun } from "../results.js";
import { type EditsArguments, HELP, parseEditsArguments } from "./arguments.js";
import { nameRepository } from "./cases/history.js";
import { choosePeers } from "./contest/contestants.js";
import { FailureLog } from "./contest/failures.js";
import type { VerdictTally } from "./contest/tally.js";
import { dumpCases, type NoiseRun, renderDrawn, renderNoise, runNoise } from "./run-noise.js";
import { renderScenarios, runScenarios } from "./run-scenarios.js";
import { scenarioFamilies } from "./scenarios/all.js";

async function main(words: readonly string[]): Promise<void> {
  const options = parseEditsArguments(words);
  if (options.help) return print(HELP.trimEnd());
  if (options.dump !== undefined) return print(renderDrawn(await dumpCases(options, options.dump)));
  const startedAt = new Date();
  const failures = new FailureLog(options.failures);
  const scenarios = await runScenarios(options, failures);
  print(`${renderScenarios(scenarios)}\n`);
  const noise = await runNoise(options, failures);
  failures.close();
  print(`${renderNoise(noise, options.kinds)}\n\n${renderDrawn(noise)}`);
  for (const [contestant, seconds] of noise.tally.speeds)
    print(`${contestant}: ${seconds.toFixed(0)} s in calls for 10,000 edits`);
  const record = await createRecord(options, noise, scenarios);
  const peers = choosePeers(options.choice);
  const path = saveEditRun({ startedAt, peers, record, path: options.out });
  print(`Saved as ${relative(process.cwd(), path)}`);
}

async function createRecord(
  { seed, count, kinds, repositories }: EditsArguments,
  { tally, discarded, languages, ...noise }: NoiseRun,
  scenarios: VerdictTally,
): Promise<object> {
  const commits = repositories.map(async (repository) => {
    const [newest] = await listCommits(repository, 1);
    return [nameRepository(repository), newest?.id] as const;
  });
  return {
    seed,
    edits: count,
    commits: Object.fromEntries(await Promise.all(commits)),
    repositories: Object.fromEntries(noise.repositories),
    languages: Object.fromEntries(languages),
    discarded: Object.fromEntries(discarded),
    kinds: toObject(tally, kinds),
    scenarios: toObject(scenarios, scenarioFamilies),
    secondsFor10000: Object.fromEntries(tally.speeds),
  };
}

function toObject(tally: VerdictTally, rows: readonly { readonly id: string }[]): object {
  return Object.fromEntries(rows.map(({ id }) => [id, Object.fromEntries(tally.countsOf(id))]));
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

try {
  await main(process.argv.slice(2));
} catch (cause) {
  process.stderr.write(`bench:edits: ${reasonOf(cause)}\n`);
  process.exitCode = 2;
}
