/** What a rewind goes to, in words. */
import type { TimelineData } from "../../../../src/console/contract.js";
import { visible } from "../../../../src/text/visible.js";
import { formatClock } from "../../parts/quantities.js";
import { baseName } from "../../text/path-parts.js";
import type { RestoreGoal } from "./restore-review.js";
import { nameDoing } from "./timeline-words.js";

export interface Moment {
  readonly moment: string;
  /** Whose it is; undefined where that session has changed nothing, so nothing of it can be undone. */
  readonly session: string | undefined;
}

export function describeMoment(
  goal: RestoreGoal,
  { changes, checkpoints }: Pick<TimelineData, "changes" | "checkpoints">,
  nameOfSession: (id: string) => string,
): Moment {
  if (goal.kind !== "rewind") return { moment: "", session: undefined };
  const checkpoint = checkpoints.find(({ id }) => id === goal.to);
  if (checkpoint !== undefined) {
    const { label, at, sessionId } = checkpoint;
    const isMaker = changes.some((change) => change.sessionId === sessionId && change.undoes === undefined);
    return {
      moment: label === "" ? `the checkpoint of ${formatClock(at)}` : `“${visible(label)}”`,
      session: isMaker ? nameOfSession(sessionId) : undefined,
    };
  }
  const entry = changes.find(({ id }) => id === goal.to);
  if (entry === undefined) return { moment: visible(goal.to), session: undefined };
  return {
    moment: `just after “${nameDoing(entry)} ${visible(baseName(entry.path))}” of ${formatClock(entry.at)}`,
    session: nameOfSession(entry.sessionId),
  };
}
