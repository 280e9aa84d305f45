/** The part of a long line around a place in it. */
import { takeEnd, takeStart } from "./clip.js";

/**
 * At most `limit` characters of the line that is `before` and `behind` together, around the place between them, with an
 * ellipsis wherever something was left out. What follows a match tells more than what precedes it, and gets more room.
 */
export function windowAround(before: string, behind: string, limit: number): string {
  const third = Math.min(before.length, Math.floor(limit / 3));
  const right = Math.min(behind.length, limit - third);
  const left = Math.min(before.length, limit - right);
  return `${left < before.length ? "…" : ""}${takeEnd(before, left)}${takeStart(behind, right)}${right < behind.length ? "…" : ""}`;
}
