import type { Random } from "../../../torture/core/random.js";
import { randomFor } from "../random.js";
import { both, type Noise, untilChanged } from "./noise.js";

const PROBABILITY = 0.3;
/** How much of the surroundings decides whether a character changes. */
const SURROUNDINGS = 3;

/** By position: opening at the start and after blanks, brackets, commas and other opening quotes. */
export const curlyQuotes: Noise = both((text) =>
  text
    .replace(/(^|[\s([{<=,:“‘-])"/gm, "$1“")
    .replaceAll('"', "”")
    .replace(/(^|[\s([{<=,:“-])'/gm, "$1‘")
    .replaceAll("'", "’"),
);

export const straightQuotes: Noise = both((text) => text.replace(/[“”„‟]/g, '"').replace(/[‘’‚‛]/g, "'"));

/** Mostly no-break spaces. */
const BLANKS = ["\u00a0", "\u00a0", "\u00a0", "\u00a0", "\u2009", "\u3000"] as const;

export const unicodeBlanks: Noise = replaceSome(/ /g, (_, random) => random.pick(BLANKS));

const DASHES = ["–", "—", "\u2011"] as const;
const FULL_WIDTH_OFFSET = 0xfee0;

export const lookAlikes: Noise = replaceSome(/\.\.\.|[-():,!?;]/g, (match, random) => {
  if (match === "...") return "…";
  if (match === "-") return random.pick(DASHES);
  return String.fromCharCode(match.charCodeAt(0) + FULL_WIDTH_OFFSET);
});

/** Replaces some matches. Matches with the same surroundings get the same replacement, in old and new alike. */
function replaceSome(pattern: RegExp, replacement: (match: string, random: Random) => string): Noise {
  return untilChanged((text, salt) =>
    text.replace(pattern, (match: string, at: number) => {
      const around = text.slice(Math.max(0, at - SURROUNDINGS), at + match.length + SURROUNDINGS);
      const random = randomFor(salt, around);
      return random.next() < PROBABILITY ? replacement(match, random) : match;
    }),
  );
}
