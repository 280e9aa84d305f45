/** Runs the rows in order, prints the table as it grows, and saves the figures. */
import { realpathSync, statSync } from "node:fs";
import { cpus } from "node:os";
import { relative } from "node:path";
import { totalCost } from "./agents/cost.js";
import { playForEveryone } from "./agents/everyone.js";
import type { SessionResult } from "./agents/play.js";
import { renderSessions } from "./agents/table.js";
import { type BenchArguments, HELP, parseBenchArguments } from "./arguments.js";
import type { Block } from "./contest.js";
import { Fixtures } from "./fixtures.js";
import { reasonOf } from "./measure.js";
import { peers as knownPeers } from "./peers/catalog.js";
import { PeerField } from "./peers/field.js";
import { installPeers } from "./peers/install.js";
import { renderBlock, renderHeader } from "./report.js";
import { type Run, saveAgentRun, saveRun } from "./results.js";
import { rows } from "./rows/all.js";
import type { Ground, Row } from "./rows/row.js";

type Failure = Run["failures"][number];

const MEBIBYTE = 1024 ** 2;
const INTERRUPTED = 130;

async function main(words: readonly string[]): Promise<number> {
  const options = parseBenchArguments(words);
  if (options.help) {
    print(HELP);
    return 0;
  }
  const chosen = chooseRows(options.only);
  const tree = options.tree === undefined ? undefined : resolveTree(options.tree);
  if (options.installPeers) installPeers();
  if (options.agentStories) return playAgentStories(options.usePeers);

  const startedAt = new Date();
  const fixtures = new Fixtures(options.isQuick ? 64 * MEBIBYTE : 1024 * MEBIBYTE);
  const peers = options.usePeers ? PeerField.ofInstalled(fixtures.directory) : PeerField.empty();
  const ground: Ground = { fixtures, peers, isQuick: options.isQuick, tree };
  print(describeRun(ground, options));
  // A gigabyte is not left behind by whoever grew tired of waiting.
  process.once("SIGINT", () => process.exit(INTERRUPTED));
  process.once("exit", () => fixtures.release({ keep: options.keepFixtures }));
  const { blocks, failures } = await runRows(chosen, ground);
  if (options.isQuick && options.only === undefined) failures.push(...(await playQuickStories()));
  peers.close();
  const path = saveRun({ startedAt, isQuick: options.isQuick, peers: peers.peers, blocks, failures });
  print(`\nSaved as ${relative(process.cwd(), path)}`);
  return failures.length === 0 ? 0 : 1;
}

/** A row that fails is told and does not keep the others from running. */
async function runRows(
  chosen: readonly Row[],
  ground: Ground,
): Promise<{ blocks: Block[]; failures: Failure[] }> {
  const blocks: Block[] = [];
  const failures: Failure[] = [];
  for (const row of chosen) {
    try {
      for (const measured of await row.run(ground)) {
        const block = ground.isQuick ? withoutVerdicts(measured) : measured;
        print(`\n${renderBlock(block)}`);
        blocks.push(block);
      }
    } catch (cause) {
      failures.push({ row: row.id, reason: reasonOf(cause) });
      print(`\n${row.id}  ${row.title}\n    FAILED: ${reasonOf(cause)}`);
    }
  }
  return { blocks, failures };
}

async function playAgentStories(usePeers: boolean): Promise<number> {
  const startedAt = new Date();
  const { sessions, peers } = await playForEveryone({ usePeers });
  print(renderSessions(sessions));
  print(`\nSaved as ${relative(process.cwd(), saveAgentRun({ startedAt, peers, sessions }))}`);
  return printFailures(findFailures(sessions)).length === 0 ? 0 : 1;
}

/** Plays our side of the stories, as part of a quick run. */
async function playQuickStories(): Promise<readonly Failure[]> {
  try {
    const { sessions } = await playForEveryone({ usePeers: false });
    for (const { stories } of sessions) {
      const { calls, returned } = totalCost(stories);
      print(`\nAgent stories: ${calls} calls, ${returned} characters returned`);
    }
    return printFailures(findFailures(sessions));
  } catch (cause) {
    return printFailures([{ row: "agent stories", reason: reasonOf(cause) }]);
  }
}

/** Only our own stories can fail. What a peer can't do is a result. */
function findFailures([ours]: readonly SessionResult[]): Failure[] {
  return (ours?.stories ?? [])
    .filter(({ outcome }) => outcome !== "right")
    .map(({ story, outcome, remark = outcome }) => ({ row: story, reason: remark }));
}

function printFailures(failures: readonly Failure[]): readonly Failure[] {
  for (const { row, reason } of failures) print(`FAILED: ${row}: ${reason}`);
  return failures;
}

function chooseRows(only: readonly string[] | undefined): readonly Row[] {
  if (only === undefined) return rows;
  const unknown = only.filter((id) => !rows.some((row) => row.id === id));
  if (unknown.length > 0) {
    throw new Error(`no such row: ${unknown.join(", ")}; there are ${rows.map((row) => row.id).join(", ")}`);
  }
  return rows.filter((row) => only.includes(row.id));
}

function resolveTree(path: string): string {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) {
    throw new Error(`--tree needs a directory, and ${path} is none`);
  }
  return realpathSync(path);
}

function describeRun({ peers, isQuick }: Ground, { usePeers }: BenchArguments): string {
  const present = knownPeers.map((peer) => {
    const state = peers.peers.includes(peer) ? peer.version : usePeers ? "not installed" : "left out";
    return `${peer.name} ${state}`;
  });
  return [
    `Node ${process.version}, ${cpus().length} cores${isQuick ? "; quick: nothing is judged by its timing" : ""}`,
    `Peers: ${present.join(", ")}`,
    "Ratios are to the first line of each block: the median of the ratios within each round.",
    "",
    renderHeader(),
  ].join("\n");
}

/** Few rounds on a small log say that it works, not how fast it is. */
function withoutVerdicts(block: Block): Block {
  const lines = block.lines.map((line) => ({
    ...line,
    verdict: line.goals === undefined ? undefined : ("not judged" as const),
  }));
  return { ...block, lines };
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (cause) {
  process.stderr.write(`bench: ${reasonOf(cause)}\n`);
  process.exitCode = 2;
}
