/** Asking a person at a console in the place of the client, for as long as one is there. */
import type { AskHandler } from "../permissions/ask.js";
import type { Workspace } from "../workspace.js";
import type { Asking } from "./asking.js";

/** The question stands for whoever is at the console; when nobody is, or all have left, it goes to the client. */
export function askConsoleFirst(asking: Asking, { access: { questions }, listeners }: Workspace): AskHandler {
  return async (question, options) => {
    // What was answered in a form before someone came has been answered.
    if (asking.has(question)) return asking.onAsk(question, options);
    if (!questions.isAttended) await listeners.seekPerson(() => questions.isAttended);
    await questions.whenUnattended(options.signal);
    // Answered at the console, or withdrawn: nobody waits for this any more.
    return options.signal?.aborted === true ? new Promise(() => undefined) : asking.onAsk(question, options);
  };
}
