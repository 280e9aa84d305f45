/** History files as someone with a hex editor would make or change them. */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { encodeBlobFrame, encodeJournalFrame } from "../../src/history/frames.js";
import { RecordKey } from "../../src/history/record-key.js";
import type { ChangeRecord, Image } from "../../src/history/records.js";
import type { TempWorkspace } from "./workspace.js";

export function stateOf(files: TempWorkspace): string {
  return join(dirname(files.root), "state");
}

export function historyFolderOf(files: TempWorkspace): string {
  return join(stateOf(files), "history");
}

export function historyFilesOf(files: TempWorkspace): string[] {
  const folder = historyFolderOf(files);
  return readdirSync(folder)
    .filter((name) => name.endsWith(".log"))
    .toSorted()
    .map((name) => join(folder, name));
}

export function sizeOfHistory(files: TempWorkspace): number {
  return historyFilesOf(files).reduce((total, path) => total + statSync(path).size, 0);
}

/** The image of a text, as a record names it. */
export function imageOf(content: string): Image {
  const hash = hashOf(content);
  return { id: `sha256:${hash}`, size: Buffer.byteLength(content), pieces: [hash] };
}

export function recordOf(
  details: Partial<ChangeRecord> & Pick<ChangeRecord, "path" | "before" | "after">,
): Omit<ChangeRecord, "seq"> {
  return {
    kind: "change",
    id: "forged",
    at: Date.now(),
    sessionId: "forged",
    callId: "1",
    tool: "Write",
    ...details,
  };
}

export interface PlantedFile {
  readonly contents?: readonly string[];
  readonly records?: readonly object[];
  /** Whether its writer seems to have died before it could close it. */
  readonly isOpen?: boolean;
  /** Which key signs the records: the user's own, as if our own process had written them, or another. */
  readonly key?: "own" | "other";
}

/** Writes a history file with these contents and records; by default a closed one with our own signatures. */
export function plantHistoryFile(files: TempWorkspace, planted: PlantedFile): string {
  return plantRecords(historyFolderOf(files), planted);
}

export function plantRecords(
  folder: string,
  { contents = [], records = [], isOpen = false, key: whose = "own" }: PlantedFile,
): string {
  mkdirSync(folder, { recursive: true });
  const key = whose === "own" ? readOrMakeKey(folder) : RecordKey.create();
  const seq = 1 + 100 * readdirSync(folder).filter((name) => name.endsWith(".log")).length;
  const closed = isOpen || records.length === 0 ? [] : [{ kind: "closed" }];
  const frames = [
    ...contents.map((content) => encodeBlobFrame(hashOf(content), Buffer.from(content))),
    ...[...records, ...closed].map((record, index) =>
      encodeJournalFrame(isObject(record) ? { n: index, seq: seq + index, ...record } : record, key),
    ),
  ];
  const path = join(folder, `a${String(seq).padStart(13, "0")}-planted.log`);
  writeFileSync(path, Buffer.concat(frames));
  return path;
}

function readOrMakeKey(folder: string): RecordKey {
  const path = join(folder, "key");
  if (!existsSync(path)) writeFileSync(path, RecordKey.create().render(), { mode: 0o600 });
  const key = RecordKey.parse(readFileSync(path, "latin1"));
  if (key === undefined) throw new Error(`${path} is not a key`);
  return key;
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function hashOf(content: string): string {
  return createHash("sha256").update(content).digest("hex");
}
