import type { AskHandler, GivenAnswer } from "../permissions/ask.js";
import type { Policy } from "../permissions/decide.js";
import type { SessionPermissions } from "../permissions/session-permissions.js";
import type { LedgerEntry } from "../session/ledger.js";
import type { SavedFile } from "../session/saved-ledger.js";
import type { Session } from "../session/session.js";
import type { TokenCounter } from "../tokens/token-counter.js";
import type { Workspace } from "../workspace.js";

/** How far a call has come. Told now and then, never often; a call that is over soon tells nothing. */
export interface CallProgress {
  /** Grows from one to the next: how many of the things named in `what` are done. */
  readonly done: number;
  readonly total?: number;
  /** In words: "files searched". */
  readonly what: string;
}

/** Where a call comes from, before it is known what it may do. */
export interface CallOrigin {
  readonly workspace: Workspace;
  readonly session: Session;
  readonly permissions: SessionPermissions;
  readonly callId: string;
  readonly signal: AbortSignal | undefined;
  /** The host vouches for content that looks like a mistake. */
  readonly isForced: boolean;
  /** Plans content that looks like a mistake as if it were meant, for a person to decide about. */
  readonly isContentMeant?: boolean;
  /** What a person has answered already, before the call was made. */
  readonly answers?: readonly GivenAnswer[] | undefined;
  /** Who is asked about this call, if not whoever is asked about all of them. */
  readonly onAsk?: AskHandler | undefined;
  /** What the caller has seen of a file, from where it is kept if not in the session. */
  readonly proof?: SavedFile | undefined;
  /** Told what the session knows of a file as soon as this call has added to it. */
  readonly onKnown?: ((file: SavedFile) => void) | undefined;
  /** Told how far a call that takes its time has come. */
  readonly onProgress?: ((progress: CallProgress) => void) | undefined;
  /** Told once all is done but waiting for what others have to say of it: calls that come next may begin. */
  readonly onActed?: (() => void) | undefined;
}

/** One call's surroundings, handed through the pipeline as a whole. */
export interface CallContext extends CallOrigin {
  /** The rules as they were when the call began. */
  readonly policy: Policy;
  /** Counts for this call: with the host's function, or with our own once that has failed. */
  readonly tokens: TokenCounter;
  /** The caller's proof: for this call it counts in the place of what the session knows. */
  readonly seen?: LedgerEntry;
  /** How the call was permitted, once it is: by rule, or by a person's answer. */
  readonly decision?: "allowed" | "approved";
  /** Told what a person says besides allowing the call. */
  readonly onComment?: (comment: string) => void;
  /** Someone was waited for since the plan was made, so that it is worth a look whether it still holds. */
  readonly hasWaited?: boolean;
}
