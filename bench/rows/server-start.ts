import { timedCommand } from "../command.js";
import { amountLine, type Block, compete } from "../contest.js";
import type { Contestant } from "../measure.js";
import { findProcessorTime } from "../servers/process-figures.js";
import { RawStdioClient } from "../servers/raw-stdio-client.js";
import {
  findServerFilesystem,
  handWrittenServer,
  ownEnvironment,
  ownServer,
  type StdioServer,
} from "../servers/stdio-server.js";
import { type Ground, type Row, roundsOf } from "./row.js";

const FOLDER = "server-start";
const OPERATION = "start a server, until initialize and tools/list are answered";

export const serverStart: Row = {
  id: "C1",
  title: "Start a server and have it list its tools",
  async run(ground) {
    try {
      return await compareStarts(ground);
    } finally {
      ground.fixtures.removeChanging(FOLDER);
    }
  },
};

async function compareStarts(ground: Ground): Promise<Block[]> {
  const { fixtures, peers } = ground;
  const root = fixtures.directory;
  const places = { root, state: fixtures.changing(FOLDER, "state") };
  const own = ownServer(places);
  // The first start compiles and keeps what it has compiled when it ends; every later one finds it.
  await new Starting(own.name, "ours", () => own).sample();
  const peer = findServerFilesystem(places, peers);
  let firstStarts = 0;
  const newPlace = (): string => fixtures.changing(FOLDER, `first-${(firstStarts += 1)}`);
  const hand = new Starting("hand-written, no dependencies", "floor", handWrittenServer);
  const ours = new Starting(own.name, "ours", () => own);
  const first = new Starting("filewright, the very first time", "ours", () =>
    ownServer({ root, state: newPlace() }),
  );
  const theirs = peer === undefined ? [] : [new Starting(peer.name, "peer", () => peer)];
  const times = await compete({
    row: "C1",
    operation: OPERATION,
    entries: [
      { contestant: ours, goals: { target: { ratio: 1.8 }, stretch: { ratio: 1.45 } } },
      { contestant: first },
    ],
    floors: [
      timedCommand({
        name: "node -e 0",
        side: "floor",
        program: process.execPath,
        arguments: ["-e", "0"],
        environment: ownEnvironment(places.state),
      }),
      hand,
    ],
    peers: async () => theirs,
    peerGoals: { target: { timesOurs: 1.8 } },
    rounds: roundsOf(ground, { warmups: 1, rounds: 15 }),
  });
  return [times, ...renderProcessorTimes([hand, ours, first, ...theirs])];
}

class Starting implements Contestant {
  readonly name: string;
  readonly side: Contestant["side"];
  /** Of every start so far, until it has listed its tools; empty where the system does not tell. */
  readonly processorTimes: number[] = [];
  readonly #server: () => StdioServer;

  constructor(name: string, side: Contestant["side"], server: () => StdioServer) {
    this.name = name;
    this.side = side;
    this.#server = server;
  }

  /** Its end is waited for and not counted. */
  async sample(): Promise<number> {
    const server = this.#server();
    const startedAt = performance.now();
    const client = await RawStdioClient.open(server);
    const elapsed = performance.now() - startedAt;
    const used = findProcessorTime(client.processId);
    if (used !== undefined) this.processorTimes.push(used);
    await client.close();
    return elapsed;
  }
}

function renderProcessorTimes(starts: readonly Starting[]): Block[] {
  const told = starts.filter(({ processorTimes }) => processorTimes.length > 0);
  const lines = told.map(({ name, side, processorTimes }) => ({
    ...amountLine(name, "ms", processorTimes),
    side,
  }));
  const operation = `${OPERATION}: processor time`;
  return lines.length === 0 ? [] : [{ row: "C1", operation, note: undefined, lines }];
}
