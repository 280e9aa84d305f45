import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { timedCommand } from "../command.js";
import { type Block, compete } from "../contest.js";
import type { Contestant } from "../measure.js";
import { peerFile } from "../peers/adapter.js";
import type { Peer } from "../peers/catalog.js";
import { programs, projectDirectory } from "../places.js";
import { type Ground, type Row, roundsOf } from "./row.js";

const commandLine = join(projectDirectory, "dist", "cli", "main.js");

export const start: Row = {
  id: "C3",
  title: "Start: a process that imports the library and ends",
  async run(ground) {
    return [await compareStart(ground)];
  },
};

function compareStart(ground: Ground): Promise<Block> {
  const inProcess = ground.peers.peers.filter((peer) => peer.door === "in process");
  return compete({
    row: "C3",
    operation: "start a process, import, end",
    entries: [
      {
        contestant: startNode("filewright, import", "ours", [programs.importLibrary]),
        goals: { target: { ratio: 1.3 }, stretch: { ratio: 1.15 } },
      },
      { contestant: startNode("filewright, command line help", "ours", [commandLine, "help"]) },
    ],
    floors: [startNode("node -e 0", "floor", ["-e", "0"])],
    // Seconds each, and the quick run is to be quick.
    peers: async () => (ground.isQuick ? [] : inProcess.map(importPeer)),
    rounds: roundsOf(ground, { warmups: 1, rounds: 15 }),
  });
}

function importPeer({ name, packageName }: Peer): Contestant {
  const entry = pathToFileURL(peerFile(packageName, "dist/index.js")).href;
  const script = `await import(${JSON.stringify(entry)}); process.exit()`;
  return startNode(`${name}, import`, "peer", [
    "--import",
    programs.offline,
    "--input-type=module",
    "-e",
    script,
  ]);
}

function startNode(name: string, side: Contestant["side"], words: readonly string[]): Contestant {
  return timedCommand({ name, side, program: process.execPath, arguments: words });
}
