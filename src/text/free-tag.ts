/** Content between tags must not be able to close them: a text that brings the tag along would fake what stands around it. */

/** More digits than the number of any free tag has: there are fewer tags in a text than characters. */
const MAX_DIGITS = 9;

/**
 * Nothing, or the first number that makes of each name a tag which none of the texts contain, opening or closing, in any
 * case, however it goes on: the reader of a result does not parse, it recognises. In one pass, because a text may hold any
 * number of them. The names must be made of letters.
 */
export function findFreeSuffix(names: readonly string[], texts: Iterable<string>): string {
  const tags = new RegExp(`</?(?:${names.join("|")})(?:-([1-9]\\d{0,${MAX_DIGITS - 1}}))?`, "gi");
  const taken = new Set<number>();
  for (const text of texts) {
    for (const [, digits = ""] of text.matchAll(tags)) {
      taken.add(0);
      // What goes on as number 123 begins like number 12 as well.
      for (let number = Number(digits); number > 0; number = Math.floor(number / 10)) taken.add(number);
    }
  }
  let free = 0;
  while (taken.has(free)) free += 1;
  return free === 0 ? "" : `-${free}`;
}
