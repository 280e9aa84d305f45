/** History files as someone with a hex editor would make or change them. */
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { encodeBlobFrame, encodeJournalFrame } from "../../src/history/frames.js";
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
    .filter((name) => /\.(?:log|open)$/.test(name))
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

/** Writes a history file with these contents and records; a closed one of today unless named otherwise. */
export function plantHistoryFile(
  files: TempWorkspace,
  {
    contents = [],
    records = [],
    name = `${String(Date.now()).padStart(14, "0")}-forged.log`,
  }: {
    readonly contents?: readonly string[];
    readonly records?: readonly object[];
    readonly name?: string;
  },
): string {
  const folder = historyFolderOf(files);
  mkdirSync(folder, { recursive: true });
  const frames = [
    ...contents.map((content) => encodeBlobFrame(hashOf(content), Buffer.from(content))),
    ...records.map((record) => encodeJournalFrame(record)),
  ];
  const path = join(folder, name);
  writeFileSync(path, Buffer.concat(frames));
  return path;
}

function hashOf(content: string): string {
  return createHash("sha256").update(content).digest("hex");
}
