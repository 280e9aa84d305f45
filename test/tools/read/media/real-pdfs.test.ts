/** PDFs of Debian packages, which .ci/test-pdfs fetches: of each page all is shown, or what is not shown is named. */
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { basename, join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { PdfProblem, PdfService } from "../../../../src/media/pdf/pdf-service.js";
import { textOf } from "../../../support/answers.js";
import { findDrawnPages, hasPoppler } from "../../../support/drawn-pages.js";
import { tempWorkspace } from "../../../support/workspace.js";
import { closeAfterwards, dataOf, kindsOf, outputOf, read } from "./shown.js";

const WANTED = 20;
/** Of each document; enough to meet its figures, few enough to draw. */
const MAX_PAGES = 12;
const folder =
  process.env["FILEWRIGHT_TEST_PDFS"] ??
  join(process.env["XDG_CACHE_HOME"] ?? join(homedir(), ".cache"), "filewright-tests", "pdfs");
const files = findPdfs();
const isComplete = files.length >= WANTED && hasPoppler();

function findPdfs(): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".pdf") && statSync(join(folder, name)).size > 1000)
    .toSorted();
}

/** The pages that the lines at the end of an answer name. */
function namedPages(text: string): number[] {
  const lines = text.matchAll(/^\[(?:Small d|D)rawings or pictures on pages? ([\d, -]+) (?:are|did) not /gm);
  return [...lines].flatMap(([, list = ""]) =>
    list.split(", ").flatMap((range) => {
      const [first = 0, last = first] = range.split("-").map(Number);
      return Array.from({ length: last - first + 1 }, (_, index) => first + index);
    }),
  );
}

describe.skipIf(!isComplete)("A real PDF", () => {
  it.each(isComplete ? files : ["some"])(
    "%s is shown whole, or what is not shown is named [MEDIA-422]",
    async (name) => {
      const path = join(folder, name);
      const pdfs = new PdfService();
      onTestFinished(() => pdfs.close());
      const count = await pdfs
        .open(new Uint8Array(readFileSync(path)), {}, async ({ pageCount }) => pageCount)
        .catch((cause: unknown) => {
          if (cause instanceof PdfProblem) return 0;
          throw cause;
        });
      const workspace = tempWorkspace({ [basename(name)]: readFileSync(path) });
      const file = workspace.path(basename(name));
      const toolkit = closeAfterwards(workspace.toolkit());
      const drawn = new Set(findDrawnPages(path, Math.min(count, MAX_PAGES)));
      for (let first = 1; first <= Math.min(count, MAX_PAGES); first += 10) {
        const pages = `${first}-${Math.min(first + 9, count, MAX_PAGES)}`;
        const result = await read(toolkit, file, { pages });
        const parts = outputOf(result, "parts").pages;
        const shown = parts.filter(({ image }) => image !== undefined).map(({ number }) => number);
        const named = namedPages(textOf(result));
        const hidden = parts.filter((part) => part.hasHiddenDrawings === true).map(({ number }) => number);
        expect(named.toSorted((one, other) => one - other)).toEqual(hidden);
        expect(dataOf(result, "image")).toHaveLength(shown.length);
        const missed = parts
          .map(({ number }) => number)
          .filter((number) => drawn.has(number) && !shown.includes(number) && !named.includes(number));
        expect(missed).toEqual([]);
        const [one] = hidden;
        if (one !== undefined)
          expect(kindsOf(await read(toolkit, file, { pages: `${one}` }))).toContain("image");
      }
    },
    120_000,
  );
});
