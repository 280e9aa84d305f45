/** HTML and XML: comments, tags, attributes and their values. What stands between tags is left as it is. */
import type { ColourSpan } from "../diff/segments.js";
import type { LineScanner } from "./scan-line.js";

const IN_TEXT = 0;
const IN_COMMENT = 1;
const IN_TAG = 2;
/** Within a value that has begun with this quote. */
const IN_VALUE = { '"': 3, "'": 4 } as const;
const NAME = /[\w:.-]/;

export const scanMarkup: LineScanner = (line, start) => {
  const spans: ColourSpan[] = [];
  let state = start;
  let position = 0;
  const upTo = (end: number, colour: ColourSpan["colour"]): void => {
    if (end > position) spans.push({ from: position, to: end, colour });
    position = end;
  };
  const endOf = (text: string): number => {
    const found = line.indexOf(text, position);
    return found === -1 ? line.length + 1 : found + text.length;
  };
  while (position < line.length) {
    if (state === IN_TEXT) {
      const open = line.indexOf("<", position);
      if (open === -1) break;
      position = open;
      if (line.startsWith("<!--", position)) state = IN_COMMENT;
      else {
        upTo(endOfName(line, position + 1), "keyword");
        state = IN_TAG;
      }
    } else if (state === IN_COMMENT) {
      const end = endOf("-->");
      upTo(Math.min(end, line.length), "comment");
      if (end <= line.length) state = IN_TEXT;
    } else if (state === IN_TAG) {
      const character = line.charAt(position);
      if (character === ">") {
        upTo(position + 1, "keyword");
        state = IN_TEXT;
      } else if (character === '"' || character === "'") {
        const end = closeOfValue(line, position + 1, character);
        upTo(Math.min(end, line.length), "string");
        if (end > line.length) state = IN_VALUE[character];
      } else if (NAME.test(character)) upTo(endOfName(line, position), "property");
      else position += 1;
    } else {
      const end = closeOfValue(line, position, state === IN_VALUE['"'] ? '"' : "'");
      upTo(Math.min(end, line.length), "string");
      if (end <= line.length) state = IN_TAG;
    }
  }
  return { spans, state };
};

function endOfName(line: string, from: number): number {
  let to = from;
  while (
    to < line.length &&
    (NAME.test(line.charAt(to)) || (to === from && "/!?".includes(line.charAt(to))))
  ) {
    to += 1;
  }
  return to;
}

/** Beyond the line when the value goes on. */
function closeOfValue(line: string, from: number, quote: string): number {
  const found = line.indexOf(quote, from);
  return found === -1 ? line.length + 1 : found + 1;
}
