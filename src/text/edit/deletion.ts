/**
 * Deleting. Where whole lines go without their last line break, that break goes too, so that no blank line stays. At the
 * end of a file that has no final line break the one before goes instead: "a\nb" without "b" is "a", which leaves the
 * file without a final line break, as it was. Decided for each place alone.
 */
import type { Splice } from "../splice.js";
import type { Span } from "./edit-plan.js";

export function planDeletions(text: string, spans: readonly Span[]): Splice[] {
  const splices = spans.map((span, index) =>
    planDeletion(text, span, spans[index + 1]?.start ?? text.length),
  );
  takeBreakBeforeLastLines(text, spans, splices);
  return splices;
}

/** A break that the next place takes anyway is left to it. */
function planDeletion(text: string, span: Span, nextStart: number): Splice {
  const end = isWholeLines(text, span) ? Math.min(skipLineBreak(text, span.end), nextStart) : span.end;
  return { start: span.start, end, text: "" };
}

/** A span that ends with a break has taken it already. */
function isWholeLines(text: string, { start, end }: Span): boolean {
  if (start > 0 && text[start - 1] !== "\n") return false;
  if (text[end - 1] === "\n") return false;
  return end === text.length || skipLineBreak(text, end) > end;
}

/** Lines deleted one by one up to the end of the file are one run, and the break before all of them is the one to go. */
function takeBreakBeforeLastLines(text: string, spans: readonly Span[], splices: Splice[]): void {
  const last = spans.at(-1);
  if (last === undefined || last.end !== text.length || !isWholeLines(text, last)) return;
  let first = splices.length - 1;
  while (first > 0 && splices[first - 1]?.end === splices[first]?.start) first -= 1;
  const run = splices[first];
  if (run === undefined || run.start === 0) return;
  const beforeBreak = run.start - (text.startsWith("\r\n", run.start - 2) ? 2 : 1);
  splices[first] = { ...run, start: beforeBreak };
}

function skipLineBreak(text: string, at: number): number {
  if (text[at] === "\n") return at + 1;
  return text.startsWith("\r\n", at) ? at + 2 : at;
}
