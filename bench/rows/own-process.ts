/**
 * Starting a program takes the longer the more memory the starting process has: ten times as long and more with 350 MB as with
 * 50. So a row that starts programs runs in a new process, where neither other rows nor their fixtures weigh on it.
 */
import { fork } from "node:child_process";
import type { Block } from "../contest.js";
import { programs } from "../places.js";
import type { HostedRow, HostedRowEnd } from "../row-host.js";
import type { Row } from "./row.js";

export function inOwnProcess({ id, title }: Row): Row {
  return {
    id,
    title,
    run: ({ isQuick, tree, peers }) => runHosted({ id, isQuick, tree, usesPeers: peers.peers.length > 0 }),
  };
}

function runHosted(row: HostedRow): Promise<Block[]> {
  return new Promise((resolve, reject) => {
    // The advanced way also passes on what JSON has no word for.
    const host = fork(programs.rowHost, { serialization: "advanced" });
    host.once("message", (end: HostedRowEnd) => {
      if ("blocks" in end) resolve(end.blocks);
      else reject(new Error(end.failure));
    });
    host.once("error", reject);
    host.once("exit", (code, signal) => reject(new Error(`its process ended with ${code ?? signal}`)));
    host.send(row);
  });
}
