import { findIndentStep, indentationOf, isBlank, linesOf, mapLines } from "../text.js";
import { both, type Noise } from "./noise.js";

const FOUR = "    ";
const TWO = "  ";

/** The indentation that all lines of both strings share. */
export const dedented: Noise = (strings) => {
  const lines = [...linesOf(strings.old), ...linesOf(strings.new)].filter((line) => !isBlank(line));
  const { length } = lines.map(indentationOf).reduce(sharedStart);
  const dedent = (text: string): string =>
    mapLines(text, (line) => (isBlank(line) ? line : line.slice(length)));
  return { old: dedent(strings.old), new: dedent(strings.new) };
};

function sharedStart(left: string, right: string): string {
  let length = 0;
  while (length < left.length && left[length] === right[length]) length += 1;
  return left.slice(0, length);
}

export const firstLineDedented: Noise = both((text) => text.replace(/^[ \t]+(?=\S)/, ""));

export const deeper: Noise = (strings, { before }) => {
  const step = findIndentStep(before);
  if (step === undefined) return undefined;
  const indent = (text: string): string => mapLines(text, (line) => (isBlank(line) ? line : step + line));
  return { old: indent(strings.old), new: indent(strings.new) };
};

/** Where spaces at the start of lines are at most alignment after tabs. */
export const tabsToSpaces: Noise = where(
  (line) => !indentationOf(line).includes(FOUR),
  both((text) => mapLines(text, (line) => line.replace(/^\t+/, (tabs) => FOUR.repeat(tabs.length)))),
);

/** Where no line is indented with a tab. */
export const spacesToTabs: Noise = where(
  (line) => !indentationOf(line).includes("\t"),
  replaceSteps((step) => step.startsWith(" "), "\t"),
);

/** Where all lines are indented by whole levels. */
export const twoForFour: Noise = where(
  (line) => indentationOf(line).length % FOUR.length === 0,
  replaceSteps((step) => step === FOUR, TWO),
);

/** Only where it can be undone: nobody could tell which of two different indents a new line had before. */
function where(isPlain: (line: string) => boolean, noise: Noise): Noise {
  return (strings, context) => {
    const lines = [...linesOf(strings.old), ...linesOf(strings.new)];
    return lines.every((line) => isBlank(line) || isPlain(line)) ? noise(strings, context) : undefined;
  };
}

/** Replaces each level at the start of lines, in files whose level is accepted. */
function replaceSteps(isAccepted: (step: string) => boolean, replacement: string): Noise {
  return (strings, { before }) => {
    const step = findIndentStep(before);
    if (step === undefined || !isAccepted(step)) return undefined;
    const replace = (text: string): string =>
      mapLines(text, (line) => {
        const levels = Math.floor(indentationOf(line).replace(/\t.*/, "").length / step.length);
        return replacement.repeat(levels) + line.slice(levels * step.length);
      });
    return { old: replace(strings.old), new: replace(strings.new) };
  };
}
