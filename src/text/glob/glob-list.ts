/** Several globs at once: told apart in one text, and asked together about a path. */
import { formatCount } from "../quantities.js";
import { compileParsedGlob, findLengthProblem, type GlobMatcher, type GlobProblem } from "./compile-glob.js";
import { pairBrackets } from "./pair-brackets.js";
import { parseGlob } from "./parse-glob.js";
import { hasSlash } from "./syntax.js";

/** A longer text is taken for one glob, which is then too long. */
const MAX_LIST_LENGTH = 16_384;
const MAX_GLOBS = 256;

/**
 * `*.ts, *.tsx` and `*.ts *.tsx` are two globs. A text of which any part is only a name, such as `My File*.txt`, is one:
 * a blank or comma in a name is likelier then than a list.
 */
export function splitGlobList(text: string): readonly string[] {
  if (text.length > MAX_LIST_LENGTH) return [text];
  const { pairs, classes } = pairBrackets(text);
  const parts: { readonly start: number; readonly end: number }[] = [];
  let start = 0;
  const endPart = (end: number): void => {
    if (end > start) parts.push({ start, end });
    start = end + 1;
  };
  for (let index = 0; index < text.length; index += 1) {
    if (text[index] === "\\") index += 1;
    else if (/[\s,]/.test(text[index] ?? "")) endPart(index);
    else index = pairs.get(index)?.end ?? classes.get(index) ?? index;
  }
  endPart(text.length);
  const globs = parts.map((part) => text.slice(part.start, part.end));
  const [first, last] = [parts.at(0), parts.at(-1)];
  if (first === undefined || last === undefined) return [];
  return globs.every(isSurelyGlob) ? globs : [text.slice(first.start, last.end)];
}

function isSurelyGlob(part: string): boolean {
  return part.startsWith("!") || /[*?[{]|[@+]\(/.test(part.replaceAll(/\\[\s\S]/g, ""));
}

/**
 * As in `.gitignore` files, a glob of a name alone finds it in every folder, one with a slash is for the whole path, and
 * one that ends in a slash for what is below such a folder. `!` takes away what it matches and what is below. A path
 * passes when a glob matches it, or there are only such that take away, and nothing takes it away.
 */
export function compileGlobFilter(globs: readonly string[]): GlobMatcher | GlobProblem {
  if (globs.length > MAX_GLOBS) {
    return { problem: `it is a list of ${formatCount(globs.length)}, and ${MAX_GLOBS} is the limit` };
  }
  const wanted: GlobMatcher[] = [];
  const unwanted: GlobMatcher[] = [];
  for (const glob of globs) {
    const tooLong = findLengthProblem(glob);
    if (tooLong !== undefined) return tooLong;
    const { nodes, isNegated } = parseGlob(glob);
    const isPath = hasSlash(nodes.slice(0, nodes.findLastIndex((node) => node.kind !== "slash") + 1));
    const matcher = compileParsedGlob(
      { nodes, isNegated: false },
      { atAnyDepth: !isPath, orBelow: isNegated },
    );
    if ("problem" in matcher) return matcher;
    (isNegated ? unwanted : wanted).push(matcher);
  }
  return {
    matches: (path) =>
      (wanted.length === 0 || wanted.some((glob) => glob.matches(path))) &&
      !unwanted.some((glob) => glob.matches(path)),
  };
}
