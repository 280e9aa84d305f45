/** Without the image library: sound images that fit as they are can be passed on, and nothing else can be done. */

import { imageFormatNames } from "../../../text/image-format.js";
import { findFittingSize, isTooLarge } from "../image-limits.js";
import { type ImageReply, type ImageTask, refuse, refuseSize } from "../image-messages.js";
import { findShownFormat } from "../structure/check-structure.js";
import type { ImageStructure } from "../structure/image-structure.js";

/** `diagnosis` says why the library is missing. */
export function passOn({ format, budget }: ImageTask, file: Uint8Array, diagnosis: string): ImageReply {
  const needSharp = (detail: string): ImageReply => ({ ...refuse("needs-sharp", detail), diagnosis });
  const shown = findShownFormat(format);
  if (shown === undefined) return needSharp(`${imageFormatNames[format]} images must be converted`);
  const structure = shown.check(file);
  if (typeof structure === "string") return refuse("damaged", structure);
  const { width, height, frames, end } = structure;
  if (isTooLarge(structure)) return refuseSize(structure);
  const hindrance = findHindrance(structure, budget);
  if (hindrance !== undefined) return needSharp(hindrance);
  const size = { width, height };
  return { outcome: "shown", mimeType: shown.mimeType, original: size, display: size, frames, ownBytes: end };
}

function findHindrance(structure: ImageStructure, budget: ImageTask["budget"]): string | undefined {
  const { width, height, frames, orientation, oddity, end } = structure;
  const fitting = findFittingSize(structure, budget);
  if (fitting.width < width || fitting.height < height)
    return `it is ${width}x${height} and must be made smaller`;
  if (end > budget.maxBytes) return `it has ${end} bytes and must be made smaller`;
  if (frames > 1) return `it has ${frames} frames, of which one must be taken out`;
  if (orientation !== 1) return "it must be turned upright";
  return oddity === undefined ? undefined : `${oddity} and must be converted`;
}
