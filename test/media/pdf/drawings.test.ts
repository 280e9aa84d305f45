/** How much of a page is drawn, told from what only decorates its text. */
import { describe, expect, it } from "vitest";
import type { PdfPage } from "../../../src/media/pdf/pdf-service.js";
import { makePdf, type PdfPagePlan, type PdfWriter, textAt, textLines } from "../../support/pdfs.js";
import { createService } from "./set-up.js";

const LINE = "Every line of this page is made of eleven ordinary words.";
const prose = textLines(Array.from({ length: 30 }, () => LINE));
/** A circle of four curves. */
const circle = (x: number, y: number, radius: number): string => {
  const c = radius * 0.55;
  const points = [
    [x + radius, y + c, x + c, y + radius, x, y + radius],
    [x - c, y + radius, x - radius, y + c, x - radius, y],
    [x - radius, y - c, x - c, y - radius, x, y - radius],
    [x + c, y - radius, x + radius, y - c, x + radius, y],
  ];
  return `${x + radius} ${y} m ${points.map((each) => `${each.join(" ")} c`).join(" ")}`;
};
const grid = Array.from({ length: 12 }, (_, i) => `72 ${300 + i * 20} m 500 ${300 + i * 20} l S\n`).join("");

async function measure(plan: {
  readonly pages?: readonly PdfPagePlan[];
  readonly prepare?: (writer: PdfWriter) => readonly PdfPagePlan[];
}): Promise<readonly PdfPage[]> {
  const bytes = makePdf({ pages: [], ...plan });
  return createService().open(bytes, {}, (document) =>
    document.readPages(1, document.pageCount, { maxCharactersPerPage: 10_000 }),
  );
}

async function shareOf(content: string, more: PdfPagePlan = {}): Promise<number> {
  const [page] = await measure({ pages: [{ content: `${prose}${content}`, ...more }] });
  return page?.drawnShare ?? Number.NaN;
}

describe("What only decorates text is not drawn:", () => {
  it.each<[string, string]>([
    ["nothing at all", ""],
    ["rules and underlines", "1 w 72 60 m 500 60 l S 72 500 428 2.5 re f\n"],
    ["the lines of a table", `${grid}72 300 m 72 520 l S 300 300 m 300 520 l S 500 300 m 500 520 l S\n`],
    ["cells drawn as frames side by side", "72 100 80 20 re S 152 100 80 20 re S 232 100 80 20 re S\n"],
    ["a border around the text", "60 280 480 510 re S\n"],
    ["a coloured background of the whole page", ""],
    ["shading behind text", ""],
    ["a white box", "1 1 1 rg 100 60 300 200 re f\n"],
    ["an outline that is neither filled nor stroked", `${circle(300, 150, 80)} n\n`],
    ["bullets and ticks", `${circle(66, 700, 3)} f ${circle(66, 600, 3)} f 60 500 m 63 497 l 69 506 l S\n`],
    ["what lies outside the page", `${circle(900, 150, 80)} f\n`],
    ["what is clipped away", `q 0 0 10 10 re W n ${circle(300, 150, 80)} f Q\n`],
  ])("%s [PDF-420]", async (name, content) => {
    if (name.includes("background")) {
      const page = { content: `0.9 0.9 1 rg 0 0 595 842 re f 0 0 0 rg\n${prose}` };
      expect((await measure({ pages: [page] }))[0]?.drawnShare).toBe(0);
    } else if (name === "shading behind text") {
      const page = { content: `0.9 g 70 560 460 220 re f 0 g\n${prose}` };
      expect((await measure({ pages: [page] }))[0]?.drawnShare).toBe(0);
    } else expect(await shareOf(content)).toBe(0);
  });
});

