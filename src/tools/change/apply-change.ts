/** Carries a planned change out: commits it, or says why the file is no longer the one the plan was made for. */
import { decodeText } from "../../content/decode-text.js";
import { ToolError } from "../../errors/tool-error.js";
import { type ChangeOrigin, type Committed, commit } from "../../mutation/commit.js";
import { ChangedContent } from "../../notify/changed-content.js";
import type { EventDraft } from "../../notify/events.js";
import type { LedgerUpdate } from "../../session/ledger.js";
import type { MatchTier } from "../../text/edit/tiers.js";
import { noLines } from "../../text/line-ranges.js";
import type { CallContext } from "../context.js";
import { PlanOutdated } from "../plan-outdated.js";
import { requireSeen } from "./gate.js";
import { type PlannedChange, textAfter } from "./planned-change.js";
import type { ChangeTarget } from "./target.js";
import { withReadAdvice } from "./with-read-advice.js";

export interface ApplyRequest {
  readonly target: ChangeTarget;
  readonly planned: PlannedChange;
  readonly tool: string;
  readonly verb: "write" | "edit";
  /** How the replaced text was found. */
  readonly matchTier?: MatchTier;
}

export type AppliedChange = Committed & { readonly outcome: "committed" };

export async function applyChange(request: ApplyRequest, context: CallContext): Promise<AppliedChange> {
  const { target, planned, tool } = request;
  const { workspace } = context;
  const { before, after, splices } = planned;
  const origin = originOf(tool, context);
  const isWorthALook = context.hasWaited === true;
  const committed = await commit(
    {
      path: target.realPath,
      before,
      after,
      origin,
      judged: target.stat,
      isWorthALook,
      ...(splices === undefined ? {} : { splices }),
    },
    workspace.mutation,
  );
  if (committed.outcome === "committed") return committed;
  if (before !== undefined && committed.present !== undefined) {
    await refuseIfStale(request, committed.present, context);
  }
  throw new PlanOutdated();
}

/** Who made a change, as the history records it. */
export function originOf(tool: string, { session, callId, decision }: CallContext): ChangeOrigin {
  return {
    sessionId: session.id,
    callId,
    tool,
    ...(decision === undefined ? {} : { decision }),
    ...(session.name === undefined ? {} : { client: session.name }),
    ...(session.agent === undefined ? {} : { agent: session.agent }),
  };
}

/** A change by another call of this very conversation is no surprise, and one it may rebase over needs a new plan. */
async function refuseIfStale(
  { target, verb }: ApplyRequest,
  bytes: Uint8Array,
  context: CallContext,
): Promise<void> {
  const { session, workspace } = context;
  if (verb === "edit" && session.rules.staleEdits === "rebase") return;
  const decoded = await decodeText(bytes, target.realPath, workspace.fileSystem);
  const present = { version: workspace.content.versionOf(bytes), decoded };
  try {
    await requireSeen(target, present, noLines, { verb, moment: "commit" }, context);
  } catch (cause) {
    throw cause instanceof ToolError ? await withReadAdvice(cause, target, context) : cause;
  }
}

/** What the agent knows from now on: its own change, and what it knew of the rest. */
export function ledgerUpdateOf({ target, planned }: ApplyRequest, origin: "edit" | "write"): LedgerUpdate {
  const { after, totalLines, shown } = planned;
  return { path: target.realPath, version: after, totalLines, shown, cut: noLines, origin };
}

/** Made only for those who listen: naming a version takes a hash of the whole content. */
export function changeEventsOf(
  { target, planned, tool, matchTier }: ApplyRequest,
  { change }: AppliedChange,
  { workspace, decision }: CallContext,
): readonly EventDraft[] {
  if (!workspace.events.isHeard) return [];
  const { before, after, hunks, base } = planned;
  return [
    {
      type: "file-changed",
      path: target.realPath,
      tool,
      kind: before === undefined ? "create" : "update",
      change,
      before: before === undefined ? undefined : new ChangedContent(before, () => base.shown),
      after: new ChangedContent(after, () => textAfter(planned)),
      structuredPatch: hunks,
      userModified: planned.reviewed !== undefined,
      ...(matchTier === undefined ? {} : { matchTier }),
      ...(decision === undefined ? {} : { decision }),
    },
    ...workspace.listeners.memoryEventsOf(target, tool, change),
  ];
}
