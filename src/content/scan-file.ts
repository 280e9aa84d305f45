/**
 * Reads a large file once, in order, a few blocks ahead: the thread pool copies the next blocks while this thread
 * counts and digests the last one, so two cores work and memory stays at four blocks. Runs in slices of well under a
 * millisecond, so the event loop stays free.
 */
import type { OpenFile } from "../fs/file-system.js";
import { BLOCK_BYTES, BLOCK_SLOTS, type BlockKernels } from "../text/block-kernels.js";
import { DETECTION_BYTES } from "../text/detect-encoding.js";
import { byteUnit, countNewlines, type LineUnit } from "../text/line-unit.js";
import { Utf8Checker } from "../text/utf8-stream.js";
import type { LineIndex } from "./line-index.js";

export interface ScanRequest {
  readonly file: OpenFile;
  readonly kernels: BlockKernels;
  readonly unit: LineUnit;
  readonly signal: AbortSignal | undefined;
  /** Asked after each block; true ends the scan early, leaving the index incomplete. */
  readonly isEnough: (index: LineIndex) => boolean;
}

export interface ScanFindings {
  readonly isUtf8: boolean;
  /** The bytes around the first place that is not UTF-8, for the encoding detector. */
  readonly oddSample: Uint8Array | undefined;
}

export async function scanFile(index: LineIndex, request: ScanRequest): Promise<ScanFindings> {
  const { file, kernels, unit, signal } = request;
  const { size } = index.stat;
  const utf8 = new Utf8Checker();
  let oddSample: Uint8Array | undefined;
  let next = index.blocks;
  const pending: Promise<number>[] = [];

  const readAhead = (): void => {
    const position = next * BLOCK_BYTES;
    if (position >= size || pending.length === BLOCK_SLOTS) return;
    const slot = kernels.slot(next % BLOCK_SLOTS).subarray(0, Math.min(BLOCK_BYTES, size - position));
    pending.push(Promise.resolve(file.read(slot, position)));
    next += 1;
    readAhead();
  };

  try {
    for (readAhead(); pending.length > 0; readAhead()) {
      const length = await (pending[0] as Promise<number>);
      signal?.throwIfAborted();
      if (length === 0) break;
      const block = index.blocks % BLOCK_SLOTS;
      const bytes = kernels.slot(block).subarray(0, length);
      const scan = kernels.scan(block, length);
      const newlines = unit === byteUnit ? scan.newlines : countNewlines(bytes, unit);
      index.addBlock(scan, length, newlines, endsWithNewline(bytes, unit));
      if (unit === byteUnit && utf8.isValid) {
        utf8.feed(bytes, scan.isAscii);
        if (!utf8.isValid) oddSample = sampleOf(bytes);
      }
      // The slot is free again only now; an earlier read-ahead would overwrite the block under our hands.
      void pending.shift();
      if (request.isEnough(index)) return { isUtf8: utf8.isValid, oddSample };
      // Shorter than asked: the file was truncated while it was read, and ends here.
      if (length < Math.min(BLOCK_BYTES, size - (index.blocks - 1) * BLOCK_BYTES)) break;
    }
    index.complete();
    return { isUtf8: utf8.isComplete, oddSample };
  } finally {
    // Reads still under way write into the kernels' memory; they must land before anyone else gets it.
    await Promise.allSettled(pending);
  }
}

function endsWithNewline(bytes: Uint8Array, unit: LineUnit): boolean {
  const last = bytes.subarray(bytes.length - unit.width);
  return countNewlines(last, unit) === 1;
}

/** From the first byte that needs an encoding on: a long ASCII head would tell the detector nothing. */
function sampleOf(bytes: Uint8Array): Uint8Array {
  const firstHigh = bytes.findIndex((byte) => byte >= 0x80);
  const lineStart = bytes.lastIndexOf(0x0a, firstHigh) + 1;
  return bytes.slice(lineStart, lineStart + DETECTION_BYTES);
}
