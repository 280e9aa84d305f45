/**
 * Finds in one pass which braces and parentheses belong together. What is never closed is text, as in shells, so this
 * must be known before anything is parsed.
 */
import { findClassEnd } from "./parse-class.js";

interface BracketPair {
  readonly end: number;
  /** The commas of a brace, the bars of a parenthesis, at its own level. */
  readonly separators: readonly number[];
}

export interface Brackets {
  /** Closed braces and parentheses by where they open. */
  readonly pairs: ReadonlyMap<number, BracketPair>;
  /** Where classes open and where they end. */
  readonly classes: ReadonlyMap<number, number>;
}

interface OpenBracket {
  readonly at: number;
  readonly opener: "{" | "(";
  readonly commas: number[];
  readonly bars: number[];
}

export function pairBrackets(text: string): Brackets {
  const pairs = new Map<number, BracketPair>();
  const classes = new Map<number, number>();
  const open: OpenBracket[] = [];
  const openCounts = { "{": 0, "(": 0 };

  const close = (opener: "{" | "(", end: number): void => {
    // Counted, so that a text of closers that nothing opened is not searched once for each.
    if (openCounts[opener] === 0) return;
    const commas: number[] = [];
    const bars: number[] = [];
    for (let top = open.pop(); top !== undefined; top = open.pop()) {
      openCounts[top.opener] -= 1;
      // What stands above the opener was never closed, hence text, and its separators are the opener's.
      commas.push(...top.commas);
      bars.push(...top.bars);
      if (top.opener !== opener) continue;
      const separators = (opener === "{" ? commas : bars).toSorted((left, right) => left - right);
      pairs.set(top.at, { end, separators });
      return;
    }
  };

  for (let index = 0; index < text.length; index += 1) {
    const character = text[index];
    const classEnd = character === "[" ? findClassEnd(text, index) : undefined;
    if (classEnd !== undefined) {
      classes.set(index, classEnd);
      index = classEnd;
    } else if (character === "\\") {
      index += 1;
    } else if (character === "{" || character === "(") {
      open.push({ at: index, opener: character, commas: [], bars: [] });
      openCounts[character] += 1;
    } else if (character === "}") close("{", index);
    else if (character === ")") close("(", index);
    else if (character === ",") open.at(-1)?.commas.push(index);
    else if (character === "|") open.at(-1)?.bars.push(index);
  }
  return { pairs, classes };
}
