import { setTimeout as pause } from "node:timers/promises";
import { amountLine, type Block, type Goals, type Line } from "../contest.js";
import { readResidentMegabytes } from "../servers/process-figures.js";
import { RawStdioClient } from "../servers/raw-stdio-client.js";
import {
  findServerFilesystem,
  handWrittenServer,
  ownServer,
  type StdioServer,
} from "../servers/stdio-server.js";
import { type Ground, type Row, roundsOf } from "./row.js";

const FOLDER = "server-memory";
/** What a start has left behind is done by then. */
const SETTLING_MS = 300;
const BYTES = 5 * 1024;
const LINE = 40;

export const serverMemory: Row = {
  id: "C2",
  title: "Memory of a server that waits",
  async run(ground) {
    try {
      return [await weighServers(ground)];
    } finally {
      ground.fixtures.removeChanging(FOLDER);
    }
  },
};

interface Weights {
  readonly idle: number;
  readonly used: number;
}

async function weighServers(ground: Ground): Promise<Block> {
  const { fixtures, peers } = ground;
  const path = fixtures.sourceFile(BYTES, LINE);
  const places = { root: fixtures.directory, state: fixtures.changing(FOLDER, "state") };
  const servers = [ownServer(places), handWrittenServer(), findServerFilesystem(places, peers)].filter(
    (server) => server !== undefined,
  );
  const { warmups, rounds } = roundsOf(ground, { warmups: 1, rounds: 9 });
  const weights = new Map<StdioServer, Weights[]>(servers.map((server) => [server, []]));
  for (let round = 0; round < warmups + rounds; round += 1) {
    for (const [server, samples] of weights) {
      const weighed = await weigh(server, path);
      if (round >= warmups) samples.push(weighed);
    }
  }
  return {
    row: "C2",
    operation: "memory of a server, once it has listed its tools and after its first Read",
    note: undefined,
    lines: [...weights].flatMap(([server, samples]) => renderWeights(server, samples)),
  };
}

async function weigh(server: StdioServer, path: string): Promise<Weights> {
  const client = await RawStdioClient.open(server);
  try {
    await pause(SETTLING_MS);
    const idle = readResidentMegabytes(client.processId);
    const answer = await client.ask("tools/call", server.readCall(path));
    if (!answer.includes('"content":['))
      throw new Error(`${server.name} does not read: ${answer.slice(0, 300)}`);
    await pause(SETTLING_MS);
    return { idle, used: readResidentMegabytes(client.processId) };
  } finally {
    await client.close();
  }
}

function renderWeights({ name, side }: StdioServer, samples: readonly Weights[]): Line[] {
  const goals: Goals | undefined =
    side === "ours" ? { target: { amount: 62 }, stretch: { amount: 52 } } : undefined;
  return [
    {
      ...amountLine(
        `${name}, idle`,
        "MB in all",
        samples.map(({ idle }) => idle),
        goals,
      ),
      side,
    },
    {
      ...amountLine(
        `${name}, after a Read`,
        "MB in all",
        samples.map(({ used }) => used),
      ),
      side,
    },
  ];
}
