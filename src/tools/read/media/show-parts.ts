/** Pages of a PDF as text, and as pictures too where the text does not say all that is on them. */
import type { PdfDocument } from "../../../media/pdf/pdf-service.js";
import type { EventDraft } from "../../../notify/events.js";
import type { CallContext } from "../../context.js";
import type { Block } from "../../define-tool.js";
import type { ReadOutcome } from "../answer-text.js";
import type { ReadPlan } from "../check.js";
import type { PageRange } from "../pages.js";
import type { PdfPart } from "../schema.js";
import { createPagePictures, type Need } from "./page-pictures.js";
import { readFittingPages } from "./page-texts.js";
import { type HiddenDrawings, renderHidden, renderUndrawn } from "./render-pdf.js";

export async function showParts(
  plan: ReadPlan,
  document: PdfDocument,
  range: PageRange,
  context: CallContext,
): Promise<ReadOutcome> {
  const { note, pages, needs, tokensLeft } = await readFittingPages(plan, document, range, context);
  const pictures = createPagePictures(document, needs, tokensLeft, context);
  const shown: Block[] = [{ type: "text", text: note }];
  const parts: PdfPart[] = [];
  const hidden: HiddenDrawings = { small: [], noRoom: [], noImages: [] };
  try {
    for (const { page, rendered } of pages) {
      shown.push({ type: "text", text: rendered });
      const { number, text, drawnShare } = page;
      const isToBeSeen = pictures.has(number);
      const picture = isToBeSeen ? await pictures.draw(number) : undefined;
      if (picture !== undefined) shown.push({ type: "image", data: picture.base64, mimeType: picture.type });
      else if (isToBeSeen) shown.push({ type: "text", text: renderUndrawn(number) });
      else if (drawnShare > 0) hidden[reasonFor(needs.get(number), context)].push(number);
      const hides = picture === undefined && drawnShare > 0;
      parts.push({
        number,
        text,
        ...(picture === undefined ? {} : { image: picture }),
        ...(hides ? { hasHiddenDrawings: true as const } : {}),
      });
    }
  } finally {
    pictures.release();
  }
  for (const line of renderHidden(hidden)) shown.push({ type: "text", text: line });
  const originalSize = plan.stat?.size ?? 0;
  const file = { filePath: plan.path, originalSize, count: document.pageCount };
  return {
    output: { type: "parts", file, pages: parts },
    shown: joinTexts(shown),
    events: [pdfReadEvent(plan, range, document.pageCount)],
  };
}

function reasonFor(need: Need | undefined, { session }: CallContext): keyof HiddenDrawings {
  if (session.capabilities.images === false) return "noImages";
  return need === "none" ? "small" : "noRoom";
}

export function pdfReadEvent(plan: ReadPlan, { first, last }: PageRange, totalLines: number): EventDraft {
  const pages = { startLine: first, lines: last - first + 1, totalLines };
  return {
    type: "file-read",
    kind: "pdf",
    path: plan.realPath,
    ...pages,
    deduplicated: false,
    savedTokens: 0,
  };
}

/** Neighbouring texts become one block: nothing stands between them. */
function joinTexts(blocks: readonly Block[]): Block[] {
  const joined: Block[] = [];
  for (const block of blocks) {
    const last = joined.at(-1);
    if (block.type === "text" && last?.type === "text") {
      joined[joined.length - 1] = { type: "text", text: `${last.text}\n${block.text}` };
    } else joined.push(block);
  }
  return joined;
}
