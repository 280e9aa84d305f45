/** Node, and the packages that need not be installed, each tried on something tiny. */
import { createRequire } from "node:module";
import { PdfProblem } from "../../../media/pdf/pdf-problem.js";
import { type Check, type Finding, fine, trouble, warn } from "./finding.js";

/** Only a real decoder makes a picture of this; a small PNG would pass without one. */
const TINY_SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" width="2" height="2"><rect width="1" height="1"/></svg>';

/** One empty page, without a table of its objects, which readers make up for. */
const TINY_PDF = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>endobj
trailer<</Root 1 0 R>>
%%EOF
`;

const reinstall = (name: string): string => `Install Filewright with its optional packages, or add ${name}.`;

export const nodeCheck: Check = {
  name: "Node",
  async run() {
    const { engines } = createRequire(import.meta.url)("filewright/package.json") as {
      readonly engines: { readonly node: string };
    };
    return judgeNode(process.versions.node, engines.node);
  },
};

/** `range` is ">=" and a version, as our manifest has it. */
export function judgeNode(version: string, range: string): Finding {
  const numbers = (text: string): number[] => text.replace(/^\D+/, "").split(".").map(Number);
  const [major = 0, minor = 0] = numbers(version);
  const [leastMajor = 0, leastMinor = 0] = numbers(range);
  const isEnough = major > leastMajor || (major === leastMajor && minor >= leastMinor);
  return isEnough
    ? fine(version)
    : trouble(`${version} is too old`, `Install Node ${leastMajor}.${leastMinor} or newer.`);
}

export const imageCheck: Check = {
  name: "images",
  async run({ toolkit }) {
    const images = await toolkit.workspace.media.images();
    const budget = { maxSide: 100, maxBytes: 10_000, maxTokens: 1000 };
    const answer = await images.prepare(Buffer.from(TINY_SVG), budget);
    if (answer.outcome === "shown") return fine("sharp decodes them");
    const why = answer.diagnosis ?? answer.detail;
    const lost = "Read shows only small pictures in common formats.";
    return warn(`can't be decoded: ${why}`, `${lost} ${reinstall("sharp")}`);
  },
};

export const pdfCheck: Check = {
  name: "PDFs",
  async run({ toolkit }) {
    const pdfs = await toolkit.workspace.media.pdfs();
    try {
      await pdfs.open(new TextEncoder().encode(TINY_PDF), {}, async (document) => document.pageCount);
      return fine("PDFium reads them");
    } catch (cause) {
      if (!(cause instanceof PdfProblem)) throw cause;
      return warn(`can't be read: ${cause.detail}`, `Read shows no PDFs. ${reinstall("@embedpdf/pdfium")}`);
    }
  },
};

export const tokenizerCheck: Check = {
  name: "tokens",
  async run() {
    const { loadVocabulary } = await import("../../../tokens/load-vocabulary.js");
    const count = await loadVocabulary();
    if (count !== undefined && count("a few words") > 0) return fine("a vocabulary counts them exactly");
    return warn(
      "the vocabulary that counts them is missing",
      `Token limits go by an estimate on the safe side. ${reinstall("filewright")}`,
    );
  },
};
