/**
 * Drawings have no pixels of their own, so they are drawn at a size that shows them: an icon of 24 pixels as one of 1,000,
 * a poster no larger than the budget. They are drawn on white, the page that most of them expect: a transparent ground
 * may be shown as black, and black lines on it not at all. What would vanish on white, a white icon say, gets a dark
 * ground.
 */
import type { Metadata } from "sharp";
import { findBom, findUtf16Pattern } from "../../../text/bom.js";
import { findLargestScale, type ImageBudget, type Size } from "../image-limits.js";

const USEFUL_SIDE = 1000;
/** Of the image library: one pixel of the drawing is one of the image. */
const PLAIN_DENSITY = 72;
const [MIN_DENSITY, MAX_DENSITY] = [1, 100_000];
/** The library takes for SVG only what has the element within so many bytes. */
const LOOKED_THROUGH = 900;
/** All channels above this everywhere is as good as white. */
const NEARLY_WHITE = 232;
const [white, darkGrey] = ["#ffffff", "#303030"];

export interface Drawing {
  readonly original: Size;
  readonly density: number;
}

/** How densely to draw; `measure` tells what comes out at a density. */
export async function planDrawing(
  measure: (density: number) => Promise<Metadata>,
  budget: ImageBudget,
): Promise<Drawing> {
  const original = await measure(PLAIN_DENSITY);
  const longSide = Math.max(original.width, original.height);
  const scale = Math.min(Math.max(1, USEFUL_SIDE / longSide), findLargestScale(original, budget));
  const wanted = longSide * scale;
  let density = clampDensity(PLAIN_DENSITY * scale);
  const drawn = await measure(density);
  // Sizes in inches and the like grow with the square of the density.
  const reached = Math.max(drawn.width, drawn.height) / wanted;
  if (reached < 0.9 || reached > 1.5) density = clampDensity(density / Math.sqrt(reached));
  return { original: { width: original.width, height: original.height }, density };
}

function clampDensity(density: number): number {
  return Math.min(MAX_DENSITY, Math.max(MIN_DENSITY, density));
}

/** The same drawing as UTF-8 that the library knows for SVG. */
export function normaliseSvg(bytes: Uint8Array): Uint8Array {
  const text = decode(bytes);
  const declaration = /^\s*<\?xml[^]*?\?>/.exec(text)?.[0] ?? "";
  const rest = text.slice(declaration.length);
  if (rest.slice(0, LOOKED_THROUGH).includes("<svg")) return Buffer.from(rest, "utf8");
  return Buffer.from(`<!--<svg -->${rest}`, "utf8");
}

function decode(bytes: Uint8Array): string {
  const bom = findBom(bytes)?.encoding ?? findUtf16Pattern(bytes.subarray(0, bytes.length & ~1));
  if (bom === "utf-16le" || bom === "utf-16be") return new TextDecoder(bom).decode(bytes);
  const declared = /^\s*<\?xml[^>]*\sencoding\s*=\s*["']([\w.:-]+)["']/.exec(
    Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 256)).toString("latin1"),
  )?.[1];
  try {
    return new TextDecoder(declared ?? "utf-8").decode(bytes);
  } catch {
    // A name that no encoding has.
    return new TextDecoder("utf-8").decode(bytes);
  }
}

/** The ground on which these pixels, with alpha, can be seen. */
export function findGround(rgba: Uint8Array): string {
  let isEmpty = true;
  for (let at = 0; at < rgba.length; at += 4) {
    const alpha = rgba[at + 3] ?? 0;
    if (alpha === 0) continue;
    isEmpty = false;
    const darkest = Math.min(rgba[at] ?? 0, rgba[at + 1] ?? 0, rgba[at + 2] ?? 0);
    if (255 - (alpha * (255 - darkest)) / 255 < NEARLY_WHITE) return white;
  }
  return isEmpty ? white : darkGrey;
}
