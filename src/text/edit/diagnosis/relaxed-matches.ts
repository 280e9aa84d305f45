/**
 * Comparisons laxer than any tier: too lax to change a file by, good enough to tell why the old text was not found.
 * All texts here have `\n` for every line break.
 */
import { findNumberedLine } from "../../own-words.js";
import type { Span } from "../edit-plan.js";
import type { FileText } from "../file-text.js";
import { findRelaxed } from "../find-relaxed.js";
import { findOccurrences } from "../find-text.js";
import {
  breakReturns,
  dropReturns,
  dropWhitespace,
  type Fold,
  foldCase,
  foldEverything,
  foldLookAlikes,
  foldText,
} from "../folded-text.js";
import { type Relaxation, relaxationsOf } from "../tiers.js";
import type { MissReason } from "./diagnosis.js";
import { findElided } from "./elided-text.js";

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

type Comparison = (file: FileText, oldText: string) => RelaxedMatch | undefined;

/** In the order of what helps most when several apply. */
const COMPARISONS: readonly Comparison[] = [
  findByTier,
  (file, oldText) => matchOf("line-number-prefix", findUnnumbered(file, oldText)),
  (file, oldText) => matchOf("carriage-returns", findWithoutReturns(textOf(file), oldText)),
  (file, oldText) => matchOf("escaped-newline", findUnescaped(file, oldText)),
  (file, oldText) =>
    matchOf(
      "elision",
      findElided(textOf(file), oldText, (text) => findAnyhow(file, text)),
    ),
];

/** Each is part of the last, so that none can find what that one does not. */
const FOLDED_COMPARISONS: readonly Comparison[] = [
  (file, oldText) => matchOf("case", findFolded(textOf(file), oldText.trim(), foldCase)),
  (file, oldText) => matchOf("look-alike", findFolded(textOf(file), oldText.trim(), foldLookAlikes)),
  (file, oldText) => matchOf("whitespace", findFolded(textOf(file), oldText.trim(), dropWhitespace)),
  (file, oldText) => matchOf("different-text", findFolded(textOf(file), oldText.trim(), foldEverything)),
];

/** Tiers that find something were not to be used, or what the new text should become there is not certain. */
const TIER_REASONS: Readonly<Record<Relaxation, MissReason>> = {
  quotes: "quotes",
  "trailing-whitespace": "whitespace",
  desanitized: "look-alike",
  indentation: "indentation",
  "line-numbers": "line-number-prefix",
  escapes: "escaped-newline",
  entities: "entities",
  "look-alikes": "look-alike",
  "blank-lines": "blank-lines",
  fence: "fence",
};

export function findRelaxedMatch(file: FileText, oldText: string): RelaxedMatch | undefined {
  return (
    firstMatch(COMPARISONS, file, oldText) ??
    (isLikeAnything(file, oldText) ? firstMatch(FOLDED_COMPARISONS, file, oldText) : undefined)
  );
}

/** With `\n` for every line break. */
function textOf(file: FileText): string {
  return file.withPlainBreaks.text;
}

function isLikeAnything(file: FileText, oldText: string): boolean {
  if (file.text.length > MAX_FOLDED_CHARACTERS) return false;
  const { text } = file.skeleton;
  const isPlain = !/[^!-~]/.test(text);
  const folded = isPlain ? text.toLowerCase() : foldText(text, foldEverything).text;
  const wanted = foldText(oldText.trim(), foldEverything).text;
  return findOccurrences(folded, wanted, { limit: 1 }).length > 0;
}

function firstMatch(
  comparisons: readonly Comparison[],
  file: FileText,
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
function findUnnumbered(file: FileText, oldText: string): readonly Span[] {
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
function findUnescaped(file: FileText, oldText: string): readonly Span[] {
  const unescaped = oldText.replace(/\\([nrt"'`\\])/g, (_, letter: string) => ESCAPED[letter] ?? letter);
  if (unescaped !== oldText) {
    const spans = findAnyhow(file, unescaped.replaceAll("\r\n", "\n"));
    if (spans.length > 0) return spans;
  }
  const escaped = oldText.trim().split("\n").join("\\n").split("\t").join("\\t");
  return escaped === oldText.trim() ? [] : findExactly(file, escaped);
}

const ESCAPED: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t" };

function findAnyhow(file: FileText, oldText: string): readonly Span[] {
  const exact = findExactly(file, oldText);
  return exact.length > 0 ? exact : (findByTier(file, oldText)?.spans ?? []);
}

function findExactly(file: FileText, oldText: string): readonly Span[] {
  return findOccurrences(textOf(file), oldText, { limit: MAX_SPANS }).map((start) => ({
    start,
    end: start + oldText.length,
  }));
}

function findByTier(file: FileText, oldText: string): RelaxedMatch | undefined {
  const found = findRelaxed(file, oldText);
  // Of two, the looser one is the greater surprise.
  const relaxation = found && relaxationsOf(found.tier).at(-1);
  return relaxation && matchOf(TIER_REASONS[relaxation], found?.places.map(({ span }) => span) ?? []);
}

function findFolded(file: string, oldText: string, fold: Fold): Span[] {
  const wanted = foldText(oldText, fold).text;
  const minimum = fold(" ") === "" ? MIN_FOLDED_CHARACTERS : 1;
  if (wanted.length < minimum) return [];
  const folded = foldText(file, fold);
  return findOccurrences(folded.text, wanted, { limit: MAX_SPANS }).map((at) => ({
    start: folded.originOf(at),
    end: folded.originOf(at + wanted.length - 1) + 1,
  }));
}
