/** Whether a page is a picture: scanners make pages of one image, or of strips that together fill the page. */
import type { Pdfium } from "./pdfium-module.js";

const IMAGE = 3;
const FORM = 5;
const MUCH_OF_A_PAGE = 0.5;
/** A scan has one image, or some hundred strips; a drawing of a million objects is none. */
const MAX_OBJECTS = 5000;
const MAX_DEPTH = 4;

export function coversPage({ call }: Pdfium, page: number): boolean {
  const bounds = call.malloc(16);
  try {
    const pageArea = call.FPDF_GetPageWidthF(page) * call.FPDF_GetPageHeightF(page);
    const count = Math.min(call.FPDFPage_CountObjects(page), MAX_OBJECTS);
    let covered = 0;
    for (let index = 0; index < count; index += 1) {
      const object = call.FPDFPage_GetObject(page, index);
      if (!holdsImage(call, object, MAX_DEPTH)) continue;
      call.FPDFPageObj_GetBounds(object, bounds, bounds + 4, bounds + 8, bounds + 12);
      const [left = 0, bottom = 0, right = 0, top = 0] = new Float32Array(call.memory.buffer, bounds, 4);
      covered += Math.max(0, right - left) * Math.max(0, top - bottom);
    }
    return covered >= MUCH_OF_A_PAGE * pageArea;
  } finally {
    call.free(bounds);
  }
}

/** Some programs wrap the image of a page into a form of the same size. */
function holdsImage(call: Pdfium["call"], object: number, depth: number): boolean {
  const type = call.FPDFPageObj_GetType(object);
  if (type !== FORM) return type === IMAGE;
  if (depth === 0) return false;
  const count = Math.min(call.FPDFFormObj_CountObjects(object), MAX_OBJECTS);
  for (let index = 0; index < count; index += 1) {
    if (holdsImage(call, call.FPDFFormObj_GetObject(object, index), depth - 1)) return true;
  }
  return false;
}
