/**
 * How a file lays out its JSON, learned from the text around a place, so that what is added looks as if the file's own
 * program had written it.
 */
import type { JsonNode } from "./json-tree.js";

/** What stands between the parts of an object or array; blanks and line breaks only. */
export interface Layout {
  /** Behind the opening bracket. */
  readonly open: string;
  /** Behind a comma. */
  readonly between: string;
  /** Before the closing bracket. */
  readonly close: string;
}

export interface ObjectStyle {
  readonly members: Layout;
  /** Between key and value. */
  readonly colon: string;
}

/** Undefined where the object has no members to learn from. */
export function learnObjectStyle(text: string, object: JsonNode): ObjectStyle | undefined {
  const members = learnMembers(text, object);
  const first = object.members?.[0];
  if (members === undefined || first === undefined) return undefined;
  return { members, colon: text.slice(first.keyEnd, first.value.start) };
}

export function learnMembers(text: string, { start, end, members }: JsonNode): Layout | undefined {
  const first = members?.[0];
  const second = members?.[1];
  const last = members?.at(-1);
  if (first === undefined || last === undefined) return undefined;
  const open = text.slice(start + 1, first.start);
  return {
    open,
    between: second === undefined ? open : blanksBefore(text, second.start),
    close: text.slice(last.value.end, end - 1),
  };
}

/**
 * How a list sets its items apart; undefined where it has none to learn from. One item alone does not show it: then
 * `inLine` is what stands behind a comma where the next item goes on in the same line.
 */
export function learnItems(
  text: string,
  { start, end, items }: JsonNode,
  inLine: string,
): Layout | undefined {
  const first = items?.[0];
  const second = items?.[1];
  const last = items?.at(-1);
  if (first === undefined || last === undefined) return undefined;
  const open = text.slice(start + 1, first.start);
  const between = second === undefined ? undefined : blanksBefore(text, second.start);
  return {
    open,
    between: between ?? (open === "" ? inOneLine(inLine) : open),
    close: text.slice(last.end, end - 1),
  };
}

/** What stands behind a comma where the next item goes on in the same line. */
export function inOneLine(between: string): string {
  return between.includes("\n") ? " " : between;
}

/** What one level is indented by; nothing where all stands in one line. */
export function indentUnit({ open, close }: Layout): string {
  if (!open.includes("\n")) return "";
  const inner = open.slice(open.lastIndexOf("\n") + 1);
  const outer = close.slice(close.lastIndexOf("\n") + 1);
  return inner.startsWith(outer) ? inner.slice(outer.length) : inner;
}

function blanksBefore(text: string, end: number): string {
  let start = end;
  while (start > 0 && " \t\r\n".includes(text.charAt(start - 1))) start -= 1;
  return text.slice(start, end);
}
