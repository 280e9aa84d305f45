import type { ImageFormat } from "../../../text/image-format.js";
import type { ShownMime } from "../image-messages.js";
import { checkGifStructure } from "./gif-structure.js";
import type { StructureCheck } from "./image-structure.js";
import { checkJpegStructure } from "./jpeg-structure.js";
import { checkPngStructure } from "./png-structure.js";
import { checkWebpStructure } from "./webp-structure.js";

interface ShownFormat {
  readonly mimeType: ShownMime;
  readonly check: (bytes: Uint8Array) => StructureCheck;
}

/** The formats that vision models take, and so the only ones whose own bytes can be passed on. */
const shownFormats: Readonly<Partial<Record<ImageFormat, ShownFormat>>> = {
  png: { mimeType: "image/png", check: checkPngStructure },
  jpeg: { mimeType: "image/jpeg", check: checkJpegStructure },
  gif: { mimeType: "image/gif", check: checkGifStructure },
  webp: { mimeType: "image/webp", check: checkWebpStructure },
};

export function findShownFormat(format: ImageFormat): ShownFormat | undefined {
  return shownFormats[format];
}
