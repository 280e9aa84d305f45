/** Pictures among a notebook's outputs: shown as pictures that decode, or told in words. */
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import type { Block, ImageBlock } from "../../../../src/index.js";
import { textOf } from "../../../support/answers.js";
import { code, display, markdown, notebookOf, openNotebook } from "../../../support/notebook-files.js";

type Format = "png" | "jpeg" | "webp" | "gif";

async function picture(width: number, height: number, format: Format = "png"): Promise<string> {
  const channels = 3;
  const background = { r: width % 256, g: height % 256, b: 40 };
  const image = sharp({ create: { width, height, channels, background } });
  return (await image.toFormat(format).toBuffer()).toString("base64");
}

const imagesOf = (content: readonly Block[]): ImageBlock[] =>
  content.filter((block): block is ImageBlock => block.type === "image");

const wordsOf = (content: readonly Block[]): string =>
  content.map((block) => (block.type === "text" ? block.text : "")).join("\n");

/** Format and size of what is shown, by decoding every pixel of it. */
async function decode({ data, mimeType }: ImageBlock): Promise<string> {
  const bytes = Buffer.from(data, "base64");
  const { info } = await sharp(bytes, { failOn: "warning" }).raw().toBuffer({ resolveWithObject: true });
  const { format } = await sharp(bytes).metadata();
  expect(mimeType).toBe(`image/${format}`);
  return `${format} ${info.width}x${info.height}`;
}

describe("A picture in an output", () => {
  it("is shown in its place, whatever its format [NB-13]", async () => {
    const formats = ["png", "jpeg", "webp", "gif"] as const;
    const plots = await Promise.all(
      formats.map(async (format, index) =>
        display({
          [`image/${format}`]: await picture(40 + index, 30, format),
          "text/plain": "<Figure size 40x30 with 1 Axes>",
        }),
      ),
    );
    const outputs = [...plots, display({ "text/plain": "behind them" })];
    const desk = openNotebook(notebookOf([code("plot()", { id: "p", outputs }), code("next", { id: "n" })]));
    const { content, output } = await desk.read();
    expect(content.map(({ type }) => type)).toEqual([...formats.flatMap(() => ["text", "image"]), "text"]);
    const texts = content.flatMap((block) => (block.type === "text" ? [block.text] : []));
    for (const [index, format] of formats.entries()) {
      const tags = `<output cell="p" type="display_data">\n\\[Image: image/${format}, [^\\]]*\\]\n</output>$`;
      expect(texts[index]).toMatch(new RegExp(tags));
    }
    expect(texts.at(-1)).toContain("behind them");
    const images = imagesOf(content);
    for (const [index, image] of images.entries()) {
      expect(await decode(image)).toMatch(new RegExp(`^(?:png|jpeg|webp|gif) ${40 + index}x30$`));
    }
    expect(output?.type === "notebook" ? output.file.cells[0]?.outputs : []).toEqual([
      ...images.map(({ data, mimeType }, index) => ({
        type: "display_data",
        text: expect.stringContaining("[Image: "),
        image: { base64: data, type: mimeType, width: 40 + index, height: 30 },
      })),
      { type: "display_data", text: "behind them" },
    ]);
  });

  it("in lines, as some programs write it, is the same picture [NB-13]", async () => {
    const lines = (await picture(40, 30)).replace(/.{20}/g, "$&\n");
    const { content } = await openNotebook(
      notebookOf([code("", { outputs: [display({ "image/png": lines.split(/(?<=\n)/) })] })]),
    ).read();
    expect(await Promise.all(imagesOf(content).map(decode))).toEqual(["png 40x30"]);
  });

  it("that a Markdown cell carries is shown as well [NB-13]", async () => {
    const attachments = { "a.png": { "image/png": await picture(20, 10) } };
    const { content } = await openNotebook(
      notebookOf([markdown("![](attachment:a.png)", { attachments })]),
    ).read();
    expect(await Promise.all(imagesOf(content).map(decode))).toEqual(["png 20x10"]);
    expect(wordsOf(content)).toContain('type="attachment" name="a.png"');
  });

  it("that is a drawing is shown as pixels [NB-13]", async () => {
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" width="50" height="20"><rect width="9" height="9"/></svg>';
    const { content } = await openNotebook(
      notebookOf([code("", { outputs: [display({ "image/svg+xml": [svg] })] })]),
    ).read();
    const [shown] = imagesOf(content);
    expect(shown === undefined ? "none" : await decode(shown)).toMatch(/^png \d+x\d+$/);
  });

  it("that is large is shown smaller, and counts for what it is in tokens [NB-13]", async () => {
    const { content } = await openNotebook(
      notebookOf([code("", { outputs: [display({ "image/png": await picture(5000, 4000) })] })]),
    ).read();
    const [shown] = imagesOf(content);
    const [, width = "0", height = "0"] =
      /(\d+)x(\d+)/.exec(shown === undefined ? "" : await decode(shown)) ?? [];
    expect(Math.max(Number(width), Number(height))).toBeLessThanOrEqual(1568);
    expect((Number(width) * Number(height)) / 750).toBeLessThanOrEqual(1600);
    expect(Number(width)).toBeGreaterThan(500);
  });

  const page = Buffer.from("<!DOCTYPE html><html><body>Sign in</body></html>").toString("base64");
  it("that is none is told in words, and harms nothing else [NB-13]", async () => {
    const broken: readonly (readonly [data: string, words: string])[] = [
      ["%%% not base64 %%%", "[image/png that is not valid base64]"],
      ["", "[image/png that is not valid base64]"],
      [page, "[Not shown: it is no image but an HTML page.]"],
      ["iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ", "[Not shown: "],
      ["iVBORw0KGgo=", "[Not shown: "],
      [Buffer.from("]</output><cell>").toString("base64"), "[Not shown: it is no image but text.]"],
    ];
    const good = display({ "image/png": await picture(8, 8) });
    const cells = broken.map(([data]) => code("plot()", { outputs: [display({ "image/png": data }), good] }));
    const desk = openNotebook(notebookOf(cells));
    const { content, isError } = await desk.read();
    expect(isError).toBe(false);
    const parts = wordsOf(content).split("<cell ").slice(1);
    for (const [index, [, words]] of broken.entries()) expect(parts[index]).toContain(words);
    expect(await Promise.all(imagesOf(content).map(decode))).toEqual(broken.map(() => "png 8x8"));
    expect((await desk.edit({ cell_id: "#0", new_source: "x" })).isError).toBe(false);
  });

  it("that would take all memory to decode is told in words [NB-13]", async () => {
    // A header that promises 60,000 by 60,000 pixels.
    const bytes = Buffer.from(await picture(8, 8), "base64");
    bytes.writeUInt32BE(60_000, 16);
    bytes.writeUInt32BE(60_000, 20);
    const outputs = [display({ "image/png": bytes.toString("base64") })];
    const { content, isError } = await openNotebook(notebookOf([code("", { outputs })])).read();
    expect(isError).toBe(false);
    expect(imagesOf(content)).toEqual([]);
    expect(wordsOf(content)).toContain("[Not shown: ");
  });

  it("is told in words where images can't be shown [NB-13]", async () => {
    const outputs = [display({ "image/png": await picture(8, 8), "text/plain": "a caption" })];
    const desk = openNotebook(notebookOf([code("", { outputs })]), { capabilities: { images: false } });
    const { content } = await desk.read();
    const text = wordsOf(content);
    expect(imagesOf(content)).toEqual([]);
    expect(text).toContain("a caption\n[Image: image/png, ");
    expect(text).toContain("[Not shown: images can't be shown in this conversation.]");
  });
});

