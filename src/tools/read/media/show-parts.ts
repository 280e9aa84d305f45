/** Pages of a PDF as text, and as pictures where there is no text or the host wants to see them. */
import type { PdfDocument } from "../../../media/pdf/pdf-service.js";
import type { EventDraft } from "../../../notify/events.js";
import type { CallContext } from "../../context.js";
import type { Block } from "../../define-tool.js";
import type { ReadOutcome } from "../answer-text.js";
import type { ReadPlan } from "../check.js";
import type { PageRange } from "../pages.js";
import type { PdfPart } from "../schema.js";
import { createPagePictures } from "./page-pictures.js";
import { readFittingPages } from "./page-texts.js";
import { renderUndrawn } from "./render-pdf.js";

export async function showParts(
  plan: ReadPlan,
  document: PdfDocument,
  range: PageRange,
  context: CallContext,
): Promise<ReadOutcome> {
  const { note, pages, picturesOf, tokensPerPicture } = await readFittingPages(
    plan,
    document,
    range,
    context,
  );
  const pictures = createPagePictures(document, picturesOf.size, tokensPerPicture, context);
  const shown: Block[] = [{ type: "text", text: note }];
  const parts: PdfPart[] = [];
  try {
    for (const { page, rendered } of pages) {
      shown.push({ type: "text", text: rendered });
      const { number, text } = page;
      const isToBeSeen = picturesOf.has(number);
      const picture = isToBeSeen ? await pictures.draw(number) : undefined;
      if (picture !== undefined) shown.push({ type: "image", data: picture.base64, mimeType: picture.type });
      else if (isToBeSeen) shown.push({ type: "text", text: renderUndrawn(number) });
      parts.push({ number, text, ...(picture === undefined ? {} : { image: picture }) });
    }
  } finally {
    pictures.release();
  }
  const originalSize = plan.stat?.size ?? 0;
  const file = { filePath: plan.path, originalSize, count: document.pageCount };
  return {
    output: { type: "parts", file, pages: parts },
    shown: joinTexts(shown),
    events: [pdfReadEvent(plan, range, document.pageCount)],
  };
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
