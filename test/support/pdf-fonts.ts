/** Fonts for any characters, in PDFs that tests write. The glyphs are whatever the reader puts in: only codes matter. */
import { Buffer } from "node:buffer";
import type { PdfWriter } from "./pdfs.js";

export interface UnicodeFont {
  /** Its object's number. */
  readonly number: number;
  /** Operators that show the text; see `textAt` for the place. */
  show(x: number, y: number, text: string, size?: number): string;
}

/** Codes are numbered as characters come; without the table of what they mean nobody can tell. */
export function addUnicodeFont(
  writer: PdfWriter,
  name: string,
  { alphabet, isNamed = true, width = 1000 }: { alphabet: string; isNamed?: boolean; width?: number },
): UnicodeFont {
  const characters = [...new Set(alphabet)];
  const codeOf = (character: string): string =>
    (characters.indexOf(character) + 1).toString(16).padStart(4, "0");
  const meanings = characters.map(
    (character) => `<${codeOf(character)}> <${Buffer.from(character, "utf16le").swap16().toString("hex")}>`,
  );
  const toUnicode = writer.add({
    data: [
      "/CIDInit /ProcSet findresource begin 12 dict begin begincmap",
      "/CMapName /Named def /CMapType 2 def",
      "1 begincodespacerange <0000> <ffff> endcodespacerange",
      `${meanings.length} beginbfchar ${meanings.join("\n")} endbfchar`,
      "endcmap CMapName currentdict /CMap defineresource pop end end",
    ].join("\n"),
  });
  const descriptor = writer.add(
    `<< /Type /FontDescriptor /FontName /${name} /Flags 4 /FontBBox [0 -200 1000 800] /ItalicAngle 0 /Ascent 800 /Descent -200 /CapHeight 700 /StemV 80 >>`,
  );
  const descendant = writer.add(
    `<< /Type /Font /Subtype /CIDFontType2 /BaseFont /${name} /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /FontDescriptor ${descriptor} 0 R /DW ${width} >>`,
  );
  const number = writer.add(
    `<< /Type /Font /Subtype /Type0 /BaseFont /${name} /Encoding /Identity-H /DescendantFonts [${descendant} 0 R] ${isNamed ? `/ToUnicode ${toUnicode} 0 R` : ""} >>`,
  );
  return {
    number,
    show: (x, y, text, size = 12) =>
      `BT /${name} ${size} Tf ${x} ${y} Td <${Array.from(text, codeOf).join("")}> Tj ET\n`,
  };
}
