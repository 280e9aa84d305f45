/** Records what a call has shown or changed, and tells whoever keeps it elsewhere. */
import type { LedgerUpdate } from "../session/ledger.js";
import { saveEntry } from "../session/saved-ledger.js";
import type { CallOrigin } from "./context.js";
import { notifyHook } from "./host-hooks.js";

export function recordKnown(
  update: LedgerUpdate | undefined,
  origin: Pick<CallOrigin, "workspace" | "session" | "callId" | "onKnown">,
): void {
  if (update === undefined) return;
  const { session, onKnown } = origin;
  session.ledger.record(update);
  if (onKnown === undefined) return;
  const entry = session.ledger.find(update.path);
  // In the same moment: later it may be what another call has made of it, which this one's caller has not seen.
  if (entry !== undefined) notifyHook("onKnown", () => onKnown(saveEntry(entry)), origin);
}
