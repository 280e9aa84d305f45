import type { Random } from "../../../torture/core/random.js";
import { randomFor } from "../random.js";
import { countSharedLines, linesOf } from "../text.js";
import { both, type Noise, untilChanged } from "./noise.js";

const PROBABILITY = 0.3;
/** How much of the surroundings decides whether a character changes. */
const SURROUNDINGS = 3;

/** In files without any: whose quotes a new one should look like is a matter of taste elsewhere. */
export const curlyQuotes: Noise = (strings, context) =>
  /[“”‘’]/.test(context.before) ? undefined : curl(strings, context);

/** By position: opening at the start and after blanks, brackets, commas and other opening quotes. */
const curl: Noise = both((text) =>
  text
    .replace(/(^|[\s([{<=,:“‘-])"/gm, "$1“")
    .replaceAll('"', "”")
    .replace(/(^|[\s([{<=,:“-])'/gm, "$1‘")
    .replaceAll("'", "’"),
);

const straighten: Noise = both((text) => text.replace(/[“”„‟]/g, '"').replace(/[‘’‚‛]/g, "'"));

/** Where the lines that differ have none: nobody could tell which style a new quote had. */
export const straightQuotes: Noise = (strings, context) => {
  const lines = [linesOf(strings.old), linesOf(strings.new)] as const;
  const { head, tail } = countSharedLines(...lines);
  const differing = lines.flatMap((list) => list.slice(head, list.length - tail));
  return /[“”„‟‘’‚‛"']/.test(differing.join("\n")) ? undefined : straighten(strings, context);
};

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
