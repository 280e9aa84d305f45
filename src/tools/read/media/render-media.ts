/** Words for the model beside pictures. */
import type { ShownImage } from "../../../media/image/image-service.js";
import { formatBytes } from "../../../text/quantities.js";
import { visible } from "../../../text/visible.js";
import type { ReadPlan } from "../check.js";

/** What the picture is, what was made of it, and how places on it are found in the original. */
export function renderImageNote(image: ShownImage, plan: ReadPlan): string {
  const { original, display, format, frames } = image;
  const size = formatBytes(plan.stat?.size ?? 0);
  const notes = [`[${format} image, ${original.width}x${original.height} pixels, ${size}.`];
  if (original.width !== display.width || original.height !== display.height) {
    const across = formatFactor(original.width / display.width);
    const down = formatFactor(original.height / display.height);
    const long = original.width >= original.height ? across : down;
    // Rounding to whole pixels moves nothing by more than one, but for a side of very few.
    const isEven = Math.abs(Number(across) / Number(down) - 1) < 0.02;
    const factor = isEven ? `coordinates by ${long}` : `x by ${across} and y by ${down}`;
    notes.push(
      `Shown at ${display.width}x${display.height}: multiply ${factor} to find them in the original.`,
    );
  }
  if (frames > 1) notes.push(`It has ${frames} frames, of which the first is shown.`);
  if (plan.isLookalike) notes.push(`No file has exactly that name. Read instead: ${visible(plan.realPath)}.`);
  return `${notes.join(" ")}]`;
}

/** Enough digits to land on the right pixel. */
function formatFactor(factor: number): string {
  return Number(factor.toPrecision(5)).toString();
}
