/**
 * A second opinion on which pages of a PDF have drawings or pictures, by programs that share no code with PDFium:
 * poppler draws the page, its words are painted over, and the ink that remains is counted.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Pixels around a word that belong to it: accents, underlines, the edges of letters. */
const MARGIN = 3;
/** A run of ink at least this long and at most this thick is a rule. */
const RULE_LENGTH = 24;
const RULE_THICKNESS = 4;
/** Of 255: less than this tells no ink from paper. */
const CONTRAST = 24;
/** The share of a page's pixels from which on ink beside the words is a drawing, for sure. */
const MUCH_INK = 0.003;

export function hasPoppler(): boolean {
  return ["pdftoppm", "pdftotext"].every((program) => spawnSync(program, ["-v"]).status === 0);
}

/** The numbers of pages, up to `last`, that are drawn on beyond doubt. */
export function findDrawnPages(file: string, last: number): number[] {
  const folder = mkdtempSync(join(tmpdir(), "filewright-drawn-"));
  try {
    execFileSync("pdftoppm", ["-r", "72", "-l", `${last}`, file, join(folder, "page")], { stdio: "ignore" });
    const words = readWords(file, last);
    return readdirSync(folder)
      .toSorted()
      .flatMap((name) => {
        const number = Number(/-(\d+)\.ppm$/.exec(name)?.[1] ?? 0);
        const picture = readPicture(readFileSync(join(folder, name)));
        return inkShare(picture, words[number - 1] ?? []) >= MUCH_INK ? [number] : [];
      });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

type Word = readonly [left: number, top: number, right: number, bottom: number];

function readWords(file: string, last: number): Word[][] {
  const xml = execFileSync("pdftotext", ["-bbox", "-l", `${last}`, file, "-"], {
    maxBuffer: 1 << 28,
    stdio: ["ignore", "pipe", "ignore"],
  }).toString();
  return xml
    .split("<page ")
    .slice(1)
    .map((page) =>
      [...page.matchAll(/xMin="([-\d.]+)" yMin="([-\d.]+)" xMax="([-\d.]+)" yMax="([-\d.]+)"/g)].map(
        ([, left, top, right, bottom]) => [Number(left), Number(top), Number(right), Number(bottom)] as const,
      ),
    );
}

interface Picture {
  readonly width: number;
  readonly height: number;
  /** Three bytes for each pixel. */
  readonly pixels: Uint8Array;
}

function readPicture(ppm: Buffer): Picture {
  const [header = "", width, height] =
    /^P6\s+(\d+)\s+(\d+)\s+255\s/.exec(ppm.toString("latin1", 0, 100)) ?? [];
  return { width: Number(width), height: Number(height), pixels: ppm.subarray(header.length) };
}

/** The share of pixels that are neither paper nor a word nor a rule nor the inside of an even surface. */
function inkShare({ width, height, pixels }: Picture, words: readonly Word[]): number {
  const paper = findPaper(pixels);
  const ink = new Uint8Array(width * height);
  for (let at = 0; at < ink.length; at += 1) {
    const differs = [0, 1, 2].some(
      (part) => Math.abs((pixels[at * 3 + part] ?? 0) - (paper[part] ?? 0)) > CONTRAST,
    );
    ink[at] = differs && !isEven(pixels, at, width) ? 1 : 0;
  }
  for (const [left, top, right, bottom] of words) {
    for (let y = Math.max(0, Math.floor(top) - MARGIN); y < Math.min(height, bottom + MARGIN); y += 1) {
      ink.fill(
        0,
        y * width + Math.max(0, Math.floor(left) - MARGIN),
        y * width + Math.min(width, Math.ceil(right) + MARGIN),
      );
    }
  }
  removeRules(ink, width, height);
  return ink.reduce((sum, each) => sum + each, 0) / ink.length;
}

/** The colour of most pixels. */
function findPaper(pixels: Uint8Array): readonly number[] {
  const counts = new Map<number, number>();
  for (let at = 0; at + 2 < pixels.length; at += 3) {
    const colour = ((pixels[at] ?? 0) << 16) | ((pixels[at + 1] ?? 0) << 8) | (pixels[at + 2] ?? 0);
    counts.set(colour, (counts.get(colour) ?? 0) + 1);
  }
  const [colour] = [...counts].reduce((most, each) => (each[1] > most[1] ? each : most), [0xffffff, 0]);
  return [(colour >> 16) & 255, (colour >> 8) & 255, colour & 255];
}

/** Shading: all neighbours have the same colour. */
function isEven(pixels: Uint8Array, at: number, width: number): boolean {
  return [-width - 1, -width, -width + 1, -1, 1, width - 1, width, width + 1].every((step) =>
    [0, 1, 2].every(
      (part) => Math.abs((pixels[(at + step) * 3 + part] ?? 255) - (pixels[at * 3 + part] ?? 0)) < 4,
    ),
  );
}

/** Takes away long thin runs of ink in both directions. */
function removeRules(ink: Uint8Array, width: number, height: number): void {
  const rules: number[] = [];
  const collect = (outer: number, inner: number, outerStep: number, innerStep: number): void => {
    for (let line = 0; line < outer; line += 1) {
      let start = 0;
      for (let position = 0; position <= inner; position += 1) {
        const isInk = position < inner && ink[line * outerStep + position * innerStep] === 1;
        if (isInk) continue;
        if (position - start >= RULE_LENGTH) {
          for (let each = start; each < position; each += 1) {
            const at = line * outerStep + each * innerStep;
            if (thicknessAt(ink, at, outerStep) <= RULE_THICKNESS) rules.push(at);
          }
        }
        start = position + 1;
      }
    }
  };
  collect(height, width, width, 1);
  collect(width, height, 1, width);
  for (const at of rules) ink[at] = 0;
}

function thicknessAt(ink: Uint8Array, at: number, step: number): number {
  let thickness = 1;
  for (let before = at - step; ink[before] === 1 && thickness <= RULE_THICKNESS; before -= step)
    thickness += 1;
  for (let after = at + step; ink[after] === 1 && thickness <= RULE_THICKNESS; after += step) thickness += 1;
  return thickness;
}
