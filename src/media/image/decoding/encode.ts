/**
 * Finds the best encoding that fits. Drawings and screenshots stay lossless if they can, because text suffers most from
 * JPEG; then a palette; then less and less quality; then fewer pixels. Each step is smaller than the one before, so that
 * there is an end: a single pixel.
 */
import type { Sharp } from "sharp";
import { type ImageBudget, type Size, scaleSize } from "../image-limits.js";
import type { ShownMime } from "../image-messages.js";
import type { SharpLibrary } from "./open-picture.js";
import { surveyPixels } from "./survey-pixels.js";

export interface Pixels extends Size {
  readonly data: Uint8Array;
  readonly channels: 3 | 4;
}

export interface Encoded {
  readonly data: Uint8Array;
  readonly mimeType: ShownMime;
  readonly display: Size;
}

interface Step {
  readonly mimeType: ShownMime;
  readonly encode: (picture: Sharp) => Sharp;
}

const qualities = [85, 75, 60, 45];
const SCALE_STEP = 0.75;

const png: Step = { mimeType: "image/png", encode: (picture) => picture.png() };
const palette: Step = {
  mimeType: "image/png",
  encode: (picture) => picture.png({ palette: true, colours: 256, dither: 0, compressionLevel: 9 }),
};
const jpegs: readonly Step[] = qualities.map((quality) => ({
  mimeType: "image/jpeg",
  encode: (picture) => picture.jpeg({ quality }),
}));
const webps: readonly Step[] = qualities.map((quality) => ({
  mimeType: "image/webp",
  encode: (picture) => picture.webp({ quality, alphaQuality: quality }),
}));

/** Undefined when not even a single pixel fits. `isPhotograph` is known for formats that hold nothing else. */
export async function encodeWithin(
  sharp: SharpLibrary,
  pixels: Pixels,
  budget: ImageBudget,
  isPhotograph: boolean,
): Promise<Encoded | undefined> {
  const { isOpaque, hasFewColours } = surveyPixels(pixels);
  const lossy = isOpaque ? jpegs : webps;
  let steps: readonly Step[] = lossy;
  if (!isPhotograph || hasFewColours || !isOpaque)
    steps = hasFewColours ? [png, palette, ...lossy] : [png, ...lossy];
  const { data, width, height, channels } = pixels;
  let display: Size = { width, height };
  for (let scale = 1; ; scale *= SCALE_STEP) {
    const next = scaleSize({ width, height }, scale, budget);
    if (scale < 1 && next.width === display.width && next.height === display.height) return undefined;
    display = next;
    const whole = sharp(data, { raw: { width, height, channels } });
    const plain = isOpaque ? whole.removeAlpha() : whole;
    const scaled = scale < 1 ? plain.resize({ ...display, fit: "fill" }) : plain;
    for (const { mimeType, encode } of steps) {
      const encoded = await encode(scaled.clone()).toBuffer();
      if (encoded.length <= budget.maxBytes) return { data: encoded, mimeType, display };
    }
    steps = lossy;
  }
}
