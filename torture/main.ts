/** Runs the parts one after another, each within its share of the time, and prints a line for each. */
import { HELP, parseArguments } from "./arguments.js";
import { clockFor } from "./core/lanes.js";
import type { Part } from "./core/part.js";
import { Random } from "./core/random.js";
import { PartReport } from "./core/report.js";
import { parts } from "./parts.js";

async function main(words: readonly string[]): Promise<number> {
  const given = parseArguments(words);
  if (given.isHelp) return print(HELP.trimEnd());
  if (given.isList) return print(parts.map(({ name, title }) => `${name.padEnd(11)}${title}`).join("\n"));
  const unknown = given.only?.find((name) => !parts.some((part) => part.name === name));
  if (unknown !== undefined) throw new Error(`there is no part "${unknown}"; --list names them`);
  const chosen = parts.filter(({ name }) => given.only?.includes(name) ?? true);
  print(`Torture, seed ${given.seed}, ${given.minutes} minutes, ${chosen.length} parts.`);
  const end = performance.now() + given.minutes * 60_000;
  const reports: PartReport[] = [];
  for (const [index, part] of chosen.entries()) {
    const left = chosen.slice(index).reduce((sum, { weight }) => sum + weight, 0);
    const milliseconds = Math.max(1000, ((end - performance.now()) * part.weight) / left);
    reports.push(await runPart(part, milliseconds, given.seed, given.caseName));
  }
  return summarise(reports, given.needsAll);
}

async function runPart(part: Part, milliseconds: number, seed: number, only: string): Promise<PartReport> {
  const report = new PartReport(part.name, part.title, seed);
  const startedAt = performance.now();
  report.leftOut = part.findMissing();
  if (report.leftOut === undefined) {
    const random = new Random(seed);
    try {
      await part.run({ report, random, clock: clockFor(milliseconds), milliseconds, only });
    } catch (cause) {
      const detail = cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);
      report.check("", [{ kind: "crash", what: "the kit itself failed", detail }]);
    }
  }
  print(report.render((performance.now() - startedAt) / 1000));
  return report;
}

function summarise(reports: readonly PartReport[], needsAll: boolean): number {
  const sum = (count: (report: PartReport) => number): number =>
    reports.reduce((total, report) => total + count(report), 0);
  const leftOut = reports.filter(({ leftOut }) => leftOut !== undefined);
  const faults = sum((report) => report.faults);
  const failed = sum((report) => report.failed);
  const defects = sum((report) => report.defects.size);
  print(
    `${faults} faults and races: ${sum((report) => report.passed)} passed, ${failed} failed (${defects} distinct), ` +
      `${leftOut.length} parts left out.`,
  );
  return failed > 0 || (needsAll && leftOut.length > 0) ? 1 : 0;
}

function print(text: string): number {
  process.stdout.write(`${text}\n`);
  return 0;
}

// Ends by exit, so children are killed and temporary folders removed.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(130));
try {
  process.exitCode = await main(process.argv.slice(2));
} catch (cause) {
  process.stderr.write(`torture: ${cause instanceof Error ? cause.message : String(cause)}\n`);
  process.exitCode = 2;
}
