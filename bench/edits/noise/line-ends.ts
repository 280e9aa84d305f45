import { randomFor } from "../random.js";
import { countSharedLines, isBlank, linesOf, mapLines } from "../text.js";
import { both, drawFor, type Noise, untilChanged } from "./noise.js";

const HALF = 0.5;
const MOST_BLANKS = 3;

export const crlf: Noise = both((text) => text.replaceAll("\n", "\r\n"));

/** Equal lines get equal blanks. */
export const trailingBlanksAdded: Noise = untilChanged((text, salt) =>
  mapLines(text, (line) => {
    const random = randomFor(salt, line);
    if (isBlank(line) || random.next() >= HALF) return line;
    return line + " ".repeat(1 + random.below(MOST_BLANKS));
  }),
);

/** Of the lines that both strings share at their start and end. */
export const trailingBlanksDropped: Noise = (strings) => {
  const { head, tail } = countSharedLines(linesOf(strings.old), linesOf(strings.new));
  const drop = (text: string): string => {
    const { length } = linesOf(text);
    return mapLines(text, (line, index) => (index < head || index >= length - tail ? line.trimEnd() : line));
  };
  return { old: drop(strings.old), new: drop(strings.new) };
};

/** One or two newlines too many before, after, or on both sides. */
export const edgeNewlines: Noise = (strings, context) => {
  const random = drawFor(context, "edges");
  const side = random.below(3);
  const before = side === 1 ? "" : "\n".repeat(1 + random.below(2));
  const after = side === 0 ? "" : "\n".repeat(1 + random.below(2));
  return { old: before + strings.old + after, new: before + strings.new + after };
};
