/**
 * One open document. The file stays where it is: PDFium asks for the blocks it needs, so a file of hundreds of megabytes
 * takes no room in its memory. Forms, scripts and actions are never initialised, so nothing in a document is run.
 */
import type { PdfPage, RenderedPage } from "./pdf-messages.js";
import { measureDrawings } from "./pdfium-drawings.js";
import type { PdfiumFiles } from "./pdfium-files.js";
import type { Pdfium } from "./pdfium-module.js";
import { PdfiumRefusal } from "./pdfium-refusal.js";
import { readPageText } from "./pdfium-text.js";
import { encodePng } from "./png.js";

const PASSWORD_NEEDED = 4;
const UNKNOWN_SECURITY = 5;

const TEXT_BOX = 3;
const STAMP = 13;
const FORM_FIELD = 20;
/** To look through for one with text; a page with more links than this before the first field is none to be filled in. */
const MAX_ANNOTATIONS = 1000;
const FOR_DISPLAY = 0;
const FLATTENED = 1;

const WITH_ANNOTATIONS = 0x01;
const RED_FIRST = 0x10;
const FOUR_BYTES_A_PIXEL = 3;
const WHITE = 0xffffffff;
/** Beyond 288 dots an inch a small page only grows, it shows no more. */
const MAX_SCALE = 4;

export class PdfiumDocument {
  readonly #pdfium: Pdfium;
  readonly #files: PdfiumFiles;
  readonly #document: number;
  readonly pageCount: number;

  /** Throws PdfiumRefusal for a file that can't be opened. */
  constructor(pdfium: Pdfium, files: PdfiumFiles, bytes: Uint8Array) {
    this.#pdfium = pdfium;
    this.#files = files;
    this.#document = pdfium.call.FPDF_LoadCustomDocument(files.read(bytes), 0);
    if (this.#document === 0) {
      files.release();
      throw openProblem(pdfium.call.FPDF_GetLastError());
    }
    this.pageCount = pdfium.call.FPDF_GetPageCount(this.#document);
    if (this.pageCount < 1) {
      this.close();
      throw new PdfiumRefusal("damaged", "no page was found in it");
    }
  }

  readPage(number: number, maxCharacters: number): PdfPage {
    const { call } = this.#pdfium;
    return this.#withPage(number, (page) => {
      const read = (content: number, isForm: boolean): PdfPage => {
        const { share, pictureShare } = measureDrawings(this.#pdfium, content, page);
        return {
          number,
          ...readPageText(this.#pdfium, content, { maxCharacters, isForm, pictureShare }),
          drawnShare: share,
          widthPoints: call.FPDF_GetPageWidthF(content),
          heightPoints: call.FPDF_GetPageHeightF(content),
        };
      };
      const flat = hasTextOnTop(call, page)
        ? this.#withFlatCopy(number, (copy) => read(copy, true))
        : undefined;
      return flat ?? read(page, false);
    });
  }

  renderPage(number: number, maxSide: number, maxPixels: number): RenderedPage {
    const { call } = this.#pdfium;
    return this.#withPage(number, (page) => {
      const size = fitPage(call.FPDF_GetPageWidthF(page), call.FPDF_GetPageHeightF(page), maxSide, maxPixels);
      const { width, height } = size;
      const bitmap = call.FPDFBitmap_CreateEx(width, height, FOUR_BYTES_A_PIXEL, 0, 0);
      if (bitmap === 0) throw new PdfiumRefusal("too-much-memory", `no room for a picture of page ${number}`);
      try {
        call.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, WHITE);
        call.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, WITH_ANNOTATIONS | RED_FIRST);
        const stride = call.FPDFBitmap_GetStride(bitmap);
        const data = new Uint8Array(call.memory.buffer, call.FPDFBitmap_GetBuffer(bitmap), stride * height);
        return { png: encodePng({ data, width, height, stride }), width, height };
      } finally {
        call.FPDFBitmap_Destroy(bitmap);
      }
    });
  }

  extractPages(first: number, last: number): Uint8Array {
    const { call } = this.#pdfium;
    return this.#withCopy(first, last, (copy) => {
      if (copy === undefined)
        throw new PdfiumRefusal("damaged", `pages ${first} to ${last} can't be taken out`);
      return this.#files.collect((fileWrite) => {
        if (call.FPDF_SaveAsCopy(copy, fileWrite, 0) === 0)
          throw new PdfiumRefusal("failed", `pages ${first} to ${last} could not be written`);
      });
    });
  }

  close(): void {
    this.#pdfium.call.FPDF_CloseDocument(this.#document);
    this.#files.release();
  }

  #withPage<T>(number: number, use: (page: number) => T): T {
    const { call } = this.#pdfium;
    const page = call.FPDF_LoadPage(this.#document, number - 1);
    if (page === 0) throw new PdfiumRefusal("damaged", `page ${number} can't be read`);
    try {
      return use(page);
    } finally {
      call.FPDF_ClosePage(page);
    }
  }

  /** A document of these pages alone; undefined when they can't be copied. */
  #withCopy<T>(first: number, last: number, use: (copy: number | undefined) => T): T {
    const { call } = this.#pdfium;
    const count = last - first + 1;
    const copy = call.FPDF_CreateNewDocument();
    const indices = call.malloc(count * 4);
    try {
      new Int32Array(call.memory.buffer, indices, count).set(
        Array.from({ length: count }, (_, index) => first - 1 + index),
      );
      const isCopied = call.FPDF_ImportPagesByIndex(copy, this.#document, indices, count, 0) !== 0;
      return use(isCopied ? copy : undefined);
    } finally {
      call.free(indices);
      call.FPDF_CloseDocument(copy);
    }
  }

  /** A page on which forms and notes have become part of what is printed; undefined when they can't. */
  #withFlatCopy<T>(number: number, use: (page: number) => T): T | undefined {
    const { call } = this.#pdfium;
    return this.#withCopy(number, number, (copy) => {
      const drawn = copy === undefined ? 0 : call.FPDF_LoadPage(copy, 0);
      const flattened = drawn === 0 ? 0 : call.FPDFPage_Flatten(drawn, FOR_DISPLAY);
      call.FPDF_ClosePage(drawn);
      const flat = copy === undefined || flattened !== FLATTENED ? 0 : call.FPDF_LoadPage(copy, 0);
      try {
        return flat === 0 ? undefined : use(flat);
      } finally {
        call.FPDF_ClosePage(flat);
      }
    });
  }
}