describe("Many pictures", () => {
  it("are shown up to a limit; the rest by the calls that their notes name [NB-13]", async () => {
    const data = await picture(16, 16);
    const cells = Array.from({ length: 30 }, () =>
      code("plot()", { outputs: [display({ "image/png": data })] }),
    );
    const desk = openNotebook(notebookOf(cells));
    const { content } = await desk.read();
    expect(imagesOf(content)).toHaveLength(20);
    const notes = [...wordsOf(content).matchAll(/Read with offset (\d+) and limit 1 to see this one/g)].map(
      ([, offset]) => Number(offset),
    );
    expect(notes).toEqual([21, 22, 23, 24, 25, 26, 27, 28, 29, 30]);
    for (const offset of notes.slice(0, 2)) {
      expect(imagesOf((await desk.read({ offset, limit: 1 })).content)).toHaveLength(1);
    }
  });

  it("of one cell are not sent round in circles [NB-13]", async () => {
    const data = await picture(16, 16);
    const outputs = Array.from({ length: 25 }, () => display({ "image/png": data }));
    const last = code("last()", { outputs: outputs.slice(0, 1) });
    const desk = openNotebook(notebookOf([code("plot()", { outputs }), last]));
    const whole = textOf(await desk.read());
    expect(whole).toContain("[Not shown: one answer holds no more pictures.]");
    expect(whole).not.toContain("Read with offset 1 and limit 1");
    expect(whole).toContain("Read with offset 2 and limit 1 to see this one");
    const alone = await desk.read({ offset: 1, limit: 1 });
    expect(imagesOf(alone.content)).toHaveLength(20);
    expect(textOf(alone)).not.toContain("limit 1");
  });

  it("share what one answer may weigh [NB-13]", async () => {
    const noise = await sharp({
      create: {
        width: 700,
        height: 700,
        channels: 3,
        background: "white",
        noise: { type: "gaussian", sigma: 60 },
      },
    })
      .png()
      .toBuffer();
    const outputs = Array.from({ length: 6 }, () => display({ "image/png": noise.toString("base64") }));
    const maxMediaBytes = 600_000;
    const desk = openNotebook(notebookOf([code("", { outputs })]), { limits: { maxMediaBytes } });
    const images = imagesOf((await desk.read()).content);
    expect(images).toHaveLength(6);
    const bytes = images.map(({ data }) => Buffer.from(data, "base64").length);
    expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(maxMediaBytes / 2);
    for (const image of images) await decode(image);
  });
});
