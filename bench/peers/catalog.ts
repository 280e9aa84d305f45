import { existsSync } from "node:fs";
import { peerFile } from "./adapter.js";

export interface Peer {
  readonly id: "pi" | "gemini" | "server-filesystem" | "desktop-commander";
  readonly name: string;
  readonly packageName: string;
  /** Pinned, so that figures of different days speak of the same thing. */
  readonly version: string;
  /** A call over stdio also pays for its transport: compare such peers with each other, not with a library. */
  readonly door: "in process" | "over stdio";
  /** Installed beside it, because npm would choose a release that can't be installed. */
  readonly companions?: readonly string[];
}

/** A peer that the rows measure; the others only take part in the agent stories. */
export interface RowPeer extends Peer {
  readonly id: Exclude<Peer["id"], "desktop-commander">;
}

export const peers: readonly RowPeer[] = [
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

/** Its searches and edits are judged by what they cost an agent, not by their speed. */
const desktopCommander: Peer = {
  id: "desktop-commander",
  name: "Desktop Commander",
  packageName: "@wonderwhy-er/desktop-commander",
  version: "0.2.52",
  door: "over stdio",
  companions: ["traverse@0.3.9"],
};

export const allPeers: readonly Peer[] = [...peers, desktopCommander];

export function isInstalled(peer: Peer): boolean {
  return existsSync(peerFile(peer.packageName, "package.json"));
}
