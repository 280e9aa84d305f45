/** Runs the parts of a kit one after another, each within its share of the time, and prints a line for each. */
import { type Arguments, type Durations, parseArguments } from "../arguments.js";
import { clockFor } from "./lanes.js";
import type { Part } from "./part.js";
import { Random } from "./random.js";
import { PartReport } from "./report.js";

export interface Kit {
  /** The npm script that runs it. */
  readonly name: string;
  readonly title: string;
  readonly help: string;
  readonly durations: Durations;
  /** What the parts count. */
  readonly counted: string;
  readonly parts: readonly Part[];
}

/** Runs a kit as a program: prints, and sets the exit code. */
export async function runKit(kit: Kit, words: readonly string[]): Promise<void> {
  // Ends by exit, so children are killed and temporary folders removed.
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(130));
  try {
    process.exitCode = await run(kit, words);
  } catch (cause) {
    process.stderr.write(`${kit.name}: ${cause instanceof Error ? cause.message : String(cause)}\n`);
    process.exitCode = 2;
  }
}

async function run(kit: Kit, words: readonly string[]): Promise<number> {
  const { parts } = kit;
  const given = parseArguments(words, kit.durations);
  if (given.isHelp) return print(kit.help.trimEnd());
  if (given.isList) return print(parts.map(({ name, title }) => `${name.padEnd(11)}${title}`).join("\n"));
  const unknown = given.only?.find((name) => !parts.some((part) => part.name === name));
  if (unknown !== undefined) throw new Error(`there is no part "${unknown}"; --list names them`);
  const chosen = parts.filter(({ name }) => given.only?.includes(name) ?? true);
  print(`${kit.title}, seed ${given.seed}, ${given.minutes} minutes, ${chosen.length} parts.`);
  const end = performance.now() + given.minutes * 60_000;
  const reports: PartReport[] = [];
  for (const [index, part] of chosen.entries()) {
    const left = chosen.slice(index).reduce((sum, { weight }) => sum + weight, 0);
    const milliseconds = Math.max(1000, ((end - performance.now()) * part.weight) / left);
    reports.push(await runPart(kit, part, milliseconds, given));
  }
  return summarise(kit, reports, given.needsAll);
}

async function runPart(
  kit: Kit,
  part: Part,
  milliseconds: number,
  { seed, caseName: only, isShort, minutes }: Arguments,
): Promise<PartReport> {
  const report = new PartReport(part.name, part.title, seed, kit);
  const startedAt = performance.now();
  report.leftOut = part.findMissing();
  if (report.leftOut === undefined) {
    const random = new Random(seed);
    try {
      const clock = clockFor(milliseconds);
      const scale = minutes / kit.durations.usual;
      await part.run({ report, random, seed, scale, clock, milliseconds, only, isShort });
    } catch (cause) {
      const detail = cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);
      report.check("", [{ kind: "crash", what: "the kit itself failed", detail }]);
    }
  }
  print(report.render((performance.now() - startedAt) / 1000));
  return report;
}

function summarise({ counted }: Kit, reports: readonly PartReport[], needsAll: boolean): number {
  const sum = (count: (report: PartReport) => number): number =>
    reports.reduce((total, report) => total + count(report), 0);
  const leftOut = reports.filter(({ leftOut }) => leftOut !== undefined);
  const faults = sum((report) => report.faults);
  const failed = sum((report) => report.failed);
  const defects = sum((report) => report.defects.size);
  print(
    `${faults} ${counted}: ${sum((report) => report.passed)} passed, ${failed} failed (${defects} distinct), ` +
      `${leftOut.length} parts left out.`,
  );
  return failed > 0 || (needsAll && leftOut.length > 0) ? 1 : 0;
}

function print(text: string): number {
  process.stdout.write(`${text}\n`);
  return 0;
}
