/** How a scenario names contents without carrying megabytes, and how contents are compared. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { makeNoise } from "./random.js";

/** Literal text, or text made of a seed with a first line that an Edit can replace. */
export type Content = string | { readonly noise: number; readonly bytes: number; readonly head: string };

export function renderContent(content: Content): string {
  if (typeof content === "string") return content;
  return `${content.head}\n${makeNoise(content.noise, content.bytes)}`;
}

/** Names a content: equal names, equal bytes. `null` stands for "there is no file". */
export type Version = string | null;

export function versionOf(bytes: Uint8Array | string): string {
  const digest = createHash("sha256").update(bytes).digest("hex").slice(0, 24);
  return `${bytes.length}:${digest}`;
}

export function readVersion(path: string): Version {
  try {
    return versionOf(readFileSync(path));
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw cause;
  }
}
