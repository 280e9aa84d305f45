/** Lines of a large file by its index, proving block by block that the file still holds what was indexed. */
import type { FileStat } from "../fs/file-system.js";
import { BLOCK_BYTES } from "../text/block-kernels.js";
import { loadCodec, type TextEncoding, utf8 } from "../text/codec.js";
import { lineUnitOf, skipLines } from "../text/line-unit.js";
import { countCodePoints, type HiddenRest } from "../text/numbered-view.js";
import type { ContentVersion } from "./content-version.js";
import { characterCounterFor } from "./decode-text.js";
import { LineCollector } from "./line-collector.js";
import type { LineIndex } from "./line-index.js";
import type { Reading } from "./reading.js";

/** Blocks are looked at one after another, always in the same place. */
const SLOT = 0;

export interface SliceRequest {
  readonly startLine: number;
  readonly maxLines: number;
  readonly maxBytes: number;
  /** The stat by which the file was judged. */
  readonly judged?: FileStat | undefined;
  readonly signal: AbortSignal | undefined;
}

export interface LineSlice {
  readonly stat: FileStat;
  readonly version: ContentVersion;
  readonly encoding: TextEncoding;
  /** The lines from `startLine` on as views show them, endings included; over-long lines hold only their beginning. */
  readonly text: string;
  readonly hiddenBeyond: ReadonlyMap<number, HiddenRest>;
  /** The bytes allowed were spent before all the lines were gathered. */
  readonly isClipped: boolean;
  /** Undefined when the file is so large that the rest was not counted. */
  readonly totalLines: number | undefined;
}

/** Undefined when a block no longer is what was indexed, so that no line number can be trusted. */
export async function collectSlice(
  index: LineIndex,
  reading: Reading,
  request: SliceRequest,
): Promise<LineSlice | undefined> {
  const { encoding = utf8, version, totalLines, stat } = index;
  const codec = await loadCodec(encoding.name);
  const collector = new LineCollector({
    firstLine: request.startLine,
    maxLines: request.maxLines,
    maxBytes: request.maxBytes,
    unit: lineUnitOf(encoding.name),
    countCharacters: (bytes) => countCodePoints(codec.decode(bytes)),
    createCounter: characterCounterFor(codec, encoding),
  });
  if (!(await collectBlocks(index, encoding, collector, reading, request))) return undefined;
  const { bytes, hiddenBeyond, isClipped } = collector;
  return {
    stat,
    version,
    encoding,
    text: codec.decode(bytes).toWellFormed(),
    hiddenBeyond,
    isClipped,
    totalLines,
  };
}

async function collectBlocks(
  index: LineIndex,
  encoding: TextEncoding,
  collector: LineCollector,
  { file, kernels }: Reading,
  { startLine, signal }: SliceRequest,
): Promise<boolean> {
  const start = index.locate(startLine);
  if (start === undefined) return true;
  const unit = lineUnitOf(encoding.name);
  for (let block = start.block; block < index.blocks && !collector.isFull; block += 1) {
    signal?.throwIfAborted();
    const length = index.blockLength(block);
    const bytes = kernels.slot(SLOT).subarray(0, length);
    const read = await file.read(bytes, block * BLOCK_BYTES);
    if (read < length || !index.hasDigest(block, kernels.scan(SLOT, length).digest)) return false;
    let from = block === 0 ? encoding.bomLength : 0;
    if (block === start.block && start.skip > 0) {
      from =
        unit.width === 1 ? kernels.skipLines(SLOT, length, start.skip) : skipLines(bytes, start.skip, unit);
    }
    collector.feed(bytes.subarray(from));
  }
  return true;
}
