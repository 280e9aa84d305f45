/**
 * What the strokes and fills of a path are to a reader: part of a drawing, a filled box that may be shading behind text,
 * a frame that may belong to a table, or a rule. Pure: points in, shapes out.
 */
import type { Box } from "./page-grid.js";

export interface PathPoint {
  readonly kind: "move" | "line" | "curve";
  readonly x: number;
  readonly y: number;
}

export interface PathPaint {
  readonly isFilled: boolean;
  readonly isStroked: boolean;
  /** In points on the page. */
  readonly strokeWidth: number;
}

export interface Shape {
  readonly kind: "figure" | "filled-box" | "frame";
  readonly box: Box;
}

/** In points. Thinner than this is a rule, an underline or the line of a table, however long it is. */
const RULE_THICKNESS = 3;
/** A long one may be thicker: the shadow of a box, a bar above a heading. */
const LONG_RULE_THICKNESS = 6;
const LONG_RULE_RATIO = 15;
/** A line that leaves its direction by less than this is horizontal or vertical. */
const ASKEW = 0.5;
/** A box with round corners has little else than straight sides; smaller ones are letters drawn as paths. */
const MAX_ROUND_SHARE = 0.25;
const MIN_ROUND_BOX = 16;
/** An outline with more corners than an L or a cross has is drawn for its own sake: a histogram, a maze. */
const MAX_FRAME_SEGMENTS = 12;

export function findShapes(points: readonly PathPoint[], paint: PathPaint): readonly Shape[] {
  if (!paint.isFilled && !paint.isStroked) return [];
  return splitSubpaths(points).flatMap((subpath) => findShape(subpath, paint) ?? []);
}

function splitSubpaths(points: readonly PathPoint[]): PathPoint[][] {
  const subpaths: PathPoint[][] = [];
  for (const point of points) {
    const last = subpaths.at(-1);
    if (point.kind === "move" || last === undefined) subpaths.push([point]);
    else last.push(point);
  }
  return subpaths;
}

function findShape(points: readonly PathPoint[], paint: PathPaint): Shape | undefined {
  if (points.length < 2) return undefined;
  const outline = boundsOf(points);
  const margin = paint.isStroked ? paint.strokeWidth / 2 : 0;
  const box = grow(outline, margin);
  if (!isStraight(points, Math.min(box[2] - box[0], box[3] - box[1]))) return { kind: "figure", box };
  if (isRule(box)) return undefined;
  if (paint.isFilled) return { kind: "filled-box", box };
  // A thick line is not a rule: it is a bar, or the side of something that is drawn.
  const isLine = Math.min(outline[2] - outline[0], outline[3] - outline[1]) <= ASKEW;
  return { kind: isLine || points.length > MAX_FRAME_SEGMENTS ? "figure" : "frame", box };
}

export function isRule([left, bottom, right, top]: Box): boolean {
  const [thickness, length] = [Math.min(right - left, top - bottom), Math.max(right - left, top - bottom)];
  if (thickness <= RULE_THICKNESS) return true;
  return thickness <= LONG_RULE_THICKNESS && length >= thickness * LONG_RULE_RATIO;
}

/** Whether all of it is horizontal or vertical, but for round corners of a box. */
function isStraight(points: readonly PathPoint[], thickness: number): boolean {
  let length = 0;
  let slanted = 0;
  let last = points[0];
  for (const point of points.slice(1)) {
    if (last === undefined) break;
    const [dx, dy] = [Math.abs(point.x - last.x), Math.abs(point.y - last.y)];
    length += dx + dy;
    if (Math.min(dx, dy) > ASKEW) slanted += dx + dy;
    last = point;
  }
  return slanted === 0 || (thickness >= MIN_ROUND_BOX && slanted <= length * MAX_ROUND_SHARE);
}

function boundsOf(points: readonly PathPoint[]): Box {
  let [left, bottom, right, top] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { x, y } of points) {
    left = Math.min(left, x);
    right = Math.max(right, x);
    bottom = Math.min(bottom, y);
    top = Math.max(top, y);
  }
  return [left, bottom, right, top];
}

function grow([left, bottom, right, top]: Box, margin: number): Box {
  return [left - margin, bottom - margin, right + margin, top + margin];
}

/** In points: boxes this close share a side, as the cells of a table do. */
const SAME_SIDE = 2;

export function areAdjacent(one: Box, other: Box): boolean {
  const touches = (from: number, to: number, otherFrom: number, otherTo: number): boolean =>
    [from, to].some((side) => [otherFrom, otherTo].some((each) => Math.abs(side - each) <= SAME_SIDE));
  const overlaps = (from: number, to: number, otherFrom: number, otherTo: number): boolean =>
    from < otherTo + SAME_SIDE && otherFrom < to + SAME_SIDE;
  const across = touches(one[0], one[2], other[0], other[2]) && overlaps(one[1], one[3], other[1], other[3]);
  const along = touches(one[1], one[3], other[1], other[3]) && overlaps(one[0], one[2], other[0], other[2]);
  return across || along;
}
