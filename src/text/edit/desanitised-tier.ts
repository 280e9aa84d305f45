/** Some model interfaces shorten words that mean something to them. The file has the long form, so old and new get it. */
import { locateExactly } from "./exact-tier.js";
import { unifyLineBreaks } from "./projection.js";
import type { Tier } from "./tier.js";

const LONG_FORMS: readonly (readonly [short: string, long: string])[] = [
  ["<fnr>", "<function_results>"],
  ["<n>", "<name>"],
  ["</n>", "</name>"],
  ["<o>", "<output>"],
  ["</o>", "</output>"],
  ["<e>", "<error>"],
  ["</e>", "</error>"],
  ["<s>", "<system>"],
  ["</s>", "</system>"],
  ["<r>", "<result>"],
  ["</r>", "</result>"],
  ["< META_START >", "META_START"],
  ["\n\nH:", "\n\nHuman:"],
  ["\n\nA:", "\n\nAssistant:"],
];

export const desanitisedTier: Tier = {
  name: "desanitized",
  locate: (file, { oldString, newString }) => {
    const sent = unifyLineBreaks(oldString);
    const oldText = desanitise(sent);
    if (oldText === sent) return undefined;
    return locateExactly(file, oldText, desanitise(unifyLineBreaks(newString)));
  },
};

function desanitise(text: string): string {
  let result = text;
  for (const [short, long] of LONG_FORMS) {
    if (result.includes(short)) result = result.split(short).join(long);
  }
  return result;
}
