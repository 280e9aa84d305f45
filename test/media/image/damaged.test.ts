import { deflateSync } from "node:zlib";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { animation, findFaults, isShownFormat, pngWith, roomy, samples } from "../../support/pictures.js";
import { createService, describeShown, show } from "./shown.js";

const service = createService();
const all = { ...(await samples(40, 30)), "gif in motion": await animation("gif") };
const names = Object.keys(all) as (keyof typeof all)[];

/** Shown must be sound, refused must be in words; which of the two depends on where the damage lies. */
async function isWellAnswered(bytes: Uint8Array): Promise<"shown" | "refused"> {
  const answer = await service.prepare(bytes, roomy);
  if (answer.outcome === "shown") expect(await findFaults(answer.image, roomy)).toEqual([]);
  else expect(answer.detail).toMatch(/^[a-zA-Z][^/\\]{8,80}$/);
  return answer.outcome;
}

describe("A damaged image", () => {
  it.each(names)(
    "that is a cut-off %s is refused, or shown where all pixels are there [IMG-2]",
    async (name) => {
      const bytes = all[name] ?? Buffer.alloc(0);
      const stride = Math.ceil(bytes.length / 40);
      for (let length = 0; length < bytes.length; length += length < bytes.length - 20 ? stride : 1) {
        const outcome = await isWellAnswered(bytes.subarray(0, length));
        // What follows the pixels, the last chunk of a PNG and the last byte of a GIF, can be missed.
        const isBeforePixelsEnd = length < bytes.length - 12 && name !== "gif in motion";
        if (isBeforePixelsEnd || !/^(?:png|gif)/.test(name))
          expect([length, outcome]).toEqual([length, "refused"]);
      }
    },
  );

  it("of any kind is refused or shown as a sound one [IMG-2]", async () => {
    const flips = fc.array(fc.tuple(fc.nat(), fc.integer({ min: 1, max: 255 })), {
      minLength: 1,
      maxLength: 4,
    });
    const damage = fc.tuple(fc.constantFrom(...names), flips);
    const property = fc.asyncProperty(damage, async ([name, changes]) => {
      const bytes = Buffer.from(all[name] ?? "");
      for (const [place, mask] of changes)
        bytes[place % bytes.length] = (bytes[place % bytes.length] ?? 0) ^ mask;
      await isWellAnswered(bytes);
    });
    await fc.assert(property, { numRuns: 250 });
  });

  it("with holes or pieces exchanged is answered as well [IMG-2]", async () => {
    const damage = fc.tuple(
      fc.constantFrom(...names),
      fc.nat(),
      fc.nat({ max: 200 }),
      fc.uint8Array({ maxLength: 60 }),
    );
    const property = fc.asyncProperty(damage, async ([name, place, removed, added]) => {
      const bytes = all[name] ?? Buffer.alloc(0);
      const from = place % bytes.length;
      await isWellAnswered(Buffer.concat([bytes.subarray(0, from), added, bytes.subarray(from + removed)]));
    });
    await fc.assert(property, { numRuns: 200 });
  });

  it.each<[string, string | Uint8Array, string, string]>([
    ["empty", "", "empty", "the file is empty"],
    ["one byte", "\x89", "unsupported", "it is no image of a known format"],
    [
      "a page",
      "<!DOCTYPE html>\n<html><body>404</body></html>",
      "unsupported",
      "it is no image but an HTML page",
    ],
    ["JSON", '{"error":"not found"}', "unsupported", "it is no image but what looks like JSON text"],
    ["XML", '<?xml version="1.0"?><feed/>', "unsupported", "it is no image but what looks like XML text"],
    ["a PDF", "%PDF-1.7\n\0", "unsupported", "it is no image of a known format (PDF document)"],
    ["only a signature", "\x89PNG\r\n\x1a\n", "damaged", "it is cut off"],
    ["only a start", "\xff\xd8\xff", "damaged", "it is cut off"],
  ])("that is none is refused in words: %s [IMG-2]", async (_, content, reason, detail) => {
    const bytes = typeof content === "string" ? Buffer.from(content, "latin1") : content;
    expect(await service.prepare(bytes, roomy)).toEqual({ outcome: "refused", reason, detail });
  });

  it("that gives the decoder cause for remarks only is shown anew [IMG-2]", async () => {
    const { jpeg = Buffer.alloc(0) } = await samples();
    const frame = jpeg.indexOf(Buffer.from([0xff, 0xc0]));
    const bytes = Buffer.concat([jpeg.subarray(0, frame), Buffer.from("astray"), jpeg.subarray(frame)]);
    expect(await describeShown(service, bytes)).toMatchObject({ isVerbatim: false, mimeType: "image/jpeg" });
  });

  it("with a wrong checksum is not passed on as it is [IMG-2]", async () => {
    const bytes = pngWith({ name: "tEXt", data: Buffer.from("Comment\0fine") });
    expect(await describeShown(service, bytes)).toMatchObject({ isVerbatim: true });
    bytes[bytes.indexOf("fine")] = 0x46;
    expect(await describeShown(service, bytes)).toMatchObject({ isVerbatim: false, mimeType: "image/png" });
  });
});

describe("What else is in an image file", () => {
  it("behind its end is cut off [IMG-2]", async () => {
    const garbage = Buffer.from("<script>alert(1)</script>\0".repeat(20));
    for (const [name, bytes] of Object.entries(await samples()).filter(([name]) => isShownFormat(name))) {
      const plain = await show(service, bytes);
      const image = await show(service, Buffer.concat([bytes, garbage]));
      expect([name, image.isVerbatim]).toEqual([name, false]);
      expect([name, Buffer.compare(image.data, plain.data)]).toEqual([name, 0]);
    }
  });

  it("as compressed notes that would unpack to gigabytes is not passed on [IMG-2]", async () => {
    const bomb = deflateSync(Buffer.alloc(200_000_000));
    const notes = { name: "zTXt", data: Buffer.concat([Buffer.from("Comment\0\0"), bomb]) };
    const profile = { name: "iCCP", data: Buffer.concat([Buffer.from("Profile\0\0"), bomb]) };
    for (const chunk of [notes, profile]) {
      const image = await show(service, pngWith(chunk));
      expect(image.isVerbatim).toBe(false);
      expect(image.data.length).toBeLessThan(1000);
    }
  });
});
