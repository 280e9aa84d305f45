/** What decides how pixels are best encoded: whether any is transparent, and how many colours there are. */
interface Survey {
  readonly isOpaque: boolean;
  /** As drawings and screenshots have, smoothed text included: a palette does them little harm. */
  readonly hasFewColours: boolean;
}

/** Photographs pass it within a few rows. */
const MAX_COUNTED_COLOURS = 16_384;
/** Of small pictures the bound would tell nothing: fewer pixels than this per colour speak of a photograph as well. */
const MIN_PIXELS_PER_COLOUR = 8;
const PALETTE_COLOURS = 256;

export function surveyPixels({ data, channels }: { data: Uint8Array; channels: 3 | 4 }): Survey {
  const colours = new Set<number>();
  let isOpaque = true;
  let previous = -1;
  for (let at = 0; at < data.length; at += channels) {
    const alpha = channels === 4 ? (data[at + 3] ?? 0) : 255;
    if (alpha !== 255) isOpaque = false;
    if (colours.size >= MAX_COUNTED_COLOURS) {
      if (channels === 3 || !isOpaque) break;
      continue;
    }
    const colour =
      (((data[at] ?? 0) << 16) | ((data[at + 1] ?? 0) << 8) | (data[at + 2] ?? 0)) + alpha * 2 ** 24;
    if (colour !== previous) colours.add(colour);
    previous = colour;
  }
  const pixels = data.length / channels;
  const hasFewColours =
    colours.size <= PALETTE_COLOURS ||
    (colours.size < MAX_COUNTED_COLOURS && colours.size * MIN_PIXELS_PER_COLOUR <= pixels);
  return { isOpaque, hasFewColours };
}
