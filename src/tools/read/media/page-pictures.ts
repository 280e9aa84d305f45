/** Pictures of pages, each within its share of what a result may send. */
import type { PdfDocument } from "../../../media/pdf/pdf-service.js";
import type { CallContext } from "../../context.js";
import type { ShownPicture } from "../schema.js";
import { toBase64 } from "./show-image.js";

/** Print of ordinary size can be read from here on. */
export const MIN_PICTURE_TOKENS = 400;
/** More than this no model looks at. */
const MAX_PICTURE_TOKENS = 1600;
const PIXELS_PER_TOKEN = 750;
const MAX_SIDE = 1568;
const SMALLER = 0.7;
const MAX_TRIALS = 8;

export interface PagePictures {
  /** Undefined when not even a small picture is small enough to send. */
  draw(page: number): Promise<ShownPicture | undefined>;
  /** To be called when all are drawn: other results may then have the room that was not needed. */
  release(): void;
}

export function createPagePictures(
  document: PdfDocument,
  count: number,
  tokens: number,
  { workspace, session, signal }: CallContext,
): PagePictures {
  const { limits, media } = session;
  const maxTokens = Math.min(MAX_PICTURE_TOKENS, Math.max(1, tokens));
  const room = media.hold(limits, limits.maxImageBytes * count);
  const maxBytes = Math.floor(room.bytes / Math.max(1, count));
  const budget = { maxSide: MAX_SIDE, maxBytes, maxTokens };

  async function draw(page: number): Promise<ShownPicture | undefined> {
    let maxPixels = maxTokens * PIXELS_PER_TOKEN;
    for (let trial = 1; trial <= MAX_TRIALS; trial += 1) {
      const { png, width, height } = await document.renderPage(page, { maxSide: MAX_SIDE, maxPixels });
      if (png.length <= maxBytes) return pictureOf(png, "image/png", width, height);
      // A scanned page is a photograph: as such it takes a tenth. Without the image library it gets smaller instead.
      const images = await workspace.media.images();
      const answer = await images.prepare(png, budget, { signal, timeoutMs: limits.mediaTimeoutMs });
      if (answer.outcome === "shown") {
        const { data, mimeType, display } = answer.image;
        return pictureOf(data, mimeType, display.width, display.height);
      }
      maxPixels *= Math.min(SMALLER, maxBytes / png.length);
    }
    return undefined;
  }

  function pictureOf(data: Uint8Array, type: string, width: number, height: number): ShownPicture {
    media.spend(data.length);
    return { base64: toBase64(data), type, width, height };
  }
  return { draw, release: () => room.release() };
}
