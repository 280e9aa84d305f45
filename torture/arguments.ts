/** What the kit is asked to do. */
import { parseArgs } from "node:util";

export const HELP = `Kills, disturbs and races the built product, and checks that nothing is lost.

Usage:
  npm run torture -- [options]

Options:
  --short        about 75 seconds, for continuous integration
  --minutes N    how long to run (5)
  --long         30 minutes
  --only A,B     only these parts
  --case NAME    only the cases of a part whose names begin so; failures print it
  --seed N       repeats the choices of an earlier run
  --need-all     a part that this machine can't run counts as failed
  --list         the parts
  --help         this text

Exit code 1 means that a part failed.
`;

export interface Arguments {
  readonly minutes: number;
  readonly isShort: boolean;
  readonly only: readonly string[] | undefined;
  readonly caseName: string;
  readonly seed: number;
  readonly needsAll: boolean;
  readonly isList: boolean;
  readonly isHelp: boolean;
}

/** In minutes. */
export interface Durations {
  readonly short: number;
  readonly usual: number;
  readonly long: number;
}

export function parseArguments(words: readonly string[], durations: Durations): Arguments {
  const { values } = parseArgs({
    args: [...words],
    options: {
      short: { type: "boolean", default: false },
      long: { type: "boolean", default: false },
      minutes: { type: "string", default: String(durations.usual) },
      only: { type: "string" },
      case: { type: "string", default: "" },
      seed: { type: "string" },
      "need-all": { type: "boolean", default: false },
      list: { type: "boolean", default: false },
      help: { type: "boolean", short: "h", default: false },
    },
  });
  const minutes = values.short ? durations.short : values.long ? durations.long : Number(values.minutes);
  if (!(minutes > 0)) throw new Error("--minutes takes a number above 0");
  const seed = values.seed === undefined ? Date.now() % 1_000_000 : Number(values.seed);
  if (!Number.isSafeInteger(seed)) throw new Error("--seed takes a whole number");
  return {
    minutes,
    isShort: values.short,
    only: values.only?.split(","),
    caseName: values.case,
    seed,
    needsAll: values["need-all"],
    isList: values.list,
    isHelp: values.help,
  };
}
