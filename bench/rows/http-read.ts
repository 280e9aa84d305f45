/** Reading over HTTP: many calls at once, and many clients at once. */
import { amountLine, type Block, compete, type Goals } from "../contest.js";
import {
  firstSdkServer,
  type HttpServer,
  handWrittenHttpServer,
  ownHttpServer,
  RunningServer,
  remakingSdkServer,
  secondSdkServer,
} from "../servers/http-server.js";
import { readResidentMegabytes } from "../servers/process-figures.js";
import { RawHttpClient } from "../servers/raw-http-client.js";
import { resultOf, ServerReader } from "../servers/server-reader.js";
import { type Ground, type Row, roundsOf } from "./row.js";
import { renderProcessorTimes, verifierOf } from "./server-reads.js";

const ID = "H1";
const BYTES = 5 * 1024;
const LINE = 40;
const IN_FLIGHT = 32;
const SESSIONS = 100;
const OPERATION = "Read 5 KB over HTTP, 32 calls in flight";

/** As many answers as the first kit's server in the same time, and two and a half times those of the second's. */
const goals: Goals = {
  target: { ratio: 1, beside: { floor: remakingSdkServer.name, ratio: 0.4 } },
  stretch: { beside: { floor: handWrittenHttpServer.name, ratio: 2 } },
};

export const httpRead: Row = {
  id: ID,
  title: "Read over HTTP",
  async run(ground) {
    const servers: RunningServer[] = [];
    const start = async (server: HttpServer): Promise<RunningServer> => {
      const running = await RunningServer.start(server);
      servers.push(running);
      return running;
    };
    try {
      return [...(await compareServers(ground, start)), await holdSessions(ground, start)];
    } finally {
      for (const server of servers) await server.stop();
      ground.fixtures.removeChanging(ID);
    }
  },
};

type Start = (server: HttpServer) => Promise<RunningServer>;

async function compareServers(ground: Ground, start: Start): Promise<Block[]> {
  const path = ground.fixtures.sourceFile(BYTES, LINE);
  const open = async (server: HttpServer): Promise<ServerReader> => {
    const { isModern } = server;
    const client = await RawHttpClient.connect(await start(server), { isModern, connections: IN_FLIGHT });
    return ServerReader.open(server, client, {
      path,
      count: ground.isQuick ? 40 : 1000,
      inFlight: IN_FLIGHT,
      verify: verifierOf(server, path),
    });
  };
  const floors: ServerReader[] = [];
  for (const server of [firstSdkServer, secondSdkServer, remakingSdkServer, handWrittenHttpServer])
    floors.push(await open(server));
  const ours = [
    await open(ownHttpServer(placesOf(ground), { isModern: false })),
    await open(ownHttpServer(placesOf(ground), { isModern: true })),
  ];
  const times = await compete({
    row: ID,
    operation: OPERATION,
    note: "time per call; ours numbers the lines, by an arrow, checks token, host and origin, and signs the version",
    entries: ours.map((contestant) => ({ contestant, goals })),
    floors,
    rounds: roundsOf(ground, { warmups: 3, rounds: 15 }),
  });
  for (const reader of [...floors, ...ours]) await reader.close();
  return [times, ...renderProcessorTimes({ row: ID, operation: OPERATION }, [...floors, ...ours])];
}

/**
 * Clients that stay, each in its own session and on its own connection. Memory rises and falls with the collection of garbage,
 * some tens of thousands of calls apart, so that the highest of one half is held against the highest of the other.
 */
async function holdSessions(ground: Ground, start: Start): Promise<Block> {
  const path = ground.fixtures.sourceFile(BYTES, LINE);
  const spec = ownHttpServer(placesOf(ground), { isModern: false });
  const server = await start(spec);
  const clients = await Promise.all(
    Array.from({ length: SESSIONS }, () =>
      RawHttpClient.connect(server, { isModern: false, connections: 1 }),
    ),
  );
  const opened = readResidentMegabytes(server.processId);
  const params = spec.readCall(path);
  const count = ground.isQuick ? 2 : 40;
  const rounds = ground.isQuick ? 2 : 20;
  const weights: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    await Promise.all(
      clients.map((client) => client.flood({ method: "tools/call", params, count, inFlight: 1 })),
    );
    weights.push(readResidentMegabytes(server.processId));
  }
  const verify = verifierOf(spec, path);
  for (const client of clients) {
    verify(resultOf(await client.ask("tools/call", params)));
    await client.close();
  }
  const half = rounds / 2;
  const [earlier, later] = [Math.max(...weights.slice(0, half)), Math.max(...weights.slice(half))];
  return {
    row: ID,
    operation: `${SESSIONS} sessions at once, memory of our server`,
    note: undefined,
    lines: [
      amountLine("all opened", "MB in all", [opened]),
      amountLine(`highest in ${half * SESSIONS * count} calls`, "MB in all", [earlier]),
      amountLine("highest in as many more", "MB in all", [later]),
      amountLine("growth from one to the other", "MB", [later - earlier], { target: { amount: 10 } }),
    ],
  };
}

function placesOf({ fixtures }: Ground): { readonly root: string; readonly state: string } {
  return { root: fixtures.directory, state: fixtures.changing(ID, "state") };
}
