/**
 * What happens in a workspace, as data. Every event names its session and call. None carries file content but
 * `file-changed`, whose contents and patch an editor needs to refresh its buffers and to show what changed.
 */

import type { ErrorCode } from "../errors/codes.js";
import type { Hunk } from "../text/diff/hunks.js";
import type { MatchTier } from "../text/edit/tiers.js";
import type { ChangedContent } from "./changed-content.js";
import type { Diagnostic } from "./diagnostic.js";

export interface EventData {
  "call-finished": {
    readonly tool: string;
    /** As the call named it; undefined when it named none, or none that could be understood. */
    readonly path: string | undefined;
    /** Characters of text that the model was shown. */
    readonly characters: number;
    /** With all that was waited for: persons, locks, language servers. */
    readonly durationMs: number;
    readonly isError: boolean;
    readonly code: ErrorCode | undefined;
  };
  "file-read": {
    readonly path: string;
    readonly kind: "text" | "image" | "pdf" | "notebook";
    /** Of a notebook, cells are counted instead of lines; of a PDF, pages. */
    readonly startLine: number;
    readonly lines: number;
    readonly totalLines: number | undefined;
    /** The answer was the "unchanged" stub instead of the content. */
    readonly deduplicated: boolean;
    /** Roughly how many tokens the stub has spared the model. */
    readonly savedTokens: number;
  };
  "file-changed": {
    readonly path: string;
    readonly tool: string;
    readonly kind: "create" | "update" | "delete";
    /** The change's name in the history. */
    readonly change: string | undefined;
    readonly before: ChangedContent | undefined;
    readonly after: ChangedContent | undefined;
    readonly structuredPatch: readonly Hunk[];
    /** It was kept for so long that texts and patch were let go of; the history has them. */
    readonly isLightened?: true;
    /** How the replaced text was found, for an edit. */
    readonly matchTier?: MatchTier;
    readonly decision?: "allowed" | "approved";
    /** A person allowed the change with other content than was proposed. */
    readonly userModified?: boolean;
  };
  /** A file that is read into later conversations, such as CLAUDE.md, was changed. */
  "memory-file-written": {
    readonly path: string;
    readonly tool: string;
    readonly change: string | undefined;
  };
  /** A skill lies beside a file that was read or changed. Told once for each. */
  "skill-discovered": {
    /** Of its SKILL.md. */
    readonly path: string;
    readonly name: string;
    readonly description: string | undefined;
    /** The file that led to it. */
    readonly foundFrom: string;
  };
  /** What language servers have found in a file since it was last told of. */
  diagnostics: {
    readonly path: string;
    readonly state: "fresh" | "unknown";
    readonly introduced: readonly Diagnostic[];
    readonly resolved: readonly Diagnostic[];
  };
  "language-server": {
    readonly server: string;
    readonly root: string;
    readonly state: "starting" | "ready" | "ended" | "failed";
    /** Why it has ended or failed. */
    readonly detail?: string;
  };
  /** A change was taken back, or an undo was. */
  undo: {
    readonly path: string;
    readonly changes: readonly string[];
    readonly kind: "undo" | "redo" | "rewind";
  };
  "permission-asked": {
    readonly tool: string;
    readonly path: string;
    readonly operation: "read" | "write";
    /** The open question's id. */
    readonly question: string;
  };
  "permission-answered": {
    readonly tool: string;
    readonly path: string;
    /** "withdrawn" when the call was cancelled, or whoever was asked failed. */
    readonly answer: "allow" | "deny" | "withdrawn";
    readonly question: string;
  };
  /** A rule that a person wanted to be kept for good holds for the session only: the settings could not be written. */
  "permission-not-saved": {
    readonly rule: string;
    readonly file: string | undefined;
    readonly error: unknown;
  };
  /** A call was refused because no one could be asked. For people alone: it names the command that would allow it. */
  "permission-unanswered": {
    readonly tool: string;
    readonly path: string | undefined;
    /** The refusal as the model was told it. */
    readonly refusal: string;
    /** How a person can allow it, in one line. */
    readonly advice: string;
  };
  "result-saved": { readonly tool: string; readonly path: string; readonly characters: number };
  /**
   * Something broke that should not have. A model that was told of it was not told the details that are here. A function
   * of the host's that failed has the tool "host" and its own name as `reference`; the call went on without it.
   */
  "internal-error": { readonly tool: string; readonly reference: string; readonly error: unknown };
  "listener-failed": { readonly failedOn: EventType; readonly error: unknown };
}

export type EventType = keyof EventData;

export type WorkspaceEvent<Type extends EventType = EventType> = {
  readonly [T in Type]: {
    readonly type: T;
    readonly sequence: number;
    readonly at: number;
    readonly sessionId: string;
    readonly callId: string;
    /** The agent whose call it was, if the host has proved its name. */
    readonly agent?: string;
  } & EventData[T];
}[Type];

export type EventDraft<Type extends EventType = EventType> = {
  readonly [T in Type]: { readonly type: T } & EventData[T];
}[Type];
