/**
 * The thread that PDFs are worked on in: hostile files may loop, crash or fill the memory here, and the host goes on. It
 * answers one request at a time and holds one document at a time.
 */
import { parentPort, workerData } from "node:worker_threads";
import type { PdfAnswers, PdfReply, PdfRequest, PdfTask, PdfWorkerData } from "./pdf-messages.js";
import { PdfiumDocument } from "./pdfium-document.js";
import { PdfiumFiles } from "./pdfium-files.js";
import { loadPdfium, type Pdfium } from "./pdfium-module.js";
import { PdfiumRefusal } from "./pdfium-refusal.js";

interface Opened {
  readonly pdfium: Pdfium;
  readonly files: PdfiumFiles;
}

function serve(port: NonNullable<typeof parentPort>, { maxMemoryBytes }: PdfWorkerData): void {
  let loading: Promise<Opened> | undefined;
  let document: PdfiumDocument | undefined;

  const load = async (): Promise<Opened> => {
    const pdfium = await loadPdfium(maxMemoryBytes);
    return { pdfium, files: new PdfiumFiles(pdfium) };
  };
  const answer = async (request: PdfRequest): Promise<PdfAnswers[PdfTask]> => {
    loading ??= load();
    const { pdfium, files } = await loading;
    try {
      const answered = perform(request, pdfium, files);
      if (pdfium.isOutOfMemory()) throw outOfMemory(maxMemoryBytes);
      return answered;
    } catch (cause) {
      throw pdfium.isOutOfMemory() ? outOfMemory(maxMemoryBytes) : cause;
    }
  };
  const perform = (request: PdfRequest, pdfium: Pdfium, files: PdfiumFiles): PdfAnswers[PdfTask] => {
    if (request.task === "open") {
      document = new PdfiumDocument(pdfium, files, request.bytes);
      return { pageCount: document.pageCount };
    }
    const opened = document;
    if (opened === undefined) throw new Error("no document is open");
    switch (request.task) {
      case "read":
        return Array.from({ length: request.last - request.first + 1 }, (_, index) =>
          opened.readPage(request.first + index, request.maxCharactersPerPage),
        );
      case "render":
        return opened.renderPage(request.page, request.maxSide, request.maxPixels);
      case "extract":
        return opened.extractPages(request.first, request.last);
      default:
        document = undefined;
        opened.close();
        return {};
    }
  };

  port.on("message", (request: PdfRequest) => {
    void answer(request).then(
      (answered) =>
        port.postMessage({ kind: "done", answer: answered } satisfies PdfReply, movable(answered)),
      (cause: unknown) => port.postMessage(toRefusal(cause)),
    );
  });
}

function outOfMemory(maxMemoryBytes: number): PdfiumRefusal {
  return new PdfiumRefusal(
    "too-much-memory",
    `it needs more than ${Math.floor(maxMemoryBytes / 2 ** 20)} MB`,
  );
}

function toRefusal(cause: unknown): PdfReply {
  if (cause instanceof PdfiumRefusal) {
    const { reason, message } = cause;
    return { kind: "refused", reason, detail: message, isFatal: reason === "too-much-memory" };
  }
  const isMissing = cause instanceof Error && "code" in cause && cause.code === "ERR_MODULE_NOT_FOUND";
  return {
    kind: "refused",
    reason: isMissing ? "unavailable" : "failed",
    detail: cause instanceof Error ? cause.message : String(cause),
    isFatal: true,
  };
}

/** Pictures and documents change hands without being copied. */
function movable(answered: PdfAnswers[PdfTask]): ArrayBuffer[] {
  if (answered instanceof Uint8Array) return [answered.buffer as ArrayBuffer];
  return "png" in answered ? [answered.png.buffer as ArrayBuffer] : [];
}

if (parentPort !== null) serve(parentPort, workerData as PdfWorkerData);
