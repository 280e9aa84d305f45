/** Records what a call has shown or changed, and tells whoever keeps it elsewhere. */
import type { LedgerUpdate } from "../session/ledger.js";
import { saveEntry } from "../session/saved-ledger.js";
import type { CallOrigin } from "./context.js";

export function recordKnown(
  update: LedgerUpdate | undefined,
  { session, onKnown }: Pick<CallOrigin, "session" | "onKnown">,
): void {
  if (update === undefined) return;
  session.ledger.record(update);
  if (onKnown === undefined) return;
  const entry = session.ledger.find(update.path);
  try {
    // In the same moment: later it may be what another call has made of it, which this one's caller has not seen.
    if (entry !== undefined) onKnown(saveEntry(entry));
  } catch {
    // A listener of the host's own; what was done is done, and the call answers so.
  }
}
