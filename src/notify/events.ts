/** What happens in a workspace, as data. Every event names its session and call; none carries file content. */
import type { ErrorCode } from "../errors/codes.js";

export interface EventData {
  "call-finished": {
    readonly tool: string;
    readonly durationMs: number;
    readonly isError: boolean;
    readonly code: ErrorCode | undefined;
  };
  "file-read": {
    readonly path: string;
    readonly startLine: number;
    readonly lines: number;
    readonly totalLines: number | undefined;
    /** The answer was the "unchanged" stub instead of the content. */
    readonly deduplicated: boolean;
  };
  "permission-asked": { readonly tool: string; readonly path: string; readonly operation: "read" | "write" };
  "permission-answered": { readonly tool: string; readonly path: string; readonly answer: "allow" | "deny" };
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
