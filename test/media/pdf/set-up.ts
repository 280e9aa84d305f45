/** What the tests of PDFs have in common. */
import { Buffer } from "node:buffer";
import { crc32, inflateSync } from "node:zlib";
import { expect, onTestFinished } from "vitest";
import {
  type PdfDocument,
  type PdfOptions,
  PdfProblem,
  type PdfRefusal,
  PdfService,
  type RenderedPage,
} from "../../../src/media/pdf/pdf-service.js";
import { makePdf } from "../../support/pdfs.js";

export const PICTURE = { maxSide: 1000, maxPixels: 1_000_000 };
export const TEXT = { maxCharactersPerPage: 10_000 };

export function createService(options: PdfOptions = {}): PdfService {
  const service = new PdfService(options);
  onTestFinished(() => service.close());
  return service;
}

/** The text of a page with this content. */
export async function textOf(content: string, service: PdfService = createService()): Promise<string> {
  return readFirst(makePdf({ pages: [{ content }] }), service);
}

export async function readFirst(bytes: Uint8Array, service: PdfService = createService()): Promise<string> {
  const [page] = await service.open(bytes, {}, (document) => document.readPages(1, 1, TEXT));
  return page?.text ?? "";
}

/** Why the document can't be opened, or can't be used so. */
export async function reasonFor(
  bytes: Uint8Array,
  use: (document: PdfDocument) => Promise<unknown> = () => Promise.resolve(),
  service: PdfService = createService(),
): Promise<PdfRefusal> {
  const problem = await service.open(bytes, {}, use).catch((cause: unknown) => cause);
  expect(problem).toBeInstanceOf(PdfProblem);
  return (problem as PdfProblem).reason;
}

export interface DecodedPng {
  readonly isGrey: boolean;
  /** Red, green and blue, or the grey of the pixel at this place from the upper left. */
  at(x: number, y: number): readonly number[];
}

/** Understands what our own encoder may write and nothing else; checks every sum. */
export function decodePng({ png, width, height }: RenderedPage): DecodedPng {
  const bytes = Buffer.from(png);
  expect(bytes.subarray(0, 8).toString("latin1")).toBe("\x89PNG\r\n\x1a\n");
  const chunks = new Map<string, Buffer>();
  for (let at = 8; at < bytes.length; ) {
    const length = bytes.readUInt32BE(at);
    expect(crc32(bytes.subarray(at + 4, at + 8 + length))).toBe(bytes.readUInt32BE(at + 8 + length));
    chunks.set(bytes.toString("latin1", at + 4, at + 8), bytes.subarray(at + 8, at + 8 + length));
    at += 12 + length;
  }
  expect([...chunks.keys()]).toEqual(["IHDR", "IDAT", "IEND"]);
  const header = chunks.get("IHDR") ?? Buffer.alloc(13);
  expect([header.readUInt32BE(0), header.readUInt32BE(4), header[8]]).toEqual([width, height, 8]);
  const isGrey = header[9] === 0;
  const samples = isGrey ? 1 : 3;
  const rows = inflateSync(chunks.get("IDAT") ?? Buffer.alloc(0));
  expect(rows.length).toBe(height * (1 + width * samples));
  return {
    isGrey,
    at(x, y) {
      const start = y * (1 + width * samples) + 1 + x * samples;
      return [...rows.subarray(start, start + samples)];
    },
  };
}
