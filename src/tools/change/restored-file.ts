/**
 * Whether a file is as a person's undo, redo or rewind left it. The history knows, whichever process did it. Reading it
 * takes time, so ask only once a file is known to have changed.
 */
import type { RealPath } from "../../fs/paths.js";
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
  // A history that can't be read is no reason to fail the call: the refusal then says less.
  const found = await workspace.history?.findRestoring(path, version).catch(() => undefined);
  if (found === undefined) return undefined;
  const { by, changes, undone } = found;
  const own = undone.filter(({ sessionId }) => sessionId === session.id);
  const lastOwn = changes.findLast(({ sessionId }) => sessionId === session.id);
  if (by === "redo") return { by, sentence: "The user redid a change to this file that had been undone." };
  if (by === "rewind") return { by, sentence: describeRewind(own.length) };
  const isLast = own.some(({ id }) => id === lastOwn?.id);
  return { by, sentence: describeUndo(own.length, { isLast, isGone: version === null }) };
}

function describeUndo(
  count: number,
  { isLast, isGone }: { readonly isLast: boolean; readonly isGone: boolean },
): string {
  if (count === 0) return "The user undid a change to this file.";
  if (isGone) {
    return "The user undid your change that created it. Do not create it again unless the user asks.";
  }
  const one = isLast ? "your last change" : "one of your changes";
  return `The user undid ${count === 1 ? one : `${count} of your changes`} to this file. ${askFirst(count)}`;
}

function describeRewind(count: number): string {
  const rewound = "The user rewound this file to an earlier version";
  if (count === 0) return `${rewound}.`;
  return `${rewound}, which undid your ${count === 1 ? "change" : "changes"} to it. ${askFirst(count)}`;
}

function askFirst(count: number): string {
  return `Do not make ${count === 1 ? "it" : "them"} again unless the user asks.`;
}
