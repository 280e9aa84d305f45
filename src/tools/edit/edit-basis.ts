/** What an Edit may go by: which lines of the present content the agent has seen, and what happened since it looked. */
import { assessFreshness, refuseUnlessFresh } from "../../session/freshness.js";
import type { LedgerEntry } from "../../session/ledger.js";
import { createHunks } from "../../text/diff/hunks.js";
import { mapLines } from "../../text/diff/map-lines.js";
import { splitLines } from "../../text/diff/split-lines.js";
import { type LineRanges, lineRange, subtractRanges, uniteRanges } from "../../text/line-ranges.js";
import { viewLines } from "../../text/numbered-view.js";
import { judgeTokens } from "../../tokens/token-gate.js";
import { findKnown, findSeenText, mayQuote, renderOutsideDiff, requireSeen } from "../change/gate.js";
import { addedLines, changesOf } from "../change/known-lines.js";
import type { ChangeTarget, PresentFile } from "../change/target.js";
import type { CallContext } from "../context.js";

export interface EditBasis {
  readonly seen: "whole" | LineRanges;
  readonly totalLines: number;
  readonly outside: { readonly diff: string; readonly alsoShown: LineRanges } | undefined;
}

const moment = { verb: "edit", moment: "check" } as const;

/** Stands before any matching, so that "not found" can't be used to probe what was never read. */
export async function requireBasis(
  target: ChangeTarget,
  present: PresentFile,
  context: CallContext,
): Promise<EditBasis> {
  const { session } = context;
  const entry = findKnown(target, context);
  const freshness = assessFreshness(entry, present.version, "whole");
  if (freshness.state === "fresh") {
    if (entry !== undefined) present.version.adoptId(entry.version);
    return { seen: "whole", totalLines: entry?.totalLines ?? 0, outside: undefined };
  }
  if (freshness.state === "partial" && entry !== undefined) {
    // Only a rebase lets an Edit leave parts of a file unseen that once was seen whole.
    const isRebased = session.rules.staleEdits === "rebase" && entry.origin === "edit";
    const isEnough =
      isRebased || session.rules.partialViews === "seen-lines" || (await isTooLong(present, context));
    const totalLines = entry.totalLines ?? splitLines(present.decoded.shown).length;
    if (isEnough) return { seen: entry.shown, totalLines, outside: undefined };
  }
  if (freshness.state === "stale" && entry !== undefined && session.rules.staleEdits === "rebase") {
    const rebased = await findRebasedBasis(entry, present, target, context);
    if (rebased !== undefined) return rebased;
  }
  await requireSeen(target, present, "whole", moment, context);
  return { seen: "whole", totalLines: 0, outside: undefined };
}

/** Whether one Read can't show all of it: then the lines about to change are all that can be asked for. */
async function isTooLong(present: PresentFile, { session, tokens }: CallContext): Promise<boolean> {
  const { maxSizeBytes, maxTokens } = session.limits;
  if (present.version.size > maxSizeBytes) return true;
  const { numbering } = session;
  const { view } = viewLines(present.decoded.shown, {
    startLine: 1,
    maxLines: Number.MAX_SAFE_INTEGER,
    numbering,
  });
  return !(await judgeTokens(view, maxTokens, tokens)).fits;
}

/** Lines that the outside change left alone are still known; what its diff shows in full becomes known. */
async function findRebasedBasis(
  entry: LedgerEntry,
  present: PresentFile,
  target: ChangeTarget,
  context: CallContext,
): Promise<EditBasis | undefined> {
  const seenText = (await mayQuote(target, context)) ? await findSeenText(entry, target, context) : undefined;
  if (seenText === undefined) return undefined;
  const lines = splitLines(present.decoded.shown);
  const hunks = createHunks(splitLines(seenText), lines);
  const changes = changesOf(hunks);
  const { text, hiddenLines } = renderOutsideDiff(hunks);
  return {
    seen: mapLines(changes, entry.shown),
    totalLines: lines.length,
    outside: { diff: text, alsoShown: hiddenLines === 0 ? addedLines(changes) : [] },
  };
}

/** Refuses when lines that are about to change were not seen as they are now. */
export async function requireLinesSeen(
  needed: LineRanges,
  basis: EditBasis,
  target: ChangeTarget,
  present: PresentFile | undefined,
  context: CallContext,
): Promise<void> {
  if (basis.seen === "whole") return;
  const missing = subtractRanges(needed, basis.seen);
  if (missing.length === 0) return;
  if (basis.outside !== undefined && present !== undefined) {
    await requireSeen(target, present, "whole", moment, context);
  }
  refuseUnlessFresh(
    { state: "partial", missing, totalLines: basis.totalLines },
    { filePath: target.path, ...moment },
  );
}

/** What is known of the present content, before the edit changes it. */
export function knownLines({ seen, totalLines, outside }: EditBasis): LineRanges {
  return seen === "whole" ? lineRange(1, totalLines) : uniteRanges(seen, outside?.alsoShown ?? []);
}
