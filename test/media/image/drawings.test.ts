import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { pathToFileURL } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import { ImageService, type ShownImage } from "../../../src/media/image/image-service.js";
import { drawing, roomy, samples } from "../../support/pictures.js";
import { tempWorkspace } from "../../support/workspace.js";
import { colourAt, createService, describeShown, nameOf, show } from "./shown.js";

const service = createService();
const square = '<rect width="100%" height="100%" fill="red"/>';

describe("A drawing", () => {
  it.each<[string, string, { width: number; height: number }, { width: number; height: number }]>([
    ["a small icon", 'width="24" height="12"', { width: 24, height: 12 }, { width: 1000, height: 500 }],
    ["one with a view only", 'viewBox="0 0 30 60"', { width: 30, height: 60 }, { width: 500, height: 1000 }],
    ["a large one", 'width="1500" height="600"', { width: 1500, height: 600 }, { width: 1500, height: 600 }],
    ["a poster", 'width="8000" height="4000"', { width: 8000, height: 4000 }, { width: 2000, height: 1000 }],
  ])("is drawn at a size that shows it: %s [IMG-5]", async (_, attributes, original, display) => {
    const told = await describeShown(service, drawing(attributes, square));
    expect(told).toMatchObject({ original, display, format: "SVG", mimeType: "image/png" });
  });

  it.each(['width="5in" height="2in"', 'width="90cm" height="36cm"', 'width="300in" height="120in"'])(
    "is drawn at such a size in other units too: %s [IMG-5]",
    async (attributes) => {
      const { display } = await describeShown(service, drawing(attributes, square));
      expect(display.width).toBeGreaterThanOrEqual(900);
      expect(display.width / display.height).toBeCloseTo(2.5, 1);
    },
  );

  it("keeps to a smaller budget [IMG-5, IMG-3]", async () => {
    const small = drawing('width="24" height="24"', square);
    const { display } = await describeShown(service, small, { ...roomy, maxTokens: 100 });
    expect(display.width * display.height).toBeLessThanOrEqual(75_000);
    expect(display.width).toBeGreaterThan(250);
  });

  it("lies on white, or on dark if it would vanish there [IMG-5]", async () => {
    const groundOf = async (content: string): Promise<string> =>
      nameOf(await colourAt(await show(service, drawing('width="10" height="10"', content)), 0.95, 0.95));
    expect(await groundOf('<circle cx="4" cy="4" r="3"/>')).toBe("white");
    expect(await groundOf('<circle cx="4" cy="4" r="3" fill="#fefefe"/>')).toBe("black");
    expect(await groundOf('<circle cx="4" cy="4" r="3" fill="white" stroke="black"/>')).toBe("white");
    expect(await groundOf("")).toBe("white");
  });

  it.each<[string, (text: string) => Buffer]>([
    ["UTF-16", (text) => Buffer.from(`\uFEFF<?xml version="1.0" encoding="UTF-16"?>${text}`, "utf16le")],
    [
      "Latin-1",
      (text) => Buffer.from(`<?xml version="1.0" encoding="ISO-8859-1"?><!-- \xe9 -->${text}`, "latin1"),
    ],
    ["an unheard-of encoding", (text) => Buffer.from(`<?xml version="1.0" encoding="x-none"?>${text}`)],
    [
      "UTF-8 behind a long comment",
      (text) => Buffer.from(`<?xml version="1.0"?><!--${"x".repeat(9000)}-->${text}`),
    ],
    [
      "UTF-8 behind entities",
      (text) => Buffer.from(`<!DOCTYPE svg [${'<!ENTITY a "b">'.repeat(200)}]>${text}`),
    ],
  ])("is read in %s [IMG-5]", async (_, encode) => {
    const image = await show(service, encode(drawing('width="10" height="10"', square).toString()));
    expect(nameOf(await colourAt(image, 0.5, 0.5))).toBe("red");
  });
});

