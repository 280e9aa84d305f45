/**
 * Comparisons laxer than any tier: too lax to change a file by, good enough to tell why the old text was not found.
 * All texts here have `\n` for every line break.
 */
import { findNumberedLine } from "../../own-words.js";
import type { MatchTier, Span } from "../edit-plan.js";
import { findOccurrences } from "../find-text.js";
import { bodyOf, findBodyRuns } from "../line-bodies.js";
import { planEdit } from "../plan-edit.js";
import type { MissReason } from "./diagnosis.js";
import {
  breakReturns,
  dropReturns,
  dropWhitespace,
  type Fold,
  foldCase,
  foldEverything,
  foldLookAlikes,
  foldText,
  foldWhole,
} from "./folded-text.js";

export interface RelaxedMatch {
  readonly reason: MissReason;
  /** The first few places, at least one. */
  readonly spans: readonly Span[];
}

/** Folding takes memory for every character; a longer text is only searched by lines. */
const MAX_FOLDED_CHARACTERS = 4_000_000;
const MAX_SPANS = 3;
/** Less than this is found anywhere once whitespace is ignored. */
const MIN_FOLDED_CHARACTERS = 4;

type Comparison = (file: string, oldText: string) => RelaxedMatch | undefined;

/** In the order of what helps most when several apply. */
const COMPARISONS: readonly Comparison[] = [
  (file, oldText) => matchOf("line-number-prefix", findUnnumbered(file, oldText)),
  (file, oldText) => matchOf("carriage-returns", findWithoutReturns(file, oldText)),
  (file, oldText) => matchOf("escaped-newline", findUnescaped(file, oldText)),
  findByTier,
  (file, oldText) => matchOf("indentation", findSameBodies(file, oldText)),
];

/** Each is part of the last, so that none can find what that one does not. */
const FOLDED_COMPARISONS: readonly Comparison[] = [
  (file, oldText) => matchOf("case", findFolded(file, oldText.trim(), foldCase)),
  (file, oldText) => matchOf("look-alike", findFolded(file, oldText.trim(), foldLookAlikes)),
  (file, oldText) => matchOf("whitespace", findFolded(file, oldText.trim(), dropWhitespace)),
  (file, oldText) => matchOf("different-text", findFolded(file, oldText.trim(), foldEverything)),
];

/** Tiers that find something were not to be used, or this would not be a miss. */
const TIER_REASONS: Readonly<Record<MatchTier, MissReason>> = {
  exact: "different-text",
  quotes: "quotes",
  "trailing-whitespace": "whitespace",
  desanitized: "look-alike",
  indentation: "indentation",
};

export function findRelaxedMatch(file: string, oldText: string): RelaxedMatch | undefined {
  return (
    firstMatch(COMPARISONS, file, oldText) ??
    (isLikeAnything(file, oldText) ? firstMatch(FOLDED_COMPARISONS, file, oldText) : undefined)
  );
}

function isLikeAnything(file: string, oldText: string): boolean {
  if (file.length > MAX_FOLDED_CHARACTERS) return false;
  return findOccurrences(foldWhole(file), foldWhole(oldText.trim()), { limit: 1 }).length > 0;
}

function firstMatch(
  comparisons: readonly Comparison[],
  file: string,
  oldText: string,
): RelaxedMatch | undefined {
  for (const compare of comparisons) {
    const match = compare(file, oldText);
    if (match !== undefined) return match;
  }
  return undefined;
}

function matchOf(reason: MissReason, spans: readonly Span[]): RelaxedMatch | undefined {
  return spans.length === 0 ? undefined : { reason, spans: spans.slice(0, MAX_SPANS) };
}

/** Numbers and arrows copied from a view. The first line may have been copied from its text on. */
function findUnnumbered(file: string, oldText: string): readonly Span[] {
  const lines = oldText.split("\n");
  const numbered = lines.map(findNumberedLine);
  const isCopied = numbered.every((line, index) => line !== undefined || index === 0 || lines[index] === "");
  if (!isCopied || numbered.every((line) => line === undefined)) return [];
  return findAnyhow(file, lines.map((line, index) => numbered[index]?.content ?? line).join("\n"));
}

/** The same once carriage returns are left out, or read as line breaks. */
function findWithoutReturns(file: string, oldText: string): readonly Span[] {
  const isPossible = file.includes("\r") || oldText.includes("\r");
  if (!isPossible || file.length > MAX_FOLDED_CHARACTERS) return [];
  const dropped = findFolded(file, oldText, dropReturns);
  return dropped.length > 0 ? dropped : findFolded(file, oldText, breakReturns);
}

/** Escapes where the file has the characters, or the other way round. */
function findUnescaped(file: string, oldText: string): readonly Span[] {
  const unescaped = oldText.replace(/\\([nrt"'`\\])/g, (_, letter: string) => ESCAPED[letter] ?? letter);
  if (unescaped !== oldText) {
    const spans = findAnyhow(file, unescaped);
    if (spans.length > 0) return spans;
  }
  const escaped = oldText.trim().split("\n").join("\\n").split("\t").join("\\t");
  return escaped === oldText.trim() ? [] : findAnyhow(file, escaped);
}

const ESCAPED: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t" };

function findAnyhow(file: string, oldText: string): readonly Span[] {
  return findByTier(file, oldText)?.spans ?? [];
}

function findByTier(file: string, oldText: string): RelaxedMatch | undefined {
  if (oldText.trim() === "") return undefined;
  const plan = planEdit(file, {
    oldString: oldText,
    newString: "",
    replaceAll: true,
    exactOnly: false,
    stripTrailingBlanks: false,
    isProse: false,
  });
  return plan.kind === "plan" ? matchOf(TIER_REASONS[plan.tier], plan.matches) : undefined;
}

/** The same lines whatever their indentation. */
function findSameBodies(file: string, oldText: string): Span[] {
  const wanted = oldText.replace(/\n$/, "").split("\n").map(bodyOf);
  if (wanted.every((body) => body === "")) return [];
  const lines = file.split("\n");
  const starts = [0];
  for (const line of lines) starts.push((starts.at(-1) ?? 0) + line.length + 1);
  return findBodyRuns(lines.map(bodyOf), wanted).map((first) => ({
    start: starts[first] ?? 0,
    end: (starts[first + wanted.length] ?? 1) - 1,
  }));
}

function findFolded(file: string, oldText: string, fold: Fold): Span[] {
  const wanted = foldText(oldText, fold).text;
  const minimum = fold(" ") === "" ? MIN_FOLDED_CHARACTERS : 1;
  if (wanted.length < minimum) return [];
  const { text, origins } = foldText(file, fold);
  return findOccurrences(text, wanted, { limit: MAX_SPANS }).map((at) => {
    const last = at + wanted.length - 1;
    return { start: origins[at] ?? 0, end: (origins[last] ?? 0) + 1 };
  });
}
