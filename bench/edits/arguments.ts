import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { type ContestantChoice, contestantIds } from "./contest/contestants.js";
import { languages } from "./languages.js";
import { kinds, type NoiseKind } from "./noise/kinds.js";

export const HELP = `Edits files of real commits with strings that are not quite right, and compares the bytes.

Usage:
  npm run bench:edits -- --repo PATH [--repo PATH ...] [options]

Options:
  --repo PATH          a git repository whose commits give the edits; a bare one will do
  --edits N            how many edits to draw, spread over the kinds of noise (10000)
  --seed N             another seed gives other edits (1)
  --kinds a,b          only these kinds of noise
  --languages ts,py    only files of these languages
  --workers N          how many processes to use (one per core)
  --no-peers           leaves installed peers out
  --only-contestant ID runs one of ${contestantIds.join(", ")}
  --engine DIR         uses another build of the library: a folder with its index.js
  --out FILE           where to save the results (a new file in bench/results)
  --failures FILE      writes each of our cases that is not as it should be, as JSON lines
  --dump FILE          writes all cases as JSON lines and runs nothing
  --help               this text

Kinds:
  ${wrap(kinds.map(({ id }) => id))}

Languages:
  ${wrap(languages.map(({ id }) => id))}
`;

export interface EditsArguments {
  readonly repositories: readonly string[];
  readonly count: number;
  readonly seed: number;
  readonly kinds: readonly NoiseKind[];
  /** All if undefined. */
  readonly languages: readonly string[] | undefined;
  readonly workers: number;
  readonly choice: ContestantChoice;
  readonly out: string | undefined;
  readonly failures: string | undefined;
  readonly dump: string | undefined;
  readonly help: boolean;
}

const options = {
  repo: { type: "string", multiple: true, default: [] as string[] },
  edits: { type: "string", default: "10000" },
  seed: { type: "string", default: "1" },
  kinds: { type: "string" },
  languages: { type: "string" },
  workers: { type: "string", default: String(availableParallelism()) },
  "no-peers": { type: "boolean", default: false },
  "only-contestant": { type: "string" },
  engine: { type: "string" },
  out: { type: "string" },
  failures: { type: "string" },
  dump: { type: "string" },
  help: { type: "boolean", short: "h", default: false },
} as const;

export function parseEditsArguments(words: readonly string[]): EditsArguments {
  const { values } = parseArgs({ args: [...words], options });
  const { repo, engine, out, failures, dump, help } = values;
  if (repo.length === 0 && !help) throw new Error("name at least one git repository with --repo");
  const known = { kinds: kinds.map(({ id }) => id), languages: languages.map(({ id }) => id) };
  const [only] = choose("--only-contestant", values["only-contestant"], contestantIds) ?? [];
  const wanted = choose("--kinds", values.kinds, known.kinds);
  return {
    repositories: repo,
    count: toCount("--edits", values.edits),
    seed: toCount("--seed", values.seed),
    kinds: kinds.filter(({ id }) => wanted?.includes(id) !== false),
    languages: choose("--languages", values.languages, known.languages),
    workers: toCount("--workers", values.workers),
    choice: { engine, usePeers: !values["no-peers"], only },
    out,
    failures,
    dump,
    help,
  };
}

function choose(
  option: string,
  value: string | undefined,
  known: readonly string[],
): readonly string[] | undefined {
  const wanted = value?.split(",").map((id) => id.trim());
  const unknown = wanted?.find((id) => !known.includes(id));
  if (unknown !== undefined) throw new Error(`${option}: ${unknown} is not one of ${known.join(", ")}`);
  return wanted;
}

function toCount(option: string, value: string): number {
  const count = Number(value);
  if (!Number.isSafeInteger(count) || count < 1) throw new Error(`${option} takes a number from 1 on`);
  return count;
}

function wrap(words: readonly string[]): string {
  return words.join(", ").replace(/(.{70,100},) /g, "$1\n  ");
}
