import type { EventDraft } from "../notify/events.js";
import type { CallOrigin } from "./context.js";

/** Tells listeners. Of a change while its file is still held, so that they hear of changes in the order they were made in. */
export function announce(
  events: readonly EventDraft[] | undefined,
  { workspace, session, callId }: Pick<CallOrigin, "workspace" | "session" | "callId">,
): void {
  for (const event of events ?? []) workspace.events.emit(event, session.originOf(callId));
}
