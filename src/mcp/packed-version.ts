/** What a ledger knows of a file in as few characters as can be: a model has to copy it. */
import type { RealPath } from "../fs/paths.js";
import type { SavedFile } from "../session/saved-ledger.js";
import type { LineRange } from "../text/line-ranges.js";

/** Version, size, number of lines, shown (0: all of them), cut, origin, unit; what is usual at the end is left out. */
type Packed = readonly [
  id: string,
  size: number,
  totalLines: number | null,
  shown?: readonly number[] | 0,
  cut?: readonly number[],
  origin?: 0 | 1 | 2 | 3,
  unit?: 0 | 1,
];

const HASH = /^([a-z0-9]+):(?:\d+:)?([0-9a-f]{64})$/;
const ORIGINS = ["read", "edit", "write", "shown"] as const;

export function packVersion({ version, totalLines, shown, cut, origin, unit }: SavedFile): Packed {
  const [first] = shown;
  const isWhole = shown.length === 1 && first?.from === 1 && first.to === totalLines;
  const packed = [
    packId(version.id),
    version.size,
    totalLines,
    isWhole ? 0 : flatten(shown),
    flatten(cut),
    ORIGINS.indexOf(origin),
    unit === "cells" ? 1 : 0,
  ];
  while (packed.length > 4 && isUsual(packed.at(-1))) packed.pop();
  if (packed.length === 4 && isWhole) packed.pop();
  return packed as unknown as Packed;
}

/** Only for what was made here and signed. */
export function unpackVersion(packed: unknown, path: RealPath): SavedFile {
  const [id, size, totalLines, shown = 0, cut = [], origin = 0, unit = 0] = packed as Packed;
  return {
    path,
    version: { id: unpackId(id, size), size },
    totalLines,
    shown: shown === 0 ? [{ from: 1, to: totalLines ?? 0 }] : unflatten(shown),
    cut: unflatten(cut),
    origin: ORIGINS[origin],
    ...(unit === 1 ? { unit: "cells" as const } : {}),
    views: [],
  };
}

function isUsual(value: unknown): boolean {
  return value === 0 || (Array.isArray(value) && value.length === 0);
}

/** Hashes in 64 letters instead of 16; the kind by its first letter. */
function packId(id: string): string {
  const [, kind = "", hex = ""] = HASH.exec(id) ?? [];
  return hex === ""
    ? `=${id}`
    : `${kind === "sha256" ? "s" : "b"}${Buffer.from(hex, "hex").toString("base64url")}`;
}

function unpackId(packed: string, size: number): string {
  const rest = packed.slice(1);
  if (packed.startsWith("=")) return rest;
  const hex = Buffer.from(rest, "base64url").toString("hex");
  return packed.startsWith("s") ? `sha256:${hex}` : `blocks:${size}:${hex}`;
}

function flatten(ranges: readonly LineRange[]): readonly number[] {
  return ranges.flatMap(({ from, to }) => [from, to]);
}

function unflatten(numbers: readonly number[]): readonly LineRange[] {
  return numbers.flatMap((from, index) =>
    index % 2 === 0 ? [{ from, to: numbers[index + 1] ?? from }] : [],
  );
}
