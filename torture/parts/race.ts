/** Other programs write to a file, in seven ways, while the product changes it. */
import { spawnSync } from "node:child_process";
import { linkSync, readFileSync, writeFileSync } from "node:fs";
import { actorCommand, Child } from "../core/child.js";
import { type Finding, finding } from "../core/finding.js";
import { inLanes, LANES } from "../core/lanes.js";
import { hasStrace, nothingMissing } from "../core/machine.js";
import { isWanted, type Part, type PartContext } from "../core/part.js";
import { EVERYTHING, openImages, readKept, withToolkit } from "../core/product.js";
import {
  type EditorJob,
  type FileForm,
  fileForms,
  LINES,
  type WriterJob,
  type WriterKind,
  writerKinds,
} from "../core/race.js";
import {
  countRaces,
  judgeRace,
  type OutsideWrite,
  type OwnCall,
  type RaceEvidence,
} from "../core/race-oracle.js";
import { Random } from "../core/random.js";
import { Sandbox } from "../core/sandbox.js";
import { type Parts, parseParts, renderVersion } from "../core/self-describing.js";

type Message =
  | { readonly kind: "ready" }
  | { readonly kind: "mixture"; readonly present: string }
  | { readonly kind: "write"; readonly write: OutsideWrite }
  | { readonly kind: "call"; readonly call: OwnCall };

/** strace delays the calls by which a change takes place, so outside writes fall right before them. */
const delayed = "?rename,?renameat2,?link,?unlink,?ftruncate,?pwrite64";
const delays = ["-e", `trace=${delayed}`, "-e", `inject=${delayed}:delay_enter=2500`];
const slowly = ["strace", "-f", "--seccomp-bpf", "-qq", "-o", "/dev/null", ...delays];
const ROUND_MS = 2000;
const GIT_VERSIONS = 200;

interface RaceContext extends PartContext {
  readonly canSlow: boolean;
  /** Combinations of writer and file in which a change of ours was made, and those in which one was tried. */
  readonly cameThrough: Set<string>;
  readonly tried: Set<string>;
}

export const race: Part = {
  name: "race",
  title: "outside writers of seven kinds",
  weight: 14,
  findMissing: nothingMissing,
  run: async (context) => {
    const canSlow = hasStrace();
    if (!canSlow) context.report.notes.add("without strace, changes are not slowed down");
    const raceContext = { ...context, canSlow, cameThrough: new Set<string>(), tried: new Set<string>() };
    await inLanes(Array.from({ length: LANES }), rounds(context), context.clock, ([kind, form, seed]) =>
      runRound(kind, form, seed, raceContext),
    );
    const idle = [...raceContext.tried].filter((name) => !raceContext.cameThrough.has(name));
    if (idle.length > 0) context.report.notes.add(`no change came through for ${idle.join(", ")}`);
  },
};

function* rounds(context: PartContext): Generator<[WriterKind, FileForm, number]> {
  const combinations = writerKinds.flatMap((kind) => fileForms.map((form) => [kind, form] as const));
  const wanted = combinations.filter(([kind, form]) => isWanted(context, `${kind}/${form}`));
  // Small files come to many more races in a round than large ones.
  const often = wanted.flatMap(([kind, form]) =>
    Array.from({ length: form === "large" ? 1 : 3 }, () => [kind, form] as const),
  );
  while (often.length > 0) {
    for (const [kind, form] of context.random.shuffle(often)) yield [kind, form, context.random.below(1e9)];
  }
}