/** Whether it has fields of a form, text boxes or stamps: words that are seen, but are not part of the page's text. */
function hasTextOnTop(call: Pdfium["call"], page: number): boolean {
  const count = Math.min(call.FPDFPage_GetAnnotCount(page), MAX_ANNOTATIONS);
  for (let index = 0; index < count; index += 1) {
    const annotation = call.FPDFPage_GetAnnot(page, index);
    const subtype = call.FPDFAnnot_GetSubtype(annotation);
    call.FPDFPage_CloseAnnot(annotation);
    if (subtype === TEXT_BOX || subtype === STAMP || subtype === FORM_FIELD) return true;
  }
  return false;
}

function openProblem(code: number): PdfiumRefusal {
  if (code === PASSWORD_NEEDED) return new PdfiumRefusal("encrypted", "it opens only with a password");
  if (code === UNKNOWN_SECURITY)
    return new PdfiumRefusal("encrypted", "its encryption is of an unknown kind");
  return new PdfiumRefusal("damaged", "its structure can't be read or repaired");
}

/** The largest size within the limits that keeps the page's shape. */
function fitPage(
  widthPoints: number,
  heightPoints: number,
  maxSide: number,
  maxPixels: number,
): { width: number; height: number } {
  const scale = Math.min(
    MAX_SCALE,
    maxSide / Math.max(widthPoints, heightPoints),
    Math.sqrt(maxPixels / (widthPoints * heightPoints)),
  );
  const fit = (points: number): number => Math.max(1, Math.min(maxSide, Math.floor(points * scale)));
  const [width, height] = [fit(widthPoints), fit(heightPoints)];
  // A page as thin as a thread is at least one pixel wide, which must not make it too many.
  return { width: Math.min(width, maxPixels), height: Math.min(height, Math.floor(maxPixels / width) || 1) };
}
