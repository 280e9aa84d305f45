/** Some model interfaces shorten words that mean something to them. The file has the long form, so both texts get it. */
import type { Rewrite } from "./rewrite.js";

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

export const desanitized: Rewrite = {
  relaxation: "desanitized",
  readings(oldText) {
    const expanded = expand(oldText);
    if (expanded === oldText) return [];
    return [{ oldText: expanded, isWholeLines: false, rewriteNew: expand }];
  },
};

function expand(text: string): string {
  let result = text;
  for (const [short, long] of LONG_FORMS) {
    if (result.includes(short)) result = result.split(short).join(long);
  }
  return result;
}
