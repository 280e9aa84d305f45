/** A PDF whose pages are photographs, as a scanner makes it. */
import { makePdf, type PdfPagePlan } from "./pdfs.js";
import { paint } from "./pictures.js";

export interface Scan {
  readonly pages: number;
  readonly width?: number;
  readonly height?: number;
  readonly quality?: number;
  /** Pages that come before the photographs. */
  readonly before?: readonly PdfPagePlan[];
}

export async function scannedPdf({
  pages,
  width = 600,
  height = 800,
  quality = 90,
  before = [],
}: Scan): Promise<Uint8Array<ArrayBuffer>> {
  const photo = await paint(width, height).jpeg({ quality }).toBuffer();
  return makePdf({
    pages: before,
    prepare: (writer) => {
      const number = writer.add({
        dictionary: `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode`,
        data: photo,
      });
      const resources = `/XObject << /Im ${number} 0 R >>`;
      return Array.from({ length: pages }, () => ({ content: "q 595 0 0 842 0 0 cm /Im Do Q", resources }));
    },
  });
}