describe("What is drawn counts by the share of the page it takes:", () => {
  it.each<[string, string, number, number]>([
    ["a filled circle", `${circle(300, 150, 80)} f\n`, 0.05, 0.06],
    ["the same circle twice", `${circle(300, 150, 80)} f ${circle(300, 150, 80)} S\n`, 0.05, 0.06],
    ["a curve of a plot", "72 60 m 150 250 250 60 300 200 c 350 250 l S\n", 0.09, 0.12],
    ["bars", "0 0 1 rg 100 60 30 90 re f 140 60 30 150 re f 180 60 30 60 re f\n", 0.02, 0.035],
    ["boxes of a diagram that stand free", "100 60 90 40 re S 300 60 90 40 re S\n", 0.013, 0.016],
    [
      "scattered parts of one diagram, with what lies between them",
      [0, 1, 2, 3].map((i) => `${circle(100 + i * 26, 100, 10)} S `).join(""),
      0.003,
      0.006,
    ],
    [
      "letters drawn as paths",
      Array.from({ length: 400 }, (_, i) => {
        const [x, y] = [72 + (i % 40) * 10, 60 + Math.floor(i / 40) * 14];
        return `${x} ${y} m ${x + 3} ${y + 8} l ${x + 6} ${y} l h f `;
      }).join(""),
      0.08,
      0.2,
    ],
    ["a staircase such as a histogram has", stairs(), 0.05, 0.2],
    ["white on a coloured page", "", 0.05, 0.06],
    ["a shading", "", 0.08, 0.1],
    ["a box filled with a pattern", "", 0.08, 0.1],
  ])("%s [PDF-420]", async (name, content, least, most) => {
    let share: number;
    if (name.startsWith("white")) {
      const page = { content: `0 0 0.4 rg 0 0 595 842 re f 1 1 1 rg\n${prose}${circle(300, 150, 80)} f\n` };
      share = (await measure({ pages: [page] }))[0]?.drawnShare ?? Number.NaN;
    } else if (name === "a shading" || name.includes("pattern")) {
      const shading =
        "/ShadingType 2 /ColorSpace /DeviceRGB /Coords [100 0 400 0] /Function << /FunctionType 2 /Domain [0 1] /C0 [1 0 0] /C1 [0 0 1] /N 1 >> /Extend [true true]";
      const resources = `/Shading << /S1 << ${shading} >> >> /Pattern << /P1 << /PatternType 2 /Shading << ${shading} >> >> >>`;
      const drawing =
        name === "a shading"
          ? "q 100 60 300 150 re W n /S1 sh Q\n"
          : "/Pattern cs /P1 scn 100 60 300 150 re f\n";
      share = await shareOf(drawing, { resources });
    } else share = await shareOf(content);
    expect(share).toBeGreaterThanOrEqual(least);
    expect(share).toBeLessThanOrEqual(most);
  });

  it("a picture, wherever it is: on the page, in a form, in a form of a form, or turned [PDF-420]", async () => {
    const pages = await measure({
      prepare: (writer) => {
        const image = writer.add({
          dictionary:
            "/Type /XObject /Subtype /Image /Width 2 /Height 2 /ColorSpace /DeviceGray /BitsPerComponent 8",
          data: new Uint8Array([0, 80, 160, 255]),
        });
        const form = (resources: string, data: string): number =>
          writer.add({
            dictionary: `/Type /XObject /Subtype /Form /BBox [0 0 595 842] /Resources << ${resources} >>`,
            data,
          });
        const inner = form(`/XObject << /Im ${image} 0 R >>`, "200 0 0 100 0 0 cm /Im Do");
        const outer = form(`/XObject << /In ${inner} 0 R >>`, "q 1 0 0 1 50 20 cm /In Do Q");
        const page = (name: string, object: number, content: string): PdfPagePlan => ({
          content: `${prose}${content}`,
          resources: `/XObject << /${name} ${object} 0 R >>`,
        });
        return [
          page("Im", image, "q 200 0 0 100 100 60 cm /Im Do Q"),
          page("In", inner, "q 1 0 0 1 100 60 cm /In Do Q"),
          page("Out", outer, "q 1 0 0 1 50 40 cm /Out Do Q"),
          page("Im", image, "q 0 200 -100 0 300 60 cm /Im Do Q"),
        ];
      },
    });
    const expected = (200 * 100) / (595 * 842);
    for (const { drawnShare } of pages) expect(drawnShare).toBeCloseTo(expected, 3);
  });

  it("marks that people made on the page, unless they are hidden [PDF-420]", async () => {
    const annotation = (subtype: string, flags: number): string =>
      `/Annots [<< /Type /Annot /Subtype /${subtype} /Rect [100 60 300 160] /F ${flags} /C [1 1 0] /QuadPoints [100 160 300 160 100 60 300 60] /InkList [[100 60 300 160]] >>]`;
    const page = (subtype: string, flags = 4): PdfPagePlan => ({
      content: prose,
      entries: annotation(subtype, flags),
    });
    const pages = await measure({
      pages: [page("Highlight"), page("Ink"), page("Square"), page("Link"), page("Ink", 2)],
    });
    const expected = (200 * 100) / (595 * 842);
    expect(pages.map(({ drawnShare }) => Math.round(drawnShare * 1000))).toEqual(
      [expected, expected, expected, 0, 0].map((share) => Math.round(share * 1000)),
    );
  });

  it("what the crop box leaves of it [PDF-420]", async () => {
    const share = await shareOf(`${circle(300, 150, 80)} f\n`, { entries: "/CropBox [0 150 595 842]" });
    expect(share).toBeCloseTo((160 * 80) / (595 * 692), 2);
  });
});

describe("A page of more objects than can be looked at", () => {
  it("is taken for a drawing, in little time [PDF-420, PDF-5]", async () => {
    const lines = Array.from({ length: 60_000 }, (_, i) => `${i % 500} 10 m ${i % 500} 20 l S`).join("\n");
    expect(await shareOf(lines)).toBe(1);
    const path = `0 0 m ${Array.from({ length: 300_000 }, (_, i) => `${i % 500} ${i % 7} l`).join(" ")} S\n`;
    expect(await shareOf(path)).toBeGreaterThan(0);
  });

  it("is measured however deeply its forms lie in each other [PDF-420, PDF-5]", async () => {
    const pages = await measure({
      prepare: (writer) => {
        let form = writer.add({
          dictionary: "/Type /XObject /Subtype /Form /BBox [0 0 595 842]",
          data: `${circle(300, 150, 80)} f\n`,
        });
        for (let depth = 0; depth < 40; depth += 1) {
          form = writer.add({
            dictionary: `/Type /XObject /Subtype /Form /BBox [0 0 595 842] /Resources << /XObject << /F ${form} 0 R >> >>`,
            data: "/F Do",
          });
        }
        return [{ content: `${prose}/F Do\n`, resources: `/XObject << /F ${form} 0 R >>` }];
      },
    });
    expect(pages[0]?.text).toContain(LINE);
    expect(Number.isFinite(pages[0]?.drawnShare)).toBe(true);
  });

  it("that has no size at all has nothing drawn on it [PDF-420]", async () => {
    const [page] = await measure({ pages: [{ content: textAt(0, 0, "x"), width: 0, height: 0 }] });
    expect(Number.isFinite(page?.drawnShare)).toBe(true);
  });
});

function stairs(): string {
  let path = "100 60 m ";
  for (let step = 0; step < 10; step += 1) {
    path += `${100 + step * 25} ${60 + step * 15} l ${125 + step * 25} ${60 + step * 15} l `;
  }
  return `${path} S\n`;
}
