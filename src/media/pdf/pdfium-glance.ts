/** A page drawn as small as a thumbnail, to look up what colour a part of it has. */
import type { Box } from "./page-grid.js";
import type { Pdfium } from "./pdfium-module.js";

const LONG_SIDE = 128;
const FOUR_BYTES_A_PIXEL = 3;
const WHITE = 0xffffffff;
/** Of 255: what is brighter in every colour is white. */
const NEARLY_WHITE = 247;

export class PageGlance {
  readonly #call: Pdfium["call"];
  readonly #page: number;
  readonly #width: number;
  readonly #height: number;
  readonly #pixels: Uint8Array;
  readonly #stride: number;

  constructor(call: Pdfium["call"], page: number) {
    this.#call = call;
    this.#page = page;
    const [width, height] = [call.FPDF_GetPageWidthF(page), call.FPDF_GetPageHeightF(page)];
    const scale = LONG_SIDE / Math.max(width, height);
    this.#width = Math.max(1, Math.round(width * scale));
    this.#height = Math.max(1, Math.round(height * scale));
    const bitmap = call.FPDFBitmap_CreateEx(this.#width, this.#height, FOUR_BYTES_A_PIXEL, 0, 0);
    try {
      call.FPDFBitmap_FillRect(bitmap, 0, 0, this.#width, this.#height, WHITE);
      call.FPDF_RenderPageBitmap(bitmap, page, 0, 0, this.#width, this.#height, 0, 0);
      this.#stride = bitmap === 0 ? 0 : call.FPDFBitmap_GetStride(bitmap);
      const at = bitmap === 0 ? 0 : call.FPDFBitmap_GetBuffer(bitmap);
      this.#pixels = new Uint8Array(call.memory.buffer, at, this.#stride * this.#height).slice();
    } finally {
      call.FPDFBitmap_Destroy(bitmap);
    }
  }

  /** Whether most of the box is not white. */
  isPainted([left, bottom, right, top]: Box): boolean {
    const [one, other] = [this.#toPixel(left, bottom), this.#toPixel(right, top)];
    let [painted, seen] = [0, 0];
    for (
      let y = Math.max(0, Math.min(one.y, other.y));
      y < Math.min(this.#height, Math.max(one.y, other.y));
      y += 1
    ) {
      for (
        let x = Math.max(0, Math.min(one.x, other.x));
        x < Math.min(this.#width, Math.max(one.x, other.x));
        x += 1
      ) {
        const at = y * this.#stride + x * 4;
        seen += 1;
        if (this.#pixels.subarray(at, at + 3).some((value) => value < NEARLY_WHITE)) painted += 1;
      }
    }
    return painted * 2 > seen;
  }

  /** The page may be turned and cropped, which PDFium takes into account. */
  #toPixel(pageX: number, pageY: number): { readonly x: number; readonly y: number } {
    const at = this.#call.malloc(8);
    try {
      this.#call.FPDF_PageToDevice(this.#page, 0, 0, this.#width, this.#height, 0, pageX, pageY, at, at + 4);
      const [x = 0, y = 0] = new Int32Array(this.#call.memory.buffer, at, 2);
      return { x, y };
    } finally {
      this.#call.free(at);
    }
  }
}
