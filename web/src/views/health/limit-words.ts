/** Limits as a person reads them. Those that are not known here are called by their own name. */
import { formatBytes, formatCount, formatDuration, plural } from "../../parts/quantities.js";

export interface LimitWords {
  readonly title: string;
  readonly value: string;
}

const TITLES: Readonly<Record<string, string>> = {
  maxTokens: "One Read answers at most",
  maxSizeBytes: "A file is read without a range up to",
  includeMaxSizeInPrompt: "The model is told the largest size",
  targetedRangeNudge: "The model is advised to read only what it needs",
  searchTimeoutMs: "A search ends after",
  maxImageBytes: "One picture has at most",
  maxMediaBytes: "All pictures and documents of a context have at most",
  mediaTimeoutMs: "A picture or a page of a PDF is given up after",
};

export function describeLimit(name: string, value: number | boolean): LimitWords {
  return { title: TITLES[name] ?? spellOut(name), value: describeValue(name, value) };
}

function describeValue(name: string, value: number | boolean): string {
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (name.endsWith("Bytes")) return formatBytes(value);
  if (name.endsWith("Ms")) return formatDuration(value);
  if (name.endsWith("Tokens")) return plural(value, "token");
  return formatCount(value);
}

/** "maxOpenFiles" as "Max open files". */
function spellOut(name: string): string {
  const words = name.replace(/(Bytes|Ms)$/, "").replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}
