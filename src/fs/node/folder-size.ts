/** How much a folder holds, for a person to look at: bounded, and what can't be looked at counts for nothing. */
import fs from "node:fs";
import { join } from "node:path";

export interface FolderSize {
  readonly files: number;
  readonly bytes: number;
}

/** More than our own folders ever hold; past it the figure is a lower bound. */
const MAX_ENTRIES = 50_000;

export async function measureFolder(folder: string): Promise<FolderSize> {
  let files = 0;
  let bytes = 0;
  let left = MAX_ENTRIES;
  const waiting = [folder];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const current = next;
    const entries = await fs.promises.readdir(current, { withFileTypes: true }).catch(() => []);
    const taken = entries.slice(0, left);
    left -= taken.length;
    for (const entry of taken) if (entry.isDirectory()) waiting.push(join(current, entry.name));
    const sizes = await Promise.all(
      taken.filter((entry) => entry.isFile()).map((entry) => sizeOf(join(current, entry.name))),
    );
    files += sizes.length;
    for (const size of sizes) bytes += size;
  }
  return { files, bytes };
}

/** The names of the folders right inside another. */
export async function listFolders(folder: string): Promise<readonly string[]> {
  const entries = await fs.promises.readdir(folder, { withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
}

async function sizeOf(path: string): Promise<number> {
  try {
    return (await fs.promises.lstat(path)).size;
  } catch {
    // Gone since it was listed.
    return 0;
  }
}
