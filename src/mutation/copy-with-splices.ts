/**
 * Copies a large file into a staged one, some places replaced. Every block of the source is proved by its digest to be
 * what was searched, and every block of the copy is digested before it is written, so that reading the copy back
 * proves that the disk has taken it. Memory: the kernels' eight blocks.
 */
import { ContentVersion } from "../content/content-version.js";
import { LineIndex } from "../content/line-index.js";
import type { Reading } from "../content/reading.js";
import { scanFile } from "../content/scan-file.js";
import { FileSystemError, type StagedFile } from "../fs/file-system.js";
import { awaitedLater } from "../fs/maybe-promise.js";
import { BLOCK_BYTES, BLOCK_SLOTS, type BlockKernels } from "../text/block-kernels.js";
import type { ByteSplice } from "../text/byte-splices.js";
import { byteUnit } from "../text/line-unit.js";

/** The first half of the slots holds what is read, the second what is being written. */
const READ_SLOTS = BLOCK_SLOTS / 2;

export interface CopyRequest {
  readonly reading: Reading;
  readonly index: LineIndex;
  readonly splices: readonly ByteSplice[];
  readonly staged: StagedFile;
}

export interface Copied {
  readonly version: ContentVersion;
  /** What stood at each of the replaced places. */
  readonly removed: readonly Uint8Array[];
}

/** Undefined when the source is no longer what was searched. */
export async function copyWithSplices(request: CopyRequest): Promise<Copied | undefined> {
  const { reading, index, splices, staged } = request;
  const writer = new BlockWriter(staged, reading.kernels);
  const cutter = new Cutter(splices, writer);
  try {
    for (let block = 0; block < index.blocks; block += 1) {
      reading.signal?.throwIfAborted();
      const bytes = await readProved(block, request);
      if (bytes === undefined) return undefined;
      await cutter.take(bytes, block * BLOCK_BYTES);
    }
    const removed = await cutter.finish();
    return { version: await verify(await writer.finish(), writer.length, request), removed };
  } finally {
    await writer.settle();
  }
}

async function readProved(
  block: number,
  { reading: { file, kernels }, index }: CopyRequest,
): Promise<Uint8Array | undefined> {
  const slot = block % READ_SLOTS;
  const length = index.blockLength(block);
  const bytes = kernels.slot(slot).subarray(0, length);
  const read = await file.read(bytes, block * BLOCK_BYTES);
  return read === length && index.hasDigest(block, kernels.scan(slot, length).digest) ? bytes : undefined;
}

/** Passes blocks on in order, puts new bytes in the replaced places, and keeps what stood there. */
class Cutter {
  readonly #splices: readonly ByteSplice[];
  readonly #writer: BlockWriter;
  readonly #removed: Uint8Array[] = [];
  #next = 0;
  /** Parts of the removed place that the last block ended in. */
  #open: Uint8Array[] = [];

  constructor(splices: readonly ByteSplice[], writer: BlockWriter) {
    this.#splices = splices;
    this.#writer = writer;
  }

  async take(bytes: Uint8Array, offset: number): Promise<void> {
    const end = offset + bytes.length;
    let done = offset;
    for (let splice = this.#splices[this.#next]; splice !== undefined; splice = this.#splices[this.#next]) {
      if (splice.start >= end) break;
      const from = Math.max(splice.start, offset);
      await this.#writer.write(bytes.subarray(done - offset, from - offset));
      const to = Math.min(splice.end, end);
      this.#open.push(bytes.slice(from - offset, to - offset));
      done = to;
      // It reaches into the next block, or ends exactly with this one and waits for it all the same.
      if (splice.end > end) break;
      await this.#close(splice);
    }
    await this.#writer.write(bytes.subarray(done - offset));
  }

  /** What is inserted at the very end of the file comes last. */
  async finish(): Promise<readonly Uint8Array[]> {
    for (const splice of this.#splices.slice(this.#next)) await this.#close(splice);
    return this.#removed;
  }

  async #close({ bytes }: ByteSplice): Promise<void> {
    await this.#writer.write(bytes);
    this.#removed.push(Buffer.concat(this.#open));
    this.#open = [];
    this.#next += 1;
  }
}

/** Reads the copy back through the same digests. */
async function verify(
  version: ContentVersion,
  length: number,
  { reading, index, staged }: CopyRequest,
): Promise<ContentVersion> {
  const copy = new LineIndex({ ...index.stat, size: length }, false);
  const { kernels, signal, path } = reading;
  const file = {
    read: staged.read.bind(staged),
    stat: () => copy.stat,
    close: () => undefined,
  };
  await scanFile(copy, { file, kernels, unit: byteUnit, signal, isEnough: () => false });
  if (!copy.version.equals(version)) throw new FileSystemError("NOT_WRITTEN", path);
  return version;
}

/** Gathers what is written into blocks, digests each, and has up to three of them on their way to the disk. */
class BlockWriter {
  readonly #staged: StagedFile;
  readonly #kernels: BlockKernels;
  readonly #digests: Uint8Array[] = [];
  readonly #underWay: Promise<void>[] = [];
  #slot = READ_SLOTS;
  #filled = 0;
  length = 0;

  constructor(staged: StagedFile, kernels: BlockKernels) {
    this.#staged = staged;
    this.#kernels = kernels;
  }

  async write(bytes: Uint8Array): Promise<void> {
    for (let done = 0; done < bytes.length; ) {
      const count = Math.min(BLOCK_BYTES - this.#filled, bytes.length - done);
      this.#kernels.slot(this.#slot).set(bytes.subarray(done, done + count), this.#filled);
      this.#filled += count;
      done += count;
      if (this.#filled === BLOCK_BYTES) await this.#flush();
    }
  }

  async finish(): Promise<ContentVersion> {
    if (this.#filled > 0) await this.#flush();
    await Promise.all(this.#underWay);
    return ContentVersion.ofDigests(this.length, Buffer.concat(this.#digests));
  }

  /** Writes still under way read from the kernels' memory; they must end before anyone else gets it. */
  async settle(): Promise<void> {
    await Promise.allSettled(this.#underWay);
  }

  async #flush(): Promise<void> {
    const { digest } = this.#kernels.scan(this.#slot, this.#filled);
    this.#digests.push(digest);
    this.length += this.#filled;
    const bytes = this.#kernels.slot(this.#slot).subarray(0, this.#filled);
    this.#underWay.push(awaitedLater(this.#staged.append(bytes)));
    this.#slot = this.#slot + 1 === BLOCK_SLOTS ? READ_SLOTS : this.#slot + 1;
    this.#filled = 0;
    if (this.#underWay.length === BLOCK_SLOTS - READ_SLOTS) await this.#underWay.shift();
  }
}
