/** A ledger as plain data, to outlive the process. Content is not in it, only what is needed to judge freshness. */
import { isAbsolute } from "node:path";
import { ContentVersion } from "../content/content-version.js";
import { ToolError } from "../errors/tool-error.js";
import type { RealPath } from "../fs/paths.js";
import type { LineRange } from "../text/line-ranges.js";
import type { Ledger, LedgerEntry, LedgerView, Origin, Unit } from "./ledger.js";

export interface SavedLedger {
  readonly format: 1;
  readonly epoch: number;
  readonly files: readonly SavedFile[];
}

/** What is known of one file. */
export interface SavedFile {
  readonly path: string;
  readonly version: { readonly id: string; readonly size: number };
  readonly totalLines: number | null;
  readonly shown: readonly LineRange[];
  readonly cut: readonly LineRange[];
  readonly origin: Origin;
  readonly unit?: Unit;
  readonly views: readonly LedgerView[];
}

export function saveLedger(ledger: Ledger): SavedLedger {
  return { format: 1, epoch: ledger.epoch, files: [...ledger.entries()].map(saveEntry) };
}

export function saveEntry(entry: LedgerEntry): SavedFile {
  return {
    path: entry.path,
    version: { id: entry.version.id, size: entry.version.size },
    totalLines: entry.totalLines ?? null,
    shown: entry.shown,
    cut: entry.cut,
    origin: entry.origin,
    ...(entry.unit === undefined ? {} : { unit: entry.unit }),
    views: entry.views,
  };
}

/** One file's entry from its saved form; what is not one is refused. */
export function restoreEntry(saved: unknown): LedgerEntry {
  return parseEntry(saved, 0);
}

/** Checks everything before the first entry is taken over: a damaged file must not grant half a ledger. */
export function restoreLedger(ledger: Ledger, saved: unknown): void {
  if (!isObject(saved) || saved["format"] !== 1) throw refuse("its format is not 1");
  const { epoch, files } = saved;
  if (!isCount(epoch) || epoch < 1 || !Array.isArray(files)) throw refuse("epoch or files are missing");
  ledger.restore(epoch, files.map(parseEntry));
}

function parseEntry(value: unknown, index: number): LedgerEntry {
  const problem = (field: string): ToolError => refuse(`files[${index}].${field} is not valid`);
  if (!isObject(value)) throw refuse(`files[${index}] is not an object`);
  const { path, version, totalLines, shown, cut, origin, unit, views } = value;
  if (typeof path !== "string" || !isAbsolute(path)) throw problem("path");
  if (!isObject(version) || typeof version["id"] !== "string" || !isCount(version["size"]))
    throw problem("version");
  if (totalLines !== null && !isCount(totalLines)) throw problem("totalLines");
  if (!isOrigin(origin)) throw problem("origin");
  if (unit !== undefined && unit !== "lines" && unit !== "cells") throw problem("unit");
  if (!isRanges(shown)) throw problem("shown");
  if (!isRanges(cut)) throw problem("cut");
  if (!Array.isArray(views) || !views.every(isView)) throw problem("views");
  return {
    path: path as RealPath,
    version: ContentVersion.restore(version["id"], version["size"]),
    totalLines: totalLines ?? undefined,
    shown,
    cut,
    origin,
    ...(unit === undefined ? {} : { unit }),
    views,
  };
}

function isOrigin(value: unknown): value is Origin {
  return value === "read" || value === "edit" || value === "write" || value === "shown";
}

function isRanges(value: unknown): value is LineRange[] {
  if (!Array.isArray(value)) return false;
  let end = 0;
  return value.every((range: unknown) => {
    const isOrdered = isRange(range) && range.from > (end === 0 ? 0 : end + 1) && range.to >= range.from;
    if (isOrdered) end = range.to;
    return isOrdered;
  });
}

function isRange(value: unknown): value is LineRange {
  return isObject(value) && isCount(value["from"]) && isCount(value["to"]);
}

function isView(value: unknown): value is LedgerView {
  return isRange(value) && isCount((value as unknown as Record<string, unknown>)["epoch"]);
}

function isCount(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function refuse(reason: string): ToolError {
  return new ToolError("INPUT_INVALID", `This is not a saved ledger: ${reason}. Nothing was restored.`);
}
