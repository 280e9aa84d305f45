/** Everything that lies in a state directory, as it lies there and unpacked. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { OpenFile } from "../../src/fs/file-system.js";
import { readBlob } from "../../src/history/frames.js";
import { readFrames } from "../../src/history/read-frames.js";

/** Names and contents, byte for byte as latin1. */
export async function readStateContents(state: string): Promise<readonly string[]> {
  if (!existsSync(state)) return [];
  const contents: string[] = [];
  for (const entry of readdirSync(state, { recursive: true, withFileTypes: true, encoding: "utf8" })) {
    contents.push(entry.name);
    if (!entry.isFile()) continue;
    const bytes = readFileSync(join(entry.parentPath, entry.name));
    contents.push(bytes.toString("latin1"), ...(await unpack(bytes)));
  }
  return contents;
}

/** What is no history file has no frames. */
async function unpack(bytes: Buffer): Promise<readonly string[]> {
  const file: Pick<OpenFile, "read"> = {
    read: (target, position) => bytes.copy(target, 0, position, position + target.length),
  };
  const contents: string[] = [];
  const blobs = new Map<string, Uint8Array>();
  for await (const frame of readFrames(file as OpenFile)) {
    if (frame.kind === "journal") contents.push(frame.json);
    else if (frame.kind === "blob") {
      const content = await readBlob(file as OpenFile, frame.offset, frame.hash, async (hash) =>
        blobs.get(hash),
      );
      if (content === undefined) continue;
      blobs.set(frame.hash, content);
      contents.push(Buffer.from(content).toString("latin1"));
    }
  }
  return contents;
}
