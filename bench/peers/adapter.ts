/** What the bench asks of a peer, and how an adapter finds its way in a package whose types it does not have. */
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { peersDirectory } from "../places.js";

export interface PeerRead {
  readonly path: string;
  readonly offset?: number;
  readonly limit?: number;
  /** The lines asked for are the last of the file, for a peer that can only count from the end. */
  readonly isEnd?: boolean;
}

interface PeerEdit {
  readonly path: string;
  readonly oldText: string;
  readonly newText: string;
}

interface PeerWrite {
  readonly path: string;
  readonly content: string;
}

interface PeerFind {
  /** The folder to look in. */
  readonly path: string;
  readonly pattern: string;
}

interface PeerGrep {
  /** A folder or a file. */
  readonly path: string;
  readonly pattern: string;
  /** Of lines, for a peer that would show fewer unless told. */
  readonly limit: number;
}

/** Each answers the text a model would see, and rejects when the peer refuses or fails. */
export interface PeerSession {
  read(request: PeerRead): Promise<string>;
  edit(request: PeerEdit): Promise<string>;
  write(request: PeerWrite): Promise<string>;
  find(request: PeerFind): Promise<string>;
  grep(request: PeerGrep): Promise<string>;
  close(): void;
}

export type PeerCall =
  | ({ readonly kind: "read" } & PeerRead)
  | ({ readonly kind: "edit" } & PeerEdit)
  | ({ readonly kind: "write" } & PeerWrite)
  | ({ readonly kind: "find" } & PeerFind)
  | ({ readonly kind: "grep" } & PeerGrep);

/** Opens a peer that may work in `directory`. */
export type PeerAdapter = (directory: string) => Promise<PeerSession>;

export function peerFile(packageName: string, file: string): string {
  return join(peersDirectory, "node_modules", packageName, file);
}

export async function importPeer(packageName: string, file: string): Promise<unknown> {
  const module: unknown = await import(pathToFileURL(peerFile(packageName, file)).href);
  return module;
}

/** A member of something unknown; undefined when there is none. */
export function memberOf(value: unknown, name: string | number): unknown {
  const hasMembers = (typeof value === "object" && value !== null) || typeof value === "function";
  return hasMembers ? Reflect.get(value, name) : undefined;
}

/** A function a package exports; the caller says what it takes, because the package's types are not at hand. */
export function functionOf(module: unknown, name: string): unknown {
  const member = memberOf(module, name);
  if (typeof member !== "function") throw new Error(`this version exports no ${name}`);
  return member;
}

/** The text of the first block of an answer in the shape that most tools share. */
export function firstText(answer: unknown): string {
  const text = memberOf(memberOf(memberOf(answer, "content"), 0), "text");
  if (typeof text !== "string") throw new Error("answered without text");
  return text;
}
