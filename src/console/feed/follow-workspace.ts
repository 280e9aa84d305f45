/** Brings what happens in the server's own workspace to the feed, at its own pace and without contents. */
import { eventToJson } from "../../notify/event-json.js";
import type { Workspace } from "../../workspace.js";
import type { ActivityFeed } from "./activity-feed.js";

interface Following {
  readonly workspace: Workspace;
  readonly feed: ActivityFeed;
  readonly engine: string;
  readonly signal: AbortSignal;
}

/** From what is still kept of the past on. Never rejects. */
export async function followWorkspace({ workspace, feed, engine, signal }: Following): Promise<void> {
  let since = 0;
  // A workspace ends its streams whenever the last session leaves it, and goes on with the next.
  while (!signal.aborted) {
    for await (const event of workspace.events.stream({ since, signal })) {
      since = event.type === "events-missed" ? event.to : event.sequence;
      feed.add(engine, eventToJson(event, { withoutContent: true }));
    }
  }
}
