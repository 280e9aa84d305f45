/** Pages as they are counted, read and drawn. */
import { describe, expect, it } from "vitest";
import type { PdfPage, RenderedPage } from "../../../src/media/pdf/pdf-service.js";
import { isPdf } from "../../../src/text/pdf-header.js";
import { makePdf, numberedPages, type PdfPagePlan, textAt, textLines } from "../../support/pdfs.js";
import { createService, decodePng, PICTURE, TEXT } from "./set-up.js";

function draw(page: PdfPagePlan, options: typeof PICTURE = PICTURE): Promise<RenderedPage> {
  return createService().open(makePdf({ pages: [page] }), {}, (document) => document.renderPage(1, options));
}

describe("A PDF", () => {
  it("of 105 pages tells its count and the text of any of them [PDF-1]", async () => {
    const read = await createService().open(numberedPages(105), {}, async (document) => ({
      count: document.pageCount,
      pages: await document.readPages(104, 105, TEXT),
    }));
    const page = (number: number): PdfPage => ({
      number,
      text: `This is page ${number}\nof a document with 105.`,
      hasText: true,
      isTextCut: false,
      drawnShare: 0,
      widthPoints: 595,
      heightPoints: 842,
    });
    expect(read).toEqual({ count: 105, pages: [page(104), page(105)] });
  });

  it("has no pages but its own [PDF-1]", async () => {
    await createService().open(numberedPages(3), {}, async (document) => {
      for (const [first, last] of [
        [0, 1],
        [3, 4],
        [2, 1],
        [1.5, 2],
        [Number.NaN, 2],
      ] as const) {
        await expect(document.readPages(first, last, TEXT)).rejects.toThrow(RangeError);
        await expect(document.extractPages(first, last)).rejects.toThrow(RangeError);
      }
      await expect(document.renderPage(4, PICTURE)).rejects.toThrow(RangeError);
    });
  });

  it("is cut to as many characters a page as are wanted, never inside one [PDF-1]", async () => {
    const read = (maxCharactersPerPage: number): Promise<readonly PdfPage[]> =>
      createService().open(numberedPages(1), {}, (document) =>
        document.readPages(1, 1, { maxCharactersPerPage }),
      );
    expect(await read(7)).toMatchObject([{ text: "This is", isTextCut: true, hasText: true }]);
    expect(await read(36)).toMatchObject([{ text: expect.stringMatching(/ 1\.$/), isTextCut: false }]);
    expect(await read(0)).toMatchObject([{ text: "", isTextCut: true, hasText: true }]);
  });

  it("is known by its header within the first kilobyte, whatever comes before it [PDF-2]", () => {
    const head = (before: string): boolean => isPdf(Buffer.from(`${before}%PDF-1.4\n`, "latin1"));
    expect(head("")).toBe(true);
    expect(head("\xef\xbb\xbf\r\n  ")).toBe(true);
    expect(head("x".repeat(1024 - 5))).toBe(true);
    expect(head("x".repeat(1024 - 4))).toBe(false);
    expect(isPdf(Buffer.from("%PDF"))).toBe(false);
    expect(isPdf(Buffer.from("<!DOCTYPE html>"))).toBe(false);
    expect(isPdf(new Uint8Array(0))).toBe(false);
  });
});

