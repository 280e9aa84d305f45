/**
 * Where the lines of one version of a large file are: the number of newlines before each 512 KB block, and a digest
 * of each block. A slice finds its block by binary search and proves, by digest, that it reads what was indexed.
 */
import type { FileStat } from "../fs/file-system.js";
import { BLOCK_BYTES, type BlockScan, DIGEST_BYTES } from "../text/block-kernels.js";
import type { TextEncoding } from "../text/codec.js";
import { ContentVersion } from "./content-version.js";

export class LineIndex {
  readonly stat: FileStat;
  /** Whether the file's stamps were old enough, when indexing began, to vouch for it later. */
  readonly isSettled: boolean;
  /** Set once known: at the end of the scan, or from the file's first bytes. */
  encoding: TextEncoding | undefined;
  #newlinesBefore: number[] = [0];
  #digests: Uint8Array[] = [];
  #scannedBytes = 0;
  #endsWithNewline = true;
  #isComplete = false;

  constructor(stat: FileStat, isSettled: boolean) {
    this.stat = stat;
    this.isSettled = isSettled;
  }

  get blocks(): number {
    return this.#digests.length;
  }

  get scannedBytes(): number {
    return this.#scannedBytes;
  }

  get isComplete(): boolean {
    return this.#isComplete;
  }

  get newlines(): number {
    return this.#newlinesBefore.at(-1) ?? 0;
  }

  /** The number of lines, or undefined while part of the file has not been scanned. */
  get totalLines(): number | undefined {
    if (!this.#isComplete) return undefined;
    return this.newlines + (this.#endsWithNewline || this.#scannedBytes === 0 ? 0 : 1);
  }

  get version(): ContentVersion {
    if (!this.#isComplete) return ContentVersion.ofStat(this.stat);
    const settled = this.isSettled ? this.stat : undefined;
    return ContentVersion.ofDigests(this.#scannedBytes, Buffer.concat(this.#digests), settled);
  }

  addBlock(scan: BlockScan, length: number, newlines: number, endsWithNewline: boolean): void {
    this.#digests.push(scan.digest);
    this.#newlinesBefore.push(this.newlines + newlines);
    this.#scannedBytes += length;
    this.#endsWithNewline = endsWithNewline;
  }

  complete(): void {
    this.#isComplete = true;
  }

  /** The block that holds the newline before `line`, and how many newlines of that block to skip to reach it. */
  locate(line: number): { block: number; skip: number } | undefined {
    const wanted = line - 1;
    if (wanted === 0) return { block: 0, skip: 0 };
    if (wanted > this.newlines) return undefined;
    let low = 0;
    let high = this.blocks - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#newlinesBefore[middle + 1] ?? 0) >= wanted) high = middle;
      else low = middle + 1;
    }
    return { block: low, skip: wanted - (this.#newlinesBefore[low] ?? 0) };
  }

  /** How many newlines come before a block. */
  newlinesBefore(block: number): number {
    return this.#newlinesBefore[block] ?? this.newlines;
  }

  /** Bytes of a block that were there when it was indexed. */
  blockLength(block: number): number {
    return Math.min(BLOCK_BYTES, this.#scannedBytes - block * BLOCK_BYTES);
  }

  hasDigest(block: number, digest: Uint8Array): boolean {
    const known = this.#digests[block];
    return known !== undefined && known.length === DIGEST_BYTES && Buffer.compare(known, digest) === 0;
  }
}
