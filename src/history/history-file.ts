/** One file of the history, read: its records, where its contents lie, who writes it. */
import { type FileSystem, FileSystemError } from "../fs/file-system.js";
import type { AbsolutePath } from "../fs/paths.js";
import { type BlobPlace, readFrames } from "./frames.js";
import { findRecord, type JournalRecord } from "./records.js";

export interface HistoryFile {
  readonly path: AbsolutePath;
  readonly bytes: number;
  readonly owner: string | undefined;
  readonly records: readonly JournalRecord[];
  readonly blobs: ReadonlyMap<string, BlobPlace>;
  /** The time of its last record. */
  readonly newestAt: number;
}

export async function readHistoryFile(
  fileSystem: FileSystem,
  path: AbsolutePath,
): Promise<HistoryFile | undefined> {
  try {
    const { realPath, stat } = await fileSystem.resolve(path);
    if (stat?.kind !== "file") return undefined;
    const file = await fileSystem.open(realPath);
    try {
      const records: JournalRecord[] = [];
      const blobs = new Map<string, BlobPlace>();
      for await (const frame of readFrames(file)) {
        if (frame.kind === "blob") blobs.set(frame.hash, frame.place);
        else {
          const record = findRecord(frame.json);
          if (record !== undefined) records.push(record);
        }
      }
      return { path, bytes: stat.size, owner: ownerOf(records), records, blobs, newestAt: newestOf(records) };
    } finally {
      await file.close();
    }
  } catch (cause) {
    // Removed by another process since it was listed.
    if (cause instanceof FileSystemError && cause.code === "ENOENT") return undefined;
    throw cause;
  }
}

function ownerOf(records: readonly JournalRecord[]): string | undefined {
  const first = records.find((record) => record.kind === "owner");
  return first?.kind === "owner" ? first.owner : undefined;
}

function newestOf(records: readonly JournalRecord[]): number {
  let newest = 0;
  for (const record of records) if ("at" in record && record.at > newest) newest = record.at;
  return newest;
}
