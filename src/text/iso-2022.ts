/**
 * ISO-2022-JP and its relatives: ASCII bytes between which escape sequences switch to other character sets. They are
 * shown as those bytes, because no codec of ours reads them. What may be changed are the parts that are ASCII.
 */
import { isAscii } from "node:buffer";
import { asBuffer } from "./codec.js";

const ESCAPE = 0x1b;
/** Two-byte sets are switched to by these; terminals do not use them. */
const TWO_BYTE_SET = new RegExp(String.raw`\x1b\$(?:[@AB]|[()*+][@-Z])`);
/** Any switch; the group is set for one back to ASCII or its Japanese variant. */
const SWITCH = new RegExp(String.raw`${TWO_BYTE_SET.source}|\x1b\((?:([BJ])|[A-Z])`, "g");

export function usesIso2022(bytes: Uint8Array): boolean {
  const first = bytes.indexOf(ESCAPE);
  if (first === -1 || !isAscii(bytes)) return false;
  return TWO_BYTE_SET.test(asBuffer(bytes).toString("latin1", first));
}

/** Whether one of the sorted spans touches a part of the text that is not ASCII, or a switch. */
export function touchesIso2022(
  text: string,
  spans: readonly { readonly start: number; readonly end: number }[],
): boolean {
  let next = 0;
  let isPlain = true;
  let from = 0;
  const isTouched = (until: number): boolean => {
    for (let span = spans[next]; span !== undefined; span = spans[next]) {
      // What is put right before a switch stands in the part that ends there.
      const belongsHere = span.start < until || (isPlain && span.end === until);
      if (!belongsHere) return false;
      if (!isPlain || span.end > until || span.start < from) return true;
      next += 1;
    }
    return false;
  };
  for (const { index, 0: sequence, 1: plain } of text.matchAll(SWITCH)) {
    if (isTouched(index)) return true;
    isPlain = plain !== undefined;
    from = index + sequence.length;
  }
  return isTouched(Number.POSITIVE_INFINITY);
}
