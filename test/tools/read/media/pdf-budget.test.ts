/** However much a PDF holds, an answer stays within what one Read may say, and a refusal names pages that fit. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { CallResult, Capabilities, LimitFlags, Toolkit } from "../../../../src/index.js";
import { errorOf, textOf } from "../../../support/answers.js";
import { makePdf, textLines } from "../../../support/pdfs.js";
import { scannedPdf } from "../../../support/scanned-pdf.js";
import { tempWorkspace } from "../../../support/workspace.js";
import { createSessions, dataOf, decodeImages, outputOf, read, tokensOf } from "./shown.js";

const session = createSessions();
const LINE = "Every line of this page is made of eleven ordinary words.";

/** A document whose pages have so many lines. */
function pagesOf(lines: readonly number[]): Uint8Array<ArrayBuffer> {
  return makePdf({
    pages: lines.map((count) => ({
      content: textLines(Array.from({ length: count }, () => LINE)),
      height: 842 + count * 16,
    })),
  });
}

/** Words by the session's own count, pictures as vision models count. */
async function spentTokens(toolkit: Toolkit, result: CallResult): Promise<number> {
  let spent = 0;
  for (const picture of await decodeImages(result)) spent += tokensOf(picture);
  for (const block of result.content) {
    if (block.type === "text") spent += await toolkit.workspace.vocabulary.count(block.text);
  }
  return spent;
}

function open(limits: LimitFlags, capabilities: Capabilities = {}): Toolkit {
  return session({ limits, capabilities });
}

