/** Several processes of the product on the same files, killed at random: no edit may be lost. */
import { linkSync, readFileSync, writeFileSync } from "node:fs";
import { setTimeout as rest } from "node:timers/promises";
import type { TimelineChange } from "filewright";
import type { CounterJob, CountMessage } from "../actors/counter.js";
import { actorCommand, Child } from "../core/child.js";
import { parseCounted, renderCounted } from "../core/counted-file.js";
import { type Finding, finding } from "../core/finding.js";
import { nothingMissing } from "../core/machine.js";
import { isWanted, type Part, type PartContext } from "../core/part.js";
import { EVERYTHING, withToolkit } from "../core/product.js";
import { countRaces } from "../core/race-oracle.js";
import { Sandbox } from "../core/sandbox.js";

const names = ["p1", "p2", "p3"];
const files = ["small.txt", "linked.txt", "large.txt"];
const lines: Readonly<Record<string, number>> = { "small.txt": 20, "linked.txt": 20, "large.txt": 9000 };
const ROUND_MS = 3000;
/** What a call may answer when others change the same file. */
const expected = /^(FILE_CHANGED_SINCE_READ|MATCH_NOT_FOUND|FILE_BUSY|FILE_UNSTABLE)/;

export const own: Part = {
  name: "own",
  title: "several processes on the same files, killed at random",
  weight: 4,
  findMissing: nothingMissing,
  run: async (context) => {
    const forms = ["killed", "alive"].filter((form) => isWanted(context, form));
    while (forms.length > 0 && !context.clock.isOver()) {
      for (const form of forms) await runRound(form, context);
    }
  },
};

async function runRound(form: string, { report, random }: PartContext): Promise<void> {
  const sandbox = new Sandbox();
  const counters = Object.fromEntries(names.map((name) => [name, 0]));
  for (const file of files) {
    writeFileSync(sandbox.path(file), renderCounted({ counters, lines: lines[file] ?? 0 }));
  }
  linkSync(sandbox.path("linked.txt"), sandbox.path("second-name.txt"));
  const messages = new Map<string, CountMessage[]>(names.map((name) => [name, []]));
  const found: Finding[] = [];
  const end = performance.now() + ROUND_MS;
  const run = async (name: string, seed: number): Promise<void> => {
    for (let life = 0; performance.now() < end; life += 1) {
      const { base, root, state } = sandbox;
      const milliseconds = end - performance.now();
      const job: CounterJob = { base, root, state, name, files, seed: seed + life, milliseconds };
      const child = new Child<CountMessage>(actorCommand("counter", JSON.stringify(job)), {
        timeoutMs: 60_000,
      });
      if (form === "killed") {
        await Promise.race([child.ended, rest(150 + ((seed * 7919 + life * 104_729) % 700))]);
        if (!child.hasEnded) report.faults += 1;
        child.kill();
      }
      const { code, signal } = await child.ended;
      if (code !== 0 && signal !== "SIGKILL")
        found.push(finding("crash", "a process ended by itself", child.stderr.slice(0, 250)));
      if (child.isLate) found.push(finding("hang", "a process did not end within its time"));
      messages.get(name)?.push(...child.messages);
    }
  };
  await Promise.all(names.map((name) => run(name, random.below(1e6))));
  found.push(...(await judge(sandbox, messages)));
  report.faults += countContention(messages);
  for (const file of files) {
    const isMade = [...messages.values()]
      .flat()
      .some((message) => message.file === file && message.isOk === true);
    if (!isMade) report.notes.add(`no edit of ${file} came through in a round`);
  }
  report.check(form, found);
  sandbox.remove();
}

async function judge(
  sandbox: Sandbox,
  messages: ReadonlyMap<string, readonly CountMessage[]>,
): Promise<Finding[]> {
  const found: Finding[] = [];
  const changes = await withToolkit(sandbox, (toolkit) => toolkit.history.list({ limit: EVERYTHING }));
  const states = new Map(changes.map(({ record, state }) => [record.id, state]));
  for (const file of files) {
    const content = readFileSync(sandbox.path(file), "utf8");
    const parsed = parseCounted(content, lines[file] ?? 0);
    if (parsed === undefined) found.push(finding("mixture", `${file} is no version that ever stood there`));
    for (const [name, all] of messages) {
      const own = all.filter((message) => message.file === file);
      const acknowledged = Math.max(0, ...own.filter(({ isOk }) => isOk === true).map(({ to }) => to));
      const present = parsed?.counters[name] ?? acknowledged;
      const tried = Math.max(0, ...own.map(({ to }) => to));
      if (present < acknowledged || present > tried)
        found.push(
          finding(
            "lost",
            `${file}: an acknowledged edit of several processes`,
            `${name}: ${present} on disk, ${acknowledged} acknowledged, ${tried} tried`,
          ),
        );
    }
  }
  for (const { change, isOk, message = "" } of [...messages.values()].flat()) {
    if (isOk === true && change !== undefined && !states.has(change))
      found.push(finding("lost", "an acknowledged change is not in the history"));
    if (isOk === true && change !== undefined && states.get(change) === "failed")
      found.push(finding("wrong answer", "an acknowledged change failed in the history"));
    if (isOk === false && !expected.test(message))
      found.push(
        finding(
          "wrong answer",
          `refused for another reason than other processes: ${message.split(":")[0]}`,
          message,
        ),
      );
  }
  const { leftovers } = sandbox.look();
  for (const name of leftovers) found.push(finding("leftover", "a temporary file", name));
  return [...found, ...findBreaks(sandbox, changes)];
}

/** Per file, each change must begin where the one before it ended. */
function findBreaks(sandbox: Sandbox, changes: readonly TimelineChange[]): Finding[] {
  const last = new Map<string, string | undefined>();
  const found: Finding[] = [];
  for (const { record, state } of changes.toReversed()) {
    if (state === "failed") continue;
    const { path, before, after } = record;
    const isBroken = last.has(path) && last.get(path) !== before?.id;
    if (isBroken)
      found.push(
        finding(
          "history",
          "a change does not begin where the one before it ended",
          path.slice(sandbox.root.length),
        ),
      );
    last.set(path, after?.id);
  }
  return found;
}

function countContention(messages: ReadonlyMap<string, readonly CountMessage[]>): number {
  let count = 0;
  for (const file of files) {
    const calls = [...messages].flatMap(([name, all]) =>
      all
        .filter((message) => message.file === file && message.endedAt !== undefined)
        .map(({ to, begunAt, endedAt = 0 }) => ({ tag: `${name} ${to}`, begunAt, endedAt, name })),
    );
    for (const name of names) {
      const mine = calls
        .filter((call) => call.name === name)
        .map((call) => ({ ...call, isReplacedByWriter: false }));
      const others = calls
        .filter((call) => call.name !== name)
        .map((call) => ({ ...call, replaced: "", isOk: true }));
      count += countRaces(mine, others);
    }
  }
  return count;
}
