/** Pictures, PDFs and notebooks to read, made from numbers so that every run has the same. */
import { existsSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";

/** Made under another name first: what a run that was broken off has left is not taken for whole. */
async function made(path: string, make: () => Promise<Uint8Array | string>): Promise<string> {
  if (existsSync(path)) return path;
  writeFileSync(`${path}.new`, await make());
  renameSync(`${path}.new`, path);
  return path;
}

/** Waves of colour: neither flat, which costs nothing, nor noise, which no picture is. */
export function makePicture(directory: string, side: number): Promise<string> {
  return made(join(directory, `waves-${side}.png`), () => {
    const small = 300;
    const pixels = Buffer.alloc(small * small * 3);
    for (let index = 0; index < small * small; index += 1) {
      const [x, y] = [index % small, Math.floor(index / small)];
      pixels.set([128 + 120 * Math.sin(x / 40), 128 + 120 * Math.sin(y / 30), 64 + (x >> 1)], 3 * index);
    }
    return sharp(pixels, { raw: { width: small, height: small, channels: 3 } })
      .resize(side, side, { kernel: "cubic" })
      .png({ compressionLevel: 3 })
      .toBuffer();
  });
}

/** Pages of 60 lines in one of the fonts that every reader has. */
export function makePdf(directory: string, pages: number): Promise<string> {
  return made(join(directory, `lines-${pages}.pdf`), async () => {
    const objects = [
      "<</Type/Catalog/Pages 2 0 R>>",
      `<</Type/Pages/Count ${pages}/Kids[${Array.from({ length: pages }, (_, page) => `${4 + 2 * page} 0 R`).join(" ")}]>>`,
      "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
    ];
    for (let page = 1; page <= pages; page += 1) {
      const lines = Array.from(
        { length: 60 },
        (_, line) => `(Line ${line + 1} of page ${page}, of some length.) '`,
      );
      const content = `BT /F 10 Tf 12 TL 50 780 Td ${lines.join("\n")} ET`;
      const own = 2 + 2 * page;
      objects.push(
        `<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<</Font<</F 3 0 R>>>>/Contents ${own + 1} 0 R>>`,
        `<</Length ${content.length}>>stream\n${content}\nendstream`,
      );
    }
    let text = "%PDF-1.4\n";
    const places = objects.map((object, index) => {
      const place = text.length;
      text += `${index + 1} 0 obj\n${object}\nendobj\n`;
      return `${String(place).padStart(10, "0")} 00000 n \n`;
    });
    const size = objects.length + 1;
    return `${text}xref\n0 ${size}\n0000000000 65535 f \n${places.join("")}trailer<</Size ${size}/Root 1 0 R>>\nstartxref\n${text.length}\n%%EOF\n`;
  });
}

/** Little source and much output, as notebooks become when nobody clears them. */
export function makeNotebook(directory: string, outputBytes: number): Promise<string> {
  return made(join(directory, `outputs-${outputBytes}.ipynb`), async () => {
    const cells = Array.from({ length: 20 }, (_, cell) => ({
      cell_type: "code",
      execution_count: cell,
      id: `cell${cell}`,
      metadata: {},
      outputs: [{ name: "stdout", output_type: "stream", text: Array.from(numberedLines(outputBytes / 20)) }],
      source: [`for number in range(${cell}):\n`, "    print(number)"],
    }));
    return `${JSON.stringify({ cells, metadata: {}, nbformat: 4, nbformat_minor: 5 }, null, 1)}\n`;
  });
}

function* numberedLines(bytes: number): Generator<string> {
  for (let [number, length] = [0, 0]; length < bytes; number += 1) {
    const line = `${number}: ${(number * 2_654_435_761).toString(36).repeat(12)}\n`;
    length += line.length;
    yield line;
  }
}
