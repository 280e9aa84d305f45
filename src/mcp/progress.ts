/** Progress of a long call, for a client that has asked for it. */
import type { CallProgress } from "../tools/context.js";

export interface ProgressNotification {
  readonly method: "notifications/progress";
  readonly params: {
    readonly progressToken: string | number;
    readonly progress: number;
    readonly total?: number;
    readonly message: string;
  };
}

export function trackProgress(
  progressToken: string | number | undefined,
  notify: (notification: ProgressNotification) => Promise<void>,
): ((progress: CallProgress) => void) | undefined {
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
    notify({ method: "notifications/progress", params }).catch(() => undefined);
  };
}
