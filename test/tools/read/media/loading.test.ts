/** What a process loads and starts for pictures and PDFs, when, and what is left of it afterwards. */
import { cpSync, mkdirSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { numberedPages, textLines } from "../../../support/pdfs.js";
import { paint } from "../../../support/pictures.js";
import { scannedPdf } from "../../../support/scanned-pdf.js";
import { type TempWorkspace, tempWorkspace } from "../../../support/workspace.js";
import { packageRoot, runOnItsOwn } from "./own-process.js";
import { smallPng } from "./shown.js";

const heavy = /sharp|pdfium|vocabulary/;

async function mediaFiles(): Promise<TempWorkspace> {
  return tempWorkspace({
    "a.txt": "one\ntwo\n",
    "a.png": await smallPng(),
    "a.svg": '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>\n',
    "a.pdf": numberedPages(2),
  });
}

describe("A process that reads text alone", () => {
  it("loads neither of the libraries, nor a vocabulary, and starts nothing [MEDIA-2, HOUSE-2]", async () => {
    const files = await mediaFiles();
    const { told, packages } = await runOnItsOwn(
      `
        const toolkit = open();
        const names = toolkit.tools.map((tool) => tool.name);
        const answers = [
          await read(toolkit, "a.txt"),
          await toolkit.call("Write", { file_path: given.root + "/b.txt", content: "new" }),
          await toolkit.call("Edit", { file_path: given.root + "/a.txt", old_string: "two", new_string: "2" }),
          await toolkit.call("Glob", { pattern: "*.txt" }),
        ];
        const failures = answers.filter((answer) => answer.isError);
        tell({ names: names.length, failures, vips: hasVips(), workers: workers(), children: children() });
        await toolkit.close();
      `,
      files.root,
    );
    expect(told).toEqual({ names: 6, failures: [], vips: false, workers: 0, children: [] });
    expect(packages.filter((name) => heavy.test(name))).toEqual([]);
  });
});

describe("A process that reads pictures and PDFs", () => {
  it("has the image library in another process, and PDFs in another thread [MEDIA-2]", async () => {
    const files = await mediaFiles();
    const { told, packages } = await runOnItsOwn(
      `
        const toolkit = open();
        const kinds = [kindOf(await read(toolkit, "a.png")), kindOf(await read(toolkit, "a.svg"))];
        const [helper, ...others] = children();
        const before = { own: hasVips(), helper: hasVips(helper), others, workers: workers() };
        kinds.push(kindOf(await read(toolkit, "a.pdf")));
        tell({ kinds, before, after: { own: hasVips(), workers: workers(), children: children().length } });
        await toolkit.close();
      `,
      files.root,
    );
    expect(told).toEqual({
      kinds: ["image", "image", "parts"],
      before: { own: false, helper: true, others: [], workers: 0 },
      after: { own: false, workers: 1, children: 1 },
    });
    expect(packages.filter((name) => heavy.test(name))).toEqual([]);
  });

  it("has neither process nor thread once the toolkit is closed, and gets new ones when it needs them [MEDIA-2]", async () => {
    const files = await mediaFiles();
    const { told } = await runOnItsOwn(
      `
        const first = open();
        const second = open({ workspace: first.workspace });
        const readAll = async (toolkit) => [kindOf(await read(toolkit, "a.png")), kindOf(await read(toolkit, "a.pdf"))];
        const look = () => ({ children: children().length, workers: workers() });
        const rounds = [];
        for (const toolkit of [first, second]) {
          rounds.push({ kinds: await readAll(toolkit), with: look() });
          await toolkit.close();
          rounds.push({ without: look() });
        }
        tell(rounds);
      `,
      files.root,
    );
    const round = [
      { kinds: ["image", "parts"], with: { children: 1, workers: 1 } },
      { without: { children: 0, workers: 0 } },
    ];
    expect(told).toEqual([...round, ...round]);
  });

  it("ends by itself though nobody closes the toolkit, and takes its helper along [MEDIA-2]", async () => {
    const files = await mediaFiles();
    const { told } = await runOnItsOwn<number[]>(
      `
        const toolkit = open();
        await read(toolkit, "a.png");
        await read(toolkit, "a.pdf");
        tell(children());
      `,
      files.root,
    );
    expect(told).toHaveLength(1);
    for (const pid of told) {
      while (isRunning(pid)) await wait(10);
    }
  });
});

/** The package as it is installed where an optional dependency could not be had. */
function installWith(files: TempWorkspace, packages: readonly string[]): string {
  const folder = join(dirname(files.root), "installed");
  cpSync(join(packageRoot, "dist"), join(folder, "dist"), { recursive: true });
  cpSync(join(packageRoot, "package.json"), join(folder, "package.json"));
  for (const name of packages) {
    const place = join(folder, "node_modules", name);
    mkdirSync(dirname(place), { recursive: true });
    symlinkSync(join(packageRoot, "node_modules", name), place);
  }
  return folder;
}

interface Answer {
  readonly kind: string;
  readonly text: string;
  readonly blocks: readonly string[];
}

async function readAllIn(files: TempWorkspace, names: readonly string[], cwd: string): Promise<Answer[]> {
  const script = `
    const toolkit = open({ limits: { maxImageBytes: 100_000 } });
    const answers = [];
    for (const name of ${JSON.stringify(names)}) {
      const result = await read(toolkit, name);
      const text = result.content.filter((block) => block.type === "text").map((block) => block.text).join("\\n");
      answers.push({ kind: kindOf(result), text, blocks: result.content.map((block) => block.type) });
    }
    tell(answers);
    await toolkit.close();
  `;
  return (await runOnItsOwn<Answer[]>(script, files.root, { cwd })).told;
}

describe("The package without its optional dependencies", () => {
  it("shows sound pictures that fit as they are, and names what is missing for the others [MEDIA-2, MEDIA-3]", async () => {
    const files = await mediaFiles();
    files.write("cut.png", files.bytes("a.png").subarray(0, 400));
    files.write("large.png", await paint(400, 300).png().toBuffer());
    files.write("a.tiff", await paint(40, 30).tiff().toBuffer());
    const names = ["a.txt", "a.png", "cut.png", "large.png", "a.tiff", "a.svg", "a.pdf"];
    const [text, small, cut, large, tiff, drawing, pdf] = await readAllIn(
      files,
      names,
      installWith(files, []),
    );
    expect(text).toMatchObject({ kind: "text" });
    expect(small).toMatchObject({ kind: "image", blocks: ["text", "image"] });
    expect(cut).toMatchObject({ kind: "IMAGE_UNREADABLE" });
    const advice = "That needs the optional package sharp: npm install sharp.";
    for (const answer of [large, tiff]) {
      expect(answer).toMatchObject({ kind: "MEDIA_UNAVAILABLE", text: expect.stringContaining(advice) });
    }
    expect(drawing).toMatchObject({ kind: "text", blocks: ["text", "text"] });
    expect(drawing?.text).toMatch(/^ {5}1→<svg [^]*\[Not drawn: [^]* npm install sharp\.]$/);
    expect(pdf).toEqual({
      kind: "MEDIA_UNAVAILABLE",
      text: `${files.path("a.pdf")} is a PDF; reading it needs the optional package @embedpdf/pdfium, which is not installed: npm install @embedpdf/pdfium.`,
      blocks: ["text"],
    });
  });

  it("shows photographed pages smaller where only the image library is missing [MEDIA-2]", async () => {
    const before = [{ content: textLines(["Words"]) }];
    const files = tempWorkspace({ "scan.pdf": await scannedPdf({ pages: 1, before }) });
    const [answer] = await readAllIn(files, ["scan.pdf"], installWith(files, ["@embedpdf/pdfium"]));
    expect(answer).toMatchObject({ kind: "parts", blocks: ["text", "image"] });
  });
});

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
