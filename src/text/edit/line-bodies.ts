/** Lines without their indentation, and where a run of them stands in a file. */
import { skipBlanksForward } from "./projection.js";

/** The line from its first character that is not a blank; "" for a blank line. */
export function bodyOf(line: string): string {
  return line.slice(skipBlanksForward(line, 0));
}

/**
 * Indexes at which `wanted` stands in `bodies`, overlapping ones too. Knuth, Morris and Pratt's way, so that a file of
 * equal lines costs no more than any other.
 */
export function findBodyRuns(bodies: readonly string[], wanted: readonly string[]): number[] {
  const fallback = createFallback(wanted);
  const found: number[] = [];
  let matched = 0;
  for (const [index, body] of bodies.entries()) {
    while (matched > 0 && (matched === wanted.length || wanted[matched] !== body)) {
      matched = fallback[matched - 1] ?? 0;
    }
    if (wanted[matched] === body) matched += 1;
    if (matched === wanted.length) found.push(index - matched + 1);
  }
  return found;
}

/** For each beginning of `wanted`, how long the longest shorter beginning is that it ends with. */
function createFallback(wanted: readonly string[]): number[] {
  const fallback = [0];
  let length = 0;
  for (let index = 1; index < wanted.length; index += 1) {
    while (length > 0 && wanted[length] !== wanted[index]) length = fallback[length - 1] ?? 0;
    if (wanted[length] === wanted[index]) length += 1;
    fallback.push(length);
  }
  return fallback;
}
