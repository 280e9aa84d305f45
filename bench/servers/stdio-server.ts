/** Servers that a client starts and speaks to over standard input and output, and how each is asked for a whole file. */
import { join } from "node:path";
import type { Contestant } from "../measure.js";
import { peerFile } from "../peers/adapter.js";
import type { PeerField } from "../peers/field.js";
import type { ToolCall } from "../peers/tool.js";
import { programs, projectDirectory } from "../places.js";

export interface StdioServer {
  readonly name: string;
  readonly side: Contestant["side"];
  /** What Node is started with. */
  readonly words: readonly string[];
  readonly environment: NodeJS.ProcessEnv;
  /** The protocol without a handshake, in which every request says for itself what a handshake used to say. */
  readonly isModern?: true;
  readonly readCall: (path: string) => ToolCall;
}

export const launcher: string = join(projectDirectory, "dist", "bin", "filewright.cjs");

/** Nothing of the user's: neither settings nor compiled code are found anywhere but in `stateDirectory`. */
export function ownEnvironment(stateDirectory: string): NodeJS.ProcessEnv {
  return {
    PATH: process.env["PATH"],
    HOME: stateDirectory,
    FILEWRIGHT_STATE: stateDirectory,
    // As in the rows of the library, so that reading is measured and not refusing.
    FILEWRIGHT_READ_MAX_TOKENS: "1000000",
  };
}

export interface ServedPlaces {
  readonly root: string;
  readonly state: string;
}

/** Ours as clients are told to start it, but with every Read answered in full. */
export function ownServer({ root, state }: ServedPlaces, name = "filewright"): StdioServer {
  return {
    name,
    side: "ours",
    words: [launcher, "mcp", "--root", root, "--no-dedup"],
    environment: ownEnvironment(state),
    readCall: (path) => ({ name: "Read", arguments: { file_path: path } }),
  };
}

/** The floor of everything that speaks the protocol. */
export function handWrittenServer(): StdioServer {
  return {
    name: "hand-written, no dependencies",
    side: "floor",
    words: [programs.handWrittenServer],
    environment: { PATH: process.env["PATH"] },
    readCall: (path) => ({ name: "read", arguments: { path } }),
  };
}

/** Undefined where it is not installed, or left out. */
export function findServerFilesystem(
  { root, state }: ServedPlaces,
  peers: PeerField,
): StdioServer | undefined {
  const peer = peers.peers.find(({ id }) => id === "server-filesystem");
  if (peer === undefined) return undefined;
  return {
    name: peer.name,
    side: "peer",
    // Not behind the module that keeps other peers off the network: loading it would count as this one's start.
    words: [peerFile(peer.packageName, "dist/index.js"), root],
    environment: { PATH: process.env["PATH"], HOME: state },
    readCall: (path) => ({ name: "read_text_file", arguments: { path } }),
  };
}
