/**
 * How much of a page is drawn rather than written: pictures, shadings and paths, including those inside forms and of
 * annotations. What only decorates text is left out: rules and table lines, shading behind text, borders around text,
 * the page's background, and whatever has the background's colour.
 */
import { areaOf, type Box, intersect, PageGrid } from "./page-grid.js";
import { areAdjacent, findShapes, isRule, type PathPoint } from "./path-shapes.js";
import { PageGlance } from "./pdfium-glance.js";
import type { Pdfium } from "./pdfium-module.js";
import { applyMatrix, identity, type Matrix, ObjectReader } from "./pdfium-objects.js";

const TEXT = 1;
const PATH = 2;
const IMAGE = 3;
const SHADING = 4;
const FORM = 5;

/** Bounds for hostile files: a page with more than this is a drawing, whatever the rest of it is. */
const MAX_OBJECTS = 50_000;
const MAX_POINTS = 500_000;
/** Counted in whole pages: what covers the page as often as this takes longer to measure than it is worth. */
const MAX_COVERED = 500;
const MAX_DEPTH = 8;
/** Each frame is compared with the others. */
const MAX_FRAMES = 400;

/** In points: what is smaller and has no neighbours is a bullet, a tick or a mark at the end of a proof. */
const TINY = 12;
/** A box that covers this share of the page is its background. */
const WHOLE_PAGE = 0.9;
/** A box of which text covers at least this share is shading behind that text. */
const TEXT_ON_SHADING = 0.1;
/** A frame wider than this share of the page is a border around text. */
const BORDER_WIDTH = 0.6;

const WHITE = "255,255,255";
/** White boxes that together cover less than this share of a page are not worth drawing it for. */
const DOUBTFUL_SHARE = 0.005;
const MAX_DOUBTFUL = 2000;

export interface PageDrawings {
  /** The share of the page that drawings and pictures cover, from 0 to 1. */
  readonly share: number;
  /** The share that pictures alone cover. */
  readonly pictureShare: number;
}

/** `content` is the page whose objects are measured, `annotated` the one that has its annotations. */
export function measureDrawings({ call }: Pdfium, content: number, annotated: number): PageDrawings {
  const reader = new ObjectReader(call);
  try {
    const page = reader.readPageBox(content);
    if (!(page[2] > page[0] && page[3] > page[1])) return { share: 0, pictureShare: 0 };
    const survey = new Survey(call, reader, page);
    survey.addObjects(content);
    for (const box of reader.readDrawnAnnotations(annotated)) survey.addDrawing(box);
    return survey.finish(() => new PageGlance(call, content));
  } finally {
    reader.release();
  }
}

class Survey {
  readonly #call: Pdfium["call"];
  readonly #reader: ObjectReader;
  readonly #page: Box;
  readonly #pictures: PageGrid;
  readonly #text: PageGrid;
  readonly #drawn: Box[] = [];
  readonly #filled: Box[] = [];
  readonly #frames: Box[] = [];
  /** Filled with white, or with a pattern that PDFium calls white. */
  readonly #doubtful: Box[] = [];
  /** The colour of the page, which nothing of that colour can be seen on. */
  #paper = WHITE;
  #objects = 0;
  #points = 0;
  #covered = 0;

  constructor(call: Pdfium["call"], reader: ObjectReader, page: Box) {
    this.#call = call;
    this.#reader = reader;
    this.#page = page;
    this.#pictures = new PageGrid(page);
    this.#text = new PageGrid(page);
  }

  addObjects(page: number): void {
    const count = this.#call.FPDFPage_CountObjects(page);
    for (let index = 0; index < count && !this.#isTooMuch; index += 1) {
      this.#addObject(this.#call.FPDFPage_GetObject(page, index), identity, this.#page, 0);
    }
  }

  addDrawing(box: Box): void {
    this.#drawn.push(box);
    this.#count(box);
  }

