/**
 * Where the old text is in the file and what has to change there. Tiers of declining strictness are tried in order, and the
 * first that finds anything decides: more than one match without `replaceAll` is a refusal, never a reason to look further.
 * Outside the returned splices nothing changes.
 */
import { endsWithReturns } from "../line-endings.js";
import type { Splice } from "../splice.js";
import { finish, isTurn, type Steps } from "../steps.js";
import { planDeletions } from "./deletion.js";
import type { EditMiss, EditPlan, EditRequest, Span } from "./edit-plan.js";
import { FileText } from "./file-text.js";
import { findExactly } from "./find-exactly.js";
import { findRelaxed } from "./find-relaxed.js";
import { LineEndings } from "./line-endings.js";
import { planRelaxed } from "./plan-relaxed.js";
import { unifyLineBreaks } from "./projection.js";
import { Replacer } from "./replacement.js";
import type { MatchTier } from "./tiers.js";

const MAX_LISTED_LINES = 50;

export function planEdit(text: string, request: EditRequest): EditPlan | EditMiss {
  return finish(planEditInSteps(text, request));
}

export function planEditInSteps(text: string, request: EditRequest): Steps<EditPlan | EditMiss> {
  if (request.oldString === "") throw new RangeError("An edit needs a text to look for.");
  return request.isPart !== true && endsWithReturns(text)
    ? planBetweenReturns(text, request)
    : planByTiers(text, request);
}

/** Where lines end with lone carriage returns, those are line breaks: each takes one unit, as `\n` does. */
function* planBetweenReturns(text: string, request: EditRequest): Steps<EditPlan | EditMiss> {
  const breakLines = (given: string): string => given.replace(/\r\n?/g, "\n");
  const broken = {
    ...request,
    oldString: breakLines(request.oldString),
    newString: breakLines(request.newString),
  };
  const planned = yield* planByTiers(breakLines(text), broken, text);
  if (planned.kind !== "plan") return planned;
  const splices = planned.splices.map((splice) => ({ ...splice, text: splice.text.replaceAll("\n", "\r") }));
  return { ...planned, splices };
}

/** `viewed` is the text as views show it, which count its lines by `\n` alone. */
function* planByTiers(text: string, request: EditRequest, viewed: string = text): Steps<EditPlan | EditMiss> {
  const file = new FileText(text);
  const oldText = unifyLineBreaks(request.oldString);
  const exact = findExactly(file, oldText, request.replaceAll);
  yield;
  if (exact.length > 0) {
    if (exact.length > 1 && !request.replaceAll) return refuseSeveral(viewed, exact, "exact");
    return yield* planExact(text, exact, request);
  }
  const found = request.exactOnly ? undefined : findRelaxed(file, oldText);
  if (found === undefined) return { kind: "not-found" };
  yield;
  const { boundary } = file.withPlainBreaks;
  const candidates = [...found.places, ...found.rivals].toSorted((a, b) => a.span.start - b.span.start);
  if (candidates.length > 1 && !request.replaceAll) {
    const spans = candidates.map(({ span }) => ({ start: boundary(span.start), end: boundary(span.end) }));
    return refuseSeveral(viewed, spans, found.tier);
  }
  return yield* planRelaxed(file, found, request);
}

function refuseSeveral(text: string, spans: readonly Span[], tier: MatchTier): EditMiss {
  const positions = findPositions(text, spans.slice(0, MAX_LISTED_LINES));
  return { kind: "not-unique", tier, ...positions, count: spans.length };
}

function* planExact(text: string, matches: readonly Span[], request: EditRequest): Steps<EditPlan> {
  const { newString } = request;
  const plan = { kind: "plan", tier: "exact", replacements: matches.length, matches, newString } as const;
  if (newString === "") return { ...plan, splices: planDeletions(text, matches), trimmedLines: [] };
  const replacer = new Replacer({
    text,
    endings: new LineEndings(text),
    request,
    oldText: unifyLineBreaks(request.oldString),
    newText: unifyLineBreaks(newString),
  });
  const splices: Splice[] = [];
  const trimmedLines: number[] = [];
  for (const [index, match] of matches.entries()) {
    const replaced = replacer.plan(match);
    if (replaced.splice !== undefined) splices.push(replaced.splice);
    trimmedLines.push(replaced.trimmedLines);
    if (isTurn(index)) yield;
  }
  return { ...plan, splices, trimmedLines };
}

/** 1-based lines and columns of sorted spans, counted once through the text. */
function findPositions(text: string, spans: readonly Span[]): { lines: number[]; columns: number[] } {
  const lines: number[] = [];
  const columns: number[] = [];
  let line = 1;
  let lineStart = 0;
  let next = text.indexOf("\n");
  for (const { start } of spans) {
    while (next !== -1 && next < start) {
      line += 1;
      lineStart = next + 1;
      next = text.indexOf("\n", next + 1);
    }
    lines.push(line);
    columns.push(start - lineStart + 1);
  }
  return { lines, columns };
}
