/** How a camera was held: tag 0x0112 of the first directory in EXIF data, which has the form of a TIFF file. */
import { latin1, viewOf } from "./image-structure.js";

const ORIENTATION = 0x0112;

/** 1, upright, when nothing is noted or the notes make no sense. */
export function findExifOrientation(exif: Uint8Array): number {
  const view = viewOf(exif);
  const order = latin1(exif, 0, 2);
  if (exif.length < 8 || (order !== "II" && order !== "MM")) return 1;
  const isLittle = order === "II";
  const directory = view.getUint32(4, isLittle);
  if (directory + 2 > exif.length) return 1;
  const count = view.getUint16(directory, isLittle);
  for (let index = 0; index < count; index += 1) {
    const entry = directory + 2 + index * 12;
    if (entry + 12 > exif.length) return 1;
    if (view.getUint16(entry, isLittle) !== ORIENTATION) continue;
    const value = view.getUint16(entry + 8, isLittle);
    return value >= 1 && value <= 8 ? value : 1;
  }
  return 1;
}
