/** A word of a command that a person may copy into their shell: plain as it is, anything else between quotes. */
import { quoteWord } from "./completion/quoting.js";

export function shellWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : quoteWord(word);
}
