/** The figures a program reads: one file per run, with every sample and what it was taken on. */
import { mkdirSync, writeFileSync } from "node:fs";
import { cpus, loadavg, totalmem } from "node:os";
import { join } from "node:path";
import type { SessionResult } from "./agents/play.js";
import type { Block } from "./contest.js";
import type { Peer } from "./peers/catalog.js";
import { resultsDirectory } from "./places.js";

export interface Run {
  readonly startedAt: Date;
  readonly isQuick: boolean;
  readonly peers: readonly Peer[];
  readonly blocks: readonly Block[];
  /** Rows in which an operation of ours failed or answered wrongly. */
  readonly failures: readonly { readonly row: string; readonly reason: string }[];
}

/** What agents paid, which no machine changes. */
export interface AgentRun {
  readonly startedAt: Date;
  readonly peers: readonly Peer[];
  readonly sessions: readonly SessionResult[];
}

/** The path of the file written. */
export function saveRun({ startedAt, isQuick, peers, blocks, failures }: Run): string {
  const [processor] = cpus();
  return saveRecord(startedAt, "", {
    startedAt: startedAt.toISOString(),
    seconds: Math.round((Date.now() - startedAt.getTime()) / 1000),
    isQuick,
    node: process.version,
    platform: `${process.platform} ${process.arch}`,
    cpus: { count: cpus().length, model: processor?.model },
    memoryGB: Math.round(totalmem() / 1e9),
    loadAverage: loadavg(),
    peers: peers.map(describePeer),
    failures,
    blocks,
  });
}

/** The path of the file written. */
export function saveAgentRun({ startedAt, peers, sessions }: AgentRun): string {
  const record = { startedAt: startedAt.toISOString(), peers: peers.map(describePeer), sessions };
  return saveRecord(startedAt, "-agents", record);
}

function describePeer({ packageName, version, door }: Peer): object {
  return { packageName, version, door };
}

function saveRecord(startedAt: Date, ending: string, record: object): string {
  mkdirSync(resultsDirectory, { recursive: true });
  const path = join(resultsDirectory, `${startedAt.toISOString().replaceAll(":", "-")}${ending}.json`);
  writeFileSync(path, `${JSON.stringify(record, shorten, 2)}\n`);
  return path;
}

/** Six digits are more than any clock here is worth. */
function shorten(_key: string, value: unknown): unknown {
  return typeof value === "number" && !Number.isInteger(value) ? Number(value.toPrecision(6)) : value;
}
