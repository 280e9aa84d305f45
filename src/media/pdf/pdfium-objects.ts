/** Reads what PDFium knows of the objects of a page, in the page's own units. */
import { type Box, intersect } from "./page-grid.js";
import type { PathPoint } from "./path-shapes.js";
import type { Pdfium } from "./pdfium-module.js";

export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number];
export const identity: Matrix = [1, 0, 0, 1, 0, 0];

const segmentKinds: readonly PathPoint["kind"][] = ["line", "curve", "move"];

/** Annotations that draw nothing of their own, or only words that are read as text: links, text boxes, pop-ups, fields. */
const UNDRAWN = new Set([0, 2, 3, 16, 20]);
const HIDDEN = 0x02;
const NOT_ON_SCREEN = 0x20;
const MAX_ANNOTATIONS = 1000;
/** A clip of more pieces than this is not looked at; what it clips then counts as a whole. */
const MAX_CLIP_SEGMENTS = 200;
/** Of 255: what is less opaque can't be seen. */
const INVISIBLE = 8;

export class ObjectReader {
  readonly #call: Pdfium["call"];
  readonly #at: number;

  constructor(call: Pdfium["call"]) {
    this.#call = call;
    this.#at = call.malloc(32);
  }

  release(): void {
    this.#call.free(this.#at);
  }

  readPageBox(page: number): Box {
    this.#call.FPDF_GetPageBoundingBox(page, this.#at);
    return this.#readTopFirst();
  }

  readBounds(object: number, matrix: Matrix): Box {
    const at = this.#at;
    this.#call.FPDFPageObj_GetBounds(object, at, at + 4, at + 8, at + 12);
    const [left = 0, bottom = 0, right = 0, top = 0] = this.#floats(4);
    return transformBox([left, bottom, right, top], matrix);
  }

  /** From the object's own units to the page's. */
  readMatrix(object: number, outer: Matrix): Matrix {
    this.#call.FPDFPageObj_GetMatrix(object, this.#at);
    const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = this.#floats(6);
    return multiply([a, b, c, d, e, f], outer);
  }

  /** The box around what clips the object; `undefined` when nothing does. */
  readClip(object: number, matrix: Matrix): Box | undefined {
    const clip = this.#call.FPDFPageObj_GetClipPath(object);
    const paths = clip === 0 ? 0 : this.#call.FPDFClipPath_CountPaths(clip);
    let box: Box | undefined;
    for (let index = 0; index < paths && index < MAX_CLIP_SEGMENTS; index += 1) {
      const one = this.#readClipPath(clip, index, matrix);
      box = box === undefined || one === undefined ? (one ?? box) : intersect(box, one);
    }
    return box;
  }

  #readClipPath(clip: number, index: number, matrix: Matrix): Box | undefined {
    const count = this.#call.FPDFClipPath_CountPathSegments(clip, index);
    if (count < 1 || count > MAX_CLIP_SEGMENTS) return undefined;
    const points: PathPoint[] = [];
    for (let segment = 0; segment < count; segment += 1) {
      points.push(this.readSegment(this.#call.FPDFClipPath_GetPathSegment(clip, index, segment)));
    }
    const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
    return transformBox([Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)], matrix);
  }

  readSegment(segment: number): PathPoint {
    const kind = segmentKinds[this.#call.FPDFPathSegment_GetType(segment)] ?? "line";
    this.#call.FPDFPathSegment_GetPoint(segment, this.#at, this.#at + 4);
    const [x = 0, y = 0] = this.#floats(2);
    return { kind, x, y };
  }

  /** The colours that a path is filled and stroked with, as text; `undefined` where it is not or can't be seen. */
  readPaint(path: number): { fill: string | undefined; stroke: string | undefined } {
    const at = this.#at;
    this.#call.FPDFPath_GetDrawMode(path, at, at + 4);
    const [fillMode = 0, isStroked = 0] = new Int32Array(this.#call.memory.buffer, at, 2);
    return {
      fill: fillMode === 0 ? undefined : this.#readColour("FPDFPageObj_GetFillColor", path),
      stroke: isStroked === 0 ? undefined : this.#readColour("FPDFPageObj_GetStrokeColor", path),
    };
  }

  readStrokeWidth(path: number, [a, b, c, d]: Matrix): number {
    this.#call.FPDFPageObj_GetStrokeWidth(path, this.#at);
    const [width = 0] = this.#floats(1);
    return width * Math.sqrt(Math.abs(a * d - b * c));
  }

  /** The rectangles of marks that people have made on a page: lines, highlights, stamps, ink. */
  readDrawnAnnotations(page: number): Box[] {
    const boxes: Box[] = [];
    const count = Math.min(this.#call.FPDFPage_GetAnnotCount(page), MAX_ANNOTATIONS);
    for (let index = 0; index < count; index += 1) {
      const annotation = this.#call.FPDFPage_GetAnnot(page, index);
      const isHidden = (this.#call.FPDFAnnot_GetFlags(annotation) & (HIDDEN | NOT_ON_SCREEN)) !== 0;
      if (!isHidden && !UNDRAWN.has(this.#call.FPDFAnnot_GetSubtype(annotation))) {
        if (this.#call.FPDFAnnot_GetRect(annotation, this.#at) !== 0) boxes.push(this.#readTopFirst());
      }
      this.#call.FPDFPage_CloseAnnot(annotation);
    }
    return boxes;
  }

  #readColour(
    read: "FPDFPageObj_GetFillColor" | "FPDFPageObj_GetStrokeColor",
    path: number,
  ): string | undefined {
    const at = this.#at;
    // An object without a plain colour has a pattern: visible, and unlike the colour of any other object.
    if (this.#call[read](path, at, at + 4, at + 8, at + 12) === 0) return "pattern";
    const [red, green, blue, alpha = 255] = new Uint32Array(this.#call.memory.buffer, at, 4);
    return alpha <= INVISIBLE ? undefined : `${red},${green},${blue}`;
  }

  #readTopFirst(): Box {
    const [left = 0, top = 0, right = 0, bottom = 0] = this.#floats(4);
    return [Math.min(left, right), Math.min(bottom, top), Math.max(left, right), Math.max(bottom, top)];
  }

  #floats(count: number): Float32Array {
    return new Float32Array(this.#call.memory.buffer, this.#at, count);
  }
}

export function applyMatrix([a, b, c, d, e, f]: Matrix, x: number, y: number): { x: number; y: number } {
  return { x: a * x + c * y + e, y: b * x + d * y + f };
}

function multiply([a, b, c, d, e, f]: Matrix, outer: Matrix): Matrix {
  const [oa, ob, oc, od, oe, of] = outer;
  return [
    a * oa + b * oc,
    a * ob + b * od,
    c * oa + d * oc,
    c * ob + d * od,
    e * oa + f * oc + oe,
    e * ob + f * od + of,
  ];
}

function transformBox([left, bottom, right, top]: Box, matrix: Matrix): Box {
  const corners = [
    applyMatrix(matrix, left, bottom),
    applyMatrix(matrix, right, bottom),
    applyMatrix(matrix, left, top),
    applyMatrix(matrix, right, top),
  ];
  const [xs, ys] = [corners.map(({ x }) => x), corners.map(({ y }) => y)];
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}