describe("A drawing that wants more than itself", () => {
  const attributes = 'width="20" height="20"';
  const isBlank = async (image: ShownImage): Promise<boolean> => {
    const blank = await show(service, drawing(attributes, ""));
    return Buffer.compare(image.data, blank.data) === 0;
  };

  it("gets no file, by whatever way it asks [IMG-10]", async () => {
    const { png = Buffer.alloc(0) } = await samples();
    const workspace = tempWorkspace({ "secret.txt": "secret", "a.png": png });
    workspace.write("b.svg", drawing(attributes, '<g id="a"><rect width="9" height="9"/></g>'));
    const [text, picture, other] = ["secret.txt", "a.png", "b.svg"].map((name) =>
      pathToFileURL(workspace.path(name)).toString(),
    );
    const ways = [
      `<image href="${picture}" width="20" height="20"/>`,
      `<image xlink:href="${picture}" width="20" height="20"/>`,
      `<image href="${workspace.path("a.png")}" width="20" height="20"/>`,
      `<use href="${other}#a"/>`,
      `<use xlink:href="${other}#a"/>`,
      `<style>@import url("${other}"); rect { fill: url("${other}#a") }</style>`,
      `<filter id="f"><feImage href="${picture}"/></filter><g filter="url(#f)"/>`,
      `<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="${text}" parse="text"/>`,
      `<text y="15"><xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="${text}" parse="text"/></text>`,
    ];
    for (const way of ways)
      expect([way, await isBlank(await show(service, drawing(attributes, way)))]).toEqual([way, true]);
    const entity = `<!DOCTYPE svg [<!ENTITY x SYSTEM "${text}">]>`;
    const answer = await service.prepare(drawing(attributes, '<text y="15">&x;</text>', entity), roomy);
    expect(answer.outcome === "refused" || (await isBlank(answer.image))).toBe(true);
  });

  it("asks nobody on the network [IMG-10]", async () => {
    const asked: string[] = [];
    const server = createServer((request, response) => {
      asked.push(request.url ?? "");
      response.end();
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    onTestFinished(() => void server.close());
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const type = `<!DOCTYPE svg SYSTEM "${address}/type" [<!ENTITY x SYSTEM "${address}/entity">]>`;
    const content = `<image href="${address}/image" width="9" height="9"/><use href="${address}/use#a"/>
      <style>@import url("${address}/style");</style><text y="9">&x;</text>`;
    await service.prepare(drawing(attributes, content, type), roomy);
    await service.prepare(drawing(attributes, content.replace("&x;", "")), roomy);
    expect(asked).toEqual([]);
  });

  it("may hold a picture in itself [IMG-10]", async () => {
    const { png = Buffer.alloc(0) } = await samples();
    const inner = `<image href="data:image/png;base64,${png.toString("base64")}" width="20" height="20"/>`;
    expect(await isBlank(await show(service, drawing(attributes, inner)))).toBe(false);
  });

  it("and unfolds without end is refused or stopped [IMG-10]", async () => {
    const levels = Array.from(
      { length: 12 },
      (_, level) => `<!ENTITY e${level + 1} "${`&e${level};`.repeat(10)}">`,
    );
    const laughs = drawing(
      attributes,
      "<text>&e12;</text>",
      `<!DOCTYPE svg [<!ENTITY e0 "ha">${levels.join("")}]>`,
    );
    expect((await service.prepare(laughs, roomy)).outcome).toBe("refused");
  });

  it("and draws for ever is stopped, and the next is shown [IMG-10]", async () => {
    const impatient = new ImageService({ timeoutMs: 5000 });
    onTestFinished(() => impatient.close());
    const clouds = '<feTurbulence baseFrequency="0.9" numOctaves="9"/>'.repeat(3000);
    const slow = drawing(
      attributes,
      `<filter id="f">${clouds}</filter><rect width="20" height="20" filter="url(#f)"/>`,
    );
    expect(await impatient.prepare(slow, roomy)).toMatchObject({
      reason: "too-slow",
      detail: "decoding it takes too long",
    });
    const { png = Buffer.alloc(0) } = await samples();
    expect(await impatient.prepare(png, roomy)).toMatchObject({ outcome: "shown" });
  });
});
