/** Records what a call has shown or changed, and tells whoever keeps it elsewhere. */
import type { LedgerUpdate } from "../session/ledger.js";
import { saveEntry } from "../session/saved-ledger.js";
import type { CallOrigin } from "./context.js";
import { notifyHook } from "./host-hooks.js";

export function recordKnown(
  updates: readonly LedgerUpdate[] | undefined,
  origin: Pick<CallOrigin, "workspace" | "session" | "callId" | "onKnown">,
): void {
  if (updates === undefined) return;
  const { session, onKnown } = origin;
  for (const update of updates) session.ledger.record(update);
  const [update] = updates;
  // Whoever keeps it keeps one file for a call.
  if (onKnown === undefined || update === undefined || updates.length > 1) return;
  const entry = session.ledger.find(update.path);
  // In the same moment: later it may be what another call has made of it, which this one's caller has not seen.
  if (entry !== undefined) notifyHook("onKnown", () => onKnown(saveEntry(entry)), origin);
}
