/** Progress of a long call, for a client that has asked for it. */
import type { ServerContext } from "@modelcontextprotocol/server";
import type { CallProgress } from "../tools/context.js";

export function trackProgress({ mcpReq }: ServerContext): ((progress: CallProgress) => void) | undefined {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return undefined;
  let last = -1;
  return ({ done, total, what }) => {
    // The protocol wants it to grow with every notification.
    if (done <= last) return;
    last = done;
    const params = {
      progressToken,
      progress: done,
      ...(total === undefined ? {} : { total }),
      message: `${done} ${what}`,
    };
    // A client that has gone away is no reason to fail.
    mcpReq.notify({ method: "notifications/progress", params }).catch(() => undefined);
  };
}
