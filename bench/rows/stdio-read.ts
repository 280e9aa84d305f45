/** Reading over stdio: with many calls on their way, one after another, and a large file. */
import { amountLine, type Block, compete, type Goals } from "../contest.js";
import { RawStdioClient } from "../servers/raw-stdio-client.js";
import { ServerReader } from "../servers/server-reader.js";
import {
  findServerFilesystem,
  handWrittenServer,
  ownServer,
  type StdioServer,
} from "../servers/stdio-server.js";
import { type Ground, type Row, roundsOf } from "./row.js";
import { renderProcessorTimes, verifierOf } from "./server-reads.js";

interface Trial {
  readonly id: "M1" | "M2" | "M3";
  readonly title: string;
  readonly bytes: number;
  /** About so many characters in a line. */
  readonly line: number;
  readonly inFlight: number;
  /** Calls in a sample. */
  readonly count: number;
  readonly goals?: Goals;
  readonly peerGoals: Goals;
  /** What an answer may take on the wire, in times of its text. */
  readonly wire?: number;
}

const SMALL = { bytes: 5 * 1024, line: 40 } as const;
/** Gives about 1,950 lines. */
const LARGE = { bytes: 250 * 1024, line: 131 } as const;
const QUICK_COUNT = 40;

const trials: readonly Trial[] = [
  {
    ...SMALL,
    id: "M1",
    title: "Read 5 KB over stdio, 32 calls in flight",
    inFlight: 32,
    count: 4000,
    // Half as many answers in the same time, and seven tenths.
    goals: { target: { ratio: 2 }, stretch: { ratio: 1.43 } },
    peerGoals: { target: { timesOurs: 2.2 }, stretch: { timesOurs: 3 } },
  },
  {
    ...SMALL,
    id: "M2",
    title: "Read 5 KB over stdio, one call after another",
    inFlight: 1,
    count: 1000,
    peerGoals: { target: { timesOurs: 2.3 }, stretch: { timesOurs: 3 } },
  },
  {
    ...LARGE,
    id: "M3",
    title: "Read 250 KB over stdio, one call after another",
    inFlight: 1,
    count: 100,
    peerGoals: { target: { timesOurs: 1.54 }, stretch: { timesOurs: 2 } },
    wire: 1.1,
  },
];

export const stdioReads: readonly Row[] = trials.map((trial) => ({
  id: trial.id,
  title: trial.title,
  run: (ground) => runTrial(ground, trial),
}));

async function runTrial(ground: Ground, trial: Trial): Promise<Block[]> {
  const { fixtures } = ground;
  const path = fixtures.sourceFile(trial.bytes, trial.line);
  const places = { root: fixtures.directory, state: fixtures.changing(trial.id, "state") };
  const readers: ServerReader[] = [];
  const open = async (server: StdioServer): Promise<ServerReader> => {
    const count = ground.isQuick ? QUICK_COUNT : trial.count;
    const verify = verifierOf(server, path);
    const client = await RawStdioClient.open(server);
    const reader = await ServerReader.open(server, client, { path, count, inFlight: trial.inFlight, verify });
    readers.push(reader);
    return reader;
  };
  try {
    const floor = await open(handWrittenServer());
    const own = await open(ownServer(places));
    const modern = await open({ ...ownServer(places, "filewright, 2026-07-28"), isModern: true });
    const { goals, peerGoals } = trial;
    const times = await compete({
      row: trial.id,
      operation: trial.title,
      note: "time per call; ours numbers the lines, by an arrow, and answers every call in full",
      entries: [{ contestant: own, ...(goals === undefined ? {} : { goals }) }, { contestant: modern }],
      floors: [floor],
      peers: async () => {
        const peer = findServerFilesystem(places, ground.peers);
        return peer === undefined ? [] : [await open(peer)];
      },
      peerGoals,
      rounds: roundsOf(ground, { warmups: 6, rounds: 15 }),
    });
    return [
      times,
      ...renderProcessorTimes({ row: trial.id, operation: trial.title }, readers),
      ...renderWire(trial, readers),
    ];
  } finally {
    for (const reader of readers) await reader.close();
    fixtures.removeChanging(trial.id);
  }
}

function renderWire({ id, title, wire }: Trial, readers: readonly ServerReader[]): Block[] {
  if (wire === undefined) return [];
  const lines = readers.map(({ name, side, wirePerText }) => {
    const goals = side === "ours" ? { target: { amount: wire } } : undefined;
    return { ...amountLine(name, "×", [wirePerText], goals), side };
  });
  const operation = `${title}: bytes on the wire, beside those of the text`;
  return [{ row: id, operation, note: undefined, lines }];
}
