import type { Session } from "../session/session.js";
import type { Workspace } from "../workspace.js";

/** One call's surroundings, handed through the pipeline as a whole. */
export interface CallContext {
  readonly workspace: Workspace;
  readonly session: Session;
  readonly callId: string;
  readonly signal: AbortSignal | undefined;
}
