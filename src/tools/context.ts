import type { Policy } from "../permissions/decide.js";
import type { SessionPermissions } from "../permissions/session-permissions.js";
import type { Session } from "../session/session.js";
import type { Workspace } from "../workspace.js";

/** Where a call comes from, before it is known what it may do. */
export interface CallOrigin {
  readonly workspace: Workspace;
  readonly session: Session;
  readonly permissions: SessionPermissions;
  readonly callId: string;
  readonly signal: AbortSignal | undefined;
  /** The host vouches for content that looks like a mistake. */
  readonly isForced: boolean;
}

/** One call's surroundings, handed through the pipeline as a whole. */
export interface CallContext extends CallOrigin {
  /** The rules as they were when the call began. */
  readonly policy: Policy;
  /** How the call was permitted, once it is: by rule, or by a person's answer. */
  readonly decision?: "allowed" | "approved";
  /** Someone was waited for since the plan was made, so that it is worth a look whether it still holds. */
  readonly hasWaited?: boolean;
}
