/**
 * Gives the quotes of a replacement the file's style, one by one. A quote that corresponds to one of the replaced text
 * takes the character that stood there; what a new quote becomes is decided in `new-quotes.ts`. A file without
 * typographic quotes never gets one. One UTF-16 unit always becomes one unit.
 */
import type { Span } from "./edit-plan.js";
import { createNewQuotes, type QuotedPlace } from "./new-quotes.js";
import { type BlockState, countQuotes, nextBlockState, type QuoteCounts } from "./prose.js";
import { alignQuotes } from "./quote-alignment.js";
import { countOpen, findNestedKinds, type LiteralState, QuoteScanner } from "./quote-scanner.js";
import {
  findQuoteKind,
  foldQuotes,
  hasCurlyQuotes,
  isApostrophe,
  isCurly,
  type QuoteKind,
  type QuoteShape,
} from "./quotes.js";

export interface QuotedEdit {
  /** The file's text with `\n` for every line break. */
  readonly text: string;
  readonly oldText: string;
  /** Whether the file is written for people, such as Markdown, rather than for a program. */
  readonly isProse: boolean;
}

export interface FoundText extends Span {
  /** What stands there, with its quotes, in the old text's form otherwise: unit by unit the same but for quotes. */
  readonly found: string;
}

/** How far to look along a line in each direction. Generated files have lines of megabytes. */
const MAX_LOOK = 2000;

export class QuoteStyle {
  readonly #edit: QuotedEdit;
  readonly #hasCurly: boolean;
  #alignment: { readonly folded: string; readonly aligned: ReadonlyMap<number, number> } | undefined;
  #counts: QuoteCounts | undefined;
  #nested: ReadonlySet<string> | undefined;
  /** The block of prose at the start of a line; matches come in order, so it only moves forward. */
  #block: { at: number; state: BlockState } = { at: 0, state: "" };

  constructor(edit: QuotedEdit) {
    this.#edit = edit;
    this.#hasCurly = hasCurlyQuotes(edit.text);
  }

  /** The new text as it goes into the file at a place. */
  restyle(newText: string, foundAt: FoundText): string {
    const folded = foldQuotes(newText);
    if (!this.#hasCurly) return folded;
    if (!/['"]/.test(folded)) return newText;
    const place = this.#placeOf(foundAt);
    const { before, found, after } = place;
    const text = before + folded + after;
    const aligned = this.#align(folded);
    const oldStates = listStates(before + found, before.length);
    const counterpartOf = (at: number): number | undefined => aligned.get(at - before.length);
    const newQuotes = createNewQuotes(place, {
      text,
      end: before.length + folded.length,
      originalAt: (at) => {
        const counterpart = counterpartOf(at);
        return counterpart === undefined ? undefined : found.charAt(counterpart);
      },
      isMostlyCurly: (kind, shape) => this.#isMostlyCurly(kind, shape),
      isNested: ({ straight }) => {
        this.#nested ??= findNestedKinds(this.#edit.text);
        return this.#nested.has(straight);
      },
    });
    const isAware = isAwareOfStyles(this.#edit.oldText, found);
    // In code, a new text with both styles means what it says.
    const isDeliberate = (sent: string, kind: QuoteKind): boolean =>
      isAware && (isCurly(sent) || (place.block === undefined && hasCurlyOf(newText, kind)));
    const scanner = new QuoteScanner();
    let result = "";
    for (let at = 0; at < before.length + folded.length; at += 1) {
      let character = text.charAt(at);
      const kind = at < before.length ? undefined : findQuoteKind(character);
      if (kind !== undefined) {
        const sent = newText.charAt(at - before.length);
        const counterpart = counterpartOf(at);
        const original = counterpart === undefined ? "" : found.charAt(counterpart);
        const isSamePlace =
          newQuotes.isProse(at) ||
          (isCurly(original) && isApostrophe(text, at)) ||
          isSameState(oldStates.get(counterpart ?? 0), scanner.state, kind);
        if (original !== "" && isSamePlace) character = original;
        else if (isDeliberate(sent, kind)) character = sent;
        else character = newQuotes.choose(kind, at, scanner.state);
      }
      scanner.step(text, at, character);
      if (at >= before.length) result += character;
    }
    return result;
  }

  #align(folded: string): ReadonlyMap<number, number> {
    if (this.#alignment?.folded !== folded) {
      this.#alignment = { folded, aligned: alignQuotes(foldQuotes(this.#edit.oldText), folded) };
    }
    return this.#alignment.aligned;
  }

  #placeOf({ start, end, found }: FoundText): QuotedPlace {
    const { text, isProse } = this.#edit;
    const lineStart = start === 0 ? 0 : text.lastIndexOf("\n", start - 1) + 1;
    const newline = text.indexOf("\n", end);
    return {
      before: text.slice(Math.max(lineStart, start - MAX_LOOK), start),
      found,
      after: text.slice(end, Math.min(newline === -1 ? text.length : newline, end + MAX_LOOK)),
      block: isProse ? { state: this.#blockAt(lineStart), isFirst: lineStart === 0 } : undefined,
    };
  }

  #blockAt(lineStart: number): BlockState {
    const { text } = this.#edit;
    const block = this.#block;
    while (block.at < lineStart) {
      const end = text.indexOf("\n", block.at);
      block.state = nextBlockState(block.state, text.slice(block.at, end), block.at === 0);
      block.at = end + 1;
    }
    return block.state;
  }

  /** Whether the file writes most quotes of this kind typographically; apostrophes are compared with apostrophes. */
  #isMostlyCurly(kind: QuoteKind, shape: QuoteShape): boolean {
    const { text, isProse } = this.#edit;
    this.#counts ??= countQuotes(text, isProse ? "prose" : "all");
    const { apostrophes, single, double } = this.#counts;
    const hasApostrophes = apostrophes.curly + apostrophes.straight > 0;
    if (shape === "apostrophe" && hasApostrophes) return apostrophes.curly > apostrophes.straight;
    const { curly, straight } = kind.straight === "'" ? single : double;
    return curly > straight;
  }
}

/**
 * Whether typographic quotes of the new text are there on purpose. A sender that writes them where the file has straight
 * ones can't tell the two apart.
 */
function isAwareOfStyles(oldText: string, found: string): boolean {
  for (const { index } of oldText.matchAll(/[‘’“”]/g)) if (!isCurly(found.charAt(index))) return false;
  return true;
}

function hasCurlyOf(text: string, { opening, closing }: QuoteKind): boolean {
  return text.includes(opening) || text.includes(closing);
}

/** The literals around the quotes of a text, by offset from `from`. */
function listStates(text: string, from: number): ReadonlyMap<number, LiteralState> {
  const states = new Map<number, LiteralState>();
  const scanner = new QuoteScanner();
  for (let at = 0; at < text.length; at += 1) {
    if (at >= from && findQuoteKind(text.charAt(at)) !== undefined) states.set(at - from, scanner.state);
    scanner.step(text, at);
  }
  return states;
}

/** What was content must not become syntax, nor the other way round: a quote stays only in the same kind of literal. */
function isSameState(before: LiteralState | undefined, now: LiteralState, { straight }: QuoteKind): boolean {
  return before?.open === now.open && countOpen(before, straight) === countOpen(now, straight);
}
