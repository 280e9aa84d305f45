/**
 * One member of an object in a JSON text, added, changed or removed. What removing cuts out is exactly what adding puts
 * in: behind the last member, on a line of its own where the members have lines of their own.
 */
import type { JsonMember, JsonNode } from "../../../json/json-tree.js";
import type { Splice } from "../../../text/splice.js";
import { lineBreakOf } from "./config-edit.js";

export interface JsonStyle {
  /** What one level is indented by; undefined where all stands in one line. */
  readonly unit: string | undefined;
  readonly lineBreak: string;
  readonly colon: string;
}

/** As the file's outermost object is written; by lines and two blanks where it has no members to learn from. */
export function styleOf(text: string, root: JsonNode): JsonStyle {
  const [first] = root.members ?? [];
  const lineBreak = lineBreakOf(text);
  if (first === undefined) return { unit: "  ", lineBreak, colon: ": " };
  const colon = text.slice(first.keyEnd, first.value.start);
  const indent = indentOf(text, first.start);
  const outer = indentOf(text, root.start) ?? "";
  return {
    unit: indent === undefined ? undefined : indent.slice(outer.length) || "  ",
    lineBreak,
    colon: /^[ \t]*:[ \t]*$/.test(colon) ? colon : ": ",
  };
}

/** What stands before a place in its line, if that is nothing but blanks. */
function indentOf(text: string, at: number): string | undefined {
  const lineStart = text.lastIndexOf("\n", at - 1) + 1;
  const before = text.slice(lineStart, at);
  return /^[ \t]*$/.test(before) && lineStart > 0 ? before : undefined;
}

export function writeJson(value: unknown, { unit, lineBreak, colon }: JsonStyle, indent: string): string {
  if (unit !== undefined) {
    const written = JSON.stringify(value, undefined, unit);
    return written.replaceAll("\n", () => lineBreak + indent);
  }
  const gap = colon.endsWith(" ") ? " " : "";
  if (Array.isArray(value)) {
    return `[${value.map((each) => writeJson(each, { unit, lineBreak, colon }, "")).join(`,${gap}`)}]`;
  }
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(
    ([key, inner]) => `${JSON.stringify(key)}${colon}${writeJson(inner, { unit, lineBreak, colon }, "")}`,
  );
  return `{${members.join(`,${gap}`)}}`;
}

/** Sets a member, where it is or behind the last one. */
export function planMember(
  text: string,
  object: JsonNode,
  style: JsonStyle,
  key: string,
  value: unknown,
): Splice[] {
  const members = object.members ?? [];
  const present = members.find((member) => member.key === key);
  if (present !== undefined) {
    const indent = indentOf(text, present.start);
    const local = indent === undefined ? { ...style, unit: undefined } : style;
    const { start, end } = present.value;
    return [{ start, end, text: writeJson(value, local, indent ?? "") }];
  }
  const last = members.at(-1);
  if (last === undefined) return [planFirstMember(text, object, style, key, value)];
  const indent = indentOf(text, last.start);
  const local = indent === undefined ? { ...style, unit: undefined } : style;
  const written = `${JSON.stringify(key)}${style.colon}${writeJson(value, local, indent ?? "")}`;
  const comma = findComma(text, last.value.end);
  if (indent === undefined) {
    const gap = style.colon.endsWith(" ") ? " " : "";
    if (comma !== undefined) return [insert(comma + 1, `${gap}${written},`)];
    return [insert(last.value.end, `,${gap}${written}`)];
  }
  const line = `${style.lineBreak}${indent}${written}`;
  if (comma !== undefined) return [insert(skipRestOfLine(text, comma + 1), `${line},`)];
  return [insert(last.value.end, ","), insert(skipRestOfLine(text, last.value.end), line)];
}

function insert(at: number, text: string): Splice {
  return { start: at, end: at, text };
}

function planFirstMember(
  text: string,
  object: JsonNode,
  style: JsonStyle,
  key: string,
  value: unknown,
): Splice {
  const at = object.start + 1;
  const { unit, lineBreak, colon } = style;
  if (unit === undefined) return insert(at, `${JSON.stringify(key)}${colon}${writeJson(value, style, "")}`);
  const outer = /^[ \t]*/.exec(text.slice(text.lastIndexOf("\n", object.start - 1) + 1))?.[0] ?? "";
  const indent = outer + unit;
  const member = `${lineBreak}${indent}${JSON.stringify(key)}${colon}${writeJson(value, style, indent)}`;
  const inside = text.slice(at, object.end - 1);
  // What stands in the braces already, a comment say, brings its own line break before the closing one.
  return insert(at, inside.includes("\n") ? member : `${member}${lineBreak}${outer}`);
}

/** The comma goes that set the member apart, and the line break before it; comments on its line stay. */
export function planMemberRemoval(text: string, object: JsonNode, member: JsonMember): Splice[] {
  const members = object.members ?? [];
  const index = members.indexOf(member);
  const before = members[index - 1];
  const comma = findComma(text, member.value.end);
  const start = skipBack(text, member.start);
  if (comma !== undefined) {
    const isInLine = before === undefined && start === member.start;
    return [{ start, end: isInLine ? skipBlanks(text, comma + 1) : comma + 1, text: "" }];
  }
  if (before === undefined) {
    const inside = text.slice(object.start + 1, object.end - 1);
    const own = text.slice(member.start, member.value.end);
    if (inside.trim() === own) return [{ start: object.start + 1, end: object.end - 1, text: "" }];
    return [{ start, end: member.value.end, text: "" }];
  }
  const separator = findComma(text, before.value.end) ?? before.value.end;
  if (separator + 1 >= start) return [{ start: separator, end: member.value.end, text: "" }];
  return [
    { start: separator, end: separator + 1, text: "" },
    { start, end: member.value.end, text: "" },
  ];
}

/** The comma behind a value, a trailing one included; comments are passed over. */
function findComma(text: string, from: number): number | undefined {
  for (let at = from; at < text.length; ) {
    const character = text.charAt(at);
    if (character === ",") return at;
    if (character === "/") at = skipComment(text, at);
    else if (/\s/.test(character)) at += 1;
    else return undefined;
  }
  return undefined;
}

function skipComment(text: string, start: number): number {
  const isLine = text[start + 1] === "/";
  const end = isLine ? /\r?\n|$/g : /\*\/|$/g;
  end.lastIndex = start + 2;
  const match = end.exec(text);
  if (match === null) return text.length;
  return isLine ? match.index : match.index + match[0].length;
}

/** Behind the comments that follow in the same line. */
function skipRestOfLine(text: string, from: number): number {
  let end = from;
  for (let at = from; ; at = end) {
    at = skipBlanks(text, at);
    if (text[at] !== "/") return end;
    end = skipComment(text, at);
  }
}

function skipBlanks(text: string, from: number): number {
  let at = from;
  while (text[at] === " " || text[at] === "\t") at += 1;
  return at;
}

/** Over the blanks before a member, and one line break. */
function skipBack(text: string, from: number): number {
  let at = from;
  while (text[at - 1] === " " || text[at - 1] === "\t") at -= 1;
  if (text[at - 1] !== "\n") return at;
  return text[at - 2] === "\r" ? at - 2 : at - 1;
}
