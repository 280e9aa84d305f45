/** Asks a server what it finds in a document as it stands. What comes back is definite, once it comes. */
import { setTimeout as pause } from "node:timers/promises";
import type { PullWishes } from "./capabilities.js";
import type { Connection, RequestBounds } from "./connection.js";
import type { PulledReport } from "./document-findings.js";
import { findDocumentKey } from "./document-uris.js";
import type { OpenDocument } from "./open-documents.js";
import { asRecord, readDiagnostics } from "./read-diagnostics.js";

export type PullOutcome =
  | {
      readonly kind: "report";
      readonly report: PulledReport;
      /** What else has changed with it, by document. */
      readonly related: ReadonlyMap<string, PulledReport>;
    }
  | { readonly kind: "none"; readonly detail: string };

const MAX_ATTEMPTS = 10;
const FIRST_PAUSE_MS = 20;
const LONGEST_PAUSE_MS = 1000;
const MAX_RELATED = 100;

/** The server was busy with something else, or what it looked at has changed meanwhile. */
const againCodes: readonly number[] = [-32802, -32801];

export async function pullDiagnostics(
  connection: Connection,
  document: OpenDocument,
  { identifier }: PullWishes,
  bounds: RequestBounds,
): Promise<PullOutcome> {
  let last = document.findings.lastReport;
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const params = {
      textDocument: { uri: document.uri },
      ...(identifier === undefined ? {} : { identifier }),
      ...(last?.resultId === undefined ? {} : { previousResultId: last.resultId }),
    };
    const answer = await connection.request("textDocument/diagnostic", params, bounds);
    if (answer.kind === "none") return { kind: "none", detail: "no answer in time" };
    if (answer.kind === "result") {
      const report = readReport(answer.result, last);
      if (report !== undefined) return { kind: "report", report, related: readRelated(answer.result) };
      if (last === undefined) return { kind: "none", detail: "answered what is no report" };
      // It may have referred to something that it takes for our last report: now it has to tell all of it.
      last = undefined;
      continue;
    }
    const mayBeAsked = asRecord(answer.data)["retriggerRequest"] !== false;
    if (!againCodes.includes(answer.code) || !mayBeAsked) {
      return { kind: "none", detail: `answered: ${answer.message}` };
    }
    await pause(Math.min(FIRST_PAUSE_MS * 2 ** attempt, LONGEST_PAUSE_MS), undefined, { ref: false });
  }
  return { kind: "none", detail: "was busy each time it was asked" };
}

/** Undefined for what is no report, and for one that says only that another still holds, which we do not have. */
function readReport(result: unknown, last: PulledReport | undefined): PulledReport | undefined {
  const { kind, items, resultId } = asRecord(result);
  const id = typeof resultId === "string" ? resultId : undefined;
  if (kind === "unchanged" && last !== undefined) return { ...last, resultId: id ?? last.resultId };
  return Array.isArray(items) ? { resultId: id, diagnostics: readDiagnostics(items) } : undefined;
}

function readRelated(result: unknown): Map<string, PulledReport> {
  const related = new Map<string, PulledReport>();
  for (const [uri, report] of Object.entries(asRecord(asRecord(result)["relatedDocuments"]))) {
    const key = findDocumentKey(uri);
    const full = readReport(report, undefined);
    if (key !== undefined && full !== undefined) related.set(key, full);
    if (related.size === MAX_RELATED) break;
  }
  return related;
}
