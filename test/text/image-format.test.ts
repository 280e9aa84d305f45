import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findImageFormat } from "../../src/text/image-format.js";
import { createService, describeShown } from "../media/image/shown.js";
import { bitmap, drawing, samples } from "../support/pictures.js";

const service = createService();
const bytes = (latin1: string): Buffer => Buffer.from(latin1, "latin1");
const box = (brands: string): Buffer => {
  const body = Buffer.from(`ftyp${brands.slice(0, 4)}\0\0\0\0${brands.slice(4)}`, "latin1");
  return Buffer.concat([Buffer.from([0, 0, 0, body.length + 4]), body]);
};

describe("The format of an image", () => {
  it("is told by its bytes for every sound one [IMG-1]", async () => {
    for (const [name, content] of Object.entries(await samples())) {
      expect([name, findImageFormat(content)]).toEqual([name, name.split(" ")[0]]);
    }
  });

  it.each<[string, Buffer, string | undefined]>([
    ["HEIC", box("heicmif1heic"), "heic"],
    ["HEIC by a general brand", box("mif1heic"), "heic"],
    ["AVIF by a general brand", box("mif1mif1avif"), "avif"],
    ["AVIF in motion", box("avisavis"), "avif"],
    ["a film", box("isomisommp42"), undefined],
    ["large TIFF", bytes("MM\0+\0\x08\0\0"), "tiff"],
    ["ICO", bytes("\0\0\x01\0\x01\0\x10\x10\0\0\x01\0\x20\0\x68\x04\0\0\x16\0\0\0"), "ico"],
    ["zeros", Buffer.alloc(64), undefined],
    ["bare JPEG XL", bytes("\xff\x0a\x7f\x01"), "jxl"],
    ["JPEG XL", bytes("\0\0\0\x0cJXL \r\n\x87\n"), "jxl"],
    ["JPEG 2000", bytes("\0\0\0\x0cjP  \r\n\x87\n"), "jp2"],
    ["bare JPEG 2000", bytes("\xff\x4f\xff\x51\0\x2f"), "jp2"],
    ["Photoshop", bytes("8BPS\0\x01\0\0"), "psd"],
    ["BMP", bitmap(2, 2), "bmp"],
    ["text that begins with BM", bytes("BM is short for many things that are no bitmap"), undefined],
    ["a sound in the same container as WebP", bytes("RIFF\x24\0\0\0WAVEfmt "), undefined],
  ])("is told by the bytes of %s [IMG-1]", (_, content, format) => {
    expect(findImageFormat(content)).toBe(format);
  });

  const plain = drawing("", "").toString();
  const type =
    '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">';
  it.each<[string, Buffer, boolean]>([
    ["bare", Buffer.from(plain), true],
    ["behind a mark and blanks", Buffer.from(`\uFEFF\r\n\t ${plain}`), true],
    ["behind a declaration", Buffer.from(`<?xml version="1.0"?>\n${plain}`), true],
    ["behind a document type", Buffer.from(`<?xml version="1.0"?>${type}${plain}`), true],
    ["behind entities", Buffer.from(`<!DOCTYPE svg [<!ENTITY a "]>"> <!ENTITY b 'c'>]>${plain}`), true],
    ["behind comments", Buffer.from(`<!-- <html> -->\n<!-- - -->${plain}`), true],
    ["behind instructions", Buffer.from(`<?xml-stylesheet href="a.css"?>${plain}`), true],
    ["behind a long comment", Buffer.from(`<!--${" licence".repeat(3000)}-->${plain}`), true],
    ["with a prefix", Buffer.from('<s:svg xmlns:s="http://www.w3.org/2000/svg"/>'), true],
    ["in UTF-16", Buffer.from(`\uFEFF${plain}`, "utf16le"), true],
    ["in UTF-16 without a mark", Buffer.from(`${plain} `, "utf16le"), true],
    ["in UTF-16, the other way round", Buffer.from(`\uFEFF${plain}`, "utf16le").swap16(), true],
    ["as a part of a page", Buffer.from(`<html><body>${plain}</body></html>`), false],
    ["in words", Buffer.from("An <svg> element"), false],
    ["behind a comment without an end", Buffer.from(`<!-- ${plain}`), false],
    ["as a longer name", Buffer.from("<svgfoo>"), false],
  ])("is SVG or not: %s [IMG-1]", (_, content, isSvg) => {
    expect(findImageFormat(content) === "svg").toBe(isSvg);
  });

  it("is looked for in any bytes without failing [IMG-1]", () => {
    const starts = ["", "BM", "\0\0\x01\0", "\0\0\0\x20ftyp", "<!DOCTYPE svg [", "<!--", "\xff\xfe<\0"];
    const content = fc.tuple(fc.constantFrom(...starts), fc.uint8Array({ maxLength: 60 }));
    fc.assert(
      fc.property(content, ([start, rest]) => {
        findImageFormat(Buffer.concat([bytes(start), rest]));
      }),
    );
  });

  it("is found in a view into larger bytes as well [IMG-1]", async () => {
    for (const [name, content] of Object.entries(await samples())) {
      const larger = Buffer.concat([Buffer.alloc(5), content, Buffer.alloc(5)]);
      expect(findImageFormat(larger.subarray(5, 5 + content.length))).toBe(name.split(" ")[0]);
    }
  });

  it("and its media type are those that were shown, for each [IMG-1]", async () => {
    for (const [name, content] of Object.entries(await samples())) {
      const { format, mimeType } = await describeShown(service, content);
      expect(format.toLowerCase()).toBe(name.split(" ")[0]);
      expect(mimeType).toMatch(/^image\/(?:png|jpeg|gif|webp)$/);
    }
  });
});
