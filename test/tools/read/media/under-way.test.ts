/** While a picture or a PDF is worked on: other calls go on, the caller may give up, another toolkit may close. */
import { deflateSync } from "node:zlib";
import { describe, expect, it, onTestFinished } from "vitest";
import { type CallResult, createToolkit, type Toolkit } from "../../../../src/index.js";
import { errorOf } from "../../../support/answers.js";
import { makePdf, numberedPages, textLines } from "../../../support/pdfs.js";
import { pngEnd, pngOf } from "../../../support/pictures.js";
import { type TempWorkspace, tempWorkspace } from "../../../support/workspace.js";
import { closeAfterwards, createSessions, decodeImage, kindsOf, outputOf, read, smallPng } from "./shown.js";

const session = createSessions();

/** One bit for each of many pixels: little to read, much to unpack. */
function hugePng(side: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([1, 0, 0, 0, 0], 8);
  const rows = Buffer.alloc(side * (1 + side / 8), 0x55);
  for (let row = 0; row < side; row += 1) rows[row * (1 + side / 8)] = 0;
  return pngOf([
    { name: "IHDR", data: header },
    { name: "IDAT", data: deflateSync(rows, { level: 1 }) },
    pngEnd,
  ]);
}

/** Pages whose pictures take a while. */
function busyPages(count: number): Uint8Array<ArrayBuffer> {
  const lines = Array.from({ length: 400 }, (_, index) => `${index} ${index * 2} m ${900 - index} 800 l S\n`);
  const content = lines.join("") + textLines(["Busy"]);
  return makePdf({ pages: Array.from({ length: count }, () => ({ content })) });
}

interface Course {
  readonly slow: CallResult;
  /** What ended, in the order in which it did. */
  readonly ended: readonly string[];
  readonly turns: number;
}

