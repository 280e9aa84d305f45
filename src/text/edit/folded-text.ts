/**
 * A text in which characters that a comparison takes for equal are equal, or gone, and from where in the original each of
 * its units comes. Folding takes a few nanoseconds a character, whatever the text.
 */
import { Buffer } from "node:buffer";
import { listPlainForms } from "./look-alikes.js";

export interface FoldedText {
  readonly text: string;
  /** The offset in the original of the character that a unit stands for. */
  originOf(unit: number): number;
}

/** What a UTF-16 unit becomes: any units, or none to leave it out. */
export type Fold = (unit: string) => string;

const FORMAT = /^\p{Cf}$/u;
const SPACE = /^\p{Z}$/u;
const SURROGATE = /^[\ud800-\udfff]$/;
/** Characters drawn like, or used for, those below them: quotes and Cyrillic letters. */
const DRAWN = "‘’‚‛′´“”„‟″аеорсухіјАВЕКМНОРСТХ";
const MEANT = `''''''"""""aeopcyxijABEKMHOPCTX`;
const PLAIN_FORMS = new Map(listPlainForms());

export const foldCase: Fold = (unit) => unit.toLowerCase();

export const dropWhitespace: Fold = (unit) => unit.replace(/[ \t\r\n\f\v]/, "");

export const dropReturns: Fold = (unit) => (unit === "\r" ? "" : unit);

export const breakReturns: Fold = (unit) => (unit === "\r" ? "\n" : unit);

export const foldLookAlikes: Fold = (unit) => {
  if (unit < "\u0080" || SURROGATE.test(unit)) return unit;
  if (FORMAT.test(unit)) return "";
  const drawn = DRAWN.indexOf(unit);
  if (drawn !== -1) return MEANT.charAt(drawn);
  return PLAIN_FORMS.get(unit) ?? (SPACE.test(unit) ? " " : unit.normalize("NFKD"));
};

export const foldEverything: Fold = (unit) => foldCase(foldLookAlikes(unit).replace(/\s/g, ""));

/**
 * What all tiers compare: no blanks and line breaks, and plain characters for typographic quotes and look-alikes. A text that
 * a tier can find has the same skeleton as the old text.
 */
export const foldToSkeleton: Fold = (unit) => {
  if (unit === " " || unit === "\t" || unit === "\n") return "";
  if (unit === "‘" || unit === "’") return "'";
  if (unit === "“" || unit === "”") return '"';
  return (PLAIN_FORMS.get(unit) ?? unit).trim() === "" ? "" : (PLAIN_FORMS.get(unit) ?? unit);
};

const UNKNOWN = -1;
const DROPPED = -2;
/** Entries from here on are indexes of texts of several units. */
const SEVERAL = 0x10000;

interface FoldTable {
  readonly entries: Int32Array;
  readonly several: string[];
}

const tables = new WeakMap<Fold, FoldTable>();

export function foldText(text: string, fold: Fold): FoldedText {
  const table = tableOf(fold);
  const { entries } = table;
  let units = new Uint16Array(text.length);
  let origins = new Uint32Array(text.length);
  let length = 0;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    let entry = entries[unit] as number;
    if (entry === UNKNOWN) entry = fill(table, unit, fold);
    if (entry < 0) continue;
    if (entry < SEVERAL) {
      units[length] = entry;
      origins[length] = at;
      length += 1;
      continue;
    }
    const folded = table.several[entry - SEVERAL] ?? "";
    const needed = length + folded.length + text.length - at;
    if (needed > units.length) {
      units = grow(units, new Uint16Array(2 * needed));
      origins = grow(origins, new Uint32Array(2 * needed));
    }
    for (const part of folded.split("")) {
      units[length] = part.charCodeAt(0);
      origins[length] = at;
      length += 1;
    }
  }
  const folded = Buffer.from(units.buffer, 0, length * 2).toString("utf16le");
  return { text: folded, originOf: (unit) => (unit < length ? (origins[unit] ?? 0) : text.length) };
}

function tableOf(fold: Fold): FoldTable {
  let table = tables.get(fold);
  if (table === undefined) {
    table = { entries: new Int32Array(0x10000).fill(UNKNOWN), several: [] };
    tables.set(fold, table);
  }
  return table;
}

function fill({ entries, several }: FoldTable, unit: number, fold: Fold): number {
  const folded = fold(String.fromCharCode(unit));
  let entry = folded.length === 0 ? DROPPED : folded.charCodeAt(0);
  if (folded.length > 1) entry = SEVERAL + several.push(folded) - 1;
  entries[unit] = entry;
  return entry;
}

function grow<T extends Uint16Array | Uint32Array>(from: T, to: T): T {
  to.set(from);
  return to;
}
