/** The text of one page, and whether it is what a reader would see there. */
import type { PdfPage } from "./pdf-messages.js";
import type { Pdfium } from "./pdfium-module.js";
import { orderLines } from "./reading-order.js";
import { type Character, findRuns } from "./text-runs.js";

/** More characters than any page to be read has; such a page is given in the order in which it is drawn. */
const MAX_ORDERED = 50_000;
/** Fewer readable characters than this on a picture of a page are a stamp or a page number, not its text. */
const FEW_CHARACTERS = 50;
/** Scanners make pages of one picture, or of strips that together fill the page. */
const SCANNED_SHARE = 0.5;

/** Characters of a page, blanks left out. */
interface Tally {
  readonly shown: number;
  /** Of the shown ones: those that their fonts don't name. PDFium then gives the font's own number as the character. */
  readonly unnamed: number;
  readonly meaningless: number;
  readonly small: number;
  readonly capital: number;
}

export function readPageText(
  pdfium: Pdfium,
  page: number,
  {
    maxCharacters,
    isForm,
    pictureShare,
  }: { readonly maxCharacters: number; readonly isForm: boolean; readonly pictureShare: number },
): Pick<PdfPage, "text" | "hasText" | "isTextCut"> {
  const { whole, tally } = readText(pdfium, page, maxCharacters, isForm);
  // Half of a character that a font names is nothing that can be sent: whoever is sent it refuses the whole message.
  const text = clip(whole.toWellFormed(), maxCharacters);
  const hasText = isReadable(tally) && (tally.shown >= FEW_CHARACTERS || pictureShare < SCANNED_SHARE);
  return { text, hasText, isTextCut: text.length < whole.length };
}

/** The whole text, or more of it than is wanted. */
function readText(
  pdfium: Pdfium,
  page: number,
  wanted: number,
  isForm: boolean,
): { whole: string; tally: Tally } {
  const { call } = pdfium;
  const textPage = call.FPDFText_LoadPage(page);
  const box = call.malloc(16);
  try {
    const count = call.FPDFText_CountChars(textPage);
    const tally = { shown: 0, unnamed: 0, meaningless: 0, small: 0, capital: 0 };
    if (count > MAX_ORDERED) {
      let whole = "";
      let last = "break";
      for (let index = 0; index < count && whole.length <= wanted; index += 1) {
        const piece = readPiece(pdfium, textPage, index, tally);
        if (piece !== "break") whole += piece === "space" ? " " : piece;
        else if (last !== "break") whole += "\n";
        last = piece;
      }
      return { whole, tally };
    }
    const characters: (Character | "space" | "break")[] = [];
    for (let index = 0; index < count; index += 1) {
      const text = readPiece(pdfium, textPage, index, tally);
      if (text === "space" || text === "break") {
        characters.push(text);
      } else if (text !== "") {
        call.FPDFText_GetLooseCharBox(textPage, index, box);
        const sides = new Float32Array(call.memory.buffer, box, 4);
        // Letters of a size without end stand nowhere.
        const [left = 0, top = 0, right = 0, bottom = 0] = sides.every(Number.isFinite) ? sides : [];
        const angle = roundAngle(call.FPDFText_GetCharAngle(textPage, index));
        characters.push({ text, left, right, bottom, top, angle });
      }
    }
    // Text of other directions, notes in the margin and stamps across the page, follows the main text.
    const lines = findRuns(characters).flatMap((runs) => orderLines(runs, isForm));
    return { whole: lines.join("\n"), tally };
  } finally {
    call.free(box);
    call.FPDFText_ClosePage(textPage);
  }
}

/** A character, or half of one; a blank or a line's end that PDFium has put in; or nothing, for what is not seen. */
function readPiece(
  { call }: Pdfium,
  textPage: number,
  index: number,
  tally: { -readonly [Count in keyof Tally]: number },
): string {
  const code = call.FPDFText_GetUnicode(textPage, index);
  if (call.FPDFText_IsGenerated(textPage, index) === 1) return code === 0x20 ? "space" : "break";
  // A hyphen at the end of a line is marked by PDFium as one that may be left out; it stays, as it is seen.
  if (code === 0xad || call.FPDFText_IsHyphen(textPage, index) === 1) {
    tally.shown += 1;
    return "-";
  }
  if (isMeaningless(code)) {
    tally.meaningless += 1;
    // Something is seen there, a ligature mostly, that the font has no name for.
    return code !== 0 && call.FPDFText_HasUnicodeMapError(textPage, index) === 1 ? "\ufffd" : "";
  }
  if (code === 0x20 || code === 0xa0) return " ";
  tally.shown += 1;
  if (call.FPDFText_HasUnicodeMapError(textPage, index) === 1) tally.unnamed += 1;
  if (code >= 0x61 && code <= 0x7a) tally.small += 1;
  if (code >= 0x41 && code <= 0x5a) tally.capital += 1;
  return String.fromCodePoint(code);
}

/**
 * Numbers of a font's own are often those of ASCII all the same, in what TeX made, and else give nonsense: control
 * characters for blanks, capitals for small letters. A few that are lost, ligatures mostly, leave the rest readable.
 */
function isReadable({ shown, unnamed, meaningless, small, capital }: Tally): boolean {
  if (shown === 0 || meaningless * 10 > shown) return false;
  return unnamed * 2 <= shown || (small > capital && (small + capital) * 5 >= shown);
}

/** Control characters, halves of nothing, and what stands for a character that could not be told. */
function isMeaningless(code: number): boolean {
  return (
    code < 0x20 || (code >= 0x7f && code < 0xa0) || (code >= 0xfffd && code <= 0xffff) || code > 0x10ffff
  );
}

function roundAngle(radians: number): number {
  const degrees = Math.round((radians * 180) / Math.PI);
  const nearest = Math.round(degrees / 90) * 90;
  // Scans are a little askew.
  return (Math.abs(degrees - nearest) <= 5 ? nearest : degrees) % 360;
}

function clip(text: string, maxCharacters: number): string {
  if (text.length <= maxCharacters) return text;
  const isInsidePair = /[\ud800-\udbff]/.test(text[maxCharacters - 1] ?? "");
  return text.slice(0, isInsidePair ? maxCharacters - 1 : maxCharacters);
}
