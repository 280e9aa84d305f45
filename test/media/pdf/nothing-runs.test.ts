/** What a document asks its reader to do is not done. */
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import { makePdf, textLines } from "../../support/pdfs.js";
import { createService, PICTURE, TEXT } from "./set-up.js";

describe("A document", () => {
  it("with scripts, actions, launches, links and files of its own is only read [PDF-6]", async () => {
    const asked: (string | undefined)[] = [];
    const server = createServer((request, response) => {
      asked.push(request.url);
      response.end();
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void server.close());
    const folder = mkdtempSync(join(tmpdir(), "filewright-pdf-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const target = join(folder, "written");

    const script = `/S /JavaScript /JS (this.submitForm\\("${address}/script"\\); this.exportDataObject\\("x"\\); for \\(;;\\) {})`;
    const actions = [
      `<< ${script} >>`,
      `<< /S /URI /URI (${address}/uri) >>`,
      `<< /S /Launch /F (/usr/bin/touch) /Unix << /F (/usr/bin/touch) /P (${target}) >> >>`,
      `<< /S /SubmitForm /F << /FS /URL /F (${address}/submit) >> >>`,
      `<< /S /GoToR /F (${pathToFileURL(target).href}) /D [0 /Fit] >>`,
      `<< /S /ImportData /F (${target}) >>`,
    ];
    const chain = actions.reduceRight((next, action) => action.replace(/ >>$/, ` /Next ${next} >>`));
    const triggers = ["O", "C", "WC", "WS", "DS", "WP", "DP"].map((name) => `/${name} ${chain}`).join(" ");
    const xfa = `<xdp:xdp xmlns:xdp="http://ns.adobe.com/xdp/"><config><uri>${address}/xfa</uri></config></xdp:xdp>`;
    const pdf = makePdf({
      pages: [],
      prepare: (writer) => {
        const image = writer.add({
          dictionary: `/Type /XObject /Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8 /F << /FS /URL /F (${address}/image) >>`,
          data: "x",
        });
        const field = `<< /Type /Annot /Subtype /Widget /FT /Tx /T (field) /V (value) /Rect [10 10 90 30] /AA << ${triggers} >> /A ${chain} >>`;
        const link = `<< /Type /Annot /Subtype /Link /Rect [0 0 595 842] /A ${chain} >>`;
        return [
          {
            content: `${textLines(["only read"])} q 10 0 0 10 0 0 cm /Im Do Q`,
            resources: `/XObject << /Im ${image} 0 R >>`,
            entries: `/Annots [${link} ${field}] /AA << ${triggers} >>`,
          },
        ];
      },
      catalog: `/OpenAction ${chain} /AA << ${triggers} >> /AcroForm << /Fields [] /XFA (${xfa.replace(/[()\\]/g, "")}) >> /Names << /JavaScript << /Names [(a) ${actions[0]}] >> >>`,
    });

    const found = await createService().open(pdf, {}, async (document) => {
      const pages = await document.readPages(1, 1, TEXT);
      await document.renderPage(1, PICTURE);
      await document.extractPages(1, 1);
      return pages;
    });
    expect(found).toMatchObject([{ text: "only read", hasText: true }]);
    expect(asked).toEqual([]);
    expect(existsSync(target)).toBe(false);
  });
});
