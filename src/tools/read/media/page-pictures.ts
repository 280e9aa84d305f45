/** Which pages are shown as pictures, and the pictures, each within its share of what a result may send. */
import { type PdfDocument, type PdfPage, PdfProblem } from "../../../media/pdf/pdf-service.js";
import type { CallContext } from "../../context.js";
import type { ReadPlan } from "../check.js";
import type { ShownPicture } from "../schema.js";
import { toBase64 } from "./show-image.js";

/** A file past this is shown page by page as pictures: it is made of them. */
export const SMALL_FILE_BYTES: number = 3 * 1024 * 1024;
/**
 * From this share of a page on, drawings are shown unasked: the size of a postage stamp on a page of paper. Below it lie
 * logos and icons; they are named, and shown when their page is read alone. See docs/decisions/0063.
 */
const NOTICEABLE_SHARE = 0.0075;

/** Print of ordinary size can be read from here on. */
export const MIN_PICTURE_TOKENS = 400;
/** More than this no model looks at. */
const MAX_PICTURE_TOKENS = 1600;
/** Less than this shows a page too small or too coarse to be of use. */
const MIN_PICTURE_BYTES = 30_000;
const PIXELS_PER_TOKEN = 750;
const MAX_SIDE = 1568;
const SMALLER = 0.7;
const MAX_TRIALS = 8;

/**
 * How much a page needs its picture: "required" where the text does not say what is on it, "wanted" where it says a part,
 * "none" where nothing is lost, or only something small that a Read of the page alone shows.
 */
export type Need = "required" | "wanted" | "none";

export function needOf(
  { hasText, drawnShare }: PdfPage,
  pagesInCall: number,
  plan: ReadPlan,
  { session }: CallContext,
): Need {
  const { images } = session.capabilities;
  if (images === false) return "none";
  if (!hasText) return "required";
  const isLarge = (plan.stat?.size ?? 0) > SMALL_FILE_BYTES;
  const isNoticeable = drawnShare >= NOTICEABLE_SHARE || (pagesInCall === 1 && drawnShare > 0);
  return images === true || isLarge || isNoticeable ? "wanted" : "none";
}

export interface PagePictures {
  /** Whether there is room for a picture of this page. */
  has(page: number): boolean;
  /** Undefined when not even a small picture is small enough to send, or the page can't be drawn in time. */
  draw(page: number): Promise<ShownPicture | undefined>;
  /** To be called when all are drawn: other results may then have the room that was not needed. */
  release(): void;
}

/** `tokens` is what the words have left; the pages that need a picture most come first, in their order. */
export function createPagePictures(
  document: PdfDocument,
  needs: ReadonlyMap<number, Need>,
  tokens: number,
  { workspace, session, signal }: CallContext,
): PagePictures {
  const { limits, media } = session;
  const pagesOf = (need: Need): number[] => [...needs].flatMap(([page, its]) => (its === need ? [page] : []));
  const required = pagesOf("required");
  const wanted = pagesOf("wanted");
  const room = media.hold(limits, limits.maxImageBytes * (required.length + wanted.length));
  const affordable = Math.min(
    Math.floor(room.bytes / MIN_PICTURE_BYTES),
    Math.floor(tokens / MIN_PICTURE_TOKENS),
  );
  // A page that is read alone gets its picture, however small: there is no call with more room for it.
  const minimum = needs.size === 1 ? 1 : required.length;
  const count = Math.max(minimum, affordable);
  const chosen = new Set([...required, ...wanted].slice(0, count));
  const share = Math.max(1, chosen.size);
  const maxTokens = Math.min(MAX_PICTURE_TOKENS, Math.max(1, Math.floor(tokens / share)));
  const maxBytes = Math.floor(room.bytes / share);
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

  /** A page that has text is worth showing without its picture. */
  async function drawIfPossible(page: number): Promise<ShownPicture | undefined> {
    try {
      return await draw(page);
    } catch (cause) {
      if (cause instanceof PdfProblem && needs.get(page) === "wanted") return undefined;
      throw cause;
    }
  }

  function pictureOf(data: Uint8Array, type: string, width: number, height: number): ShownPicture {
    media.spend(data.length);
    return { base64: toBase64(data), type, width, height };
  }
  return { has: (page) => chosen.has(page), draw: drawIfPossible, release: () => room.release() };
}
