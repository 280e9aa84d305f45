import { mapLines, withLines } from "../text.js";
import { both, drawFor, type Noise } from "./noise.js";

const ARROW_COLUMNS = 6;

type NumberLine = (line: string, number: number) => string;

/** The views that models copy from. */
const NUMBERINGS: readonly NumberLine[] = [
  (line, number) => `${String(number).padStart(ARROW_COLUMNS)}→${line}`,
  (line, number) => `${number}\t${line}`,
  (line, number) => `${number}|${line}`,
  (line, number) => `${number}: ${line}`,
];

/** Old gets the real line numbers, and new ascending ones from the same start. */
export const lineNumbers: Noise = both((text, context) => {
  const number = drawFor(context, "numbering").pick(NUMBERINGS);
  return mapLines(text, (line, index) => number(line, context.firstLine + index));
});

export const fence: Noise = both((text, { language }) =>
  withLines(text, (lines) => [`\`\`\`${language.id}`, ...lines, "```"]),
);
