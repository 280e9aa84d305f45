/** Times, states and sizes of changes as people read them. */
import type { TimelineChange } from "../../../history/timeline.js";

/** By the clock on the wall: "2026-11-16 09:56:16". */
export function renderTime(at: number): string {
  const time = new Date(at);
  const two = (number: number): string => String(number).padStart(2, "0");
  const day = [time.getFullYear(), two(time.getMonth() + 1), two(time.getDate())].join("-");
  return `${day} ${[time.getHours(), time.getMinutes(), time.getSeconds()].map(two).join(":")}`;
}

const stateNames: Readonly<Record<TimelineChange["state"], string>> = {
  applied: "applied",
  undone: "undone",
  failed: "never made",
};

export function nameState({ state }: TimelineChange): string {
  return stateNames[state];
}
