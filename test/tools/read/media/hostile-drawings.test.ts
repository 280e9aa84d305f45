/** SVGs that ask for what they must not have. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { pathToFileURL } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import { textOf } from "../../../support/answers.js";
import { drawing } from "../../../support/pictures.js";
import { tempWorkspace } from "../../../support/workspace.js";
import { createSessions, decodeImage, outputOf, read, smallPng } from "./shown.js";

const session = createSessions();

describe("A hostile SVG", () => {
  it("loads nothing from the disk or the network [KIND-2]", async () => {
    let requests = 0;
    const server = createServer((_, response) => {
      requests += 1;
      response.end("<svg/>");
    }).listen(0, "127.0.0.1");
    onTestFinished(() => void server.close());
    await new Promise((resolve) => server.once("listening", resolve));
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/a.png`;
    const files = tempWorkspace({ "secret.png": await smallPng(), "secret.txt": "CANARY" });
    const [picture, words] = ["secret.png", "secret.txt"].map((name) => pathToFileURL(files.path(name)).href);
    const size = 'width="60" height="60"';
    const ground = '<rect width="60" height="60" fill="teal"/>';
    const image = (href: string): string => `<image href="${href}" xlink:href="${href}" ${size}/>`;
    const hostile: readonly Buffer[] = [
      drawing(size, ground + image(picture ?? "")),
      drawing(size, ground + image("secret.png")),
      drawing(size, ground + image(address)),
      drawing(size, `${ground}<use xlink:href="${address}#a"/><style>@import url(${address});</style>`),
      drawing(size, ground, `<?xml-stylesheet href="${address}" type="text/css"?>`),
      drawing(size, `${ground}<foreignObject ${size}><iframe src="${address}"/></foreignObject>`),
      drawing(size, `${ground}<script>fetch("${address}")</script>`),
      drawing(
        size,
        `${ground}<text x="0" y="50">&secret;</text>`,
        `<!DOCTYPE svg [<!ENTITY secret SYSTEM "${words}">]>`,
      ),
      drawing(size, ground, `<!DOCTYPE svg [<!ENTITY % more SYSTEM "${address}"> %more;]>`),
    ];
    const toolkit = session();
    const plain = await decodeImage(await read(toolkit, files.write("plain.svg", drawing(size, ground))));
    for (const [index, source] of hostile.entries()) {
      const result = await read(toolkit, files.write(`${index}.svg`, source));
      // Drawn without what it asked for, or not drawn; the text is there in both cases.
      expect(textOf(result)).toContain("<rect ");
      expect(textOf(result)).not.toContain("CANARY");
      if (result.output?.type === "text") continue;
      expect((await decodeImage(result)).pixels.equals(plain.pixels)).toBe(true);
    }
    expect(requests).toBe(0);
  });

  it("does not grow by entities that multiply [KIND-2, MEDIA-7]", async () => {
    const letters = Array.from("abcdefghij");
    const entities = letters.map((name, index) => {
      const before = letters[index - 1];
      const value = before === undefined ? "ha" : `&${before};`.repeat(10);
      return `<!ENTITY ${name} "${value}">`;
    });
    const bomb = drawing('width="9" height="9"', "<text>&j;</text>", `<!DOCTYPE svg [${entities.join("")}]>`);
    const files = tempWorkspace({ "a.svg": bomb });
    const result = await read(session(), files.path("a.svg"));
    expect(outputOf(result, "text").file.numLines).toBe(1);
    expect(textOf(result)).toContain("[Not drawn: ");
  });
});
