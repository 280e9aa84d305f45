import { existsSync } from "node:fs";
import { peerFile } from "./adapter.js";

export interface Peer {
  readonly id: "pi" | "gemini" | "server-filesystem";
  readonly name: string;
  readonly packageName: string;
  /** Pinned, so that figures of different days speak of the same thing. */
  readonly version: string;
  /** A call over stdio also pays for its transport: compare such peers with each other, not with a library. */
  readonly door: "in process" | "over stdio";
}

export const peers: readonly Peer[] = [
  {
    id: "pi",
    name: "pi",
    packageName: "@earendil-works/pi-coding-agent",
    // The newest that accepts Node 20.
    version: "0.74.2",
    door: "in process",
  },
  {
    id: "gemini",
    name: "Gemini CLI core",
    packageName: "@google/gemini-cli-core",
    version: "0.61.0",
    door: "in process",
  },
  {
    id: "server-filesystem",
    name: "MCP server-filesystem",
    packageName: "@modelcontextprotocol/server-filesystem",
    version: "2026.8.31",
    door: "over stdio",
  },
];

export function isInstalled(peer: Peer): boolean {
  return existsSync(peerFile(peer.packageName, "package.json"));
}
