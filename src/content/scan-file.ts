/**
 * Reads a large file once, in order, a few blocks ahead: the thread pool copies the next blocks while this thread
 * counts and digests the last ones, so two cores work and memory stays at eight blocks. Runs in slices of well under a
 * millisecond, so the event loop stays free.
 */
import type { OpenFile } from "../fs/file-system.js";
import { awaitedLater } from "../fs/maybe-promise.js";
import { BLOCK_BYTES, BLOCK_SLOTS, type BlockKernels } from "../text/block-kernels.js";
import { sampleForeign } from "../text/detect-encoding.js";
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
  /** The first lines outside ASCII, and the bytes around the first place that is not UTF-8, for the encoding detector. */
  readonly oddSample: Uint8Array | undefined;
}

/** Blocks that one read brings: half as many calls as one each, for the same memory in flight. */
const READ_BLOCKS = 2;

/** A read under way, and how many bytes it was asked for. */
interface PendingRead {
  readonly length: Promise<number>;
  readonly wanted: number;
}

export async function scanFile(index: LineIndex, request: ScanRequest): Promise<ScanFindings> {
  const { file, kernels, unit, signal } = request;
  const { size } = index.stat;
  const utf8 = new Utf8Checker();
  let oddSample: Uint8Array | undefined;
  let validSample: Uint8Array = new Uint8Array(0);
  let next = index.blocks;
  const pending: PendingRead[] = [];

  const readAhead = (): void => {
    while (next * BLOCK_BYTES < size && pending.length < BLOCK_SLOTS / READ_BLOCKS) {
      // A scan that goes on from an odd block reads one first, so that no read runs over the end of the slots.
      const count = READ_BLOCKS - (next % READ_BLOCKS);
      const position = next * BLOCK_BYTES;
      const wanted = Math.min(count * BLOCK_BYTES, size - position);
      const target = kernels.slot(next % BLOCK_SLOTS, count).subarray(0, wanted);
      pending.push({ length: awaitedLater(file.read(target, position)), wanted });
      next += count;
    }
  };

  const addBlock = (length: number): void => {
    const slot = index.blocks % BLOCK_SLOTS;
    const bytes = kernels.slot(slot).subarray(0, length);
    const scan = kernels.scan(slot, length);
    const newlines = unit === byteUnit ? scan.newlines : countNewlines(bytes, unit);
    index.addBlock(scan, length, newlines, endsWithNewline(bytes, unit));
    if (unit !== byteUnit || !utf8.isValid) return;
    utf8.feed(bytes, scan.isAscii);
    if (!utf8.isValid) oddSample = Buffer.concat([validSample, sampleForeign(bytes)]);
    else if (!scan.isAscii && validSample.length === 0) validSample = wholeLines(sampleForeign(bytes));
  };

  try {
    for (readAhead(); pending[0] !== undefined; readAhead()) {
      const { wanted } = pending[0];
      const length = await pending[0].length;
      signal?.throwIfAborted();
      for (let done = 0; done < length; done += BLOCK_BYTES) {
        addBlock(Math.min(BLOCK_BYTES, length - done));
        if (request.isEnough(index)) return { isUtf8: utf8.isValid, oddSample };
      }
      // Its slots are free again only now; an earlier read-ahead would overwrite the blocks under our hands.
      pending.shift();
      // Shorter than asked: the file was truncated while it was read, and ends here.
      if (length < wanted) break;
    }
    index.complete();
    // A file that ends inside a character has no block that is not valid.
    const isCut = utf8.isValid && !utf8.isComplete && validSample.length > 0;
    return { isUtf8: utf8.isComplete, oddSample: isCut ? validSample : oddSample };
  } finally {
    // Reads still under way write into the kernels' memory; they must land before anyone else gets it.
    await Promise.allSettled(pending.map((read) => read.length));
  }
}

function endsWithNewline(bytes: Uint8Array, unit: LineUnit): boolean {
  const last = bytes.subarray(bytes.length - unit.width);
  return countNewlines(last, unit) === 1;
}

/** Without a line that has only begun, which may end inside a character. */
function wholeLines(sample: Uint8Array): Uint8Array {
  return sample.slice(0, sample.lastIndexOf(0x0a) + 1);
}
