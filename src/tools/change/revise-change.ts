/**
 * What becomes of a change that a person allows with other content than was proposed: still a change of the same base, so
 * that it holds only for the file they looked at. What a person typed is not searched for a model's mistakes.
 */
import { applyByteSplices } from "../../text/byte-splices.js";
import { createHunks, type Hunk } from "../../text/diff/hunks.js";
import { mapLines } from "../../text/diff/map-lines.js";
import { splitLines } from "../../text/diff/split-lines.js";
import { findCommonCharacters } from "../../text/edit/common-ends.js";
import { convertLineEndings, findEndings } from "../../text/line-endings.js";
import { type LineRanges, uniteRanges } from "../../text/line-ranges.js";
import type { CallContext } from "../context.js";
import { encodeContent, withoutMark } from "./encode-content.js";
import { encodeSplices } from "./encode-splices.js";
import { changesOf } from "./known-lines.js";
import { type PlannedChange, textAfter } from "./planned-change.js";
import { renderReviewedDiff } from "./render-change.js";
import type { ChangeTarget } from "./target.js";

export interface Revision {
  readonly planned: PlannedChange;
  /** The whole text that the file is to have. */
  readonly text: string;
}

/** Undefined when what was sent is what was proposed. */
export function reviseChange(
  proposed: PlannedChange,
  content: string,
  target: ChangeTarget,
  context: CallContext,
): Revision | undefined {
  const { before, base } = proposed;
  const proposal = textAfter(proposed);
  const text = keepEndings(withoutMark(content.toWellFormed(), base), base.shown, proposal);
  if (text === proposal) return undefined;
  const lines = splitLines(text);
  const hunks = createHunks(splitLines(proposal), lines);
  return {
    text,
    planned: {
      before,
      base,
      ...bringContent(proposed, text, target, context),
      hunks: createHunks(splitLines(base.shown), lines),
      totalLines: lines.length,
      shown: linesKnownOf(hunks, proposed.shown),
      reviewed: { hunks },
    },
  };
}

/**
 * Forms and text fields turn all line ends into one kind, whichever they had. So where the file and the proposal have
 * only one, and what was sent has only another, that says nothing of what the person wants. No form makes lone carriage
 * returns: those are meant.
 */
function keepEndings(content: string, base: string, proposal: string): string {
  const [own, other] = new Set([...findEndings(base), ...findEndings(proposal)]);
  const sent = findEndings(content);
  return own === undefined || other !== undefined || sent.size !== 1 || sent.has("\r")
    ? content
    : convertLineEndings(content, own);
}

/** What was made of replaced places leaves the bytes around the place alone, as its proposal did. */
function bringContent(
  { before, base, splices: proposed }: PlannedChange,
  text: string,
  target: ChangeTarget,
  { workspace }: CallContext,
): Pick<PlannedChange, "after" | "splices"> {
  if (before !== undefined && text === base.shown) return { after: before };
  if (proposed === undefined) {
    return { after: workspace.content.versionOf(encodeContent(text, base, target)) };
  }
  const common = findCommonCharacters(base.shown, text);
  const replaced = {
    start: common.start,
    end: base.shown.length - common.end,
    text: text.slice(common.start, text.length - common.end),
  };
  const splices = encodeSplices(base, [replaced], target);
  return { after: workspace.content.versionOf(applyByteSplices(base.bytes, splices)), splices };
}

/** What was known of the proposal and has stayed, and what the agent will be shown of the rest. */
function linesKnownOf(hunks: readonly Hunk[], known: LineRanges): LineRanges {
  return uniteRanges(mapLines(changesOf(hunks), known), renderReviewedDiff(hunks).shownLines);
}
