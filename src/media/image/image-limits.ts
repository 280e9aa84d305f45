/** What is shown has to fit, and what is decoded has to be bearable. Pure. */
import type { ImageFormat } from "../../text/image-format.js";

export interface ImageBudget {
  /** Pixels on the longer side. */
  readonly maxSide: number;
  /** Of the encoded image, before any base64. */
  readonly maxBytes: number;
  /** As vision models count: a token for 750 pixels. */
  readonly maxTokens: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** A picture of 12,000 by 12,000 is read; one of 20,000 by 20,000 would need gigabytes. */
export const MAX_PIXELS = 160_000_000;

/** An AVIF is unpacked whole and in wide pixels: one of 12,000 by 12,000, a file of two kilobytes, took 2.5 GB. */
const MAX_AVIF_PIXELS = 64_000_000;

const PIXELS_PER_TOKEN = 750;

/** No format that is shown can have more on a side: WebP's bound, the lowest. */
const MAX_SIDE = 16_383;
const MAX_COUNT = 2 ** 31 - 1;

/** Whole numbers that survive the way to the helper: there is no Infinity in JSON. */
export function clampBudget({ maxSide, maxBytes, maxTokens }: ImageBudget): ImageBudget {
  const clamp = (value: number, most: number): number => Math.min(most, Math.max(1, Math.floor(value)));
  return {
    maxSide: clamp(maxSide, MAX_SIDE),
    maxBytes: clamp(maxBytes, MAX_COUNT),
    maxTokens: clamp(maxTokens, MAX_COUNT),
  };
}

export function isTooLarge({ width, height }: Size, format?: ImageFormat): boolean {
  return width * height > (format === "avif" ? MAX_AVIF_PIXELS : MAX_PIXELS);
}

/** The largest size of the same shape that is within the budget; never larger than the picture, never less than a pixel. */
export function findFittingSize(size: Size, budget: ImageBudget): Size {
  return scaleSize(size, Math.min(1, findLargestScale(size, budget)), budget);
}

/** How much a drawing without pixels of its own may be enlarged or must be made smaller. */
export function findLargestScale({ width, height }: Size, { maxSide, maxTokens }: ImageBudget): number {
  const area = maxTokens * PIXELS_PER_TOKEN;
  return Math.min(maxSide / Math.max(width, height), Math.sqrt(area / (width * height)));
}

/** Sides are rounded down, so that the area stays within its bound; a side of one pixel can't, so the other one gives way. */
export function scaleSize({ width, height }: Size, scale: number, { maxTokens }: ImageBudget): Size {
  const area = Math.max(1, Math.floor(maxTokens * PIXELS_PER_TOKEN));
  // What only rounding has put below a whole number is that number.
  const floor = (side: number): number => Math.max(1, Math.floor(side * scale + 1e-6));
  const [across, down] = [floor(width), floor(height)];
  if (across * down <= area) return { width: across, height: down };
  return { width: Math.min(across, Math.max(1, Math.floor(area / down))), height: Math.min(down, area) };
}
