/** Draws cases, lets every contestant make the edits, and prints the table. */
import { closeSync, openSync, writeSync } from "node:fs";
import { reasonOf } from "../measure.js";
import { type EditsArguments, HELP, parseEditsArguments } from "./arguments.js";
import type { EditCase } from "./cases/case.js";
import { CaseSource } from "./cases/draw-cases.js";
import { renderCounts, renderKinds } from "./contest/table.js";
import { Tally } from "./contest/tally.js";
import type { CaseResult } from "./contest/worker.js";
import { runCases } from "./contest/workers.js";
import { kinds } from "./noise/kinds.js";

async function main(words: readonly string[]): Promise<void> {
  const options = parseEditsArguments(words);
  if (options.help) return print(HELP.trimEnd());
  const source = new CaseSource(options);
  if (options.dump !== undefined) await dumpCases(source, options.dump);
  else await runAll(source, options);
  for (const [kind, { fits, same }] of source.discarded) {
    if (fits + same > 0)
      print(`Discarded, ${kind}: ${fits} that occur in the file, ${same} without a change`);
  }
}

async function dumpCases(source: CaseSource, path: string): Promise<void> {
  const file = openSync(path, "w");
  const tally = new Tally();
  for await (const editCase of source.draw()) {
    tally.addCase(editCase);
    writeSync(file, `${JSON.stringify(editCase)}\n`);
  }
  closeSync(file);
  printDrawn(tally);
}

async function runAll(source: CaseSource, options: EditsArguments): Promise<void> {
  const { engine, failures, workers } = options;
  const tally = new Tally();
  const file = failures === undefined ? undefined : openSync(failures, "w");
  const onResult = (editCase: EditCase, result: CaseResult): void => {
    tally.addResult(editCase, result);
    if (file !== undefined && isFailure(editCase, result)) writeSync(file, renderFailure(editCase, result));
  };
  await runCases(counted(source, tally), { engine, workers, onResult });
  if (file !== undefined) closeSync(file);
  print(renderKinds(tally, options.kinds));
  printDrawn(tally);
  const times = [...tally.milliseconds].map(([name, sum]) => `${name} ${(sum / 1000).toFixed(1)} s`);
  print(`Time in calls: ${times.join(", ")}`);
}

async function* counted(source: CaseSource, tally: Tally): AsyncGenerator<EditCase> {
  for await (const editCase of source.draw()) {
    tally.addCase(editCase);
    yield editCase;
  }
}

function printDrawn({ languages, repositories }: Tally): void {
  print(renderCounts("Languages", languages));
  print(renderCounts("Repositories", repositories));
}

function isFailure({ kind }: EditCase, { contestant, verdict }: CaseResult): boolean {
  const expected = kinds.find(({ id }) => id === kind)?.expects === "refusal" ? "refused" : "right";
  return contestant === "filewright" && verdict !== expected;
}

function renderFailure(editCase: EditCase, { verdict, refusal, actual }: CaseResult): string {
  return `${JSON.stringify({ ...editCase, verdict, refusal, actual })}\n`;
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
