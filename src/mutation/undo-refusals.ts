/** Why a named change can't be undone or redone. */
import { ToolError } from "../errors/tool-error.js";
import type { TimelineChange } from "../history/timeline.js";

export function refuseNotUndo({ record }: TimelineChange): ToolError {
  return new ToolError("NO_CHANGE", `The change ${record.id} is not an undo, so there is nothing to redo.`, {
    data: { change: record.id },
  });
}

export function refuseNotApplied({ record, state }: TimelineChange): ToolError {
  const what = state === "undone" ? "has already been undone" : "never reached the disk";
  return new ToolError("NO_CHANGE", `The change ${record.id} ${what}.`, { data: { change: record.id } });
}

export function refuseUnknown(what: string, id: string): ToolError {
  return new ToolError("INPUT_INVALID", `There is no ${what} "${id}" in the history.`, { data: { id } });
}
