/**
 * A server's table in a TOML file (Codex) as splices of its text: every other byte stays as it is. A table that is written
 * in a way that can't be changed without touching more than that is refused.
 */
import { findPlace } from "../../../json/place.js";
import { applySplices, type Splice } from "../../../text/splice.js";
import {
  type ConfigEdit,
  ConfigFault,
  type Entry,
  isOwnMember,
  keptOf,
  lineBreakOf,
  SERVER_NAME,
  splitMark,
} from "./config-edit.js";
import { findLineEnd, scanToml, type TomlItem, TomlSyntaxError } from "./toml-scanner.js";

export function planTomlEntry(text: string | undefined, key: string, entry: Entry): ConfigEdit {
  return orProblem(text ?? "", (body, mark) => {
    const lineBreak = lineBreakOf(body);
    const items = scanToml(body);
    const place = findTable(items, key);
    if (place === undefined) {
      return { kind: "changed", text: mark + body + gapBefore(body) + writeTomlTable(key, entry, lineBreak) };
    }
    const present = place.pairs.filter(({ path }) => isOwnMember(path[2] ?? ""));
    const isSame =
      present.length === Object.keys(entry).length &&
      present.every(({ path, valueStart, end }) => {
        const wanted = entry[path[2] ?? ""];
        return wanted !== undefined && isWritten(body.slice(valueStart, end), wanted);
      });
    const inside = items.filter(({ path }) => path.length > 2 && isBelow(path, [key, SERVER_NAME]));
    const kept = keptOf(inside.map(({ path }) => path[2] ?? ""));
    if (isSame) return { kind: "unchanged", ...kept };
    return { kind: "changed", text: mark + applySplices(body, planReplacement(body, place, entry)), ...kept };
  });
}

export function planTomlRemoval(text: string, key: string): ConfigEdit {
  return orProblem(text, (body, mark) => {
    const items = scanToml(body);
    const place = findTable(items, key);
    const below = items.filter(({ kind, path }) => kind !== "pair" && isBelow(path, [key, SERVER_NAME]));
    if (place === undefined && below.length === 0) return { kind: "unchanged" };
    const splices = below.map((header): Splice => cutTable(body, items, header));
    return { kind: "changed", text: mark + applySplices(body, splices) };
  });
}

/** The table alone, as it is appended. */
export function writeTomlTable(key: string, entry: Entry, lineBreak: string): string {
  const pairs = Object.entries(entry).map(([name, value]) => `${name} = ${writeValue(value)}`);
  return [`[${key}.${SERVER_NAME}]`, ...pairs, ""].join(lineBreak);
}

interface Table {
  readonly header: TomlItem;
  readonly pairs: readonly TomlItem[];
}

function findTable(items: readonly TomlItem[], key: string): Table | undefined {
  const path = [key, SERVER_NAME];
  const [header, second] = items.filter((item) => item.kind !== "pair" && isSame(item.path, path));
  if (second !== undefined) throw new ConfigFault("the table stands here for the second time", second.start);
  if (header?.kind === "list-table") {
    throw new ConfigFault("the server is written as a list of tables", header.start);
  }
  const from = header === undefined ? items.length : items.indexOf(header) + 1;
  const next = items.findIndex((item, index) => index >= from && item.kind !== "pair");
  const pairs = items.slice(from, next === -1 ? items.length : next);
  for (const item of items) {
    const isOurs = item.kind === "pair" && isBelow(item.path, path) && !pairs.includes(item);
    const isInItsTable = item.path.length - item.ownParts >= path.length;
    if ((isOurs && !isInItsTable) || (item.kind === "pair" && isSame(item.path, [key]))) {
      throw new ConfigFault(
        `the server is not written as a table of its own, [${path.join(".")}]`,
        item.start,
      );
    }
  }
  return header === undefined ? undefined : { header, pairs };
}

/** Ours take the place of the first of ours; what else stands in the table stays where it is. */
function planReplacement(body: string, { header, pairs }: Table, entry: Entry): Splice[] {
  const lineBreak = lineBreakOf(body);
  const written = Object.entries(entry).map(([name, value]) => `${name} = ${writeValue(value)}`);
  const own = pairs.filter(({ path }) => isOwnMember(path[2] ?? ""));
  const [first, ...others] = own;
  if (first === undefined) {
    const at = findLineEnd(body, header.end);
    return [{ start: at, end: at, text: `${lineBreak}${written.join(lineBreak)}` }];
  }
  return [
    { start: first.start, end: first.end, text: written.join(lineBreak) },
    ...others.map(({ start, end }) => cutLines(body, start, end)),
  ];
}

/** Whole lines, with what is left of a comment behind the value. */
function cutLines(body: string, start: number, end: number): Splice {
  const lineStart = body.lastIndexOf("\n", start - 1) + 1;
  const newline = body.indexOf("\n", end);
  return { start: lineStart, end: newline === -1 ? body.length : newline + 1, text: "" };
}

/** From the header to its last pair, and one blank line that set it apart from what is before. */
function cutTable(body: string, items: readonly TomlItem[], header: TomlItem): Splice {
  const from = items.indexOf(header);
  let last = header;
  for (const item of items.slice(from + 1)) {
    if (item.kind !== "pair") break;
    last = item;
  }
  const { start, end } = cutLines(body, header.start, last.end);
  const gap = /\r?\n$/.exec(body.slice(0, start));
  const isGap = gap !== null && /(?:^|\n)$/.test(body.slice(0, gap.index));
  return { start: isGap ? gap.index : start, end, text: "" };
}

function gapBefore(body: string): string {
  if (body === "") return "";
  const lineBreak = lineBreakOf(body);
  return body.endsWith("\n") ? lineBreak : lineBreak + lineBreak;
}

function writeValue(value: Entry[string]): string {
  if (typeof value === "string") return writeString(value);
  if (Array.isArray(value)) return `[${value.map(writeString).join(", ")}]`;
  const pairs = Object.entries(value).map(([name, inner]) => `${writeKey(name)} = ${writeString(inner)}`);
  return `{ ${pairs.join(", ")} }`;
}

function writeKey(name: string): string {
  return /^[A-Za-z0-9_-]+$/.test(name) ? name : writeString(name);
}

/** JSON's strings are TOML's, but for one control character that JSON leaves bare. */
function writeString(value: string): string {
  return JSON.stringify(value).replaceAll("\u007f", "\\u007f");
}

/** Compared without the blanks that set list items apart. */
function isWritten(raw: string, value: Entry[string]): boolean {
  if (raw === writeValue(value)) return true;
  if (!Array.isArray(value)) return false;
  try {
    const list: unknown = JSON.parse(raw.replace(/,\s*\]$/, () => "]"));
    return JSON.stringify(list) === JSON.stringify(value);
  } catch {
    return false;
  }
}

function isSame(path: readonly string[], other: readonly string[]): boolean {
  return path.length === other.length && isBelow(path, other);
}

function isBelow(path: readonly string[], top: readonly string[]): boolean {
  return top.every((part, index) => path[index] === part);
}

function orProblem(text: string, action: (body: string, mark: string) => ConfigEdit): ConfigEdit {
  const { mark, body } = splitMark(text);
  try {
    return action(body, mark);
  } catch (error) {
    if (!(error instanceof TomlSyntaxError) && !(error instanceof ConfigFault)) throw error;
    return { kind: "invalid", problem: error.message, ...findPlace(body, error.offset) };
  }
}
