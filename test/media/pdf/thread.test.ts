/** The thread: there when it is needed, gone when it is not, and never in the host's way. */
import { spawnSync } from "node:child_process";
import { setTimeout as delay, setImmediate as nextTurn } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { Worker } from "node:worker_threads";
import { describe, expect, it, onTestFinished } from "vitest";
import type { PdfDocument } from "../../../src/media/pdf/pdf-service.js";
import { makePdf, numberedPages, textLines } from "../../support/pdfs.js";
import { createService, PICTURE, readFirst, TEXT } from "./set-up.js";

/** Draws for as long as it is let. */
function endlessPage(): Uint8Array<ArrayBuffer> {
  return makePdf({
    pages: [],
    prepare: (writer) => {
      const shade = writer.add(
        "<< /ShadingType 2 /ColorSpace /DeviceRGB /Coords [0 0 500 500] /Extend [true true] /Function << /FunctionType 2 /Domain [0 1] /C0 [1 0 0] /C1 [0 0 1] /N 1.5 >> >>",
      );
      const content = textLines(["endless"]) + "/S sh\n".repeat(200_000);
      return [{ resources: `/Shading << /S ${shade} 0 R >> /Font << >>`, content }];
    },
  });
}

const draw = (document: PdfDocument): Promise<unknown> => document.renderPage(1, PICTURE);

/** The threads that are started from now on, as long as they run. */
function watchThreads(): Set<Worker> {
  const running = new Set<Worker>();
  const onWorker = (worker: Worker): void => {
    running.add(worker);
    worker.on("exit", () => running.delete(worker));
  };
  process.on("worker", onWorker);
  onTestFinished(() => void process.off("worker", onWorker));
  return running;
}

