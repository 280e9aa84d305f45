/** Tells of questions where the page is not looked at: in the browser's tab, and by a tone for those that come. */
import { questions, server } from "../state/live.js";
import { isSoundOn } from "../state/preferences.js";
import { createNewcomers, renderTitle } from "../text/newcomers.js";
import { playChime } from "./chime.js";

export function announceQuestions(): void {
  const countNew = createNewcomers();
  const announce = (): void => {
    // Before the server has said anything, nothing is known of what was there already.
    if (server.value === undefined) return;
    const waiting = questions.value;
    document.title = renderTitle(waiting.length);
    if (countNew(waiting) > 0 && isSoundOn.value) playChime().catch(() => undefined);
  };
  server.subscribe(announce);
  questions.subscribe(announce);
}
