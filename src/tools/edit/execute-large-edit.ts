import { ToolError } from "../../errors/tool-error.js";
import { commitLarge } from "../../mutation/commit-large.js";
import { ChangedContent } from "../../notify/changed-content.js";
import { noLines, uniteRanges } from "../../text/line-ranges.js";
import { visiblePath } from "../../text/visible.js";
import { originOf } from "../change/apply-change.js";
import type { ChangeTarget } from "../change/target.js";
import type { CallContext } from "../context.js";
import { PlanOutdated } from "../plan-outdated.js";
import type { LargeEditDetails } from "./edit-details.js";
import { type EditOutcome, outputOf } from "./edit-outcome.js";

export async function executeLargeEdit(
  target: ChangeTarget,
  details: LargeEditDetails,
  context: CallContext,
): Promise<EditOutcome> {
  const { workspace, decision, signal } = context;
  const { index, splices, planned } = details;
  const origin = originOf("Edit", context);
  const { realPath: path } = target;
  const ground = { ...workspace.mutation, content: workspace.content };
  const committed = await commitLarge({ path, index, splices, origin }, ground, signal);
  // What changed meanwhile is for the next plan to find out: it looks at the ledger again.
  if (committed.outcome === "changed") throw new PlanOutdated();
  if (committed.outcome === "not-replaceable") {
    throw new ToolError(
      "FILE_TOO_LARGE",
      `${visiblePath(target.path)} can only be written in place, because ${committed.reason}, and is too large for that to be safe. Nothing was changed. Ask the user.`,
      { data: { filePath: target.path, reason: committed.reason } },
    );
  }
  const { change, after, notes } = committed;
  const { totalLines, hunks, before } = planned;
  const shown = uniteRanges(planned.shown, details.diff.shownLines);
  return {
    output: outputOf(target.path, details, change),
    shown: { notes, diff: details.diff, outsideDiff: undefined, isNew: false, isKept: false },
    ledger: [{ path, version: after, totalLines, shown, cut: noLines, origin: "edit" }],
    events: [
      {
        type: "file-changed",
        path,
        tool: "Edit",
        kind: "update",
        change,
        before: new ChangedContent(before),
        after: new ChangedContent(after),
        structuredPatch: hunks,
        matchTier: details.tier,
        userModified: false,
        ...(decision === undefined ? {} : { decision }),
      },
      ...workspace.listeners.memoryEventsOf(target, "Edit", change),
    ],
  };
}
