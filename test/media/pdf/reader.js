// Child of thread.test.ts: reads a document in a process of its own, which then has nothing left to do.
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const document = [
  "%PDF-1.4",
  "1 0 obj << /Type /Catalog /Pages 2 0 R /OpenAction << /S /JavaScript /JS (app.alert\\(1\\)) >> >> endobj",
  "2 0 obj << /Type /Pages /Kids [3 0 R] /Count 1 >> endobj",
  "3 0 obj << /Type /Page /Parent 2 0 R /MediaBox [0 0 100 100] >> endobj",
  "trailer << /Root 1 0 R >>",
  "",
].join("\n");

/** @param {string} folder one with the compiled library in it */
async function read(folder) {
  const { PdfService } = await import(join(folder, ".build/lib/media/pdf/pdf-service.js"));
  const service = new PdfService();
  /** @param {{ pageCount: number, renderPage: Function }} opened */
  const use = async (opened) => {
    await opened.renderPage(1, { maxSide: 100, maxPixels: 10_000 });
    console.log(`${opened.pageCount} page`);
  };
  return service.open(new Uint8Array(Buffer.from(document)), {}, use);
}

const [way] = process.argv.slice(2);
if (way === "once") await read(root);
if (way === "unawaited") void read(root);
if (way === "without-package") {
  // The same files at a place from which no package is found.
  const folder = mkdtempSync(join(tmpdir(), "filewright-without-"));
  try {
    for (const part of [".build/lib", "dist/media/pdf-worker.js", "package.json"]) {
      mkdirSync(join(folder, part, ".."), { recursive: true });
      cpSync(join(root, part), join(folder, part), { recursive: true });
    }
    writeFileSync(join(folder, "node_modules"), "");
    await read(folder).catch((problem) => console.log(problem.reason));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
