/**
 * Follows string literals along the lines of a text of unknown language: which straight quote is open, and how many
 * typographic quotes are open inside it. A literal ends with its line at the latest, so a wrong guess does not spread.
 */
import { findQuoteKind, isApostrophe, isCurly } from "./quotes.js";

export interface LiteralState {
  /** The delimiter of the literal, or "" outside of any. */
  readonly open: string;
  /** Where the literal begins. */
  readonly start: number;
  /** Typographic quotes of each kind that are open at this point. */
  readonly single: number;
  readonly double: number;
}

const OUTSIDE: LiteralState = { open: "", start: 0, single: 0, double: 0 };

export class QuoteScanner {
  state: LiteralState = OUTSIDE;
  #isEscaped = false;

  /** Moves over the character at an offset, which counts as `character` if the text has another style of quote there. */
  step(text: string, at: number, character = text.charAt(at)): void {
    const wasEscaped = this.#isEscaped;
    this.#isEscaped = !wasEscaped && character === "\\";
    if (character === "\n") this.state = OUTSIDE;
    else if (wasEscaped || this.#isEscaped) return;
    else if (isCurly(character)) this.state = countCurly(this.state, text, at, character);
    else if (character === "'" || character === '"' || character === "`") {
      this.state = toggleLiteral(this.state, text, at, character);
    }
  }
}

/** How many typographic quotes of the kind of a straight quote are open. */
export function countOpen(state: LiteralState, straight: string): number {
  return straight === "'" ? state.single : state.double;
}

/**
 * Kinds that stand typographically inside literals which the straight quote of the same kind delimits, such as
 * `"She said “hi”"`: there a straight quote in a literal can be content.
 */
export function findNestedKinds(text: string): ReadonlySet<string> {
  const nested = new Set<string>();
  const scanner = new QuoteScanner();
  let inLiteral = "";
  for (let at = 0; at < text.length; at += 1) {
    const { open } = scanner.state;
    const character = text.charAt(at);
    if (isCurly(character) && open === findQuoteKind(character)?.straight) inLiteral = open;
    scanner.step(text, at);
    if (scanner.state.open === open) continue;
    if (inLiteral !== "" && character === inLiteral) nested.add(inLiteral);
    inLiteral = "";
  }
  return nested;
}

function countCurly(state: LiteralState, text: string, at: number, character: string): LiteralState {
  if (isApostrophe(text, at)) return state;
  const kind = findQuoteKind(character);
  const count = (open: number): number => (character === kind?.opening ? open + 1 : Math.max(0, open - 1));
  return kind?.straight === "'"
    ? { ...state, single: count(state.single) }
    : { ...state, double: count(state.double) };
}

/** Whether the letters before a quote are the prefix of a literal, as in Python's `f'…'` or SQL's `N'…'`. */
function isPrefixed(text: string, at: number): boolean {
  const prefix = /(?:^|[^\p{L}\p{N}_])([fFrRbBuULNE]|[rR][bBfF]|[bBfF][rR])$/u;
  if (!prefix.test(text.slice(Math.max(0, at - 3), at))) return false;
  const end = text.indexOf("'", at + 1);
  return end !== -1 && !text.slice(at, end).includes("\n");
}

function toggleLiteral(state: LiteralState, text: string, at: number, delimiter: string): LiteralState {
  if (state.open === delimiter) return OUTSIDE;
  const isContent = state.open !== "" || (isApostrophe(text, at) && !isPrefixed(text, at));
  return isContent ? state : { open: delimiter, start: at, single: 0, double: 0 };
}