describe("Read of a PDF that holds too much", () => {
  it("shows 20 photographed pages within the tokens and bytes of one answer [MEDIA-5, MEDIA-1]", async () => {
    const files = tempWorkspace({ "scan.pdf": await scannedPdf({ pages: 20 }) });
    const limits = { maxTokens: 9000, maxMediaBytes: 1_000_000 };
    const toolkit = open(limits);
    const result = await read(toolkit, files.path("scan.pdf"), { pages: "1-20" });
    expect(outputOf(result, "parts").pages.map(({ image }) => image?.type)).toEqual(
      Array.from({ length: 20 }, () => "image/jpeg"),
    );
    expect(await spentTokens(toolkit, result)).toBeLessThanOrEqual(limits.maxTokens);
    const bytes = dataOf(result, "image").reduce((total, data) => total + data.length, 0);
    expect(bytes).toBeLessThanOrEqual(limits.maxMediaBytes / 2);
  });

  it("refuses pages whose pictures would be too small to read, with pages that fit [MEDIA-5]", async () => {
    const files = tempWorkspace({ "scan.pdf": await scannedPdf({ pages: 10 }) });
    const limits = { maxTokens: 1500 };
    const toolkit = open(limits);
    const error = errorOf(await read(toolkit, files.path("scan.pdf")));
    expect(error.code).toBe("TOO_MANY_TOKENS");
    expect(error.message).toMatch(
      /^10 pages of .* would come to 4,\d{3} tokens with their pictures, over the cap of 1,500 tokens for one Read\. Ask for pages "1-3"\.$/,
    );
    const next = await toolkit.call("Read", error.data["nextCall"]);
    expect(outputOf(next, "parts").pages.map(({ number }) => number)).toEqual([1, 2, 3]);
    expect(await spentTokens(toolkit, next)).toBeLessThanOrEqual(limits.maxTokens);
  });

  it("refuses pages of too much text with pages that fit [MEDIA-5]", async () => {
    const files = tempWorkspace({ "long.pdf": pagesOf(Array.from({ length: 10 }, () => 300)) });
    const toolkit = open({ maxTokens: 10_000 });
    const error = errorOf(await read(toolkit, files.path("long.pdf")));
    expect(error.code).toBe("TOO_MANY_TOKENS");
    expect(error.message).toMatch(
      /^10 pages of .* would come to [\d,]+ tokens, over the cap of 10,000 tokens for one Read\. Ask for pages "1-2"\.$/,
    );
    const next = await toolkit.call("Read", error.data["nextCall"]);
    expect(outputOf(next, "parts").pages).toHaveLength(2);
    expect(await spentTokens(toolkit, next)).toBeLessThanOrEqual(10_000);
  });

  it("names pages that fit whatever is on them and whatever the host takes [MEDIA-5]", async () => {
    const lines = fc.array(fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 260 })), {
      minLength: 2,
      maxLength: 10,
    });
    const capabilities = fc.constantFrom<Capabilities>({}, { images: true }, { images: false });
    await fc.assert(
      fc.asyncProperty(
        lines,
        capabilities,
        fc.integer({ min: 300, max: 6000 }),
        async (plan, can, maxTokens) => {
          const files = tempWorkspace({ "a.pdf": pagesOf(plan) });
          const toolkit = open({ maxTokens }, can);
          let result = await read(toolkit, files.path("a.pdf"));
          if (result.isError) {
            const error = errorOf(result);
            expect(error.code).toBe("TOO_MANY_TOKENS");
            result = await toolkit.call("Read", error.data["nextCall"]);
          }
          const { pages } = outputOf(result, "parts");
          expect(pages.length).toBeGreaterThan(0);
          expect(await spentTokens(toolkit, result)).toBeLessThanOrEqual(maxTokens);
        },
      ),
      { numRuns: 25, seed: 20 },
    );
  });

  it("cuts a single page that is too long, and says so [MEDIA-5]", async () => {
    const files = tempWorkspace({ "wall.pdf": pagesOf([3000, 3]) });
    for (const capabilities of [{}, { images: true }]) {
      const toolkit = open({ maxTokens: 4000 }, capabilities);
      const error = errorOf(await read(toolkit, files.path("wall.pdf")));
      expect(error.data["nextCall"]).toEqual({ file_path: files.path("wall.pdf"), pages: "1" });
      const result = await toolkit.call("Read", error.data["nextCall"]);
      expect(textOf(result)).toContain("\n[The rest of this page's text is not shown.]\n</page>");
      expect(textOf(result)).toContain(LINE);
      expect(await spentTokens(toolkit, result)).toBeLessThanOrEqual(4000);
      // Not less than could be shown: half of the cap at least is text.
      const words = await toolkit.workspace.vocabulary.count(outputOf(result, "parts").pages[0]?.text ?? "");
      expect(words).toBeGreaterThan(1000);
    }
  });

  it("does not count what is far too much [MEDIA-5, MEDIA-7]", async () => {
    const files = tempWorkspace({ "long.pdf": pagesOf(Array.from({ length: 10 }, () => 500)) });
    let longest = 0;
    const countTokens = (text: string): number => {
      longest = Math.max(longest, text.length);
      return Math.ceil(text.length / 4);
    };
    const toolkit = session({ limits: { maxTokens: 1000 }, countTokens });
    const error = errorOf(await read(toolkit, files.path("long.pdf")));
    expect(error.code).toBe("TOO_MANY_TOKENS");
    expect(error.data["tokens"]).toBeGreaterThan(1000);
    const next = await toolkit.call("Read", error.data["nextCall"]);
    expect(outputOf(next, "parts").pages).toHaveLength(1);
    // A page, which is cut at eight characters a token, and what stands around it.
    expect(longest).toBeLessThan(8 * 1000 + 500);
  });

  it("counts as the host counts [MEDIA-5]", async () => {
    const files = tempWorkspace({ "long.pdf": pagesOf([40, 40, 40, 40]) });
    const countTokens = (text: string): number => text.length;
    const toolkit = session({ limits: { maxTokens: 6000 }, countTokens, capabilities: { images: true } });
    const error = errorOf(await read(toolkit, files.path("long.pdf")));
    const next = await toolkit.call("Read", error.data["nextCall"]);
    expect(await spentTokens(toolkit, next)).toBeLessThanOrEqual(6000);
  });
});
