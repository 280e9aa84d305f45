/**
 * What happens in a workspace, as data. Every event names its session and call. None carries file content but
 * `file-changed`, whose patch an editor needs to refresh its buffers.
 */

import type { ErrorCode } from "../errors/codes.js";
import type { Hunk } from "../text/diff/hunks.js";

export interface EventData {
  "call-finished": {
    readonly tool: string;
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
  };
  "file-changed": {
    readonly path: string;
    readonly tool: string;
    readonly kind: "create" | "update" | "delete";
    /** The change's name in the history. */
    readonly change: string | undefined;
    /** Names of the versions before and after. */
    readonly before: string | undefined;
    readonly after: string | undefined;
    readonly structuredPatch: readonly Hunk[];
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
  "result-saved": { readonly tool: string; readonly path: string; readonly characters: number };
  /** Something broke that should not have; the model was told so without the details that are here. */
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
  } & EventData[T];
}[Type];

export type EventDraft<Type extends EventType = EventType> = {
  readonly [T in Type]: { readonly type: T } & EventData[T];
}[Type];
