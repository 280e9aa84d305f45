/** Content between tags must not be able to close them: a text that brings the tag along would fake what stands around it. */

/** More digits than the number of any free tag has: there are fewer tags in a text than characters. */
const MAX_DIGITS = 9;

/**
 * The name itself, or with the first number that makes it one which none of the texts contain as a tag, opening or closing,
 * however it goes on: the reader of a result does not parse, it recognises. In one pass, because a text may hold any
 * number of them. The name must be made of letters.
 */
export function findFreeTag(name: string, texts: readonly string[]): string {
  const tags = new RegExp(`</?${name}(?:-([1-9]\\d{0,${MAX_DIGITS - 1}}))?`, "g");
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
  return free === 0 ? name : `${name}-${free}`;
}