describe("The picture of a page", () => {
  it("is as large as the limits allow, in the page's shape [PDF-1]", async () => {
    const size = async (page: PdfPagePlan, options: typeof PICTURE): Promise<number[]> => {
      const { width, height } = await draw(page, options);
      return [width, height];
    };
    expect(await size({}, { maxSide: 842, maxPixels: 10 ** 7 })).toEqual([595, 842]);
    expect(await size({ rotate: 90 }, { maxSide: 842, maxPixels: 10 ** 7 })).toEqual([842, 595]);
    expect(await size({ width: 400, height: 100 }, { maxSide: 2000, maxPixels: 10_000 })).toEqual([200, 50]);
    // Small pages are not blown up without end, threads of pages are at least a pixel wide.
    expect(await size({ width: 10, height: 10 }, { maxSide: 2000, maxPixels: 10 ** 7 })).toEqual([40, 40]);
    expect(await size({ width: 9000, height: 1 }, { maxSide: 2000, maxPixels: 1000 })).toEqual([1000, 1]);
    expect(await size({ width: 100_000, height: 100_000 }, PICTURE)).toEqual([1000, 1000]);
  });

  it("is grey where the page has no colour, and else has the page's colours, on white [PDF-1]", async () => {
    const square = "100 100 100 100 re f";
    const options = { maxSide: 842, maxPixels: 10 ** 7 };
    const grey = decodePng(await draw({ content: `0.2 g ${square}` }, options));
    expect(grey.isGrey).toBe(true);
    expect([grey.at(5, 5), grey.at(150, 842 - 150)]).toEqual([[255], [51]]);
    const coloured = decodePng(await draw({ content: `1 0 0 rg ${square}` }, options));
    expect(coloured.isGrey).toBe(false);
    expect([coloured.at(5, 5), coloured.at(150, 842 - 150)]).toEqual([
      [255, 255, 255],
      [255, 0, 0],
    ]);
  });

  it("shows letters, and notes that were put on the page [PDF-1]", async () => {
    const darkest = async (page: PdfPagePlan): Promise<number> => {
      const picture = await draw(page, { maxSide: 842, maxPixels: 10 ** 7 });
      const decoded = decodePng(picture);
      const places = Array.from({ length: 100 * 100 }, (_, index) =>
        decoded.at(70 + (index % 100), 60 + Math.floor(index / 100)),
      );
      return Math.min(...places.flat());
    };
    expect(await darkest({})).toBe(255);
    expect(await darkest({ content: textAt(72, 750, "Seen", 40) })).toBeLessThan(50);
    const note =
      "/Annots [<< /Type /Annot /Subtype /Square /Rect [72 700 172 770] /IC [0 0 0] /C [0 0 0] /F 4 >>]";
    expect(await darkest({ entries: note })).toBeLessThan(50);
  });

  it("can be had beside text and extracts, in any order and at once [PDF-1]", async () => {
    const answers = await createService().open(numberedPages(4), {}, (document) =>
      Promise.all([
        document.renderPage(4, PICTURE).then(({ height }) => height),
        document.readPages(2, 2, TEXT).then(([page]) => page?.text),
        document.extractPages(1, 2).then((pdf) => isPdf(pdf)),
        document.readPages(3, 3, TEXT).then(([page]) => page?.text),
      ]),
    );
    expect(answers).toEqual([
      1000,
      "This is page 2\nof a document with 4.",
      true,
      "This is page 3\nof a document with 4.",
    ]);
  });

  it("is of the page as it is turned [PDF-1]", async () => {
    const content = `0 g 0 742 100 100 re f ${textLines(["text"], 300, 300)}`;
    const corners = async (rotate: 0 | 90 | 180 | 270): Promise<string> => {
      const picture = await draw({ content, rotate }, { maxSide: 842, maxPixels: 10 ** 7 });
      const decoded = decodePng(picture);
      const [right, bottom] = [picture.width - 20, picture.height - 20];
      const places = {
        upperLeft: decoded.at(20, 20),
        upperRight: decoded.at(right, 20),
        lowerRight: decoded.at(right, bottom),
        lowerLeft: decoded.at(20, bottom),
      };
      return Object.entries(places).find(([, [grey = 255]]) => grey < 50)?.[0] ?? "none";
    };
    expect(await Promise.all([corners(0), corners(90), corners(180), corners(270)])).toEqual([
      "upperLeft",
      "upperRight",
      "lowerRight",
      "lowerLeft",
    ]);
  });
});
