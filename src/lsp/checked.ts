/** What is asked of a language server, and what it answers. */
import type { AbsolutePath, RealPath } from "../fs/paths.js";
import type { Diagnostic } from "../notify/diagnostic.js";
import type { SandboxPolicy } from "../process/sandbox/policy.js";
import type { Sandbox } from "../process/sandbox/sandbox.js";

/** As a server reports it, with the other files that it refers to. */
export interface ReportedDiagnostic extends Diagnostic {
  /** Absolute paths. */
  readonly relatedPaths?: readonly string[];
}

/** What a server has found in exactly the text it was asked about, or that this is not known, and why. */
export type Checked =
  | { readonly state: "fresh"; readonly diagnostics: readonly ReportedDiagnostic[] }
  | { readonly state: "unknown"; readonly reason: UnknownReason; readonly detail: string };

export type UnknownReason =
  /** The document has been checked again since, with another text or the same. */
  | "superseded"
  /** The server can't be started, or has ended so often that it is left alone for a while. */
  | "not-started"
  | "ended"
  | "no-answer"
  /** Files that rules keep from it have appeared or been replaced since it was started. */
  | "outdated"
  /** The server is no longer wanted, or the file is gone. */
  | "closed";

export interface CheckedDocument {
  readonly path: RealPath;
  readonly languageId: string;
  readonly text: string;
  /** It is what is on the disk now. */
  readonly isSaved: boolean;
}

/** A server that is installed, with all that is needed to start it. */
export interface ServerSpec {
  readonly name: string;
  /** An absolute path. */
  readonly program: string;
  readonly arguments: readonly string[];
  /** Where it is started: in the root unless told. */
  readonly workingDirectory?: string;
  /** All of it: nothing of ours is passed on besides. */
  readonly environment: Readonly<Record<string, string>>;
  readonly initializationOptions?: unknown;
  /** By section: what the server is told when it asks for its configuration. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** Sent once it is ready. */
  readonly greetings?: readonly string[];
  /** How long nothing more may come before what it has published counts as all of it; 150 ms unless it is told. */
  readonly settleMs?: number;
  /** Absent: it runs without a sandbox. */
  readonly confinement?: ServerSandbox;
}

export interface ServerSandbox {
  readonly sandbox: Sandbox;
  /** Each start adds a folder of its own to what it may write. */
  readonly policy: SandboxPolicy;
  /** Another one when other files have to be hidden. */
  readonly identity: string;
}

export interface ServerLimits {
  /** Without a check, before it is shut down. */
  readonly idleMs: number;
  readonly startMs: number;
  readonly answerMs: number;
  readonly maxOpenDocuments: number;
  /** After the first crash; doubled with each further one, up to a minute. */
  readonly backOffMs: number;
}

export const defaultServerLimits: ServerLimits = {
  idleMs: 5 * 60_000,
  startMs: 30_000,
  answerMs: 60_000,
  maxOpenDocuments: 64,
  backOffMs: 1000,
};

/** What has become of a file on the disk. */
export type FileEvent = "created" | "changed" | "deleted";

export type ServerEventState = "starting" | "ready" | "ended" | "failed";

export interface LanguageServerGround {
  readonly spec: ServerSpec;
  readonly root: AbsolutePath;
  readonly now: () => number;
  readonly limits?: Partial<ServerLimits> | undefined;
  readonly onState: (state: ServerEventState, detail?: string) => void;
  /** What was found in an open document that nobody waits for: it has changed with another one, or came late. */
  readonly onOthers: (path: RealPath, diagnostics: readonly Diagnostic[]) => void;
  /** Leaves out what may not be shown; `undefined` if nothing that the server says counts any more. All counts without it. */
  readonly sift?: SiftDiagnostics;
}

export type SiftDiagnostics = (
  path: RealPath,
  diagnostics: readonly ReportedDiagnostic[],
) => Promise<readonly Diagnostic[] | undefined>;

export function unknown(reason: UnknownReason, detail: string): Checked {
  return { state: "unknown", reason, detail };
}

/** Without what is only for `sift`. */
export function stripReported(diagnostics: readonly ReportedDiagnostic[]): readonly Diagnostic[] {
  return diagnostics.map(({ relatedPaths: _paths, ...diagnostic }) => diagnostic);
}

export const superseded: Checked = unknown("superseded", "the document was checked again");
