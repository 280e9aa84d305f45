/** Ranges of pages as PDFs of their own. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { isPdf } from "../../../src/text/pdf-header.js";
import { encryptWithAes256 } from "../../support/pdf-encryption.js";
import { addUnicodeFont } from "../../support/pdf-fonts.js";
import { makePdf, numberedPages, textLines } from "../../support/pdfs.js";
import { createService, TEXT } from "./set-up.js";

async function extract(bytes: Uint8Array, first: number, last: number): Promise<Uint8Array> {
  const service = createService();
  const taken = await service.open(bytes, {}, (document) => document.extractPages(first, last));
  checkWithQpdf(taken);
  return taken;
}

async function textsOf(bytes: Uint8Array): Promise<string[]> {
  return createService().open(bytes, {}, async (document) =>
    (await document.readPages(1, document.pageCount, TEXT)).map((page) => page.text),
  );
}

const hasQpdf = spawnSync("qpdf", ["--version"]).status === 0;
if (!hasQpdf) process.stderr.write("Extracts are opened by our own reader only, without the program qpdf.\n");

/** Another reader's opinion, where there is one. */
function checkWithQpdf(bytes: Uint8Array): void {
  if (!hasQpdf) return;
  const folder = mkdtempSync(join(tmpdir(), "filewright-pdf-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, "extract.pdf"), bytes);
  const { status, stdout, stderr } = spawnSync("qpdf", ["--check", join(folder, "extract.pdf")], {
    encoding: "utf8",
  });
  expect({ status, said: `${stdout}${stderr}` }).toMatchObject({ status: 0 });
}

describe("A range of pages", () => {
  it("is a PDF of these pages and no others [PDF-3]", async () => {
    const taken = await extract(numberedPages(30), 11, 13);
    expect(isPdf(taken)).toBe(true);
    const of = "of a document with 30.";
    expect(await textsOf(taken)).toEqual([11, 12, 13].map((page) => `This is page ${page}\n${of}`));
  });

  it("may be one page, or all [PDF-3]", async () => {
    expect(await textsOf(await extract(numberedPages(3), 3, 3))).toEqual([
      "This is page 3\nof a document with 3.",
    ]);
    expect(await textsOf(await extract(numberedPages(3), 1, 3))).toHaveLength(3);
  });

  it("can be taken from an extract again [PDF-3]", async () => {
    const once = await extract(numberedPages(20), 5, 14);
    const twice = await extract(once, 2, 3);
    expect((await textsOf(twice)).map((text) => text.split("\n")[0])).toEqual([
      "This is page 6",
      "This is page 7",
    ]);
  });

  it("keeps the pages' sizes, turns, fonts and pictures [PDF-3]", async () => {
    const bytes = makePdf({
      pages: [{ content: textLines(["left out"]) }],
      prepare: (writer) => {
        const font = addUnicodeFont(writer, "U1", { alphabet: "漢字" });
        const image = writer.add({
          dictionary:
            "/Type /XObject /Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceRGB /BitsPerComponent 8",
          data: new Uint8Array([255, 0, 0]),
        });
        return [
          {
            width: 300,
            height: 200,
            rotate: 90,
            resources: `/Font << /U1 ${font.number} 0 R >> /XObject << /Im ${image} 0 R >>`,
            content: `q 50 0 0 50 0 0 cm /Im Do Q ${font.show(72, 100, "漢字")}`,
          },
        ];
      },
    });
    const look = (pdf: Uint8Array, page: number): Promise<unknown> =>
      createService().open(pdf, {}, async (document) => ({
        pages: (await document.readPages(page, page, TEXT)).map((found) => ({ ...found, number: 1 })),
        picture: await document.renderPage(page, { maxSide: 300, maxPixels: 90_000 }),
      }));
    const original = await look(bytes.slice(), 2);
    expect(original).toMatchObject({ pages: [{ text: "漢字", widthPoints: 200, heightPoints: 300 }] });
    expect(await look(await extract(bytes, 2, 2), 1)).toEqual(original);
  });

  it("of a document that anyone may open is not encrypted [PDF-3]", async () => {
    const encryption = encryptWithAes256({ user: "", owner: "owner" });
    const taken = await extract(makePdf({ pages: [{ content: textLines(["open"]) }], encryption }), 1, 1);
    expect(Buffer.from(taken).includes("/Encrypt")).toBe(false);
    expect(await textsOf(taken)).toEqual(["open"]);
  });

  it("of a document with a broken table is whole [PDF-3]", async () => {
    const broken = makePdf({ pages: [{ content: textLines(["mended"]) }], xref: "wrong" });
    expect(await textsOf(await extract(broken, 1, 1))).toEqual(["mended"]);
  });
});
