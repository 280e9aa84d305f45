/** Whether Jupyter would take a notebook, by the rules of the format's minor version that it says it has. */
import { createFormatRules, FIRST_MINOR_WITH_IDS } from "./format-rules.js";
import { isObject } from "./outputs.js";
import type { Violation } from "./value-rules.js";

/** All that is wrong with a decoded notebook of format 4; nothing if it is valid. */
export function validateNotebook(value: unknown): Violation[] {
  const minor = isObject(value) ? (value["nbformat_minor"] ?? 0) : 0;
  const rules = createFormatRules(isMinor(minor) ? minor : 0);
  const violations = [...rules.notebook(value, "")];
  const hasIds = isMinor(minor) && minor >= FIRST_MINOR_WITH_IDS;
  return hasIds && isObject(value) ? [...violations, ...findRepeatedIds(value["cells"])] : violations;
}

/** More that is wrong with one cell is not listed. */
const MAX_OF_CELL = 1000;

/** What is wrong with one decoded cell, paths beginning at `path`. */
export function validateCell(value: unknown, minor: number, path: string = "cell"): Violation[] {
  const violations: Violation[] = [];
  for (const violation of createFormatRules(minor).cell(value, path)) {
    violations.push(violation);
    if (violations.length === MAX_OF_CELL) break;
  }
  return violations;
}

/** "cell.source is missing". */
export function describeViolation({ path, detail }: Violation): string {
  return `${path} ${detail}`;
}

function* findRepeatedIds(cells: unknown): Generator<Violation> {
  const seen = new Set<unknown>();
  for (const [index, cell] of (Array.isArray(cells) ? cells : []).entries()) {
    if (!isObject(cell) || cell["id"] === undefined) continue;
    if (seen.has(cell["id"])) yield { path: `cells[${index}].id`, detail: "is the id of another cell too" };
    seen.add(cell["id"]);
  }
}

function isMinor(minor: unknown): minor is number {
  return typeof minor === "number" && Number.isInteger(minor) && minor >= 0;
}
