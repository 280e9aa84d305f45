/** What a server instance is made of, besides the protocol. All of it outlives the instance. */
import type { SavedFile } from "../session/saved-ledger.js";
import type { CallOptions, Toolkit } from "../toolkit.js";
import type { ListedTool } from "./listed-tools.js";

/** One agent's ongoing work: what it has read is known here, and nowhere else. */
export interface Conversation {
  /** The engine; it may be loaded with the first call. */
  getToolkit(): Promise<Toolkit>;
  /** Says on whose behalf it is held, where that is not known when it begins. */
  introduce?(name: string): void;
}

/** Arguments of a call, as the client has sent them. */
export type Arguments = Readonly<Record<string, unknown>>;

/** Lets a client prove which version of a file it has seen, where the server has no session to remember it in. */
export interface FileVersions {
  /** Takes the version out of the arguments, as proof of what was seen; throws a ToolError if it proves nothing. */
  accept(call: VersionedCall): Promise<AcceptedCall>;
  /** The version a client may show later, of what its call has read or changed. */
  issue(known: SavedFile, principal: string): string;
}

export interface VersionedCall {
  readonly name: string;
  readonly args: Arguments;
  readonly toolkit: Toolkit;
  readonly principal: string;
}

export interface AcceptedCall extends Pick<CallOptions, "seen"> {
  readonly args: Arguments;
}

/** Signs what goes through a client's hands and comes back. */
export interface Sealer {
  seal(purpose: string, binding: string, payload: unknown): string;
  /** The payload; undefined when it was not sealed here, for this purpose and binding, or is too old. */
  open(purpose: string, binding: string, sealed: string): unknown;
  /** False from the second time on that the same name is used. */
  useOnce(name: string): boolean;
}

export interface ServerParts {
  readonly version: string;
  readonly instructions: string;
  readonly tools: () => readonly ListedTool[] | Promise<readonly ListedTool[]>;
  readonly conversation: Conversation;
  /** Whom questions and versions are bound to: nobody else can answer or use them. */
  readonly principal: string;
  /** Made when first needed. */
  readonly getSealer: () => Promise<Sealer>;
  /** Whether a person at a console is asked rather than the client, while one is there. */
  readonly prefersConsole: boolean;
  readonly versions?: FileVersions | undefined;
  /** Says versions in words too, for models whose client does not pass on what is meant for programs. */
  readonly showsVersions?: boolean;
}
