/** What an Edit may go by: which lines of the present content the agent has seen, and what happened since it looked. */
import { assessFreshness, refuseUnlessFresh } from "../../session/freshness.js";
import type { LedgerEntry } from "../../session/ledger.js";
import type { Hunk } from "../../text/diff/hunks.js";
import { type LineRanges, lineRange, noLines, subtractRanges, uniteRanges } from "../../text/line-ranges.js";
import {
  compareWithPresent,
  type FindNextCall,
  findKnownWithTotal,
  findSeenContent,
  isSameEncoding,
  mayQuote,
  requireSeen,
} from "../change/gate.js";
import { changesOf, linesKnownAfter } from "../change/known-lines.js";
import type { ChangeTarget, PresentFile } from "../change/target.js";
import type { CallContext } from "../context.js";

export interface EditBasis {
  readonly seen: "whole" | LineRanges;
  readonly totalLines: number;
  readonly outside: { readonly diff: string; readonly alsoShown: LineRanges } | undefined;
}

const moment = { verb: "edit", moment: "check" } as const;

/** Comes before any matching, so "not found" can't be used to probe a file of which nothing was read. */
export async function requireBasis(
  target: ChangeTarget,
  present: PresentFile,
  findNextCall: FindNextCall,
  context: CallContext,
): Promise<EditBasis> {
  const { rules } = context.session;
  const entry = findKnownWithTotal(present, target, context);
  const freshness = assessFreshness(entry, present.version, "whole");
  if (freshness.state === "fresh") {
    if (entry !== undefined) present.version.adoptId(entry.version);
    return { seen: "whole", totalLines: entry?.totalLines ?? 0, outside: undefined };
  }
  if (freshness.state === "partial" && entry !== undefined) {
    // Only a rebase lets an Edit leave parts of a file unseen that once was seen whole.
    const isRebased = rules.staleEdits === "rebase" && entry.origin === "edit";
    if (isRebased || rules.editRequires === "seen-lines")
      return { seen: entry.shown, totalLines: entry.totalLines ?? 0, outside: undefined };
  }
  if (freshness.state === "stale" && entry !== undefined && rules.staleEdits === "rebase") {
    const rebased = await findRebasedBasis(entry, present, target, context);
    if (rebased !== undefined) return rebased;
  }
  const isWholeNeeded = rules.editRequires === "whole-file";
  const request = { ...moment, findNextCall: isWholeNeeded ? undefined : findNextCall };
  await requireSeen(target, present, "whole", request, context);
  return { seen: "whole", totalLines: 0, outside: undefined };
}

/** Lines that the outside change left alone are still known; what its diff shows becomes known with the result. */
async function findRebasedBasis(
  entry: LedgerEntry,
  present: PresentFile,
  target: ChangeTarget,
  context: CallContext,
): Promise<EditBasis | undefined> {
  const before = (await mayQuote(target, context))
    ? await findSeenContent(entry, target, context)
    : undefined;
  if (before === undefined || !isSameEncoding(before, present.decoded)) return undefined;
  const { diff, kept, seenAfter } = compareWithPresent(before, present, entry);
  return {
    seen: kept,
    totalLines: seenAfter.totalLines,
    outside: { diff, alsoShown: seenAfter.shown },
  };
}

/** Refuses when lines that are about to change were not seen as they are now. */
export async function requireLinesSeen(
  needed: LineRanges,
  basis: EditBasis,
  { target, present, findNextCall }: UnseenLines,
  context: CallContext,
): Promise<void> {
  if (basis.seen === "whole") return;
  const missing = subtractRanges(needed, basis.seen);
  if (missing.length === 0) return;
  if (basis.outside !== undefined && present !== undefined)
    await requireSeen(target, present, "whole", { ...moment, findNextCall }, context);
  await refuseUnlessSearchable(basis, target, context);
  refuseUnlessFresh(
    { state: "partial", missing, totalLines: basis.totalLines },
    { filePath: target.path, ...moment, nextCall: await findNextCall(basis.seen) },
  );
}

/** Where each Read must be allowed first, every refusal is the same: none tells whether or where an unseen line has the text. */
export async function refuseUnlessSearchable(
  { seen, totalLines }: EditBasis,
  target: ChangeTarget,
  context: CallContext,
): Promise<void> {
  const missing = seen === "whole" ? noLines : subtractRanges(lineRange(1, totalLines), seen);
  if (missing.length === 0 || (await mayQuote(target, context))) return;
  refuseUnlessFresh({ state: "partial", missing, totalLines }, { filePath: target.path, ...moment });
}

/** What a refusal of unseen lines is about. */
interface UnseenLines {
  readonly target: ChangeTarget;
  /** Undefined for a file too large to hold. */
  readonly present: PresentFile | undefined;
  readonly findNextCall: FindNextCall;
}

/** The lines known after the change: known lines that stayed, plus the new ones. */
export function knownAfter(hunks: readonly Hunk[], basis: EditBasis): LineRanges {
  return linesKnownAfter(changesOf(hunks), knownLines(basis));
}

function knownLines({ seen, totalLines, outside }: EditBasis): LineRanges {
  return seen === "whole" ? lineRange(1, totalLines) : uniteRanges(seen, outside?.alsoShown ?? []);
}