/** Starts a slow Read, then twenty of text one after another, and counts the turns of the event loop. */
async function readBeside(
  toolkit: Toolkit,
  files: TempWorkspace,
  slow: Promise<CallResult>,
): Promise<Course> {
  const ended: string[] = [];
  let turns = 0;
  let isOver = false;
  const turn = (): void => {
    turns += 1;
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  const slowly = slow.then((result) => {
    ended.push("slow");
    return result;
  });
  for (let number = 1; number <= 20; number += 1) {
    outputOf(await read(toolkit, files.write(`${number}.txt`, `text ${number}`)), "text");
    ended.push(`text ${number}`);
  }
  const result = await slowly;
  isOver = true;
  return { slow: result, ended, turns };
}

const texts = Array.from({ length: 20 }, (_, index) => `text ${index + 1}`);

describe("While a picture or a PDF is worked on", () => {
  it("texts are read and the event loop turns: a picture of 12,000 by 12,000 [MEDIA-7]", async () => {
    const files = tempWorkspace({ "huge.png": hugePng(12_000) });
    const toolkit = session();
    const course = await readBeside(toolkit, files, read(toolkit, files.path("huge.png")));
    const { output } = await decodeImage(course.slow as Awaited<ReturnType<typeof read>>);
    expect(output.file.dimensions).toMatchObject({ originalWidth: 12_000, displayWidth: 2000 });
    expect(course.ended).toEqual([...texts, "slow"]);
    expect(course.turns).toBeGreaterThan(20);
  });

  it("texts are read and the event loop turns: 20 pages of 105 with their pictures [MEDIA-7]", async () => {
    const files = tempWorkspace({ "long.pdf": busyPages(105) });
    const toolkit = session({ capabilities: { images: true } });
    const course = await readBeside(
      toolkit,
      files,
      read(toolkit, files.path("long.pdf"), { pages: "86-105" }),
    );
    expect(kindsOf(course.slow).filter((kind) => kind === "image")).toHaveLength(20);
    expect(course.ended).toEqual([...texts, "slow"]);
    expect(course.turns).toBeGreaterThan(20);
  });

  it("many of them asked for at once all come, each its own [MEDIA-7]", async () => {
    const files = tempWorkspace({ "a.png": await smallPng(), "a.pdf": numberedPages(3) });
    const calls = Array.from({ length: 12 }, (_, index) => ({
      name: "Read",
      input:
        index % 2 === 0
          ? { file_path: files.path("a.png") }
          : { file_path: files.path("a.pdf"), pages: `${1 + (index % 3)}` },
    }));
    const results = await session().callAll(calls);
    expect(results.map((result) => kindsOf(result).join(" "))).toEqual(
      calls.map((_, index) => (index % 2 === 0 ? "text image" : "text")),
    );
  });

  it("many others may be as well, with one signal or none, without a warning of Node's [CALL-7, MEDIA-7]", async () => {
    const warnings: Error[] = [];
    const onWarning = (warning: Error): void => void warnings.push(warning);
    process.on("warning", onWarning);
    onTestFinished(() => void process.off("warning", onWarning));
    const files = tempWorkspace({ "a.png": await smallPng(), "a.pdf": numberedPages(1) });
    const toolkit = session();
    for (const options of [{}, { signal: new AbortController().signal }]) {
      const calls = Array.from({ length: 24 }, (_, index) =>
        toolkit.call("Read", { file_path: files.path(index % 2 === 0 ? "a.png" : "a.pdf") }, options),
      );
      for (const result of await Promise.all(calls)) expect(result.isError).toBe(false);
    }
    // Warnings are told a turn later.
    await new Promise((resolve) => setImmediate(resolve));
    expect(warnings).toEqual([]);
  });

  it("the caller may give up: the call ends, and the next one works [MEDIA-7]", async () => {
    const files = tempWorkspace({
      "huge.png": hugePng(12_000),
      "busy.pdf": busyPages(10),
      "a.png": await smallPng(),
      "a.pdf": numberedPages(1),
    });
    const toolkit = session({ capabilities: { images: true } });
    for (const [slow, quick] of [
      ["huge.png", "a.png"],
      ["busy.pdf", "a.pdf"],
    ] as const) {
      // Before it begins, at once, and when the work is well under way.
      for (const moment of ["before", "at once", "later"] as const) {
        const controller = new AbortController();
        if (moment === "before") controller.abort();
        const call = toolkit.call("Read", { file_path: files.path(slow) }, { signal: controller.signal });
        if (moment === "later") await read(toolkit, files.write("x.txt", moment));
        controller.abort();
        expect(errorOf(await call).code).toBe("CANCELLED");
      }
      expect((await read(toolkit, files.path(quick))).isError).toBe(false);
    }
  });

  it("one that waits for its turn may be given up without harm to the one before it [MEDIA-7]", async () => {
    const files = tempWorkspace({ "huge.png": hugePng(9600), "a.png": await smallPng() });
    const toolkit = session();
    const first = read(toolkit, files.path("huge.png"));
    const controller = new AbortController();
    const second = toolkit.call("Read", { file_path: files.path("a.png") }, { signal: controller.signal });
    await read(toolkit, files.write("x.txt", "meanwhile"));
    controller.abort();
    expect(errorOf(await second).code).toBe("CANCELLED");
    await decodeImage(await first);
  });

  it("another toolkit of the workspace may close without ending it [MEDIA-2, MEDIA-7]", async () => {
    const files = tempWorkspace({
      "huge.png": hugePng(9600),
      "busy.pdf": busyPages(6),
      "a.png": await smallPng(),
    });
    const first = files.toolkit({ capabilities: { images: true } });
    const second = closeAfterwards(
      createToolkit({ workspace: first.workspace, capabilities: { images: true } }),
    );
    await decodeImage(await read(first, files.path("a.png")));
    const running = [read(second, files.path("huge.png")), read(second, files.path("busy.pdf"))];
    await read(first, files.write("x.txt", "meanwhile"));
    await first.close();
    const [picture, pages] = await Promise.all(running);
    expect([picture?.isError, pages?.isError]).toEqual([false, false]);
    expect(errorOf(await read(first, files.path("a.png"))).code).toBe("CANCELLED");
    await decodeImage(await read(second, files.path("a.png")));
  });

  it("closing its own toolkit cancels it [MEDIA-2, MEDIA-7]", async () => {
    const files = tempWorkspace({ "huge.png": hugePng(9600), "busy.pdf": busyPages(10) });
    for (const name of ["huge.png", "busy.pdf"]) {
      const toolkit = files.toolkit({ capabilities: { images: true } });
      const running = read(toolkit, files.path(name));
      await read(toolkit, files.write("x.txt", "meanwhile"));
      await toolkit.close();
      expect(errorOf(await running).code).toBe("CANCELLED");
    }
  });

  it("a picture that takes too long is given up, and the next one works [MEDIA-7]", async () => {
    const files = tempWorkspace({ "huge.png": hugePng(12_000), "a.png": await smallPng() });
    const error = errorOf(await read(session({ limits: { mediaTimeoutMs: 1 } }), files.path("huge.png")));
    expect(error.code).toBe("MEDIA_TIMED_OUT");
    expect(error.message).toBe(
      `${files.path("huge.png")} took too long to unpack and was given up. Ask the user for a simpler copy.`,
    );
    await decodeImage(await read(session(), files.path("a.png")));
  });
});

describe("Listeners", () => {
  it("are told what was read, as what [EVENT-1]", async () => {
    const files = tempWorkspace({ "a.png": await smallPng(), "a.pdf": numberedPages(12) });
    const toolkit = session();
    const seen: object[] = [];
    onTestFinished(
      toolkit.workspace.events.on("file-read", ({ path, kind, startLine, lines, totalLines, deduplicated }) =>
        seen.push({ path, kind, startLine, lines, totalLines, deduplicated }),
      ),
    );
    await read(toolkit, files.path("a.png"));
    await read(toolkit, files.path("a.pdf"));
    await read(toolkit, files.path("a.pdf"), { pages: "3-5" });
    await read(session({ capabilities: { pdf: true } }), files.path("a.pdf"), { pages: "12" });
    const pdf = { path: files.path("a.pdf"), kind: "pdf", totalLines: 12, deduplicated: false };
    expect(seen).toEqual([
      {
        path: files.path("a.png"),
        kind: "image",
        startLine: 1,
        lines: 0,
        totalLines: undefined,
        deduplicated: false,
      },
      { ...pdf, startLine: 3, lines: 3 },
      { ...pdf, startLine: 12, lines: 1 },
    ]);
  });
});
