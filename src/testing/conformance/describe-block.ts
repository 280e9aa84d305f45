/**
 * What the model sees, as text: of a picture or a document one line, which says what kind it is and how large, because two
 * sound encoders seldom write the same bytes. Needs no image library; documents are counted with PDFium, where it is installed.
 */
import { findImageFormat } from "../../text/image-format.js";
import type { ShownBlock } from "./implementation.js";

const pagesNotCounted =
  "@embedpdf/pdfium is not installed: the pages of documents were not counted, and are not compared.";

/** What stands in the place of the count, in both transcripts then. */
export function leaveOutPages(transcript: string): string {
  return transcript.replace(/^(\(document: .*), pages: \d+\)$/gm, (_, start: string) => `${start})`);
}

/** `notes` is told what could not be looked at. */
export async function describeBlock(block: ShownBlock, notes: Set<string>): Promise<string> {
  switch (block.type) {
    case "text":
      return block.text;
    case "image":
      return describeImage(block);
    case "document":
      return describeDocument(block, notes);
    default:
      return describeOther(block);
  }
}

/** Of an implementation whose results have more than scenarios know, such as links to resources: other words, no failure. */
function describeOther(block: unknown): string {
  return `(a block that scenarios do not have: ${JSON.stringify(block)})`;
}

async function describeImage({ data, mimeType }: Extract<ShownBlock, { type: "image" }>): Promise<string> {
  const { findShownFormat } = await import("../../media/image/structure/check-structure.js");
  const bytes = Buffer.from(data, "base64");
  const format = findImageFormat(bytes);
  if (format === undefined) return `(image: ${mimeType}, not an image)`;
  const structure = findShownFormat(format)?.check(bytes);
  if (structure === undefined) return `(image: ${mimeType}, ${format})`;
  return typeof structure === "string"
    ? `(image: ${mimeType}, ${format}, but ${structure})`
    : `(image: ${mimeType}, ${format} of ${structure.width}x${structure.height})`;
}

async function describeDocument(
  { data, mimeType, name }: Extract<ShownBlock, { type: "document" }>,
  notes: Set<string>,
): Promise<string> {
  const { PdfProblem, PdfService } = await import("../../media/pdf/pdf-service.js");
  const pdfs = new PdfService();
  try {
    const bytes = new Uint8Array(Buffer.from(data, "base64"));
    const pages = await pdfs.open(bytes, {}, async ({ pageCount }) => pageCount);
    return `(document: ${mimeType}, ${name}, pages: ${pages})`;
  } catch (problem) {
    if (!(problem instanceof PdfProblem)) throw problem;
    if (problem.reason !== "unavailable") return `(document: ${mimeType}, ${name}, but ${problem.detail})`;
    notes.add(pagesNotCounted);
    return `(document: ${mimeType}, ${name})`;
  } finally {
    await pdfs.close();
  }
}
