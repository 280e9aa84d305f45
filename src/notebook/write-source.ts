/** A cell's source as JSON: lines that keep their line breaks, or one string. */

import { type StringStyle, writeString } from "../json/json-text.js";
import { decodeValue, type JsonNode, readNodeNow } from "../json/json-tree.js";
import type { SourceForm } from "./cell-style.js";

export function writeSource(
  source: string,
  form: SourceForm,
  style: StringStyle,
  /** Lines that stay keep the letters they are written in, also where those are unlike the rest of the file. */
  kept: ReadonlyMap<string, string> = new Map(),
): string {
  if (form === "string") return writeString(source, style);
  if (source === "") return "[]";
  const lines = splitLines(source).map((line) => kept.get(line) ?? writeString(line, style));
  return `[${form.open}${lines.join(`,${form.between}`)}${form.close}]`;
}

/** The lines of a source that is written as a list, each with its JSON. */
export function readWrittenLines(text: string, source: JsonNode | undefined): ReadonlyMap<string, string> {
  const written = new Map<string, string>();
  if (source === undefined || !text.startsWith("[", source.start)) return written;
  for (const item of readNodeNow(text, source.start, { items: "value" }).items ?? []) {
    const line = decodeValue(text, item);
    if (typeof line === "string" && !written.has(line)) written.set(line, text.slice(item.start, item.end));
  }
  return written;
}

function splitLines(source: string): string[] {
  return source.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}
