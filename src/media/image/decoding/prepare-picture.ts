/** From the bytes of a file to an image within the budget, in the helper process. */
import { findFittingSize, isTooLarge, type Size } from "../image-limits.js";
import { type ImageReply, type ImageTask, type Refused, refuse, refuseSize } from "../image-messages.js";
import { findShownFormat } from "../structure/check-structure.js";
import type { ImageStructure } from "../structure/image-structure.js";
import { encodeWithin, type Pixels } from "./encode.js";
import { explain, openPicture, type Picture, type SharpLibrary } from "./open-picture.js";
import { findGround } from "./svg.js";

export interface PreparedBytes {
  readonly reply: ImageReply;
  readonly data?: Uint8Array;
}

export async function preparePicture(
  sharp: SharpLibrary,
  { format, budget }: ImageTask,
  file: Uint8Array,
): Promise<PreparedBytes> {
  const shown = findShownFormat(format);
  const structure = shown?.check(file);
  if (typeof structure === "object" && isTooLarge(structure)) return { reply: refuseSize(structure) };
  // What follows the end of an image is not part of it and is neither decoded nor passed on.
  const bytes = typeof structure === "object" ? file.subarray(0, structure.end) : file;
  const picture = await openPicture({ sharp, bytes, format, budget });
  if ("outcome" in picture) return { reply: nameFlaw(picture, structure) };
  const { original, decoded } = picture;
  const display = findFittingSize(decoded, budget);
  const decoding = await decodePixels(sharp, picture, { display, format });
  if ("outcome" in decoding) return { reply: nameFlaw(decoding, structure) };
  const frames = Math.max(picture.frames, typeof structure === "object" ? structure.frames : 1);
  const isSound = typeof structure === "object" && isPlain(structure, display) && decoding.isClean;
  const isKept = picture.isPlain && frames === 1 && isSameSize(original, display);
  if (shown !== undefined && isSound && isKept && bytes.length <= budget.maxBytes) {
    const { mimeType } = shown;
    return { reply: { outcome: "shown", mimeType, original, display, frames, ownBytes: bytes.length } };
  }
  const encoded = await encodeWithin(sharp, decoding.pixels, budget, format === "jpeg" || format === "webp");
  if (encoded === undefined)
    return { reply: refuse("unsupported", `no image fits into ${budget.maxBytes} bytes`) };
  const { mimeType, data } = encoded;
  return { reply: { outcome: "shown", mimeType, original, display: encoded.display, frames }, data };
}

/** Of some files the library shows a part and other programs the whole: those are not passed on either. */
function isPlain(structure: ImageStructure, display: Size): boolean {
  const { oddity, orientation } = structure;
  return oddity === undefined && orientation === 1 && isSameSize(structure, display);
}

function isSameSize(one: Size, other: Size): boolean {
  return one.width === other.width && one.height === other.height;
}

/** Our own walk through the file may know better than the library what is wrong. */
function nameFlaw(refused: Refused, structure: object | string | undefined): Refused {
  return refused.reason === "damaged" && typeof structure === "string"
    ? refuse("damaged", structure)
    : refused;
}

interface Decoding {
  readonly pixels: Pixels;
  /** The library had nothing to remark. */
  readonly isClean: boolean;
}

/** All rows are decoded, though fewer may be kept. A file that gives cause for remarks is decoded once more without them. */
async function decodePixels(
  sharp: SharpLibrary,
  picture: Picture,
  { display, format }: { display: Size; format: ImageTask["format"] },
): Promise<Decoding | Refused> {
  const isSmaller = display.width < picture.decoded.width || display.height < picture.decoded.height;
  const decode = async (failOn: "warning" | "error"): Promise<Pixels> => {
    const decoded = picture.decode(failOn);
    const fitted = isSmaller ? decoded.resize({ ...display, fit: "fill" }) : decoded;
    const { data, info } = await fitted.toColourspace("srgb").raw().toBuffer({ resolveWithObject: true });
    const pixels = {
      data,
      width: info.width,
      height: info.height,
      channels: info.channels === 4 ? 4 : 3,
    } as const;
    return format === "svg" ? layOnGround(sharp, pixels) : pixels;
  };
  try {
    return { pixels: await decode("warning"), isClean: true };
  } catch {
    try {
      return { pixels: await decode("error"), isClean: false };
    } catch (cause) {
      return explain(cause, format);
    }
  }
}

async function layOnGround(sharp: SharpLibrary, pixels: Pixels): Promise<Pixels> {
  const { data, width, height, channels } = pixels;
  if (channels === 3) return pixels;
  const drawn = sharp(data, { raw: { width, height, channels } });
  return {
    width,
    height,
    channels: 3,
    data: await drawn
      .flatten({ background: findGround(data) })
      .raw()
      .toBuffer(),
  };
}
