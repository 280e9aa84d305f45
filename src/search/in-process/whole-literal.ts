/** A pattern that is only text: nothing in it has a meaning of its own. */

/** Characters that mean something in a pattern, and that a backslash makes mean themselves. */
const SPECIAL = /[\\.+*?()|[\]{}^$#&~\n\r\0-]/;
const ESCAPED = /^[\\.+*?()|[\]{}^$#&~-]$/;

/** The text it stands for, or undefined when ripgrep has to be asked what it means. */
export function findWholeLiteral(pattern: string): string | undefined {
  let literal = "";
  for (let index = 0; index < pattern.length; index += 1) {
    const character = pattern.charAt(index);
    const next = pattern.charAt(index + 1);
    if (character === "\\" && ESCAPED.test(next)) {
      literal += next;
      index += 1;
    } else if (SPECIAL.test(character) && !/[#&~-]/.test(character)) return undefined;
    else literal += character;
  }
  return literal;
}
