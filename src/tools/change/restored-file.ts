/**
 * Whether a file is as a person's undo, redo or rewind left it. The history knows, whichever process did it. Reading it
 * takes time, so ask only once a file is known to have changed.
 */
import type { RealPath } from "../../fs/paths.js";
import type { ChangeRecord } from "../../history/records.js";
import type { Timeline } from "../../history/timeline.js";
import type { CallContext } from "../context.js";

export interface RestoredFile {
  readonly by: "undo" | "redo" | "rewind";
  /** What happened, for the model. */
  readonly sentence: string;
}

/** `version` is the name of the present content, or null for a file that is gone. */
export async function findRestored(
  path: RealPath,
  version: string | null,
  { session, workspace }: CallContext,
): Promise<RestoredFile | undefined> {
  const timeline = await readTimeline(workspace);
  const last = timeline?.changes.findLast(({ record, state }) => record.path === path && state !== "failed");
  if (timeline === undefined || last === undefined) return undefined;
  const { undoes, after, tool } = last.record;
  const isPresent = (after?.id ?? null) === version;
  if (undoes === undefined || !isPresent) return undefined;
  if (tool === "redo") {
    return { by: "redo", sentence: "The user redid a change to this file that had been undone." };
  }
  const undone = listOwn(timeline, path, session.id).filter(({ id }) => undoes.includes(id));
  if (tool === "rewind") return { by: "rewind", sentence: describeRewind(undone) };
  const lastOwn = listOwn(timeline, path, session.id).at(-1);
  return { by: "undo", sentence: describeUndo(undone, lastOwn, after === null) };
}

/** A history that can't be read is no reason to fail the call: the refusal then says less. */
async function readTimeline({ history }: CallContext["workspace"]): Promise<Timeline | undefined> {
  try {
    return await history?.readTimeline();
  } catch {
    return undefined;
  }
}

/** What the session's own tools did to the file, oldest first. */
function listOwn({ changes }: Timeline, path: RealPath, sessionId: string): readonly ChangeRecord[] {
  return changes
    .filter(({ record, state }) => record.path === path && state !== "failed" && record.undoes === undefined)
    .map(({ record }) => record)
    .filter((record) => record.sessionId === sessionId);
}

const ASK_FIRST = "Do not make it again unless the user asks.";

function describeUndo(
  undone: readonly ChangeRecord[],
  lastOwn: ChangeRecord | undefined,
  isGone: boolean,
): string {
  const [only] = undone;
  if (only === undefined) return "The user undid a change to this file.";
  if (isGone)
    return "The user undid your change that created it. Do not create it again unless the user asks.";
  if (undone.length > 1) return `The user undid ${undone.length} of your changes to this file. ${ASK_FIRST}`;
  const which = only.id === lastOwn?.id ? "your last change" : "one of your changes";
  return `The user undid ${which} to this file. ${ASK_FIRST}`;
}

function describeRewind(undone: readonly ChangeRecord[]): string {
  const rewound = "The user rewound this file to an earlier version";
  return undone.length === 0 ? `${rewound}.` : `${rewound}, which undid your changes to it. ${ASK_FIRST}`;
}
