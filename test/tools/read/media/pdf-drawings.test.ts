/** Pages of a PDF that have more on them than text: shown as pictures, or named with the call that shows them. */
import { describe, expect, it } from "vitest";
import type { CallResult, ReadOutput } from "../../../../src/index.js";
import { errorOf, textOf } from "../../../support/answers.js";
import { makePdf, type PdfPlan, textLines } from "../../../support/pdfs.js";
import { tempWorkspace } from "../../../support/workspace.js";
import { createSessions, dataOf, decodeImages, kindsOf, outputOf, read } from "./shown.js";

const session = createSessions();
const LINE = "Every line of this page is made of eleven ordinary words.";
const prose = textLines(Array.from({ length: 20 }, () => LINE));
/** A red triangle with its tip at 300, 350. */
const drawing = "0.8 0.1 0.1 rg 150 100 m 450 100 l 300 350 l h f 0 g\n";
/** About 18 by 18 points: an icon. */
const icon = "0.1 0.1 0.8 rg 500 60 m 518 60 l 509 78 l h f 0 g\n";
const rules = "72 60 m 500 60 l S 72 440 428 1 re f\n";

async function readPdf(
  plan: PdfPlan,
  options: Parameters<typeof session>[0] = {},
  more: Readonly<Record<string, unknown>> = {},
): Promise<CallResult<ReadOutput>> {
  const files = tempWorkspace({ "a.pdf": makePdf(plan) });
  return read(session(options), files.path("a.pdf"), more);
}

const page = (...parts: string[]): { readonly content: string } => ({ content: [prose, ...parts].join("") });

