/** The least that changing a file can cost: the steps themselves, without any check, plan or answer. */
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeFileSync, writeSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import type { MarkedFile, Replacement } from "../marked-file.js";
import { type Contestant, timed } from "../measure.js";

export const RAW_ASYNC = "raw async";
export const RAW_SYNC = "raw sync";

export interface EditFloor {
  readonly file: MarkedFile;
  readonly repeat: number;
}

export function rawAsyncEdit({ file, repeat }: EditFloor): Contestant {
  const operation = async (): Promise<void> => {
    const edit = file.next();
    await writeFile(file.path, replaceOnce(await readFile(file.path, "utf8"), edit));
  };
  return timed({ name: RAW_ASYNC, side: "floor", repeat, operation, verify: () => file.verify() });
}

export function rawSyncEdit({ file, repeat }: EditFloor): Contestant {
  const operation = (): void => {
    const edit = file.next();
    writeFileSync(file.path, replaceOnce(readFileSync(file.path, "utf8"), edit));
  };
  return timed({ name: RAW_SYNC, side: "floor", repeat, operation, verify: () => file.verify() });
}

/** What a durable edit can't do without. */
export function bareDurableEdit({ file, repeat }: EditFloor): Contestant {
  const operation = (): void => {
    const edit = file.next();
    writeDurably(file.path, replaceOnce(readFileSync(file.path, "utf8"), edit), { isFolderSynced: true });
  };
  const name = "bare durable sequence";
  return timed({ name, side: "floor", repeat, operation, verify: () => file.verify() });
}

export function replaceOnce(text: string, { old_string, new_string }: Replacement): string {
  const at = text.indexOf(old_string);
  if (at === -1) throw new Error("the text to replace is not there");
  return text.slice(0, at) + new_string + text.slice(at + old_string.length);
}

export function writeByRename(path: string, content: string): void {
  const temporary = `${path}.tmp`;
  writeFileSync(temporary, content);
  renameSync(temporary, path);
}

export function writeDurably(
  path: string,
  content: string,
  { isFolderSynced }: { readonly isFolderSynced: boolean },
): void {
  const temporary = `${path}.tmp`;
  const descriptor = openSync(temporary, "w");
  try {
    const bytes = Buffer.from(content);
    for (let written = 0; written < bytes.length; ) written += writeSync(descriptor, bytes, written);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  renameSync(temporary, path);
  if (!isFolderSynced) return;
  const folder = openSync(dirname(path), "r");
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
