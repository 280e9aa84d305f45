import type { Session } from "../session/session.js";
import type { Workspace } from "../workspace.js";

/** One call's surroundings, handed through the pipeline as a whole. */
export interface CallContext {
  readonly workspace: Workspace;
  readonly session: Session;
  readonly callId: string;
  readonly signal: AbortSignal | undefined;
  /** The host vouches for content that looks like a mistake. */
  readonly isForced: boolean;
  /** How the call was permitted, once it is: by rule, or by a person's answer. */
  readonly decision?: "allowed" | "approved";
  /** Someone was waited for since the plan was made, so that it is worth a look whether it still holds. */
  readonly hasWaited?: boolean;
}
