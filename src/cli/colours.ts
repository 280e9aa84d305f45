/** Colours, put around text that has been escaped already: only what stands here may tell a terminal what to do. */

import type { Risk } from "../permissions/ask.js";

const codes = { red: 31, green: 32, amber: 33, cyan: 36, bold: 1, dim: 2 } as const;

export type Colour = keyof typeof codes;

/** What a reviewed change is flagged with; none of them is the colour of what is fine. */
export const riskColours: Readonly<Record<Risk, Colour>> = {
  notice: "cyan",
  warning: "amber",
  danger: "red",
};

export interface ColourChoice {
  /** Whether the terminal is to be coloured at all. */
  readonly colour: boolean;
}

/** Each line is coloured on its own, so that one that is cut off or scrolled past leaves nothing behind. */
export function paint(text: string, name: Colour, { colour }: ColourChoice): string {
  if (!colour || text === "") return text;
  return text
    .split("\n")
    .map((line) => (line === "" ? line : `\u001b[${codes[name]}m${line}\u001b[0m`))
    .join("\n");
}
