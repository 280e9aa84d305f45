/** Collects a slice by its index, proving block by block that the file still holds what was indexed. */
import type { OpenFile } from "../fs/file-system.js";
import { BLOCK_BYTES, type BlockKernels } from "../text/block-kernels.js";
import { lineUnitOf, skipLines } from "../text/line-unit.js";
import type { LineCollector } from "./line-collector.js";
import type { LineIndex } from "./line-index.js";

const SLOT = 0;

export interface CollectRequest {
  readonly startLine: number;
  readonly signal: AbortSignal | undefined;
}

/** False when a block no longer is what was indexed. */
export async function collectFromIndex(
  index: LineIndex,
  collector: LineCollector,
  file: OpenFile,
  kernels: BlockKernels,
  request: CollectRequest,
): Promise<boolean> {
  const start = index.locate(request.startLine);
  if (start === undefined) return true;
  const unit = lineUnitOf(index.encoding?.name ?? "UTF-8");
  const bomLength = index.encoding?.bomLength ?? 0;
  for (let block = start.block; block < index.blocks && !collector.isFull; block += 1) {
    request.signal?.throwIfAborted();
    const length = index.blockLength(block);
    const bytes = kernels.slot(SLOT).subarray(0, length);
    const read = await file.read(bytes, block * BLOCK_BYTES);
    if (read < length || !index.hasDigest(block, kernels.scan(SLOT, length).digest)) return false;
    let from = block === 0 ? bomLength : 0;
    if (block === start.block && start.skip > 0) {
      const found =
        unit.width === 1 ? kernels.skipLines(SLOT, length, start.skip) : skipLines(bytes, start.skip, unit);
      from = Math.max(from, found);
    }
    collector.feed(bytes.subarray(from));
  }
  return true;
}
