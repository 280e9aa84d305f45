/** An SVG is a drawing to look at and a text to change: one Read gives both. */
import { describe, expect, it, onTestFinished } from "vitest";
import { errorOf, textOf } from "../../../support/answers.js";
import { tempWorkspace } from "../../../support/workspace.js";
import { createSessions, type Decoded, decodeImage, kindsOf, outputOf, read, tokensOf } from "./shown.js";

const session = createSessions();
const NAMES = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"';
const RED_SQUARE = `<svg ${NAMES} width="40" height="20">\n  <rect width="20" height="20" fill="red"/>\n</svg>\n`;

function colourAt({ pixels, width, height }: Decoded, x: number, y: number): number[] {
  const at = (Math.floor(y * height) * width + Math.floor(x * width)) * 3;
  return [...pixels.subarray(at, at + 3)];
}

describe("Read of an SVG", () => {
  it("shows the picture and the text [KIND-2]", async () => {
    const files = tempWorkspace({ "a.svg": RED_SQUARE });
    const result = await read(session(), files.path("a.svg"));
    expect(kindsOf(result)).toEqual(["text", "image", "text"]);
    const shown = await decodeImage(result);
    expect([colourAt(shown, 0.25, 0.5), colourAt(shown, 0.75, 0.5)]).toEqual([
      [255, 0, 0],
      [255, 255, 255],
    ]);
    expect(shown.output.file.dimensions).toMatchObject({ originalWidth: 40, originalHeight: 20 });
    expect(shown.output.source).toMatchObject({ content: RED_SQUARE, numLines: 3, totalLines: 3 });
    const [note, , text] = result.content;
    expect(note).toMatchObject({ type: "text" });
    expect(textOf(result)).toMatch(
      /^\[SVG image, 40x20 pixels, \d+ bytes\. Shown at \d+x\d+: multiply coordinates by 0\.04 /,
    );
    expect(text).toMatchObject({
      text: `     1→${RED_SQUARE.split("\n").join("\n     2→")}`.replace("2→</svg>\n     2→", "3→</svg>"),
    });
  });

  it("can be edited and written after one Read [KIND-2, LEDGER-1]", async () => {
    const files = tempWorkspace({ "a.svg": RED_SQUARE, "b.svg": RED_SQUARE });
    const toolkit = session();
    for (const name of ["a.svg", "b.svg"]) await read(toolkit, files.path(name));
    const edited = await toolkit.call("Edit", {
      file_path: files.path("a.svg"),
      old_string: 'fill="red"',
      new_string: 'fill="blue"',
    });
    const written = await toolkit.call("Write", { file_path: files.path("b.svg"), content: "<svg/>\n" });
    expect([edited.isError, written.isError]).toEqual([false, false]);
    expect(files.read("a.svg")).toBe(RED_SQUARE.replace("red", "blue"));
    expect(files.read("b.svg")).toBe("<svg/>\n");
    const again = await decodeImage(await read(toolkit, files.path("a.svg")));
    expect(colourAt(again, 0.25, 0.5)).toEqual([0, 0, 255]);
  });

  it("is not hidden behind the stub when it is asked for again [KIND-2, READ-10]", async () => {
    const files = tempWorkspace({ "a.svg": RED_SQUARE });
    const toolkit = session();
    await read(toolkit, files.path("a.svg"));
    const again = await read(toolkit, files.path("a.svg"));
    expect(kindsOf(again)).toEqual(["text", "image", "text"]);
  });

  it("answers a part that is asked for with that part of the text alone [KIND-2]", async () => {
    const files = tempWorkspace({ "a.svg": RED_SQUARE });
    for (const part of [{ offset: 2, limit: 1 }, { limit: 3 }, { offset: 2 }]) {
      const result = await read(session(), files.path("a.svg"), part);
      expect(kindsOf(result)).toEqual(["text"]);
      expect(outputOf(result, "text").file.startLine).toBe(part.offset ?? 1);
    }
  });

  it("is text alone where the host takes no pictures, and the stub works then [MEDIA-3]", async () => {
    const files = tempWorkspace({ "a.svg": RED_SQUARE });
    const toolkit = session({ capabilities: { images: false } });
    expect(kindsOf(await read(toolkit, files.path("a.svg")))).toEqual(["text"]);
    expect(outputOf(await read(toolkit, files.path("a.svg")), "file_unchanged").type).toBe("file_unchanged");
  });

  it("shows the picture of a source too long to send, with advice that works [KIND-2, READ-7]", async () => {
    const circle = '  <circle cx="5" cy="5" r="3" fill="red"/>\n';
    const remark = "  <!-- nothing that would take time to draw -->\n";
    const sizes = { "long.svg": 6000, "huge.svg": 25_000 };
    for (const [name, count] of Object.entries(sizes)) {
      const files = tempWorkspace({
        [name]: `<svg ${NAMES} width="10" height="10">\n${circle}${remark.repeat(count)}</svg>\n`,
      });
      const toolkit = session();
      const result = await read(toolkit, files.path(name));
      expect(kindsOf(result)).toEqual(["text", "image", "text"]);
      const shown = await decodeImage(result);
      expect(colourAt(shown, 0.5, 0.5)).toEqual([255, 0, 0]);
      expect(shown.output.source).toBeUndefined();
      const advice = /\[Its text is not shown\. .* Read it with offset (\d+) and limit (\d+),/.exec(
        textOf(result),
      );
      const next = await read(toolkit, files.path(name), {
        offset: Number(advice?.[1]),
        limit: Number(advice?.[2]),
      });
      expect(outputOf(next, "text").file.numLines).toBe(Number(advice?.[2]));
    }
  });

  it("keeps picture and text together within the tokens of one answer [KIND-2, READ-6]", async () => {
    const lines = '  <circle cx="5" cy="5" r="3" fill="red"/>\n'.repeat(150);
    const files = tempWorkspace({ "a.svg": `<svg ${NAMES} width="10" height="10">\n${lines}</svg>\n` });
    const toolkit = session({ limits: { maxTokens: 4500 } });
    const result = await read(toolkit, files.path("a.svg"));
    const picture = await decodeImage(result);
    expect(picture.output.source?.numLines).toBe(152);
    const words = await toolkit.workspace.vocabulary.count(textOf(result));
    expect(words).toBeGreaterThan(3000);
    expect(words + tokensOf(picture)).toBeLessThanOrEqual(4500);
  });

  it("is told to listeners, with and without its text [EVENT-1]", async () => {
    const remarks = "  <!-- nothing that would take time to draw -->\n".repeat(6000);
    const files = tempWorkspace({
      "a.svg": RED_SQUARE,
      "long.svg": `<svg ${NAMES} width="10" height="10">\n${remarks}</svg>\n`,
    });
    const toolkit = session();
    const seen: object[] = [];
    onTestFinished(
      toolkit.workspace.events.on("file-read", ({ path, kind, lines }) => seen.push({ path, kind, lines })),
    );
    for (const name of ["a.svg", "long.svg"]) await read(toolkit, files.path(name));
    expect(seen).toEqual([
      { path: files.path("a.svg"), kind: "text", lines: 3 },
      { path: files.path("long.svg"), kind: "image", lines: 0 },
    ]);
  });

  it("gives the text of a broken one, and why it was not drawn [KIND-2]", async () => {
    const files = tempWorkspace({ "a.svg": `<svg ${NAMES} width="10" height="10">\n  <g>\n</svg>\n` });
    const toolkit = session();
    const result = await read(toolkit, files.path("a.svg"));
    expect(kindsOf(result)).toEqual(["text", "text"]);
    expect(outputOf(result, "text").file.numLines).toBe(3);
    expect(textOf(result)).toContain("     2→  <g>\n");
    expect(textOf(result)).toMatch(/\[Not drawn: it can't be decoded as SVG\.\]/);
    const mended = await toolkit.call("Edit", {
      file_path: files.path("a.svg"),
      old_string: "  <g>",
      new_string: "  <g/>",
    });
    expect(mended.isError).toBe(false);
    await decodeImage(await read(toolkit, files.path("a.svg")));
  });

  it("reads UTF-16, and keeps it through an edit [KIND-2, EDIT-16]", async () => {
    for (const [mark, name] of [
      ["\ufeff", "with.svg"],
      ["", "without.svg"],
    ] as const) {
      const source = `${mark}<?xml version="1.0" encoding="UTF-16"?>\n${RED_SQUARE}`;
      const files = tempWorkspace({ [name]: Buffer.from(source, "utf16le") });
      const toolkit = session();
      const shown = await decodeImage(await read(toolkit, files.path(name)));
      expect(colourAt(shown, 0.25, 0.5)).toEqual([255, 0, 0]);
      expect(shown.output.source?.encoding).toContain("UTF-16");
      await toolkit.call("Edit", { file_path: files.path(name), old_string: "red", new_string: "lime" });
      expect(files.bytes(name).equals(Buffer.from(source.replace("red", "lime"), "utf16le"))).toBe(true);
    }
  });

  it("tells a drawing by its first element, not by its name [KIND-1]", async () => {
    const files = tempWorkspace({
      "named.txt": RED_SQUARE,
      "badge.png": RED_SQUARE,
      "commented.svg": `<?xml version="1.0"?>\n<!-- <b> -->\n<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">\n${RED_SQUARE}`,
      "page.html": `<!doctype html>\n<html><body>${RED_SQUARE}</body></html>\n`,
      "icon.tsx": `export const icon = ${RED_SQUARE};\n`,
      "words.svg": "no drawing at all\n",
      "none.svg": "",
    });
    const kinds = async (name: string): Promise<string[]> => kindsOf(await read(session(), files.path(name)));
    expect(await kinds("named.txt")).toEqual(["text", "image", "text"]);
    expect(await kinds("badge.png")).toEqual(["text", "image", "text"]);
    expect(await kinds("commented.svg")).toEqual(["text", "image", "text"]);
    for (const name of ["page.html", "icon.tsx", "words.svg", "none.svg"]) {
      expect(await kinds(name)).toEqual(["text"]);
    }
  });

  it("refuses pages [READ-18]", async () => {
    const files = tempWorkspace({ "a.svg": RED_SQUARE });
    expect(errorOf(await read(session(), files.path("a.svg"), { pages: "1" })).code).toBe("INPUT_INVALID");
  });
});
