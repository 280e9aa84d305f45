/** All kinds of noise. Unless a kind says otherwise, both strings get the same noise. */
import { blankLineAdded, blankLineDropped, blankLinesDropped } from "./blank-lines.js";
import { curlyQuotes, lookAlikes, straightQuotes, unicodeBlanks } from "./characters.js";
import { entities, escapedJson, escapedNewlines } from "./escapes.js";
import {
  dedented,
  deeper,
  firstLineDedented,
  spacesToTabs,
  tabsToSpaces,
  twoForFour,
} from "./indentation.js";
import { crlf, edgeNewlines, trailingBlanksAdded, trailingBlanksDropped } from "./line-ends.js";
import { combine, type Noise, oldOnly } from "./noise.js";
import { elidedMiddle, wrongWord } from "./unsafe.js";
import { fence, lineNumbers } from "./wrapping.js";

export interface NoiseKind {
  readonly id: string;
  readonly apply: Noise;
  /** The right outcome. Default: the edit is made. */
  readonly expects?: "refusal";
  /** Whether the noisy old string may occur in the file, if replacing it there is right. */
  readonly mayFit?: true;
}

export const kinds: readonly NoiseKind[] = [
  { id: "exact", apply: (strings) => strings, mayFit: true },

  { id: "crlf", apply: crlf },
  { id: "trailing-blanks-added", apply: trailingBlanksAdded },
  { id: "trailing-blanks-dropped", apply: trailingBlanksDropped },
  { id: "edge-newlines", apply: edgeNewlines },

  { id: "dedented", apply: dedented },
  // The file always contains the rest of the first line.
  { id: "first-line-dedented", apply: firstLineDedented, mayFit: true },
  { id: "deeper", apply: deeper },
  { id: "tabs-to-spaces", apply: tabsToSpaces },
  { id: "spaces-to-tabs", apply: spacesToTabs },
  { id: "two-for-four", apply: twoForFour },

  { id: "blank-lines-dropped", apply: blankLinesDropped },
  { id: "blank-line-dropped", apply: blankLineDropped },
  { id: "blank-line-added", apply: blankLineAdded },

  { id: "curly-quotes", apply: curlyQuotes },
  { id: "straight-quotes", apply: straightQuotes },
  { id: "unicode-blanks", apply: unicodeBlanks },
  { id: "look-alikes", apply: lookAlikes },

  { id: "escaped-json", apply: escapedJson },
  { id: "escaped-newlines", apply: escapedNewlines },
  { id: "entities", apply: entities },

  { id: "line-numbers", apply: lineNumbers },
  { id: "fence", apply: fence },

  { id: "dedented+curly-quotes", apply: combine(dedented, curlyQuotes) },
  { id: "dedented+trailing-blanks-added", apply: combine(dedented, trailingBlanksAdded) },
  { id: "dedented+entities", apply: combine(dedented, entities) },
  { id: "dedented+escaped-json", apply: combine(dedented, escapedJson) },
  { id: "dedented+blank-line-dropped", apply: combine(dedented, blankLineDropped) },
  { id: "dedented+fence", apply: combine(dedented, fence) },
  { id: "tabs-to-spaces+trailing-blanks-added", apply: combine(tabsToSpaces, trailingBlanksAdded) },
  { id: "curly-quotes+unicode-blanks", apply: combine(curlyQuotes, unicodeBlanks) },
  { id: "trailing-blanks-added+line-numbers", apply: combine(trailingBlanksAdded, lineNumbers) },
  { id: "line-numbers+fence", apply: combine(lineNumbers, fence) },

  // The new string is clean.
  { id: "old-trailing-blanks", apply: oldOnly(trailingBlanksAdded) },
  { id: "old-entities", apply: oldOnly(entities) },
  { id: "old-line-numbers", apply: oldOnly(lineNumbers) },

  { id: "wrong-word", apply: wrongWord, expects: "refusal" },
  { id: "elided-middle", apply: elidedMiddle, expects: "refusal" },
];
