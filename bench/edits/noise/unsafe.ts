/** Noise that takes away what an engine would have to know. A refusal is the right outcome. */
import { countSharedLines, indentationOf, linesOf, withLines } from "../text.js";
import { drawFor, type Noise } from "./noise.js";

const IDENTIFIER = /[A-Za-z_][A-Za-z0-9_]{3,}/g;

/** Misspells one identifier of the old string. The result occurs nowhere in the file. */
export const wrongWord: Noise = (strings, context) => {
  const random = drawFor(context, "word");
  const words = random.shuffle([...strings.old.matchAll(IDENTIFIER)]);
  for (const { 0: word, index } of words) {
    const at = 1 + random.below(word.length - 2);
    const wrong = word.slice(0, at) + word[at + 1] + word[at] + word.slice(at + 2);
    if (wrong === word || context.before.includes(wrong)) continue;
    const old = strings.old.slice(0, index) + wrong + strings.old.slice(index + word.length);
    return { old, new: strings.new };
  }
  return undefined;
};

const FEWEST_LINES = 6;
const FEWEST_ELIDED = 2;

/** Replaces shared lines, neither the first nor the last, by one line that stands for them. */
export const elidedMiddle: Noise = (strings, context) => {
  const old = linesOf(strings.old);
  if (old.length < FEWEST_LINES) return undefined;
  const shared = countSharedLines(old, linesOf(strings.new));
  const [head, tail] = [Math.min(shared.head, old.length - 1), Math.min(shared.tail, old.length - 1)];
  const isHead = head >= tail;
  const count = Math.max(head, tail) - 1;
  if (count < FEWEST_ELIDED) return undefined;
  const elide = (lines: readonly string[]): readonly string[] => {
    const start = isHead ? 1 : lines.length - tail;
    return lines.toSpliced(start, count, elision(lines[start] ?? ""));
  };
  const [open, close] = context.language.comment;
  const isComment = drawFor(context, "elision").next() < 0.5;
  const elision = (line: string): string =>
    indentationOf(line) + (isComment ? `${open}... existing code ...${close}` : "...");
  return { old: withLines(strings.old, elide), new: withLines(strings.new, elide) };
};