  finish(glance: () => PageGlance): PageDrawings {
    if (this.#isTooMuch) return { share: 1, pictureShare: this.#pictures.share };
    this.#settleDoubts(glance);
    for (const box of this.#filled) {
      if (this.#text.shareOf(box) < TEXT_ON_SHADING) this.addDrawing(box);
    }
    for (const frame of this.#frames) {
      const isCell = this.#frames.some((other) => other !== frame && areAdjacent(frame, other));
      if (!isCell || this.#frames.length > MAX_FRAMES) this.addDrawing(frame);
    }
    const regions = new PageGrid(this.#page);
    for (const region of regions.joinNeighbours(this.#drawn)) {
      const isTiny = region[2] - region[0] < TINY && region[3] - region[1] < TINY;
      if (!isTiny) regions.cover(region);
    }
    return { share: regions.share, pictureShare: this.#pictures.share };
  }

  /** Gradients are often fills of which only a look at the page tells that they are not white. */
  #settleDoubts(glance: () => PageGlance): void {
    const covered = new PageGrid(this.#page);
    for (const box of this.#doubtful) covered.cover(box);
    if (covered.share < DOUBTFUL_SHARE) return;
    const page = glance();
    this.#filled.push(...this.#doubtful.filter((box) => page.isPainted(box)));
  }

  get #isTooMuch(): boolean {
    return this.#objects > MAX_OBJECTS || this.#points > MAX_POINTS || this.#covered > MAX_COVERED;
  }

  #addObject(object: number, matrix: Matrix, clip: Box, depth: number): void {
    this.#objects += 1;
    const type = this.#call.FPDFPageObj_GetType(object);
    const visible = intersect(clip, this.#reader.readClip(object, matrix) ?? clip);
    if (visible[2] <= visible[0] || visible[3] <= visible[1]) return;
    if (type === FORM) return this.#addForm(object, matrix, visible, depth);
    if (type === PATH) return this.#addPath(object, matrix, visible);
    const box = intersect(visible, this.#reader.readBounds(object, matrix));
    if (type === TEXT) this.#addText(box);
    else if (type === SHADING) this.addDrawing(box);
    else if (type === IMAGE) this.#addPicture(box);
  }

  #addText(box: Box): void {
    this.#text.cover(box);
    this.#count(box);
  }

  #count(box: Box): void {
    this.#covered += areaOf(intersect(box, this.#page)) / areaOf(this.#page);
  }

  #addPicture(box: Box): void {
    if (isRule(box)) return;
    this.addDrawing(box);
    this.#pictures.cover(box);
  }

  #addForm(form: number, matrix: Matrix, clip: Box, depth: number): void {
    if (depth >= MAX_DEPTH) return this.addDrawing(intersect(clip, this.#reader.readBounds(form, matrix)));
    const inner = this.#reader.readMatrix(form, matrix);
    const count = this.#call.FPDFFormObj_CountObjects(form);
    for (let index = 0; index < count && !this.#isTooMuch; index += 1) {
      this.#addObject(this.#call.FPDFFormObj_GetObject(form, index), inner, clip, depth + 1);
    }
  }

  #addPath(path: number, matrix: Matrix, clip: Box): void {
    const { fill, stroke } = this.#reader.readPaint(path);
    const toPage = this.#reader.readMatrix(path, matrix);
    const points = this.#readPoints(path, toPage);
    const strokeWidth = this.#reader.readStrokeWidth(path, toPage);
    if (fill !== undefined && this.#isBackground(points, clip)) {
      this.#paper = fill;
      return;
    }
    if (fill === WHITE && this.#paper === WHITE && this.#doubtful.length < MAX_DOUBTFUL) {
      const shapes = findShapes(points, { isFilled: true, isStroked: false, strokeWidth: 0 });
      this.#doubtful.push(...shapes.map(({ box }) => intersect(clip, box)));
    }
    const isFilled = fill !== undefined && fill !== this.#paper;
    const isStroked = stroke !== undefined && stroke !== this.#paper;
    for (const { kind, box } of findShapes(points, { isFilled, isStroked, strokeWidth })) {
      const visible = intersect(clip, box);
      if (kind === "figure") this.addDrawing(visible);
      else if (kind === "filled-box") this.#filled.push(visible);
      else if (box[2] - box[0] < BORDER_WIDTH * (this.#page[2] - this.#page[0])) this.#frames.push(visible);
    }
  }

  #isBackground(points: readonly PathPoint[], clip: Box): boolean {
    const [shape, more] = findShapes(points, { isFilled: true, isStroked: false, strokeWidth: 0 });
    if (shape?.kind !== "filled-box" || more !== undefined) return false;
    return areaOf(intersect(clip, shape.box)) >= WHOLE_PAGE * areaOf(this.#page);
  }

  #readPoints(path: number, matrix: Matrix): readonly PathPoint[] {
    const count = this.#call.FPDFPath_CountSegments(path);
    const points: PathPoint[] = [];
    for (let index = 0; index < count && this.#points <= MAX_POINTS; index += 1) {
      this.#points += 1;
      const { kind, x, y } = this.#reader.readSegment(this.#call.FPDFPath_GetPathSegment(path, index));
      points.push({ kind, ...applyMatrix(matrix, x, y) });
    }
    return points;
  }
}
