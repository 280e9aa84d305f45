/** Records what a call has shown or changed, and tells whoever keeps it elsewhere. */
import { ShownChangeError } from "../session/freshness.js";
import type { LedgerUpdate } from "../session/ledger.js";
import { saveEntry } from "../session/saved-ledger.js";
import type { CallOrigin } from "./context.js";
import { notifyHook } from "./host-hooks.js";

type RecordOrigin = Pick<CallOrigin, "workspace" | "session" | "callId" | "onKnown">;

export function recordKnown(updates: readonly LedgerUpdate[] | undefined, origin: RecordOrigin): void {
  if (updates === undefined) return;
  for (const update of updates) origin.session.ledger.record(update);
  const [update] = updates;
  // `onKnown` reports one file per call.
  if (update !== undefined && updates.length === 1) reportKnown(update, origin);
}

/** Records the outside change that a refusal shows. Callers must show it to the model. */
export function recordRefusal(cause: unknown, origin: RecordOrigin): void {
  if (!(cause instanceof ShownChangeError)) return;
  const { session } = origin;
  session.ledger.recordRefusal(cause.known, session.lastCall);
  reportKnown(cause.known, origin);
}

function reportKnown({ path }: LedgerUpdate, origin: RecordOrigin): void {
  const { session, onKnown } = origin;
  if (onKnown === undefined) return;
  const entry = session.ledger.find(path);
  // In the same moment: later it may be what another call has made of it, which this one's caller has not seen.
  if (entry !== undefined) notifyHook("onKnown", () => onKnown(saveEntry(entry)), origin);
}
