import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { timedCommand } from "../command.js";
import { type Block, compete } from "../contest.js";
import type { Contestant } from "../measure.js";
import { peerFile } from "../peers/adapter.js";
import type { Peer } from "../peers/catalog.js";
import { programs } from "../places.js";
import { launcher, ownEnvironment } from "../servers/stdio-server.js";
import { type Ground, type Row, roundsOf } from "./row.js";

const FOLDER = "start";
const BYTES = 5 * 1024;
const LINE = 40;
const goals = { target: { ratio: 1.3 }, stretch: { ratio: 1.15 } } as const;

export const start: Row = {
  id: "C3",
  title: "Start: a process that imports the library, or a command, and ends",
  async run(ground) {
    try {
      return [await compareStart(ground)];
    } finally {
      ground.fixtures.removeChanging(FOLDER);
    }
  },
};

function compareStart(ground: Ground): Promise<Block> {
  const inProcess = ground.peers.peers.filter((peer) => peer.door === "in process");
  const { directory } = ground.fixtures;
  const path = ground.fixtures.sourceFile(BYTES, LINE);
  const [firstLine = ""] = readFileSync(path, "utf8").split("\n");
  // Compiled code is left there by the rounds before the first that counts. No variable of the shell may weigh on a start:
  // certificates that Node is told to load, for one, take it as long again as everything else.
  const environment = ownEnvironment(ground.fixtures.changing(FOLDER, "state"));
  const startNode = (name: string, side: Contestant["side"], words: readonly string[]): Contestant =>
    timedCommand({ name, side, program: process.execPath, arguments: words, environment });
  const command = (words: readonly string[], expected: string): Contestant =>
    timedCommand({
      name: `filewright ${words[0]}`,
      side: "ours",
      program: process.execPath,
      arguments: [launcher, ...words],
      environment,
      verify: (output) => {
        if (!output.includes(expected))
          throw new Error(`filewright ${words[0]} printed: ${output.slice(0, 300)}`);
      },
    });
  return compete({
    row: "C3",
    operation: "start a process, import or do one thing, end",
    entries: [
      {
        contestant: startNode("filewright, import", "ours", [programs.importLibrary]),
        goals,
      },
      { contestant: command(["--version"], "."), goals },
      { contestant: command(["read", path, "--root", directory], firstLine), goals },
    ],
    floors: [startNode("node -e 0", "floor", ["-e", "0"])],
    // Seconds each, and the quick run is to be quick.
    peers: async () =>
      ground.isQuick
        ? []
        : inProcess.map((peer) => startNode(`${peer.name}, import`, "peer", importingWords(peer))),
    rounds: roundsOf(ground, { warmups: 1, rounds: 15 }),
  });
}

function importingWords({ packageName }: Peer): readonly string[] {
  const entry = pathToFileURL(peerFile(packageName, "dist/index.js")).href;
  const script = `await import(${JSON.stringify(entry)}); process.exit()`;
  return ["--import", programs.offline, "--input-type=module", "-e", script];
}
