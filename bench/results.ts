/** The figures a program reads: one file per run, with every sample and what it was taken on. */
import { mkdirSync, writeFileSync } from "node:fs";
import { cpus, loadavg, totalmem } from "node:os";
import { dirname, join } from "node:path";
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

/** Outcomes of edits, which no machine changes either; only the times differ. */
export interface EditRun {
  readonly startedAt: Date;
  readonly peers: readonly Peer[];
  /** The counts of cases and of verdicts. */
  readonly record: object;
  /** Where to save it. Default: a new file beside the other results. */
  readonly path?: string | undefined;
}

/** The path of the file written. */
export function saveRun({ startedAt, isQuick, peers, blocks, failures }: Run): string {
  const [processor] = cpus();
  return saveRecord(startedAt, "", {
    startedAt: startedAt.toISOString(),
    seconds: secondsSince(startedAt),
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

/** The path of the file written. */
export function saveEditRun({ startedAt, peers, record, path }: EditRun): string {
  const about = {
    startedAt: startedAt.toISOString(),
    seconds: secondsSince(startedAt),
    node: process.version,
    peers: peers.map(describePeer),
  };
  return saveRecord(startedAt, "-edits", { ...about, ...record }, path);
}

function secondsSince(startedAt: Date): number {
  return Math.round((Date.now() - startedAt.getTime()) / 1000);
}

function describePeer({ packageName, version, door }: Peer): object {
  return { packageName, version, door };
}

function saveRecord(startedAt: Date, ending: string, record: object, given?: string): string {
  const name = `${startedAt.toISOString().replaceAll(":", "-")}${ending}.json`;
  const path = given ?? join(resultsDirectory, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${JSON.stringify(record, shorten, 2)}\n`);
  return path;
}

/** Six digits are more than any clock here is worth. */
function shorten(_key: string, value: unknown): unknown {
  return typeof value === "number" && !Number.isInteger(value) ? Number(value.toPrecision(6)) : value;
}
