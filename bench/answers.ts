/** What is done with every answer: look inside it, as whoever sends it on must, and see whether it is right. */

/**
 * V8 joins strings by reference and copies them together on the first look inside. Whoever sends the answer on pays
 * for that, so it belongs to the price. The comparison keeps the look from being optimised away.
 */
export function flatten(text: string): string {
  if (text.charCodeAt(text.length - 1) === 0xfffe)
    throw new Error("the text ends with half a byte order mark");
  return text;
}

export function expectSame(actual: string, expected: string, what: string): void {
  if (actual === expected) return;
  const at = commonLength(actual, expected);
  const shown = (text: string): string => JSON.stringify(text.slice(at, at + 40));
  throw new Error(`wrong answer for ${what}: at ${at} it has ${shown(actual)}, not ${shown(expected)}`);
}

/**
 * Peers dress their answers differently and cut them at caps of their own. Right is what shows the wanted text from
 * its first line on; a remark tells how much of it came.
 */
export function judgePeerAnswer(answer: string, wanted: string): string | undefined {
  const firstLine = wanted.slice(0, wanted.indexOf("\n"));
  const from = answer.indexOf(firstLine);
  if (from === -1) throw new Error("answers with other lines");
  const shown = commonLength(answer.slice(from), wanted);
  // The last newline may be missing.
  if (shown >= wanted.length - 1) return undefined;
  return `shows only ${Math.round(shown / 1000)} of ${Math.round(wanted.length / 1000)} KB`;
}

function commonLength(left: string, right: string): number {
  const end = Math.min(left.length, right.length);
  let length = 0;
  while (length < end && left.charCodeAt(length) === right.charCodeAt(length)) length += 1;
  return length;
}
