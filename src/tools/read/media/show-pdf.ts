/** A PDF: as a document where the host takes such, else page by page as text and pictures. */
import { basename } from "node:path";
import { readWhole } from "../../../content/read-whole.js";
import { ToolError } from "../../../errors/tool-error.js";
import { type PdfDocument, PdfProblem } from "../../../media/pdf/pdf-service.js";
import { isSoundPdf } from "../../../media/pdf/sound-pdf.js";
import { formatBytes } from "../../../text/quantities.js";
import { visible, visiblePath } from "../../../text/visible.js";
import type { CallContext } from "../../context.js";
import type { ReadOutcome } from "../answer-text.js";
import type { ReadPlan } from "../check.js";
import type { PageRange } from "../pages.js";
import { choosePages, refuseLines } from "./choose-pages.js";
import { SMALL_FILE_BYTES } from "./page-pictures.js";
import { refusePdf } from "./refuse-pdf.js";
import { renderPdfNote } from "./render-pdf.js";
import { toBase64 } from "./show-image.js";
import { pdfReadEvent, showParts } from "./show-parts.js";

const MAX_FILE_BYTES = 256 * 1024 * 1024;
/** What goes as one document, by the number of its pages and by its size. */
const MAX_DOCUMENT_PAGES = 10;
const MAX_DOCUMENT_BYTES = SMALL_FILE_BYTES;

export async function showPdf(plan: ReadPlan, context: CallContext): Promise<ReadOutcome> {
  try {
    return await openAndShow(plan, context);
  } catch (cause) {
    throw cause instanceof PdfProblem ? refusePdf(plan, cause) : cause;
  }
}

/** The same, but undefined for a file that is no PDF at all. */
export async function findPdf(plan: ReadPlan, context: CallContext): Promise<ReadOutcome | undefined> {
  try {
    return await openAndShow(plan, context);
  } catch (cause) {
    if (!(cause instanceof PdfProblem)) throw cause;
    if (cause.reason === "not-a-pdf" || cause.reason === "empty") return undefined;
    throw refusePdf(plan, cause);
  }
}

async function openAndShow(plan: ReadPlan, context: CallContext): Promise<ReadOutcome> {
  const { workspace, session, signal } = context;
  const bytes = await readWhole(workspace.fileSystem, plan.realPath, {
    maxBytes: MAX_FILE_BYTES,
    expected: plan.stat,
    signal,
  });
  if (bytes === undefined) throw refuseSize(plan);
  const isSmall = session.capabilities.pdf === true && bytes.length <= MAX_DOCUMENT_BYTES;
  // Only a file that needs no repair goes out as it is: what a strict reader refuses would spoil the conversation.
  const verbatim = isSmall && isSoundPdf(bytes) ? bytes.slice() : undefined;
  const pdfs = await workspace.media.pdfs();
  const options = { signal, timeoutMs: session.limits.mediaTimeoutMs };
  return pdfs.open(bytes, options, async (document) => {
    if (!plan.isWhole) throw refuseLines(plan, document.pageCount);
    const range = choosePages(plan, document.pageCount);
    const asDocument = await findDocument(document, range, verbatim, context);
    return asDocument === undefined
      ? showParts(plan, document, range, context)
      : documentOutcome(plan, document, range, asDocument, context);
  });
}

/** The pages as a PDF of their own, if the host takes one and they are few and small enough. */
async function findDocument(
  document: PdfDocument,
  range: PageRange,
  verbatim: Uint8Array | undefined,
  { session }: CallContext,
): Promise<Uint8Array | undefined> {
  const pages = range.last - range.first + 1;
  if (session.capabilities.pdf !== true || pages > MAX_DOCUMENT_PAGES) return undefined;
  const isWhole = pages === document.pageCount;
  const bytes =
    isWhole && verbatim !== undefined ? verbatim : await document.extractPages(range.first, range.last);
  const allowed = Math.min(MAX_DOCUMENT_BYTES, session.media.forResult(session.limits));
  return bytes.length <= allowed ? bytes : undefined;
}

function documentOutcome(
  plan: ReadPlan,
  document: PdfDocument,
  range: PageRange,
  bytes: Uint8Array,
  { session }: CallContext,
): ReadOutcome {
  session.media.spend(bytes.length);
  const base64 = toBase64(bytes);
  const count = document.pageCount;
  const originalSize = plan.stat?.size ?? 0;
  return {
    output: { type: "pdf", file: { filePath: plan.path, base64, originalSize, count } },
    shown: [
      { type: "text", text: renderPdfNote(plan, range, count) },
      { type: "document", data: base64, mimeType: "application/pdf", name: visible(basename(plan.path)) },
    ],
    events: [pdfReadEvent(plan, range, count)],
  };
}

function refuseSize(plan: ReadPlan): ToolError {
  const size = plan.stat?.size ?? 0;
  return new ToolError(
    "FILE_TOO_LARGE",
    `${visiblePath(plan.path)} is a PDF of ${formatBytes(size)}; PDFs up to ${formatBytes(MAX_FILE_BYTES)} can be read. Ask the user for the part that matters.`,
    { data: { filePath: plan.path, size, maxBytes: MAX_FILE_BYTES } },
  );
}
