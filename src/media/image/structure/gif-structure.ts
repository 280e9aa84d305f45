/** GIF: blocks made of sub-blocks, from the screen descriptor to the trailer. */
import { cutOff, type StructureCheck, viewOf } from "./image-structure.js";

const [EXTENSION, IMAGE, TRAILER] = [0x21, 0x2c, 0x3b];
const AFTER_SCREEN = 13;

export function checkGifStructure(bytes: Uint8Array): StructureCheck {
  if (bytes.length < AFTER_SCREEN) return cutOff;
  const view = viewOf(bytes);
  const [width, height] = [view.getUint16(6, true), view.getUint16(8, true)];
  if (width === 0 || height === 0) return "its dimensions are zero";
  let frames = 0;
  let at = AFTER_SCREEN + paletteBytes(bytes[10] ?? 0);
  for (;;) {
    const kind = bytes[at];
    if (kind === undefined) return cutOff;
    if (kind === TRAILER) break;
    if (kind === EXTENSION) {
      at = skipSubBlocks(bytes, at + 2);
    } else if (kind === IMAGE) {
      if (at + 10 > bytes.length) return cutOff;
      const codeSize = at + 10 + paletteBytes(bytes[at + 9] ?? 0);
      if ((bytes[codeSize] ?? 0) > 11) return "a frame in it is damaged";
      at = skipSubBlocks(bytes, codeSize + 1);
      frames += 1;
    } else {
      return "a block in it is none";
    }
  }
  if (frames === 0) return "it holds no pixels";
  return { width, height, frames, orientation: 1, end: at + 1 };
}

function paletteBytes(flags: number): number {
  return (flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1);
}

/** Behind the empty sub-block that ends them, or behind the end of a file that lacks it. */
function skipSubBlocks(bytes: Uint8Array, from: number): number {
  let at = from;
  for (let length = bytes[at] ?? 0; length !== 0; length = bytes[at] ?? 0) at += 1 + length;
  return at + 1;
}