describe("Read of a PDF with drawings", () => {
  it("shows the page with the drawing as a picture beside its text, and no other [MEDIA-420]", async () => {
    const result = await readPdf({ pages: [page(rules), page(drawing), page()] });
    expect(kindsOf(result)).toEqual(["text", "image", "text"]);
    const { pages } = outputOf(result, "parts");
    expect(pages.map(({ image, text }) => [image !== undefined, text.startsWith(LINE)])).toEqual([
      [false, true],
      [true, true],
      [false, true],
    ]);
    expect(pages.some(({ hasHiddenDrawings }) => hasHiddenDrawings === true)).toBe(false);
    expect(textOf(result)).not.toContain("not shown");
    const [picture] = await decodeImages(result);
    const { width = 0, height = 0, pixels = Buffer.alloc(0) } = picture ?? {};
    const at = (Math.floor(height * (1 - 150 / 842)) * width + Math.floor(width * (300 / 595))) * 3;
    expect([...pixels.subarray(at, at + 3)]).toEqual([204, 26, 26]);
  });

  it("names pages with small drawings, and shows them when they are read alone [MEDIA-420]", async () => {
    const files = tempWorkspace({
      "a.pdf": makePdf({ pages: [page(), page(icon), page(), page(icon), page(icon)] }),
      "b.pdf": makePdf({ pages: [page(), page(icon)] }),
    });
    const toolkit = session();
    const result = await read(toolkit, files.path("a.pdf"));
    expect(kindsOf(result)).toEqual(["text"]);
    expect(textOf(result)).toMatch(
      /\n\[Small drawings or pictures on pages 2, 4-5 are not shown\. To see them, Read one of these pages alone, for example pages "2"\.\]$/,
    );
    expect(outputOf(result, "parts").pages.map((each) => each.hasHiddenDrawings === true)).toEqual([
      false,
      true,
      false,
      true,
      true,
    ]);
    const one = await read(toolkit, files.path("b.pdf"));
    expect(textOf(one)).toMatch(
      /\n\[Small drawings or pictures on page 2 are not shown\. To see them, Read pages "2"\.\]$/,
    );
    for (const [name, number] of [
      ["a.pdf", "4"],
      ["b.pdf", "2"],
    ] as const) {
      const alone = await read(toolkit, files.path(name), { pages: number });
      expect(kindsOf(alone)).toEqual(["text", "image"]);
      expect(textOf(alone)).not.toContain("not shown");
    }
  });

  it("shows every page of a file over 3 MB as a picture beside its text [MEDIA-420]", async () => {
    const pages = [page(), page(drawing)];
    const large = await readPdf({ pages, padding: 3 * 1024 * 1024 });
    expect(kindsOf(large)).toEqual(["text", "image", "text", "image"]);
    expect(outputOf(large, "parts").pages.every(({ text }) => text.startsWith(LINE))).toBe(true);
    const small = await readPdf({ pages, padding: 2 * 1024 * 1024 });
    expect(kindsOf(small)).toEqual(["text", "image"]);
  });

  it("names the pages whose pictures do not fit by tokens, each of which is shown alone [MEDIA-420]", async () => {
    const files = tempWorkspace({
      "a.pdf": makePdf({ pages: Array.from({ length: 8 }, () => page(drawing)) }),
    });
    const toolkit = session({ limits: { maxTokens: 5000 } });
    const result = await read(toolkit, files.path("a.pdf"));
    const { pages } = outputOf(result, "parts");
    const hidden = pages.filter(({ hasHiddenDrawings }) => hasHiddenDrawings === true);
    expect(hidden.length).toBeGreaterThan(0);
    expect(hidden.length).toBeLessThan(8);
    expect(pages.map(({ image }) => image === undefined)).toEqual(
      pages.map(({ hasHiddenDrawings }) => hasHiddenDrawings === true),
    );
    const named = `pages ${hidden[0]?.number}-8 did not fit in this result.`;
    expect(textOf(result)).toContain(hidden.length === 1 ? "page 8 did not fit in this result." : named);
    for (const { number } of hidden) {
      const alone = await read(toolkit, files.path("a.pdf"), { pages: number });
      expect(kindsOf(alone)).toEqual(["text", "image"]);
    }
  });

  it("names the pages whose pictures do not fit by bytes, each of which is shown alone [MEDIA-420]", async () => {
    const files = tempWorkspace({
      "a.pdf": makePdf({ pages: Array.from({ length: 6 }, () => page(drawing)) }),
    });
    const toolkit = session({ limits: { maxMediaBytes: 130_000 } });
    const result = await read(toolkit, files.path("a.pdf"));
    expect(outputOf(result, "parts").pages.map(({ image }) => image !== undefined)).toEqual([
      true,
      true,
      false,
      false,
      false,
      false,
    ]);
    expect(textOf(result)).toMatch(
      /\n\[Drawings or pictures on pages 3-6 did not fit in this result\. To see them, Read one of these pages alone, for example pages "3"\.\]$/,
    );
    for (const number of [3, 4, 5, 6]) {
      const alone = await read(toolkit, files.path("a.pdf"), { pages: number });
      expect(kindsOf(alone)).toEqual(["text", "image"]);
      expect(dataOf(alone, "image")[0]?.length).toBeLessThanOrEqual(60_000);
    }
  });

  it("names the drawings where the host takes no images [MEDIA-420, MEDIA-3]", async () => {
    const result = await readPdf(
      { pages: [page(icon), page(), page(drawing)] },
      { capabilities: { images: false } },
    );
    expect(kindsOf(result)).toEqual(["text"]);
    expect(textOf(result)).toMatch(
      /\n\[Drawings or pictures on pages 1, 3 are not shown: this conversation takes no images\.\]$/,
    );
  });

  it("gives the text of a page that can't be drawn in time, and says so [MEDIA-420, MEDIA-7]", async () => {
    const slow = {
      prepare: (writer: { add(body: string): number }) => {
        const shade = writer.add(
          "<< /ShadingType 2 /ColorSpace /DeviceRGB /Coords [0 0 500 500] /Extend [true true] /Function << /FunctionType 2 /Domain [0 1] /C0 [1 0 0] /C1 [0 0 1] /N 1.5 >> >>",
        );
        return [
          page(),
          { ...page("/Sh sh\n".repeat(5000)), resources: `/Shading << /Sh ${shade} 0 R >>` },
          page(drawing),
        ];
      },
    };
    const result = await readPdf({ pages: [], ...slow }, { limits: { mediaTimeoutMs: 6000 } });
    expect(outputOf(result, "parts").pages.map(({ text }) => text.startsWith(LINE))).toEqual([
      true,
      true,
      true,
    ]);
    expect(textOf(result)).toContain("[Page 2 can't be shown as a picture");
    expect(textOf(result)).toContain("[Page 3 can't be shown as a picture");
  });

  it("sends a small file as one document where the host takes PDFs [MEDIA-420, MEDIA-3]", async () => {
    const result = await readPdf({ pages: [page(drawing)] }, { capabilities: { pdf: true } });
    expect(kindsOf(result)).toEqual(["text", "document"]);
  });
});

describe("offset and limit on a PDF", () => {
  it.each([{ offset: 1 }, { limit: 10 }, { offset: 5, limit: 10 }, { offset: 2, pages: "2" }])(
    "%j are refused, naming pages that work [MEDIA-421]",
    async (range) => {
      const files = tempWorkspace({ "a.pdf": makePdf({ pages: Array.from({ length: 12 }, () => page()) }) });
      const toolkit = session();
      const error = errorOf(await read(toolkit, files.path("a.pdf"), range));
      expect(error.code).toBe("INPUT_INVALID");
      const pages = "pages" in range ? "2" : "1-10";
      expect(error.message).toBe(
        `${files.path("a.pdf")} is a PDF of 12 pages; offset and limit count lines of text. Leave them out and choose pages, for example pages "${pages}".`,
      );
      expect((await toolkit.call("Read", error.data["nextCall"])).isError).toBe(false);
    },
  );

  it("are refused with pages that exist when the asked ones do not [MEDIA-421]", async () => {
    const files = tempWorkspace({ "a.pdf": makePdf({ pages: [page()] }) });
    const error = errorOf(await read(session(), files.path("a.pdf"), { offset: 3, pages: "7-9" }));
    expect(error.data["nextCall"]).toEqual({ file_path: files.path("a.pdf"), pages: "1" });
  });
});
