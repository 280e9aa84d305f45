/** Documents that are small on the disk and without end in the reader: refused, and the next one is read. */
import { deflateSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import type { PdfDocument } from "../../../src/media/pdf/pdf-service.js";
import { makePdf, numberedPages, type PdfPagePlan, type PdfWriter, textLines } from "../../support/pdfs.js";
import { createService, PICTURE, readFirst, reasonFor, TEXT } from "./set-up.js";

const MB = 2 ** 20;
const read = (document: PdfDocument): Promise<unknown> => document.readPages(1, 1, TEXT);
const draw = (document: PdfDocument): Promise<unknown> => document.renderPage(1, PICTURE);

function onePage(prepare: (writer: PdfWriter) => PdfPagePlan): Uint8Array<ArrayBuffer> {
  return makePdf({ pages: [], prepare: (writer) => [prepare(writer)] });
}

function image(
  side: number,
  format: "/DeviceGray /BitsPerComponent 1" | "/DeviceRGB /BitsPerComponent 8",
  data: Uint8Array,
): Uint8Array<ArrayBuffer> {
  return onePage((writer) => {
    const number = writer.add({
      dictionary: `/Type /XObject /Subtype /Image /Width ${side} /Height ${side} /ColorSpace ${format} /Filter /FlateDecode`,
      data,
    });
    return { resources: `/XObject << /Im ${number} 0 R >>`, content: "q 595 0 0 842 0 0 cm /Im Do Q" };
  });
}

/** Each form shows the one below it ten times. */
function nestedForms(depth: number, innermost: string): Uint8Array<ArrayBuffer> {
  return onePage((writer) => {
    const form = "/Type /XObject /Subtype /Form /BBox [0 0 595 842]";
    let last = writer.add({ dictionary: form, data: innermost });
    for (let level = 0; level < depth; level += 1) {
      const resources = `/Resources << /XObject << /Form ${last} 0 R >> >>`;
      last = writer.add({ dictionary: `${form} ${resources}`, data: "/Form Do ".repeat(10) });
    }
    return { resources: `/XObject << /Form ${last} 0 R >>`, content: "/Form Do" };
  });
}

describe("More memory than a document may have", () => {
  it("is not given to a stream that is packed three times [PDF-5]", async () => {
    const packed = [1, 2, 3].reduce<Uint8Array>((data) => deflateSync(data), Buffer.alloc(200 * MB, 0x20));
    expect(packed.length).toBeLessThan(5000);
    const dictionary = "/Filter [/FlateDecode /FlateDecode /FlateDecode]";
    const bytes = makePdf({ pages: [{ content: { dictionary, data: packed } }] });
    const service = createService({ maxMemoryBytes: 100 * MB });
    expect(await reasonFor(bytes.slice(), read, service)).toBe("too-much-memory");
    expect(await reasonFor(bytes, draw, service)).toBe("too-much-memory");
    expect(await readFirst(numberedPages(1), service)).toMatch(/^This is page 1/);
  });

  it("is not given to forms within forms [PDF-5]", async () => {
    const service = createService({ maxMemoryBytes: 100 * MB });
    expect(await reasonFor(nestedForms(12, "0 0 500 500 re f"), read, service)).toBe("too-much-memory");
    expect(await reasonFor(nestedForms(12, "0 0 500 500 re f"), draw, service)).toBe("too-much-memory");
    expect(await readFirst(numberedPages(1), service)).toMatch(/^This is page 1/);
  });

  it("is not needed for a page or a picture of any size [PDF-5]", async () => {
    const service = createService({ maxMemoryBytes: 100 * MB });
    const page = makePdf({ pages: [{ width: 100_000, height: 100_000, content: textLines(["far away"]) }] });
    expect(await service.open(page.slice(), {}, draw)).toMatchObject({ width: 1000, height: 1000 });
    expect(await readFirst(page, service)).toBe("far away");
    // Its first bytes are all there is of it.
    const picture = image(50_000, "/DeviceRGB /BitsPerComponent 8", deflateSync(new Uint8Array(1000)));
    expect(await service.open(picture, {}, draw)).toMatchObject({ height: 1000 });
  });

  it("is not needed for a file of 200 MB [PDF-5]", async () => {
    const bytes = makePdf({ pages: [{ content: textLines(["in the end"]) }], padding: 200 * MB });
    expect(bytes.length).toBeGreaterThan(200 * MB);
    const service = createService({ maxMemoryBytes: 64 * MB });
    const found = await service.open(bytes, {}, async (document) => ({
      pages: await document.readPages(1, 1, TEXT),
      extract: (await document.extractPages(1, 1)).length,
    }));
    expect(found.pages).toMatchObject([{ text: "in the end" }]);
    expect(found.extract).toBeLessThan(5000);
  });
});

describe("More time than an operation may take", () => {
  it("is not given to shades, tiles and pictures that take for ever [PDF-5]", async () => {
    const service = createService({ timeoutMs: 1000 });
    const shades = onePage((writer) => {
      const shade = writer.add(
        "<< /ShadingType 2 /ColorSpace /DeviceRGB /Coords [0 0 500 500] /Extend [true true] /Function << /FunctionType 2 /Domain [0 1] /C0 [1 0 0] /C1 [0 0 1] /N 1.5 >> >>",
      );
      return { resources: `/Shading << /S ${shade} 0 R >>`, content: "/S sh\n".repeat(50_000) };
    });
    const tiles = onePage((writer) => {
      const tile = writer.add({
        dictionary:
          "/Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 1 1] /XStep 0.001 /YStep 0.001 /Resources << >>",
        data: "1 0 0 rg 0 0 1 1 re f",
      });
      const content = "/Pattern cs /P scn 0 0 595 842 re f";
      return { resources: `/Pattern << /P ${tile} 0 R >>`, content };
    });
    const picture = image(
      50_000,
      "/DeviceGray /BitsPerComponent 1",
      deflateSync(Buffer.alloc((50_000 * 50_000) / 8, 0x55)),
    );
    for (const bytes of [shades, tiles, picture]) {
      expect(await reasonFor(bytes, draw, service)).toBe("too-slow");
    }
    expect(await readFirst(numberedPages(1), createService())).toMatch(/^This is page 1/);
  });

  it("stops an operation, and the document with it [PDF-5]", async () => {
    const service = createService({ timeoutMs: 1000 });
    const lines = deflateSync(Buffer.from("0 0 m 500 700 l 100 3 l 4 800 l S\n".repeat(2_000_000)));
    const bytes = makePdf({ pages: [{ content: { dictionary: "/Filter /FlateDecode", data: lines } }] });
    const seen = await service.open(bytes, {}, async (document) => {
      const slow = await draw(document).catch((cause: Error) => cause.message);
      const after = await read(document).catch((cause: Error) => cause.message);
      return { slow, after };
    });
    expect(seen).toEqual({
      slow: "too-slow: it took longer than 1 s",
      after: "failed: its thread has ended",
    });
  });
});
