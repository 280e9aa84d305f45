/** Files that can't be shown, told apart; and files that are broken but can be. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { PdfProblem, PdfService } from "../../../src/media/pdf/pdf-service.js";
import { encryptWithAes256, encryptWithRc4 } from "../../support/pdf-encryption.js";
import { makePdf, numberedPages, PdfWriter, textLines } from "../../support/pdfs.js";
import { createService, PICTURE, readFirst, reasonFor, TEXT } from "./set-up.js";

const secret = [{ content: textLines(["known to some"]) }];

describe("A file is refused", () => {
  it("as empty, or as no PDF, before any thread is started [PDF-2]", async () => {
    const refused = async (content: string): Promise<string> => reasonFor(Buffer.from(content, "latin1"));
    expect(await refused("")).toBe("empty");
    expect(await refused("<!DOCTYPE html><title>404</title>")).toBe("not-a-pdf");
    expect(await refused("%!PS-Adobe-3.0")).toBe("not-a-pdf");
    expect(await refused("\0".repeat(5000))).toBe("not-a-pdf");
  });

  it.each([
    ["RC4 of 40 bits", encryptWithRc4(40, { user: "sesame", owner: "owner" })],
    ["RC4 of 128 bits", encryptWithRc4(128, { user: "sesame", owner: "owner" })],
    ["AES of 256 bits", encryptWithAes256({ user: "sesame", owner: "owner" })],
  ])("as encrypted when it needs a password, with %s [PDF-2]", async (_, encryption) => {
    expect(await reasonFor(makePdf({ pages: secret, encryption }))).toBe("encrypted");
  });

  it("as encrypted when its encryption is unknown [PDF-2]", async () => {
    const known = encryptWithRc4(128, { user: "", owner: "owner" });
    const encryption = { ...known, dictionary: known.dictionary.replace("/Standard", "/Adobe.PubSec") };
    expect(await reasonFor(makePdf({ pages: secret, encryption }))).toBe("encrypted");
  });

  it("as damaged when nothing of it can be found [PDF-2]", async () => {
    const whole = numberedPages(2);
    expect(await reasonFor(Buffer.from("%PDF-1.7\n"))).toBe("damaged");
    expect(await reasonFor(whole.slice(0, 100))).toBe("damaged");
    expect(await reasonFor(Buffer.concat([Buffer.from("%PDF-1.7\n"), Buffer.alloc(100_000, 0x41)]))).toBe(
      "damaged",
    );
  });

  it("as damaged when it has no pages, or pages without end [PDF-2]", async () => {
    expect(await reasonFor(makePdf({ pages: [] }))).toBe("damaged");
    const cyclic = new PdfWriter();
    const [tree, branch] = [cyclic.reserve(), cyclic.reserve()];
    cyclic.set(tree, `<< /Type /Pages /Kids [${branch} 0 R] /Count 5 >>`);
    cyclic.set(branch, `<< /Type /Pages /Parent ${tree} 0 R /Kids [${tree} 0 R] /Count 5 >>`);
    const bytes = cyclic.finish(cyclic.add(`<< /Type /Catalog /Pages ${tree} 0 R >>`));
    expect(await reasonFor(bytes, (document) => document.readPages(1, 1, TEXT))).toBe("damaged");
    const lying = new PdfWriter();
    const pages = lying.add("<< /Type /Pages /Kids [] /Count 2147483647 >>");
    expect(await reasonFor(lying.finish(lying.add(`<< /Type /Catalog /Pages ${pages} 0 R >>`)))).toBe(
      "damaged",
    );
  });

  it("as damaged in one page, when another can be read [PDF-2]", async () => {
    const bytes = Buffer.from(numberedPages(3));
    const second = bytes.indexOf("/Type /Page ", bytes.indexOf("/Type /Page ") + 1);
    bytes.write("/Typo /Page ", second, "latin1");
    bytes.fill(0x20, bytes.lastIndexOf("obj", second) + 3, bytes.indexOf("endobj", second));
    const read = await createService().open(new Uint8Array(bytes), {}, async (document) => {
      const texts = [1, 2, 3].map((page) =>
        document.readPages(page, page, TEXT).then(
          ([found]) => found?.text.split("\n")[0],
          (cause: unknown) => (cause instanceof PdfProblem ? cause.message : "another error"),
        ),
      );
      return Promise.all(texts);
    });
    expect(read).toEqual(["This is page 1", "damaged: page 2 can't be read", "This is page 3"]);
  });
});

describe("A file is shown", () => {
  it.each([
    ["RC4 of 40 bits", encryptWithRc4(40, { user: "", owner: "owner" })],
    ["RC4 of 128 bits", encryptWithRc4(128, { user: "", owner: "owner" })],
    ["AES of 256 bits", encryptWithAes256({ user: "", owner: "owner" })],
  ])("when only changing it needs a password, with %s [PDF-2]", async (_, encryption) => {
    expect(await readFirst(makePdf({ pages: secret, encryption }))).toBe("known to some");
  });

  it("when its table of contents is wrong or missing [PDF-2]", async () => {
    const pages = [{ content: textLines(["found all the same"]) }];
    expect(await readFirst(makePdf({ pages, xref: "wrong" }))).toBe("found all the same");
    expect(await readFirst(makePdf({ pages, xref: "none" }))).toBe("found all the same");
  });

  it("when something stands before its header [PDF-2]", async () => {
    const pages = [{ content: textLines(["after some lines"]) }];
    const bytes = Buffer.concat([Buffer.from("\n\n  junk\n"), makePdf({ pages })]);
    expect(await readFirst(new Uint8Array(bytes))).toBe("after some lines");
  });

  it("and left to its owner, when it is only a part of a buffer [PDF-2]", async () => {
    const whole = new Uint8Array(
      Buffer.concat([Buffer.from("before"), numberedPages(1), Buffer.from("after")]),
    );
    const part = whole.subarray(6, whole.length - 5);
    expect(await readFirst(part)).toMatch(/^This is page 1/);
    expect(Buffer.from(whole).toString("latin1")).toMatch(/^before%PDF[\s\S]*after$/);
    const own = numberedPages(1);
    await readFirst(own);
    expect(own.buffer.byteLength).toBe(0);
  });
});

describe("A broken file", () => {
  const whole = makePdf({
    pages: [{ content: textLines(["first"]) }, { content: textLines(["second"]), rotate: 90 }],
    encryption: encryptWithRc4(128, { user: "", owner: "owner" }),
  });

  /** Whatever comes is a text, a picture and an extract, or a reason why there is none. */
  async function useWhole(bytes: Uint8Array, service: PdfService): Promise<void> {
    try {
      await service.open(bytes, {}, async (document) => {
        await document.readPages(1, Math.min(document.pageCount, 3), TEXT);
        await document.renderPage(1, { ...PICTURE, maxSide: 50 });
        await document.extractPages(1, 1);
      });
    } catch (cause) {
      expect(cause).toBeInstanceOf(PdfProblem);
    }
  }

  it("is refused or shown wherever it was cut off [PDF-2] [PDF-5]", async () => {
    const service = createService();
    const pages = numberedPages(3);
    for (let length = 0; length < pages.length; length += 13) await useWhole(pages.slice(0, length), service);
    for (let length = 0; length < whole.length; length += 29) await useWhole(whole.slice(0, length), service);
    expect(await readFirst(whole.slice(), service)).toBe("first");
  });

  it("is refused or shown whichever of its bits are wrong [PDF-2] [PDF-5]", async () => {
    const service = createService();
    const flips = fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(7)), { minLength: 1, maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(flips, fc.boolean(), async (places, isEncrypted) => {
        const bytes = isEncrypted ? whole.slice() : numberedPages(2);
        for (const [at, bit] of places)
          bytes[at % bytes.length] = (bytes[at % bytes.length] ?? 0) ^ (1 << bit);
        await useWhole(bytes, service);
      }),
      { numRuns: 300 },
    );
    expect(await readFirst(whole.slice(), service)).toBe("first");
  });
});
