/**
 * PDFium as assembled for the web: its functions take and give numbers, everything else goes through its memory. It knows
 * no disk and no network; a file system of its own in memory is all it can open.
 */

/** The functions used here, called directly: the package's own wrappers check and convert on each of many calls. */
interface PdfiumFunctions {
  readonly memory: { readonly buffer: ArrayBuffer };
  malloc(bytes: number): number;
  free(at: number): void;
  PDFiumExt_Init(): void;
  FPDF_GetLastError(): number;
  FPDF_LoadCustomDocument(fileAccess: number, password: number): number;
  FPDF_CloseDocument(document: number): void;
  FPDF_CreateNewDocument(): number;
  FPDF_GetPageCount(document: number): number;
  FPDF_ImportPagesByIndex(to: number, from: number, indices: number, count: number, at: number): number;
  FPDF_SaveAsCopy(document: number, fileWrite: number, flags: number): number;
  FPDF_LoadPage(document: number, index: number): number;
  FPDF_ClosePage(page: number): void;
  FPDF_GetPageWidthF(page: number): number;
  FPDF_GetPageHeightF(page: number): number;
  /** Writes four floats: left, top, right, bottom. */
  FPDF_GetPageBoundingBox(page: number, box: number): number;
  /** Writes two integers. */
  FPDF_PageToDevice(
    page: number,
    left: number,
    top: number,
    width: number,
    height: number,
    rotate: number,
    pageX: number,
    pageY: number,
    x: number,
    y: number,
  ): number;
  FPDF_RenderPageBitmap(
    bitmap: number,
    page: number,
    left: number,
    top: number,
    width: number,
    height: number,
    rotate: number,
    flags: number,
  ): void;
  FPDFBitmap_CreateEx(width: number, height: number, format: number, scan: number, stride: number): number;
  FPDFBitmap_FillRect(
    bitmap: number,
    left: number,
    top: number,
    width: number,
    height: number,
    color: number,
  ): number;
  FPDFBitmap_GetBuffer(bitmap: number): number;
  FPDFBitmap_GetStride(bitmap: number): number;
  FPDFBitmap_Destroy(bitmap: number): void;
  FPDFPage_GetAnnotCount(page: number): number;
  FPDFPage_GetAnnot(page: number, index: number): number;
  FPDFPage_CloseAnnot(annotation: number): void;
  FPDFAnnot_GetSubtype(annotation: number): number;
  FPDFAnnot_GetFlags(annotation: number): number;
  /** Writes four floats: left, top, right, bottom. */
  FPDFAnnot_GetRect(annotation: number, box: number): number;
  FPDFPage_Flatten(page: number, usage: number): number;
  FPDFPage_CountObjects(page: number): number;
  FPDFPage_GetObject(page: number, index: number): number;
  FPDFPageObj_GetType(object: number): number;
  FPDFPageObj_GetBounds(object: number, left: number, bottom: number, right: number, top: number): number;
  FPDFPageObj_GetClipPath(object: number): number;
  /** Writes four unsigned integers; returns 0 where the colour is a pattern. */
  FPDFPageObj_GetFillColor(object: number, red: number, green: number, blue: number, alpha: number): number;
  FPDFPageObj_GetStrokeColor(object: number, red: number, green: number, blue: number, alpha: number): number;
  FPDFPageObj_GetStrokeWidth(object: number, width: number): number;
  /** Writes six floats. */
  FPDFPageObj_GetMatrix(object: number, matrix: number): number;
  FPDFPath_CountSegments(path: number): number;
  FPDFPath_GetPathSegment(path: number, index: number): number;
  FPDFPath_GetDrawMode(path: number, fillMode: number, isStroked: number): number;
  FPDFPathSegment_GetType(segment: number): number;
  FPDFPathSegment_GetPoint(segment: number, x: number, y: number): number;
  FPDFClipPath_CountPaths(clip: number): number;
  FPDFClipPath_CountPathSegments(clip: number, path: number): number;
  FPDFClipPath_GetPathSegment(clip: number, path: number, segment: number): number;
  FPDFFormObj_CountObjects(form: number): number;
  FPDFFormObj_GetObject(form: number, index: number): number;
  FPDFText_LoadPage(page: number): number;
  FPDFText_ClosePage(textPage: number): void;
  FPDFText_CountChars(textPage: number): number;
  FPDFText_GetUnicode(textPage: number, index: number): number;
  /** Writes four floats: left, top, right, bottom. */
  FPDFText_GetLooseCharBox(textPage: number, index: number, box: number): number;
  FPDFText_GetCharAngle(textPage: number, index: number): number;
  FPDFText_IsGenerated(textPage: number, index: number): number;
  FPDFText_IsHyphen(textPage: number, index: number): number;
  FPDFText_HasUnicodeMapError(textPage: number, index: number): number;
}

export interface Pdfium {
  readonly call: PdfiumFunctions;
  /** Makes a function callable from inside; the signature is a letter each for the result and the parameters. */
  addFunction(callback: (...numbers: number[]) => number, signature: string): number;
  /** Whether it has ever wanted more memory than it may have. What it has done since then may be incomplete. */
  isOutOfMemory(): boolean;
}

type Imports = Record<string, Record<string, (...numbers: number[]) => unknown>>;

/** The part of the global that is used here; Node's types leave it to the browser's. */
declare const WebAssembly: {
  instantiate: (binary: Uint8Array, imports: Imports) => Promise<unknown>;
};

interface EmscriptenModule {
  readonly wasmExports: PdfiumFunctions;
  addFunction(callback: (...numbers: number[]) => number, signature: string): number;
}

const RESIZE = "emscripten_resize_heap";

/**
 * May be called in a thread of its own only, because it changes the thread's `WebAssembly` while it loads: the package
 * has no setting for a limit, but asks its surroundings for more memory by a function that is handed in there.
 */
export async function loadPdfium(maxMemoryBytes: number): Promise<Pdfium> {
  let isOutOfMemory = false;
  let isLimited = false;
  const limit = (imports: Imports): Imports => {
    const resize = imports["env"]?.[RESIZE];
    if (resize === undefined) return imports;
    isLimited = true;
    const resizeWithin = (wanted = 0): number => {
      if (wanted >>> 0 <= maxMemoryBytes && Boolean(resize(wanted))) return 1;
      isOutOfMemory = true;
      return 0;
    };
    return Object.fromEntries(
      Object.entries(imports).map(([name, functions]) => [name, { ...functions, [RESIZE]: resizeWithin }]),
    );
  };

  const { init } = await import("@embedpdf/pdfium");
  const { instantiate } = WebAssembly;
  WebAssembly.instantiate = (binary, imports) => instantiate(binary, limit(imports));
  try {
    // What it prints, about fonts that are missing or files that are odd, is for nobody.
    const quiet: object = { print: () => undefined, printErr: () => undefined };
    const { pdfium } = (await init(quiet)) as unknown as { readonly pdfium: EmscriptenModule };
    if (!isLimited) throw new Error("the memory of this version of PDFium can't be limited");
    pdfium.wasmExports.PDFiumExt_Init();
    return {
      call: pdfium.wasmExports,
      addFunction: (callback, signature) => pdfium.addFunction(callback, signature),
      isOutOfMemory: () => isOutOfMemory,
    };
  } finally {
    WebAssembly.instantiate = instantiate;
  }
}
