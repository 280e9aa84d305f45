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

export const tabsToSpaces: Noise = both((text) =>
  mapLines(text, (line) => line.replace(/^\t+/, (tabs) => FOUR.repeat(tabs.length))),
);

export const spacesToTabs: Noise = replaceSteps((step) => step.startsWith(" "), "\t");

export const twoForFour: Noise = replaceSteps((step) => step === FOUR, TWO);

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
