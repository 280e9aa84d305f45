/** Pictures as an agent gets them: of every format, under every name, with what is needed to point into the original. */
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { createMemoryFileSystem } from "../../../../src/index.js";
import { errorOf, textOf } from "../../../support/answers.js";
import { animation, drawScreen, paint, samples } from "../../../support/pictures.js";
import { tempWorkspace } from "../../../support/workspace.js";
import {
  closeAfterwards,
  createSessions,
  decodeImage,
  kindsOf,
  read,
  readBytes,
  smallPng,
  tokensOf,
} from "./shown.js";

const session = createSessions();

describe("Read of a picture", () => {
  it("shows every format as one that models take, with its dimensions [KIND-1]", async () => {
    const files = tempWorkspace();
    const toolkit = session();
    const found = Object.entries(await samples(64, 48)).filter(([name]) => name !== "svg");
    expect(found.length).toBeGreaterThan(20);
    for (const [name, bytes] of found) {
      const [format = ""] = name.split(" ");
      const result = await read(toolkit, files.write(`${name.replaceAll(" ", "-")}.${format}`, bytes));
      expect(kindsOf(result)).toEqual(["text", "image"]);
      const { output, mimeType } = await decodeImage(result);
      expect(output.file).toMatchObject({
        originalSize: bytes.length,
        dimensions: { originalWidth: 64, originalHeight: 48, displayWidth: 64, displayHeight: 48 },
      });
      const isTaken = ["png", "jpeg", "gif", "webp"].includes(format);
      // What no model takes is shown as something that all do.
      if (!isTaken) expect(["image/png", "image/jpeg"]).toContain(mimeType);
      expect(textOf(result)).toMatch(/^\[[A-Za-z]+ image, 64x48 pixels, [\d.]+ (?:bytes|KB)\.]\n\(image\)$/);
    }
  });

  it("tells both factors where a side of few pixels makes them differ [MEDIA-6]", async () => {
    const thin = await paint(20_000, 3).png().toBuffer();
    const result = await readBytes(session(), tempWorkspace(), "thin.png", thin);
    expect(textOf(result)).toContain(
      "Shown at 2000x1: multiply x by 10 and y by 3 to find them in the original.",
    );
  });

  it("goes by the bytes, whatever the name says [KIND-1]", async () => {
    const files = tempWorkspace();
    const found = await samples();
    const names: readonly (readonly [string, string, string])[] = [
      ["notes.txt", "png", "PNG"],
      ["analysis.ipynb", "png", "PNG"],
      ["README.md", "png", "PNG"],
      ["logo.svg", "png", "PNG"],
      ["screenshot", "png", "PNG"],
      [".thumbnail", "png", "PNG"],
      ["photo.png", "jpeg", "JPEG"],
      ["PHOTO.JPG", "webp", "WebP"],
      ["paper.pdf", "gif", "GIF"],
    ];
    for (const [name, format, formatName] of names) {
      const bytes = found[format] ?? Buffer.alloc(0);
      const result = await readBytes(session(), files, name, bytes);
      const { mimeType, bytes: shown } = await decodeImage(result);
      expect(mimeType).toBe(`image/${format}`);
      // A sound picture that fits is passed on byte for byte.
      expect(shown.equals(bytes)).toBe(true);
      expect(textOf(result)).toContain(`[${formatName} image, 64x48 pixels`);
    }
  });

  it.each<[number, number]>([
    [4000, 3000],
    [3001, 1777],
    [10_000, 20],
    [1170, 2532],
  ])(
    "tells the factor that leads from a place on the picture to the original's, at %ix%i [MEDIA-6]",
    async (width, height) => {
      const mark = { x: Math.floor(width * 0.7), y: Math.floor(height * 0.4) };
      const side = Math.min(Math.floor(height / 3), 48);
      const bytes = await sharp({ create: { width, height, channels: 3, background: "white" } })
        .composite([
          {
            input: { create: { width: side, height: side, channels: 3, background: "red" } },
            left: mark.x,
            top: mark.y,
          },
        ])
        .png()
        .toBuffer();
      const result = await readBytes(session(), tempWorkspace(), "marked.png", bytes);
      const shown = await decodeImage(result);
      const { dimensions } = shown.output.file;
      expect(dimensions).toMatchObject({ originalWidth: width, originalHeight: height });
      expect(Math.max(shown.width, shown.height)).toBeLessThanOrEqual(2000);
      expect(textOf(result)).toContain(`Shown at ${shown.width}x${shown.height}: multiply coordinates by `);
      const factor = Number(/multiply coordinates by ([\d.]+) to find them/.exec(textOf(result))?.[1]);
      const seen = centreOfRed(shown);
      // No place on a picture is known better than to its own pixel.
      expect(Math.abs(seen.x * factor - (mark.x + side / 2))).toBeLessThanOrEqual(factor);
      expect(Math.abs(seen.y * factor - (mark.y + side / 2))).toBeLessThanOrEqual(factor);
    },
  );

  it("turns a photograph upright and tells its dimensions so [MEDIA-6]", async () => {
    const lying = await sharp({ create: { width: 60, height: 30, channels: 3, background: "blue" } })
      .composite([
        { input: { create: { width: 10, height: 10, channels: 3, background: "red" } }, left: 0, top: 0 },
      ])
      .withMetadata({ orientation: 6 })
      .jpeg({ quality: 100 })
      .toBuffer();
    const shown = await decodeImage(await readBytes(session(), tempWorkspace(), "phone.jpg", lying));
    expect(shown.output.file.dimensions).toMatchObject({ originalWidth: 30, originalHeight: 60 });
    // A quarter turn to the right brings the upper left corner to the upper right.
    const seen = centreOfRed(shown);
    expect([Math.round(seen.x), Math.round(seen.y)]).toEqual([25, 5]);
    const { orientation } = await sharp(shown.bytes).metadata();
    expect(orientation ?? 1).toBe(1);
  });

  it.each(["gif", "webp", "tiff"] as const)(
    "says of an animated or many-page %s that the first frame is shown [MEDIA-6]",
    async (format) => {
      const result = await readBytes(
        session(),
        tempWorkspace(),
        `moving.${format}`,
        await animation(format, 4),
      );
      const { output, pixels, bytes } = await decodeImage(result);
      expect(output.file.frames).toBe(4);
      expect(textOf(result)).toContain("It has 4 frames, of which the first is shown.");
      expect(pixels.subarray(0, 3)).toEqual(Buffer.from([255, 0, 0]));
      expect((await sharp(bytes, { animated: true }).metadata()).pages ?? 1).toBe(1);
    },
  );

  it("finds a screenshot whose name differs only in the kind of space, and says so [PATH-11]", async () => {
    const real = "Screenshot 2026-01-02 at 3.04.05\u202fPM.png";
    const files = tempWorkspace({ [real]: await drawScreen(40, 30).png().toBuffer() });
    const result = await read(session(), files.path(real.replace("\u202f", " ")));
    const { output } = await decodeImage(result);
    expect(output.file.readAs).toBe(files.path(real));
    expect(textOf(result)).toContain("No file has exactly that name. Read instead: ");
  });

  it("keeps text on a screen legible: few colours stay lossless [MEDIA-6]", async () => {
    const screen = await drawScreen(2600, 1400).png().toBuffer();
    const { mimeType } = await decodeImage(await readBytes(session(), tempWorkspace(), "screen.png", screen));
    expect(mimeType).toBe("image/png");
  });

  it.each<[string, Record<string, number>]>([
    ["50 tokens", { maxTokens: 50 }],
    ["1 token", { maxTokens: 1 }],
    ["2,000 bytes", { maxImageBytes: 2000 }],
    ["700 bytes", { maxImageBytes: 700 }],
    ["50 tokens and 1,000 bytes", { maxTokens: 50, maxImageBytes: 1000 }],
  ])("makes a picture as small as %s ask for [MEDIA-6]", async (_, limits) => {
    const files = tempWorkspace({ "noise.png": await paint(900, 700).png().toBuffer() });
    const shown = await decodeImage(await read(session({ limits }), files.path("noise.png")));
    expect(tokensOf(shown)).toBeLessThanOrEqual(limits["maxTokens"] ?? Number.POSITIVE_INFINITY);
    expect(shown.bytes.length).toBeLessThanOrEqual(limits["maxImageBytes"] ?? Number.POSITIVE_INFINITY);
    expect(shown.output.file.dimensions).toMatchObject({ originalWidth: 900, originalHeight: 700 });
  });

  it("shows pictures of a disk that the host has brought [READ-19]", async () => {
    const png = await smallPng();
    const fileSystem = createMemoryFileSystem();
    fileSystem.put("/w/a.png", png);
    const toolkit = closeAfterwards(tempWorkspace().toolkit({ fileSystem, roots: ["/w"] }));
    expect((await decodeImage(await read(toolkit, "/w/a.png"))).bytes.equals(png)).toBe(true);
  });

  it("refuses pages for a picture [READ-18]", async () => {
    const files = tempWorkspace({ "a.png": await smallPng() });
    const error = errorOf(await read(session(), files.path("a.png"), { pages: "1" }));
    expect(error).toMatchObject({ code: "INPUT_INVALID" });
    expect(error.message).toMatch(/^Read: pages is for PDF files only\./);
  });

  it("shows no picture where the host takes none, and says so [MEDIA-3]", async () => {
    const files = tempWorkspace({ "a.png": await smallPng() });
    const toolkit = session({ capabilities: { images: false } });
    const error = errorOf(await read(toolkit, files.path("a.png")));
    expect(error.code).toBe("MEDIA_UNAVAILABLE");
    expect(error.message).toBe(
      `${files.path("a.png")} is an image, and images can't be shown in this conversation. Ask the user what is on it.`,
    );
  });

  it("shows a picture again when asked again: there is no stub for what can't be quoted [READ-10]", async () => {
    const files = tempWorkspace({ "a.png": await smallPng() });
    const toolkit = session();
    for (let time = 1; time <= 2; time += 1) await decodeImage(await read(toolkit, files.path("a.png")));
  });
});

/** Where the red of a picture lies, in its own pixels. */
function centreOfRed({ pixels, width }: { readonly pixels: Buffer; readonly width: number }): {
  x: number;
  y: number;
} {
  let [sum, x, y] = [0, 0, 0];
  for (let at = 0; at < pixels.length; at += 3) {
    const redness = (pixels[at] ?? 0) - (pixels[at + 1] ?? 0) - (pixels[at + 2] ?? 0);
    if (redness < 60) continue;
    sum += redness;
    x += redness * (((at / 3) % width) + 0.5);
    y += redness * (Math.floor(at / 3 / width) + 0.5);
  }
  return { x: x / sum, y: y / sum };
}
