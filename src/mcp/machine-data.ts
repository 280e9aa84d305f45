/**
 * A tool's output for programs, without the content that the model is shown: text goes over the wire once. Programs find
 * what was done, where, and how much; never the file itself.
 */
import type { FileReport } from "../lsp/diagnostics-report.js";
import type { CallResult } from "../tools/run.js";

/** Fields that hold content, whatever the tool. */
const CONTENT: ReadonlySet<string> = new Set([
  "base64",
  "cells",
  "content",
  "filenames",
  "new_source",
  "newString",
  "old_source",
  "oldString",
  "original_file",
  "originalFile",
  "pages",
  "source",
  "updated_file",
]);

/** A patch longer than this is content too, be it of many lines or of long ones. */
const MAX_PATCH_LINES = 200;
const MAX_PATCH_CHARACTERS = 20_000;
/** Of one file; a model is shown fewer still. */
const MAX_DIAGNOSTICS = 50;

export const META = {
  output: "filewright/output",
  error: "filewright/error",
  diagnostics: "filewright/diagnostics",
  version: "filewright/file-version",
} as const;

export function machineDataOf({ output, error, diagnostics }: CallResult): Record<string, unknown> {
  if (error !== undefined) {
    const { code, errorCode, data } = error;
    return { [META.error]: { code, ...(errorCode === undefined ? {} : { errorCode }), data } };
  }
  const found = diagnostics === undefined ? {} : { [META.diagnostics]: diagnostics.map(boundReport) };
  return { [META.output]: withoutContent(output), ...found };
}

function boundReport(report: FileReport): FileReport {
  const { introduced, resolved } = report;
  return {
    ...report,
    introduced: introduced.slice(0, MAX_DIAGNOSTICS),
    resolved: resolved.slice(0, MAX_DIAGNOSTICS),
  };
}

function withoutContent(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(withoutContent);
  const kept: Record<string, unknown> = {};
  for (const key of Object.keys(value)) {
    // Not even looked at: the text of a file is put together when someone asks for it.
    if (CONTENT.has(key)) continue;
    const field = (value as Readonly<Record<string, unknown>>)[key];
    if (!isLongPatch(key, field)) kept[key] = key === "structuredPatch" ? field : withoutContent(field);
  }
  return kept;
}

function isLongPatch(key: string, field: unknown): boolean {
  if (key === "patch" && typeof field === "string") return field.length > MAX_PATCH_CHARACTERS;
  if (key !== "structuredPatch" || !Array.isArray(field)) return false;
  const lines = (field as readonly { readonly lines: readonly string[] }[]).flatMap((hunk) => hunk.lines);
  const characters = lines.reduce((sum, line) => sum + line.length, 0);
  return lines.length > MAX_PATCH_LINES || characters > MAX_PATCH_CHARACTERS;
}
