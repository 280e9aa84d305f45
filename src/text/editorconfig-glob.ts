/**
 * The wildcards of `.editorconfig`, matched in time proportional to pattern times name. The file comes with a project
 * that may be hostile, so nothing here may backtrack: states advance side by side, one character at a time.
 */

/** More alternatives than any honest section has; a pattern beyond it matches nothing. */
const MAX_ALTERNATIVES = 256;

export function matchesSection(pattern: string, relativePath: string): boolean {
  const anchored = pattern.includes("/") ? pattern.replace(/^\//, "") : `**/${pattern}`;
  const alternatives = expandBraces(anchored);
  return alternatives.some((alternative) => matches(parseTokens(alternative), relativePath));
}

type Token =
  | { readonly kind: "one"; readonly accepts: (character: string) => boolean }
  /** `*` within a segment, `**` across them. */
  | { readonly kind: "any"; readonly accepts: (character: string) => boolean }
  /** Any folders, or none; only a slash leads out of it once it is entered. */
  | { readonly kind: "folders" };

const notSlash = (character: string): boolean => character !== "/";

function parseTokens(pattern: string): Token[] {
  const parts = pattern.match(/\*\*\/|\*\*|\*|\?|\[!?[^\]/]+\]|[\s\S]/gu) ?? [];
  return parts.map((part): Token => {
    if (part === "**/") return { kind: "folders" };
    if (part === "**") return { kind: "any", accepts: () => true };
    if (part === "*") return { kind: "any", accepts: notSlash };
    if (part === "?") return { kind: "one", accepts: notSlash };
    if (part.length > 2 && part.startsWith("[")) return { kind: "one", accepts: parseSet(part.slice(1, -1)) };
    return { kind: "one", accepts: (character) => character === part };
  });
}

/** `abc`, `!abc`, `a-z`. */
function parseSet(set: string): (character: string) => boolean {
  const isNegated = set.startsWith("!");
  const ranges = (isNegated ? set.slice(1) : set).match(/[\s\S]-[\s\S]|[\s\S]/gu) ?? [];
  const isIn = (character: string): boolean =>
    ranges.some((range) =>
      range.length === 3
        ? character >= (range[0] ?? "") && character <= (range[2] ?? "")
        : character === range,
    );
  return (character) => notSlash(character) && isIn(character) !== isNegated;
}

function matches(tokens: readonly Token[], text: string): boolean {
  // Inside "folders" is a place of its own: it may be passed by at first, but not left without its slash.
  let states = new Set<number>();
  let insideFolders = new Set<number>();
  const enter = (state: number, target: Set<number>): void => {
    for (let reached = state; !target.has(reached); reached += 1) {
      target.add(reached);
      const kind = tokens[reached]?.kind;
      if (kind !== "any" && kind !== "folders") break;
    }
  };
  enter(0, states);
  for (const character of text) {
    const next = new Set<number>();
    const nextInside = new Set<number>();
    for (const state of new Set([...states, ...insideFolders])) {
      const token = tokens[state];
      if (token === undefined) continue;
      if (token.kind === "folders") {
        nextInside.add(state);
        if (character === "/") enter(state + 1, next);
      } else if (states.has(state) && token.accepts(character)) {
        enter(token.kind === "any" ? state : state + 1, next);
      }
    }
    states = next;
    insideFolders = nextInside;
  }
  return states.has(tokens.length);
}

/** `{a,b}` and `{1..3}` written out, innermost first; a brace without a comma is text. */
function expandBraces(pattern: string): string[] {
  let patterns = [pattern];
  for (;;) {
    const expanded = patterns.flatMap(expandOne);
    if (expanded.length > MAX_ALTERNATIVES) return [];
    if (expanded.length === patterns.length) return expanded;
    patterns = expanded;
  }
}

function expandOne(pattern: string): string[] {
  const brace = /\{(?:(-?\d+)\.\.(-?\d+)|([^{}]*,[^{}]*))\}/.exec(pattern);
  if (brace === null) return [pattern];
  const [whole, low, high, list] = brace;
  const before = pattern.slice(0, brace.index);
  const after = pattern.slice(brace.index + whole.length);
  const choices = list === undefined ? numbersBetween(Number(low), Number(high)) : list.split(",");
  return choices.map((choice) => before + choice + after);
}

function numbersBetween(low: number, high: number): string[] {
  const [first, last] = low <= high ? [low, high] : [high, low];
  return Array.from(
    { length: Math.min(last - first + 1, MAX_ALTERNATIVES + 1) },
    (_, index) => `${first + index}`,
  );
}
