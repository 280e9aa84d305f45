/** Why a PDF can't be shown. An encrypted one is sound, a damaged one is not, and the user's next step differs. */
import type { ErrorCode } from "../../../errors/codes.js";
import { ToolError } from "../../../errors/tool-error.js";
import type { PdfProblem } from "../../../media/pdf/pdf-service.js";
import { visible, visiblePath } from "../../../text/visible.js";
import type { ReadPlan } from "../check.js";

type Reason = PdfProblem["reason"];

const codes: Readonly<Record<Reason, ErrorCode>> = {
  empty: "PDF_UNREADABLE",
  "not-a-pdf": "PDF_UNREADABLE",
  encrypted: "PDF_ENCRYPTED",
  damaged: "PDF_UNREADABLE",
  "too-slow": "MEDIA_TIMED_OUT",
  "too-much-memory": "PDF_UNREADABLE",
  unavailable: "MEDIA_UNAVAILABLE",
  failed: "MEDIA_UNAVAILABLE",
};

const sentences: Readonly<Record<Reason, (path: string, detail: string) => string>> = {
  empty: (path) => `${path} is empty: there is no PDF in it.`,
  "not-a-pdf": (path) => `${path} is not a PDF, whatever its name says. Ask the user for the right file.`,
  encrypted: (path) =>
    `${path} is a PDF that opens only with a password. Ask the user for a copy without one.`,
  damaged: (path, detail) => `${path} is a damaged PDF (${detail}). Ask the user for a sound copy.`,
  "too-slow": (path) =>
    `${path} took too long and was given up. Ask for fewer pages, or for one at a time to find those that can be shown.`,
  "too-much-memory": (path) =>
    `${path} would need more memory than a PDF is given. Ask for one page at a time to find those that can be shown.`,
  unavailable: (path) =>
    `${path} is a PDF; reading it needs the optional package @embedpdf/pdfium, which is not installed: npm install @embedpdf/pdfium.`,
  // The detail is for the host: it may be anything that a program says of itself, paths included.
  failed: (path) =>
    `${path} could not be read: the program that reads PDFs failed. Try once more; if it fails again, ask the user for another copy.`,
};

export function refusePdf(
  plan: ReadPlan,
  { reason, detail }: Pick<PdfProblem, "reason" | "detail">,
): ToolError {
  return new ToolError(codes[reason], sentences[reason](visiblePath(plan.path), visible(detail)), {
    data: { filePath: plan.path, size: plan.stat?.size ?? 0, reason, detail },
  });
}
