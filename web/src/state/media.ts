/** What the window has room for, as the style sheets see it. */
import { type ReadonlySignal, Signal } from "./signal.js";

/** One column only. */
export const isNarrow = follow("(max-width: 760px)");
/** Two versions of a text side by side. */
export const hasRoomForTwo = follow("(min-width: 900px)");

function follow(query: string): ReadonlySignal<boolean> {
  const media = matchMedia(query);
  const matches = new Signal(media.matches);
  media.addEventListener("change", () => (matches.value = media.matches));
  return matches;
}
