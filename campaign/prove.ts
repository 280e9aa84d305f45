/**
 * Shows that the campaign can fail: runs a part against an engine with a check taken out, and prints what it found.
 * `node .build/campaign/prove.js NAME`; without a name all of them. Exit code 1 if a part finds nothing of what it must.
 */
import type { PartContext } from "../torture/core/part.js";
import { Random } from "../torture/core/random.js";
import { PartReport } from "../torture/core/report.js";
import * as altered from "./core/altered-engines.js";
import { type Alteration, alterEngine, type Engine, removeEngine } from "./core/engine.js";
import { makeAttempts } from "./parts/attempts.js";
import { attackConfined } from "./parts/confined.js";
import { runRaces } from "./parts/race.js";
import { attackSince } from "./parts/since.js";
import { measureAll } from "./parts/timing.js";

interface Proof {
  readonly engine: readonly Alteration[];
  readonly run: (context: PartContext, engine: Engine) => Promise<void>;
  readonly scale: number;
  /** Only cases that begin so. */
  readonly only?: string;
  readonly mustFind: readonly RegExp[];
}

const SEED = 1;

const proofs: Readonly<Record<string, Proof>> = {
  library: {
    engine: altered.noRoots,
    run: (context, engine) => makeAttempts("library", context, engine),
    scale: 0.1,
    mustFind: [
      /leak: .*tells a content/,
      /leak: .*tells whether a file exists/,
      /outside write: .*(changed|created)/,
    ],
  },
  names: {
    engine: altered.tellsNames,
    run: (context, engine) => makeAttempts("library", context, engine),
    scale: 0.1,
    mustFind: [/leak: .*(Glob|Grep|Read) tells a name/],
  },
  existence: {
    engine: altered.tellsExistence,
    run: (context, engine) => makeAttempts("library", context, engine),
    scale: 0.1,
    mustFind: [/leak: .*(Read|Edit|Write) tells whether a file exists/],
  },
  history: {
    engine: altered.tellsHistory,
    run: (context, engine) => makeAttempts("library", context, engine),
    scale: 0.1,
    mustFind: [/leak: .*history\.\w+ tells a (content|name)/],
  },
  "hard-links": {
    engine: altered.noHardLinks,
    run: (context, engine) => makeAttempts("library", context, engine),
    scale: 0.15,
    mustFind: [/leak: .*(Read|Grep) tells a content/],
  },
  stdio: {
    engine: altered.noRoots,
    run: (context, engine) => makeAttempts("stdio", context, engine),
    scale: 0.25,
    mustFind: [/leak: stdio: .*tells a content/],
  },
  http: {
    engine: altered.noRoots,
    run: (context, engine) => makeAttempts("http", context, engine),
    scale: 0.25,
    mustFind: [/leak: http: .*tells a content/],
  },
  cli: {
    engine: altered.noRoots,
    run: (context, engine) => makeAttempts("cli", context, engine),
    scale: 0.5,
    mustFind: [/leak: cli: .*tells a content/],
  },
  since: {
    engine: altered.allowAll,
    run: attackSince,
    scale: 0.2,
    mustFind: [/leak: deny: .*tells a content/],
  },
  timing: {
    engine: altered.tellsByTime,
    run: measureAll,
    scale: 1,
    only: "Read of a denied file",
    mustFind: [/leak: the time of/],
  },
  "race-hard-links": {
    engine: altered.unprovedOpening,
    run: runRaces,
    scale: 0.1,
    only: "hard link/denied",
    mustFind: [/leak: hard link to denied: .*content/],
  },
  "race-folders": {
    engine: altered.unprovedOpening,
    run: runRaces,
    scale: 0.1,
    only: "folder/outside",
    mustFind: [/leak: folder to outside: .*content/],
  },
  "race-mounts": {
    engine: altered.unprovedOpening,
    run: runRaces,
    scale: 0.1,
    only: "mount/outside",
    mustFind: [/leak: mount to outside: .*content/],
  },
  "race-writes": {
    engine: [...altered.unprovedOpening, ...altered.unprovedFolders],
    run: runRaces,
    scale: 0.1,
    only: "folder/outside",
    mustFind: [/outside write: folder to outside/],
  },
  confined: {
    engine: [],
    run: (context) => attackConfined(context, { isConfined: false }),
    scale: 0.2,
    mustFind: [/leak: .*tells a content/, /leak: .*tells a name/, /outside write/],
  },
};

async function prove(name: string, proof: Proof): Promise<boolean> {
  const kit = { name: "campaign", counted: "attempts" };
  const report = new PartReport(name, "an engine with a check taken out", SEED, kit);
  const { scale, only = "" } = proof;
  const engine = alterEngine(proof.engine);
  const clock = { isOver: () => false };
  const random = new Random(SEED);
  await proof.run(
    { report, random, seed: SEED, scale, clock, milliseconds: 0, only, isShort: false },
    engine,
  );
  removeEngine(engine);
  const found = [...report.defects.keys()];
  const missed = proof.mustFind.filter((wanted) => !found.some((each) => wanted.test(each)));
  const shown =
    missed.length === 0
      ? found.slice(0, 3).join("; ")
      : `nothing like ${missed.join(", ")} in: ${found.join("; ")}`;
  process.stdout.write(
    `${missed.length === 0 ? "caught" : "MISSED"} ${name.padEnd(10)} ${report.faults} attempts: ${shown}\n`,
  );
  return missed.length === 0;
}

let isProved = true;
for (const [name, proof] of Object.entries(proofs)) {
  const wanted = process.argv[2];
  if (wanted === undefined || wanted === name) isProved = (await prove(name, proof)) && isProved;
}
process.exit(isProved ? 0 : 1);
