/** Pages whose text is what is seen on them, and pages where it is not. */
import { deflateSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { addUnicodeFont } from "../../support/pdf-fonts.js";
import { makePdf, type PdfPagePlan, type PdfWriter, textAt, textLines } from "../../support/pdfs.js";
import { createService, readFirst, TEXT } from "./set-up.js";

async function hasText(prepare: (writer: PdfWriter) => PdfPagePlan): Promise<boolean | undefined> {
  const pdf = makePdf({ pages: [], prepare: (writer) => [prepare(writer)] });
  const [page] = await createService().open(pdf, {}, (document) => document.readPages(1, 1, TEXT));
  return page?.hasText;
}

function addImage(writer: PdfWriter): number {
  return writer.add({
    dictionary:
      "/Type /XObject /Subtype /Image /Width 100 /Height 140 /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /FlateDecode",
    data: deflateSync(new Uint8Array(14_000).fill(200)),
  });
}

function scan(writer: PdfWriter, text = "", size = "595 0 0 842 0 0"): PdfPagePlan {
  return {
    resources: `/XObject << /Scan ${addImage(writer)} 0 R >>`,
    content: `q ${size} cm /Scan Do Q\n${text}`,
  };
}

const prose = textLines(["Enough words to be the text of a page,", "and not the number of one or a stamp."]);

describe("A page has readable text", () => {
  it("when it has words, be they few, or beside a small picture [PDF-4]", async () => {
    expect(await hasText(() => ({ content: textLines(["7"]) }))).toBe(true);
    expect(await hasText((writer) => scan(writer, textLines(["Figure 1"]), "200 0 0 200 50 50"))).toBe(true);
  });

  it("when a scan has its text laid under it [PDF-4]", async () => {
    expect(await hasText((writer) => scan(writer, `3 Tr ${prose}`))).toBe(true);
  });

  it("and never halves of characters, which nobody can send, though its font names them [PDF-4]", async () => {
    const pdf = makePdf({
      pages: [],
      prepare: (writer) => {
        const font = addUnicodeFont(writer, "Half", { alphabet: "ab\ud83d\u{1f600}\ude00" });
        const content = font.show(72, 700, "a\ud83db") + font.show(72, 600, "\u{1f600} \ude00a\ud83d");
        return [{ resources: `/Font << /Half ${font.number} 0 R >>`, content }];
      },
    });
    const text = await readFirst(pdf);
    expect(text.isWellFormed()).toBe(true);
    expect(text).toContain("a\ufffdb");
    expect(text).toContain("\u{1f600}");
  });
});

describe("What stands on a page, but not in it", () => {
  function withField(text: string, flags = 4): Uint8Array {
    return makePdf({
      pages: [],
      prepare: (writer) => {
        const font = writer.add("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>");
        const look = writer.add({
          dictionary: `/Type /XObject /Subtype /Form /BBox [0 0 200 20] /Resources << /Font << /F1 ${font} 0 R >> >>`,
          data: textAt(2, 5, text),
        });
        const field = `<< /Type /Annot /Subtype /Widget /FT /Tx /T (name) /V (${text}) /F ${flags} /Rect [120 695 320 715] /AP << /N ${look} 0 R >> >>`;
        return [{ content: textLines(["Name:", "Age:"], 72, 700), entries: `/Annots [${field}]` }];
      },
    });
  }

  it("is read where it stands, as in a form that was filled in [PDF-1]", async () => {
    expect(await readFirst(withField("Ada Lovelace"))).toBe("Name: Ada Lovelace\nAge:");
  });

  it("is not read when it is hidden [PDF-1]", async () => {
    expect(await readFirst(withField("Ada Lovelace", 2))).toBe("Name:\nAge:");
  });

  it("is still a field when the page was read before it is taken out [PDF-3]", async () => {
    const extract = await createService().open(withField("Ada"), {}, async (document) => {
      await document.readPages(1, 1, TEXT);
      return document.extractPages(1, 1);
    });
    expect(Buffer.from(extract).includes("/Widget")).toBe(true);
    expect(await readFirst(extract)).toBe("Name: Ada\nAge:");
  });
});

describe("A character that its font does not name", () => {
  it("is marked where it stands, and the rest of the page is text [PDF-4]", async () => {
    // Bytes of a font of its own that has letters where ASCII has them, and a ligature at 12, as TeX did it.
    const pdf = makePdf({
      pages: [],
      prepare: (writer) => {
        const glyph = writer.add({ data: "500 0 0 0 500 700 d1 0 0 400 700 re f" });
        const names = Array.from({ length: 123 }, (_, code) => `/a${code}`);
        const procedures = names.map((name) => `${name} ${glyph} 0 R`).join(" ");
        const widths = names.map(() => 500).join(" ");
        const font = writer.add(
          `<< /Type /Font /Subtype /Type3 /FontBBox [0 0 500 700] /FontMatrix [0.001 0 0 0.001 0 0] /FirstChar 0 /LastChar 122 /Widths [${widths}] /CharProcs << ${procedures} >> /Encoding << /Type /Encoding /Differences [0 ${names.join(" ")}] >> >>`,
        );
        const content = textAt(72, 700, "the bitmaps of old fonts are of\\014ne letters", 12, "F1").replace(
          "\\\\",
          "\\",
        );
        return [{ resources: `/Font << /F1 ${font} 0 R >>`, content }];
      },
    });
    const [page] = await createService().open(pdf, {}, (document) => document.readPages(1, 1, TEXT));
    expect(page).toMatchObject({ text: "the bitmaps of old fonts are of\ufffdne letters", hasText: true });
  });
});

describe("A page has no readable text", () => {
  it("when it is blank or holds only blanks [PDF-4]", async () => {
    expect(await hasText(() => ({}))).toBe(false);
    expect(await hasText(() => ({ content: textLines(["   ", " "]) }))).toBe(false);
  });

  it("when it is a scan, with or without a stamp on it [PDF-4]", async () => {
    expect(await hasText((writer) => scan(writer))).toBe(false);
    expect(await hasText((writer) => scan(writer, textLines(["Received 12 March"])))).toBe(false);
  });

  it("when it is a scan in strips, or inside a form [PDF-4]", async () => {
    const strips = (writer: PdfWriter): PdfPagePlan => ({
      resources: `/XObject << /Scan ${addImage(writer)} 0 R >>`,
      content: Array.from({ length: 10 }, (_, row) => `q 595 0 0 84 0 ${row * 84} cm /Scan Do Q`).join("\n"),
    });
    expect(await hasText(strips)).toBe(false);
    const inForm = (writer: PdfWriter): PdfPagePlan => {
      const form = writer.add({
        dictionary: `/Type /XObject /Subtype /Form /BBox [0 0 595 842] /Resources << /XObject << /Scan ${addImage(writer)} 0 R >> >>`,
        data: "q 595 0 0 842 0 0 cm /Scan Do Q",
      });
      return { resources: `/XObject << /Form ${form} 0 R >>`, content: "/Form Do" };
    };
    expect(await hasText(inForm)).toBe(false);
  });

  it("when its font does not say what its characters are [PDF-4]", async () => {
    const page =
      (isNamed: boolean) =>
      (writer: PdfWriter): PdfPagePlan => {
        const text = "漢字かな混じり文です第二行";
        const font = addUnicodeFont(writer, "U1", { alphabet: text, isNamed });
        return { resources: `/Font << /U1 ${font.number} 0 R >>`, content: font.show(72, 700, text) };
      };
    expect(await hasText(page(true))).toBe(true);
    expect(await hasText(page(false))).toBe(false);
  });

  it("when its font's numbers look like letters, but are others [PDF-4]", async () => {
    // In most fonts "A" is the 36th glyph, "a" the 68th: such text reads as if each letter were moved by 29.
    const glyphs = [...Array(90).keys()].map((index) => String.fromCharCode(index + 30)).join("");
    const page =
      (isNamed: boolean) =>
      (writer: PdfWriter): PdfPagePlan => {
        const font = addUnicodeFont(writer, "U1", { alphabet: glyphs, isNamed, width: 500 });
        const words = ["These", "words", "are", "named", "by", "nobody"];
        return {
          resources: `/Font << /U1 ${font.number} 0 R >>`,
          content: words.map((word, index) => font.show(72 + index * 60, 700, word)).join(""),
        };
      };
    expect(await hasText(page(true))).toBe(true);
    expect(await hasText(page(false))).toBe(false);
  });
});