async function runRound(kind: WriterKind, form: FileForm, seed: number, context: RaceContext): Promise<void> {
  const { report, canSlow } = context;
  const sandbox = new Sandbox();
  const path = sandbox.path("raced.txt");
  const appends = kind === "append" || kind === "held-append";
  writeFileSync(path, renderVersion("start", LINES[form]));
  if (form === "linked") linkSync(path, `${path}.link`);
  const common = {
    base: sandbox.base,
    root: sandbox.root,
    state: sandbox.state,
    path,
    form,
    seed,
    milliseconds: ROUND_MS,
  };
  const name = `w${seed.toString(36)}`;
  if (kind === "git") prepareRepository(sandbox.root, name, LINES[form]);
  const random = new Random(seed);
  const pauseMs = form === "large" ? random.pick([30, 60]) : random.pick([1, 4, 12]);
  const restMs = form === "large" ? random.pick([200, 700]) : random.pick([0, 20, 80]);
  const writerJob: WriterJob = { ...common, kind, name, pauseMs, restMs };
  const editorJob: EditorJob = {
    ...common,
    name: "ours",
    writesWhole: !appends && form !== "large",
    durability: "none",
    // What a program writes after ours has ended, into a file that it kept open, can't be kept.
    lingerMs: kind === "held-append" ? ROUND_MS : 0,
  };
  const options = { timeoutMs: ROUND_MS + 25_000 };
  const isSlowed = canSlow && random.below(2) === 0;
  const editor = new Child<Message>(actorCommand("editor", JSON.stringify(editorJob)), {
    ...options,
    ...(isSlowed ? { through: slowly } : {}),
  });
  await editor.until(() => editor.messages.length > 0);
  const writer = new Child<Message>(actorCommand("outside-writer", JSON.stringify(writerJob)), options);
  const ended = [await editor.ended, await writer.ended];
  const messages = [...writer.messages, ...editor.messages];
  const writes = messages.flatMap((message) => (message.kind === "write" ? [message.write] : []));
  const calls = messages.flatMap((message) => (message.kind === "call" ? [message.call] : []));
  report.faults += countRaces(writes, calls);
  const found: Finding[] = [];
  if (ended.some(({ code }) => code !== 0)) {
    found.push(
      finding("crash", "a process of the race failed", `${editor.stderr}${writer.stderr}`.slice(0, 250)),
    );
  }
  for (const message of messages) {
    if (message.kind === "mixture")
      found.push(finding("mixture", "seen while the race went on", message.present));
  }
  const evidence = await gather(sandbox, path);
  found.push(...judgeRace({ ...evidence, writes, calls, appends, isLarge: form === "large" }));
  if (calls.some(({ isOk }) => isOk)) context.cameThrough.add(`${kind}/${form}`);
  else context.tried.add(`${kind}/${form}`);
  report.check(
    `${kind}/${form}`,
    found.map((each) => ({ ...each, what: `${kind}/${form}: ${each.what}` })),
  );
  sandbox.remove();
}

async function gather(
  sandbox: Sandbox,
  path: string,
): Promise<Pick<RaceEvidence, "present" | "kept" | "states" | "appliedSlots">> {
  return withToolkit(sandbox, async (toolkit) => {
    const changes = await toolkit.history.list({ limit: EVERYTHING });
    const readImage = await openImages(toolkit);
    const appliedSlots = new Set<string>();
    for (const { record, state } of changes) {
      const image = state === "applied" ? record.after : null;
      const bytes = image?.pieces === undefined ? undefined : await readImage(image);
      const slot = bytes === undefined ? undefined : parseParts(Buffer.from(bytes).toString("utf8"))?.slot;
      if (slot !== undefined) appliedSlots.add(slot);
    }
    const kept = (await readKept(toolkit)).map((bytes) => parseParts(bytes.toString("utf8")));
    return {
      present: parseParts(readFileSync(path, "utf8")),
      kept: kept.filter((parts): parts is Parts => parts !== undefined),
      states: new Map(changes.map(({ record, state }) => [record.id, state])),
      appliedSlots,
    };
  });
}

/** A repository with a tag for each version of the file. */
function prepareRepository(root: string, name: string, lines: number): void {
  const stream: string[] = [];
  const count = lines > 1000 ? 20 : GIT_VERSIONS;
  for (let index = 1; index <= count; index += 1) {
    const content = renderVersion(`${name}-${index}`, lines);
    stream.push(`commit refs/tags/${name}-${index}\ncommitter T <t@example.org> ${index} +0000\ndata 0\n`);
    stream.push(`M 644 inline raced.txt\ndata ${content.length}\n${content}\n`);
  }
  spawnSync("git", ["init", "--quiet", root]);
  spawnSync("git", ["-C", root, "fast-import", "--quiet"], { input: stream.join("") });
}
