/** From what a server reports to what is kept of it: bounded, with lines and columns as people count them. */
import type { Diagnostic } from "../notify/diagnostic.js";
import { clip } from "../text/clip.js";
import type { ReportedDiagnostic } from "./checked.js";
import { findFilePath } from "./document-uris.js";

/** More of one server about one file are not looked at. */
export const MAX_DIAGNOSTICS = 1000;
const MAX_MESSAGE_CHARACTERS = 2000;
const MAX_NAME_CHARACTERS = 200;
const MAX_RELATED = 1000;

const severities: readonly Diagnostic["severity"][] = ["error", "warning", "information", "hint"];

/** What is no diagnostic is left out; a server's mistake is no reason to lose the others. */
export function readDiagnostics(reported: unknown): ReportedDiagnostic[] {
  if (!Array.isArray(reported)) return [];
  const found: ReportedDiagnostic[] = [];
  for (const item of reported) {
    if (found.length === MAX_DIAGNOSTICS) break;
    const diagnostic = findDiagnostic(item);
    if (diagnostic !== undefined) found.push(diagnostic);
  }
  return found;
}

function findDiagnostic(item: unknown): ReportedDiagnostic | undefined {
  const { range, severity, message, code, source, relatedInformation } = asRecord(item);
  const { start, end } = asRecord(range);
  const from = findPosition(start);
  const text = typeof message === "string" ? message : asRecord(message)["value"];
  const relatedPaths = readRelatedPaths(relatedInformation);
  if (from === undefined || typeof text !== "string" || relatedPaths === undefined) return undefined;
  const to = findPosition(end) ?? from;
  return {
    ...from,
    endLine: to.line,
    endColumn: to.column,
    // One without a severity is for the client to judge.
    severity: (typeof severity === "number" ? severities[severity - 1] : undefined) ?? "error",
    message: clip(text, MAX_MESSAGE_CHARACTERS),
    ...(typeof code === "string" || typeof code === "number"
      ? { code: clip(String(code), MAX_NAME_CHARACTERS) }
      : {}),
    ...(typeof source === "string" ? { source: clip(source, MAX_NAME_CHARACTERS) } : {}),
    ...(relatedPaths.length > 0 ? { relatedPaths } : {}),
  };
}

/** `undefined` for more files than are judged. */
function readRelatedPaths(related: unknown): readonly string[] | undefined {
  if (!Array.isArray(related)) return [];
  if (related.length > MAX_RELATED) return undefined;
  const paths = related.map((each) => findFilePath(asRecord(asRecord(each)["location"])["uri"]));
  return [...new Set(paths.filter((path) => path !== undefined))];
}

function findPosition(position: unknown): Pick<Diagnostic, "line" | "column"> | undefined {
  const { line, character } = asRecord(position);
  return isCount(line) && isCount(character) ? { line: line + 1, column: character + 1 } : undefined;
}

function isCount(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
}

/** The members of an object; none of what is no object. */
export function asRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}
