/** Asking a person at a console instead of the client: where that is preferred, and where forms can't show the whole. */
import type { AskHandler } from "../permissions/ask.js";
import type { Workspace } from "../workspace.js";
import type { Asking } from "./asking.js";
import { isTooLong } from "./elicitation-form.js";

/** The request waits for whoever is at the console; when nobody is, or all have left, it goes to the client. */
export function askAtConsoleOrByForm(
  asking: Asking,
  { access: { questions }, listeners }: Workspace,
  prefersConsole: boolean,
): AskHandler {
  const askConsoleFirst: AskHandler = async (question, options) => {
    if (!questions.isAttended) await listeners.seekPerson(() => questions.isAttended);
    await questions.whenUnattended(options.signal);
    // Answered at the console, or withdrawn: nobody waits for this any more.
    return options.signal?.aborted === true ? new Promise(() => undefined) : asking.onAsk(question, options);
  };
  return (question, options) => {
    // A form that was answered before someone came to the console counts.
    const isForConsole = (prefersConsole || isTooLong(question)) && !asking.has(question);
    return isForConsole ? askConsoleFirst(question, options) : asking.onAsk(question, options);
  };
}
