/** Whether two texts within a line are equal but for quotes and look-alikes. */
import { plainFormOf } from "./look-alikes.js";
import { findQuoteKind } from "./quotes.js";

export interface BodyMatch {
  /** The sent text with the quotes of the file: as long as the sent text. */
  readonly styled: string;
  /** Characters of the sent text for which the file has the plain form. */
  readonly lookAlikes: ReadonlySet<string>;
  /** The file has a look-alike where another one was sent, or its plain form: what is meant there is not known. */
  readonly isDoubtful: boolean;
}

const NONE: ReadonlySet<string> = new Set();

export function compareBodies(sent: string, file: string): BodyMatch | undefined {
  if (sent === file) return { styled: sent, lookAlikes: NONE, isDoubtful: false };
  const lookAlikes = new Set<string>();
  let styled = "";
  let isDoubtful = false;
  let at = 0;
  for (const unit of sent.split("")) {
    const other = file.charAt(at);
    const plain = plainFormOf(unit);
    if (unit === other || isSameQuote(unit, other)) {
      styled += other;
      at += 1;
    } else if (plain !== undefined && file.startsWith(plain, at)) {
      styled += unit;
      lookAlikes.add(unit);
      at += plain.length;
    } else if (plainFormOf(other) !== undefined && plainFormOf(other) === (plain ?? unit)) {
      styled += unit;
      lookAlikes.add(unit);
      isDoubtful = true;
      at += 1;
    } else return undefined;
  }
  return at === file.length ? { styled, lookAlikes, isDoubtful } : undefined;
}

function isSameQuote(left: string, right: string): boolean {
  const kind = findQuoteKind(left);
  return kind !== undefined && kind === findQuoteKind(right);
}
