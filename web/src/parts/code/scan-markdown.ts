/** Markdown: headings, fenced and inline code, quotes, and what begins the items of a list. */
import type { ColourSpan } from "../diff/segments.js";
import type { LineScanner } from "./scan-line.js";

const IN_FENCE = 1;
const FENCE = /^ {0,3}(?:```|~~~)/;
const HEADING = /^ {0,3}#{1,6}(?= |$)/;
const QUOTE = /^ {0,3}>/;
const ITEM = /^ {0,40}(?:[-*+]|\d{1,9}[.)])(?= )/;

export const scanMarkdown: LineScanner = (line, state) => {
  const whole = (colour: ColourSpan["colour"]): readonly ColourSpan[] =>
    line === "" ? [] : [{ from: 0, to: line.length, colour }];
  if (FENCE.test(line)) return { spans: whole("keyword"), state: state === IN_FENCE ? 0 : IN_FENCE };
  if (state === IN_FENCE) return { spans: whole("string"), state };
  if (HEADING.test(line)) return { spans: whole("keyword"), state };
  if (QUOTE.test(line)) return { spans: whole("comment"), state };
  const spans: ColourSpan[] = [];
  const item = ITEM.exec(line)?.[0];
  if (item !== undefined) spans.push({ from: 0, to: item.length, colour: "keyword" });
  let position = item?.length ?? 0;
  for (;;) {
    const from = line.indexOf("`", position);
    const to = from === -1 ? -1 : line.indexOf("`", from + 1) + 1;
    if (to <= 0) return { spans, state };
    spans.push({ from, to, colour: "string" });
    position = to;
  }
};
