/** Fields of events. They may come from a program of another version, so that nothing in them is taken for granted. */
import { clip } from "../../../src/text/clip.js";
import type { Diagnosed, ReadExtent } from "./call-row.js";

type Fields = Readonly<Record<string, unknown>>;

/** No path is longer. */
const MAX_TEXT = 5000;
const MAX_MESSAGE = 400;
const MAX_DIAGNOSTICS = 20;

export function textIn(fields: Fields, name: string): string | undefined {
  const value = fields[name];
  return typeof value === "string" && value !== "" ? clip(value, MAX_TEXT) : undefined;
}

export function numberIn(fields: Fields, name: string): number | undefined {
  const value = fields[name];
  return typeof value === "number" && Number.isFinite(value) ? value : undefined;
}

export function messageIn(fields: Fields): string {
  return clip(textIn(fieldsOf(fields["error"]), "message") ?? "unknown", MAX_MESSAGE);
}

export function listIn(fields: Fields, name: string): readonly unknown[] {
  const value = fields[name];
  return Array.isArray(value) ? value : [];
}

export function readExtentIn(fields: Fields): ReadExtent {
  return {
    kind: textIn(fields, "kind") ?? "text",
    start: numberIn(fields, "startLine") ?? 1,
    count: numberIn(fields, "lines") ?? 0,
    total: numberIn(fields, "totalLines"),
  };
}

/** What one more event says, added to what is known of the call already. */
export function addDiagnosed(known: Diagnosed | undefined, fields: Fields): Diagnosed {
  const introduced = listIn(fields, "introduced");
  return {
    isUnknown: fields["state"] === "unknown",
    introduced: (known?.introduced ?? 0) + introduced.length,
    resolved: (known?.resolved ?? 0) + listIn(fields, "resolved").length,
    shown: [...(known?.shown ?? []), ...introduced.map((each) => shownOf(fieldsOf(each)))].slice(
      0,
      MAX_DIAGNOSTICS,
    ),
  };
}

function shownOf(diagnostic: Fields): Diagnosed["shown"][number] {
  return {
    line: numberIn(diagnostic, "line") ?? 1,
    severity: severityOf(diagnostic["severity"]),
    message: clip(textIn(diagnostic, "message") ?? "", MAX_MESSAGE),
  };
}

function severityOf(value: unknown): Diagnosed["shown"][number]["severity"] {
  return value === "warning" || value === "information" || value === "hint" ? value : "error";
}

function fieldsOf(value: unknown): Fields {
  return typeof value === "object" && value !== null ? (value as Fields) : {};
}
