/** Looks at what an image claims to be, before a pixel of it is unpacked, and says how it is to be decoded. */
import type { Metadata, Sharp, SharpOptions } from "sharp";
import { type ImageFormat, imageFormatNames } from "../../../text/image-format.js";
import { type ImageBudget, isTooLarge, MAX_PIXELS, type Size } from "../image-limits.js";
import { type Refused, refuse, refuseSize } from "../image-messages.js";
import { decodeBmp } from "./bmp.js";
import { normaliseSvg, planDrawing } from "./svg.js";

export type SharpLibrary = typeof import("sharp").default;

export interface Picture {
  /** Upright. */
  readonly original: Size;
  /** What decoding gives, upright: another size only for drawings. */
  readonly decoded: Size;
  readonly frames: number;
  /** Upright as it is, of 8 bits or less, with colours that every viewer has. */
  readonly isPlain: boolean;
  decode(failOn: "warning" | "error"): Sharp;
}

interface PictureSource {
  readonly sharp: SharpLibrary;
  readonly bytes: Uint8Array;
  readonly format: ImageFormat;
  readonly budget: ImageBudget;
}

export async function openPicture(source: PictureSource): Promise<Picture | Refused> {
  const { sharp, bytes, format } = source;
  if (format === "bmp") return openBitmap(sharp, bytes);
  try {
    return format === "svg" ? await openDrawing(source) : await openEncoded(source);
  } catch (cause) {
    return explain(cause, format);
  }
}

/** What the library says of a broken file depends on where it noticed; what it can't do at all it says like this. */
export function explain(cause: unknown, format: ImageFormat): Refused {
  const message = cause instanceof Error ? cause.message : String(cause);
  if (
    /not (?:been )?(?:built in|configured|implemented|supported)|compression .*unsupported|channel limit/i.test(
      message,
    )
  ) {
    return refuse("unsupported", `${imageFormatNames[format]} images of this kind can't be decoded`);
  }
  return refuse("damaged", `it can't be decoded as ${imageFormatNames[format]}`);
}

function openBitmap(sharp: SharpLibrary, bytes: Uint8Array): Picture | Refused {
  const raw = decodeBmp(bytes);
  if ("outcome" in raw) return raw;
  const { data, width, height, channels } = raw;
  const size = { width, height };
  return {
    original: size,
    decoded: size,
    frames: 1,
    isPlain: false,
    decode: () => sharp(data, { raw: { width, height, channels }, limitInputPixels: MAX_PIXELS }),
  };
}

async function openEncoded({ sharp, bytes, format }: PictureSource): Promise<Picture | Refused> {
  // Unlimited only as long as nothing but the header is read.
  const header = await sharp(bytes, { limitInputPixels: false }).metadata();
  const original = { width: header.autoOrient.width, height: header.autoOrient.height };
  if (isTooLarge(original, format)) return refuseSize(original);
  return {
    original,
    decoded: original,
    frames: header.pages ?? 1,
    isPlain: isPlain(header),
    decode: (failOn) => sharp(bytes, options({ failOn })).autoOrient(),
  };
}

async function openDrawing({ sharp, bytes, budget }: PictureSource): Promise<Picture | Refused> {
  const text = normaliseSvg(bytes);
  const measure = (density: number): Promise<Metadata> =>
    sharp(text, { density, limitInputPixels: false }).metadata();
  const { original, density } = await planDrawing(measure, budget);
  const { width, height } = await measure(density);
  if (isTooLarge({ width, height })) return refuseSize(original);
  const decode = (failOn: "warning" | "error"): Sharp => sharp(text, options({ failOn, density }));
  return { original, decoded: { width, height }, frames: 1, isPlain: false, decode };
}

function options(more: SharpOptions): SharpOptions {
  return { limitInputPixels: MAX_PIXELS, pages: 1, sequentialRead: true, ...more };
}

function isPlain({ orientation, depth, space, bitsPerSample }: Metadata): boolean {
  const isUpright = orientation === undefined || orientation === 1;
  const isEightBit = depth === "uchar" && (bitsPerSample ?? 8) <= 8;
  return isUpright && isEightBit && (space === "srgb" || space === "b-w");
}
