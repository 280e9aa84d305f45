/**
 * What the outer form of a file says, walked from its signature to its proper end without decoding a pixel. With the image
 * library this only decides whether the file's own bytes may be passed on; without it, it is all the proof there is.
 */
import type { Size } from "../image-limits.js";

export interface ImageStructure extends Size {
  readonly frames: number;
  /** As EXIF counts: 1 is upright. */
  readonly orientation: number;
  /** Why the file should not be passed on as it is, though nothing is wrong with it: "it has CMYK colours". */
  readonly oddity?: string | undefined;
  /** Where the image ends; what follows is not part of it. */
  readonly end: number;
}

/** A structure, or in words what is wrong. */
export type StructureCheck = ImageStructure | string;

export const cutOff = "it is cut off";

export function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

export function latin1(bytes: Uint8Array, from: number, to: number): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1", from, to);
}
