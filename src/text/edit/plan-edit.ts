/**
 * Where the old text stands and what has to change there. Tiers of declining strictness are tried in order, and the first
 * that finds anything decides: more than one place without `replaceAll` is a refusal, never a reason to look further.
 * Outside the answered splices nothing changes.
 */
import { endsWithReturns } from "../line-endings.js";
import type { Splice } from "../splice.js";
import { finish, isTurn, type Steps } from "../steps.js";
import { planDeletions } from "./deletion.js";
import { desanitisedTier } from "./desanitised-tier.js";
import type { EditMiss, EditPlan, EditRequest, Span } from "./edit-plan.js";
import { exactTier } from "./exact-tier.js";
import { FileText } from "./file-text.js";
import { indentationTier } from "./indentation-tier.js";
import { LineEndings } from "./line-endings.js";
import { quotesTier } from "./quotes-tier.js";
import { Replacer } from "./replacement.js";
import type { Located, Tier } from "./tier.js";
import { trailingWhitespaceTier } from "./trailing-whitespace-tier.js";

const MAX_LISTED_LINES = 50;
const TIERS: readonly Tier[] = [
  exactTier,
  quotesTier,
  trailingWhitespaceTier,
  desanitisedTier,
  indentationTier,
];

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
  for (const tier of request.exactOnly ? [exactTier] : TIERS) {
    const located = tier.locate(file, request);
    yield;
    if (located === undefined) continue;
    const matches = located.hits.map((hit) => hit.span);
    if (matches.length > 1 && !request.replaceAll) {
      const positions = findPositions(viewed, matches.slice(0, MAX_LISTED_LINES));
      return { kind: "not-unique", tier: tier.name, ...positions, count: matches.length };
    }
    const planned = yield* planSplices(text, located, request);
    return { kind: "plan", tier: tier.name, ...planned, replacements: matches.length, matches };
  }
  return { kind: "not-found" };
}

function* planSplices(
  text: string,
  located: Located,
  request: EditRequest,
): Steps<Pick<EditPlan, "splices" | "trimmedLines">> {
  if (request.newString === "") {
    const spans = located.hits.map((hit) => hit.span);
    return { splices: planDeletions(text, spans), trimmedLines: [] };
  }
  const replacer = new Replacer({ text, endings: new LineEndings(text), request, located });
  const splices: Splice[] = [];
  const trimmedLines: number[] = [];
  for (const [index, hit] of located.hits.entries()) {
    const replaced = replacer.plan(hit);
    if (replaced.splice !== undefined) splices.push(replaced.splice);
    trimmedLines.push(replaced.trimmedLines);
    if (isTurn(index)) yield;
  }
  return { splices, trimmedLines };
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
