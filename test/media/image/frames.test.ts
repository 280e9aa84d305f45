import { describe, expect, it } from "vitest";
import { animation, pngWith } from "../../support/pictures.js";
import { colourAt, createService, nameOf, show } from "./shown.js";

const service = createService();

describe("An image of several frames", () => {
  it.each(["gif", "webp", "tiff"] as const)(
    "in %s shows the first, and says how many there are [IMG-6]",
    async (format) => {
      const image = await show(service, await animation(format, 5));
      expect(image).toMatchObject({ frames: 5, isVerbatim: false, display: { width: 30, height: 20 } });
      expect(nameOf(await colourAt(image, 0.5, 0.5))).toBe("red");
    },
  );

  it("in PNG shows the picture that every viewer shows [IMG-6]", async () => {
    const control = { name: "acTL", data: Buffer.from([0, 0, 0, 7, 0, 0, 0, 0]) };
    expect(await show(service, pngWith(control))).toMatchObject({ frames: 7, isVerbatim: false });
  });
});