describe("The thread", () => {
  it("starts with the first document, serves the next, and ends when none comes [PDF-5]", async () => {
    const running = watchThreads();
    const service = createService({ idleMs: 200 });
    await service.open(new Uint8Array(0), {}, draw).catch(() => undefined);
    expect(running.size).toBe(0);
    await readFirst(numberedPages(1), service);
    const [first] = running;
    await readFirst(numberedPages(1), service);
    expect([...running]).toEqual([first]);
    while (running.size > 0) await delay(20);
    expect(await readFirst(numberedPages(1), service)).toMatch(/^This is page 1/);
  });

  it("lets the host have its turns while it draws [PDF-5]", async () => {
    const controller = new AbortController();
    const drawing = createService().open(endlessPage(), { signal: controller.signal }, async (document) => {
      const ended = draw(document);
      for (let turn = 0; turn < 10_000; turn += 1) await nextTurn();
      controller.abort();
      return ended;
    });
    await expect(drawing).rejects.toMatchObject({ name: "AbortError" });
  });

  it("is stopped by a cancelled call, and the next document gets another [PDF-5]", async () => {
    const service = createService();
    const controller = new AbortController();
    const reason = new Error("no longer wanted");
    const drawing = service.open(endlessPage(), { signal: controller.signal }, async (document) => {
      const ended = draw(document);
      await delay(200);
      controller.abort(reason);
      return ended;
    });
    await expect(drawing).rejects.toBe(reason);
    expect(await readFirst(numberedPages(1), service)).toMatch(/^This is page 1/);
  });

  it("does nothing for a call that is cancelled before or between [PDF-5]", async () => {
    const service = createService();
    const reason = new Error("no longer wanted");
    const bytes = numberedPages(1);
    await expect(service.open(bytes, { signal: AbortSignal.abort(reason) }, draw)).rejects.toBe(reason);
    expect(bytes.length).toBeGreaterThan(0);
    const controller = new AbortController();
    const between = service.open(bytes, { signal: controller.signal }, async (document) => {
      controller.abort(reason);
      return draw(document);
    });
    await expect(between).rejects.toBe(reason);
    expect(await readFirst(numberedPages(1), service)).toMatch(/^This is page 1/);
  });

  it("takes ten documents at once, one after the other [PDF-5]", async () => {
    const service = createService();
    const open: number[] = [];
    const texts = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        service.open(numberedPages(index + 1), {}, async (document) => {
          open.push(index);
          expect(open).toEqual([index]);
          const [page] = await document.readPages(index + 1, index + 1, TEXT);
          open.pop();
          return page?.text.split("\n")[0];
        }),
      ),
    );
    expect(texts).toEqual(Array.from({ length: 10 }, (_, index) => `This is page ${index + 1}`));
  });

  it("does not keep a cancelled call waiting for the documents before it [PDF-5]", async () => {
    const service = createService();
    const first = new AbortController();
    const second = new AbortController();
    const drawing = service.open(endlessPage(), { signal: first.signal }, draw);
    const waiting = service.open(numberedPages(1), { signal: second.signal }, draw);
    const third = readFirst(numberedPages(3), service);
    second.abort(new Error("impatient"));
    await expect(waiting).rejects.toThrow("impatient");
    first.abort(new Error("enough"));
    await expect(drawing).rejects.toThrow("enough");
    expect(await third).toMatch(/^This is page 1/);
  });

  it("goes on after a use that throws, and forgets its document [PDF-5]", async () => {
    const service = createService();
    let kept: PdfDocument | undefined;
    const failing = service.open(numberedPages(2), {}, (document) => {
      kept = document;
      return Promise.reject(new Error("a caller's own"));
    });
    await expect(failing).rejects.toThrow("a caller's own");
    await expect(kept?.readPages(1, 1, TEXT)).rejects.toThrow("failed: the document has been closed");
    expect(await readFirst(numberedPages(1), service)).toMatch(/^This is page 1/);
  });

  it("ends with its service, whatever it is at [PDF-5]", async () => {
    const service = createService();
    const waiting: Promise<unknown>[] = [];
    const drawing = service.open(endlessPage(), {}, async (document) => {
      const ended = expect(draw(document)).rejects.toThrow("failed: the service has been closed");
      waiting.push(service.open(numberedPages(1), {}, draw).catch((cause: Error) => cause.message));
      await delay(100);
      await service.close();
      await ended;
      return "told";
    });
    expect(await drawing).toBe("told");
    expect(await Promise.all(waiting)).toEqual(["failed: the service has been closed"]);
    await expect(readFirst(numberedPages(1), service)).rejects.toThrow("failed: the service has been closed");
    await service.close();
  });

  it("that something else has ended fails its document, and the next gets another [PDF-5]", async () => {
    const running = watchThreads();
    const service = createService();
    const ended = service.open(endlessPage(), {}, async (document) => {
      const drawing = draw(document).catch((cause: Error) => cause.message);
      await delay(100);
      for (const worker of running) void worker.terminate();
      return drawing;
    });
    expect(await ended).toBe("failed: its thread ended with 1");
    expect(await readFirst(numberedPages(1), service)).toMatch(/^This is page 1/);
    // Also when nobody was waiting for it.
    await Promise.all([...running].map((worker) => worker.terminate()));
    expect(await readFirst(numberedPages(1), service)).toMatch(/^This is page 1/);
  });

  it("out of memory of its own fails its document alone [PDF-5]", async () => {
    const running = watchThreads();
    const service = createService();
    const ended = service.open(endlessPage(), {}, async (document) => {
      const drawing = draw(document).catch((cause: Error) => cause.message);
      await delay(100);
      // As Node tells it; to really fill the heap takes longer than the test is worth.
      const full = Object.assign(new Error("heap"), { code: "ERR_WORKER_OUT_OF_MEMORY" });
      for (const worker of running) worker.emit("error", full);
      return drawing;
    });
    expect(await ended).toBe("too-much-memory: heap");
    expect(await readFirst(numberedPages(1), service)).toMatch(/^This is page 1/);
  });

  it("gives its memory back when it ends [PDF-5]", async () => {
    const service = createService();
    const bytes = makePdf({ pages: [{ content: textLines(["large"]) }], padding: 100 * 2 ** 20 });
    const { length } = bytes;
    const before = process.memoryUsage().arrayBuffers;
    await service.open(bytes, {}, draw);
    await service.close();
    expect(bytes.length).toBe(0);
    // What another thread held is counted off a moment later.
    while (process.memoryUsage().arrayBuffers > before - length / 2) await delay(20);
  });
});

describe("A process", () => {
  const run = (...options: string[]): { status: number | null; stdout: string; stderr: string } => {
    const program = fileURLToPath(new URL("reader.js", import.meta.url));
    return spawnSync(process.execPath, [program, ...options], { encoding: "utf8", timeout: 20_000 });
  };

  it("ends by itself beside an idle thread, and nothing is printed but its own words [PDF-5]", () => {
    expect(run("once")).toMatchObject({ status: 0, stdout: "1 page\n", stderr: "" });
  });

  it("waits for work that is under way [PDF-5]", () => {
    expect(run("unawaited")).toMatchObject({ status: 0, stdout: "1 page\n", stderr: "" });
  });

  it("without the package that reads PDFs is told so [PDF-1]", () => {
    expect(run("without-package")).toMatchObject({ status: 0, stdout: "unavailable\n", stderr: "" });
  });

  it("starts no program and needs none: its path and its environment may be empty [PDF-1]", () => {
    const program = fileURLToPath(new URL("reader.js", import.meta.url));
    const { stdout } = spawnSync(process.execPath, [program, "once"], {
      encoding: "utf8",
      env: { PATH: "" },
    });
    expect(stdout).toBe("1 page\n");
  });
});
