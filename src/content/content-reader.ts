/**
 * What files hold, for everyone who needs to know: small files whole, slices of large ones, and the version of
 * either. One per workspace; it keeps the line indexes of large files, so that the next slice does not scan again.
 */
import {
  type FileStat,
  type FileSystem,
  FileSystemError,
  type MaybePromise,
  type OpenFile,
} from "../fs/file-system.js";
import { isSameFingerprint, isSettled } from "../fs/fingerprint.js";
import type { RealPath } from "../fs/paths.js";
import { unlessUnavailable } from "../fs/unless-unavailable.js";
import { KeyedQueue } from "../locks/keyed-queue.js";
import { BLOCK_BYTES, BlockKernels } from "../text/block-kernels.js";
import { SNIFF_BYTES } from "../text/bom.js";
import { loadCodec, type TextEncoding, utf8 } from "../text/codec.js";
import { findPlainEncoding } from "../text/detect-encoding.js";
import { lineUnitOf } from "../text/line-unit.js";
import { type BinaryKind, findBinaryKind } from "../text/sniff.js";
import { collectSlice, type LineSlice, type SliceRequest } from "./collect-slice.js";
import { ContentVersion } from "./content-version.js";
import { detectFor } from "./decode-text.js";
import { LargeText } from "./large-text.js";
import { LineIndex } from "./line-index.js";
import type { Reading } from "./reading.js";
import { scanFile } from "./scan-file.js";

/** Up to here a file is read whole and held; beyond, it is scanned in blocks. */
export const SMALL_FILE_BYTES = 1024 * 1024;
/** Files up to here are scanned to the end for their version and line count; larger ones only as far as needed. */
const WHOLE_SCAN_BYTES = 1024 * 1024 * 1024;
const MAX_INDEXES = 32;
const MAX_ATTEMPTS = 3;

export interface Opening {
  /** The stat by which the file was judged: another file with hard links is not opened in its place. */
  readonly judged?: FileStat | undefined;
  readonly signal: AbortSignal | undefined;
}

export type LargeFile =
  | { readonly binary: BinaryKind }
  /** The lines, and the file's first bytes. */
  | { readonly slice: LineSlice; readonly head: Uint8Array };

export class ContentReader {
  readonly #fileSystem: FileSystem;
  readonly #now: () => number;
  readonly #indexes = new Map<RealPath, LineIndex>();
  readonly #queue = new KeyedQueue();
  readonly #idleKernels: BlockKernels[] = [];

  constructor(fileSystem: FileSystem, now: () => number) {
    this.#fileSystem = fileSystem;
    this.#now = now;
  }

  /** The present version: by content, or by stat if `comparedWith` is known by stat only. */
  currentVersion(
    path: RealPath,
    judged?: FileStat,
    comparedWith?: ContentVersion,
  ): MaybePromise<ContentVersion> {
    if (judged !== undefined && comparedWith?.isByStat === true) return ContentVersion.ofStat(judged);
    const fromSmall = (small: { bytes: Uint8Array | undefined }): MaybePromise<ContentVersion> =>
      small.bytes === undefined ? this.#largeVersion(path, judged) : ContentVersion.ofBytes(small.bytes);
    const small = this.#fileSystem.readSmallFile(path, SMALL_FILE_BYTES, judged);
    return small instanceof Promise ? small.then(fromSmall) : fromSmall(small);
  }

  /** The version of content held in memory, the same that reading a file with it would give. `stat` is that of its file. */
  versionOf(bytes: Uint8Array, stat?: FileStat): ContentVersion {
    if (bytes.length <= SMALL_FILE_BYTES) return ContentVersion.ofBytes(bytes);
    const kernels = this.#idleKernels.pop() ?? new BlockKernels();
    const settled = stat !== undefined && isSettled(stat, this.#now()) ? stat : undefined;
    const version = ContentVersion.ofHeld(bytes, digestBlocks(bytes, kernels), settled);
    if (this.#idleKernels.length === 0) this.#idleKernels.push(kernels);
    return version;
  }

  /** The version judged by stat alone. `undefined` if the file changed too shortly before `sinceMs`, or after it. */
  versionByStat(path: RealPath, stat: FileStat, sinceMs: number): ContentVersion | undefined {
    if (!isSettled(stat, sinceMs)) return undefined;
    const known = this.#indexes.get(path);
    const isKnown = known?.isSettled === true && isSameFingerprint(known.stat, stat);
    return isKnown ? known.version : ContentVersion.ofStat(stat);
  }

  /** Lines of a file too large to hold. Reads of one file wait for each other: the second finds the first's index. */
  readSlice(path: RealPath, request: SliceRequest): Promise<LargeFile> {
    return this.#withOpenFile(path, request, async (reading) => {
      const binary = findBinaryKind(reading.head);
      if (binary !== undefined) return { binary };
      for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
        const index = await this.#indexFor(reading, request.startLine + request.maxLines);
        const slice = await collectSlice(index, reading, request);
        if (slice !== undefined) return { slice, head: reading.head };
        this.#indexes.delete(path);
      }
      throw new FileSystemError("EBUSY", path);
    });
  }

  /** A large file held open with its index; undefined in place of the text when it is binary. */
  readLarge<T>(
    path: RealPath,
    opening: Opening,
    use: (large: { readonly text: LargeText } | { readonly binary: BinaryKind }) => Promise<T>,
  ): Promise<T> {
    return this.#withOpenFile(path, opening, async (reading) => {
      const binary = findBinaryKind(reading.head);
      if (binary !== undefined) return use({ binary });
      const index = await this.#indexFor(reading, Number.POSITIVE_INFINITY);
      const { name } = index.encoding ?? utf8;
      return use({ text: new LargeText(reading.file, index, await loadCodec(name)) });
    });
  }

  /** Runs `use` with a file held open and memory to go through it block by block. */
  openLarge<T>(path: RealPath, opening: Opening, use: (reading: Reading) => Promise<T>): Promise<T> {
    // The change may already be made, so a failing close must not report it as failed.
    return this.#withOpenFile(path, opening, use, async (file) => unlessUnavailable(() => file.close()));
  }

  #largeVersion(path: RealPath, judged: FileStat | undefined): Promise<ContentVersion> {
    return this.#withOpenFile(
      path,
      { judged, signal: undefined },
      async (reading) => (await this.#indexFor(reading, 0)).version,
    );
  }

  /** The index of the file as it is now, as far as `lastLine`; scanned anew unless a known one can be trusted. */
  async #indexFor({ path, file, kernels, head, signal }: Reading, lastLine: number): Promise<LineIndex> {
    const stat = await file.stat();
    const known = this.#indexes.get(path);
    const isKnown = known?.isSettled === true && isSameFingerprint(known.stat, stat);
    const index = isKnown ? known : new LineIndex(stat, isSettled(stat, this.#now()));
    const isEnough = (current: LineIndex): boolean =>
      stat.size > WHOLE_SCAN_BYTES && current.newlines >= lastLine;
    if (!index.isComplete && !(isKnown && isEnough(index))) {
      const marked = findMarkedEncoding(head);
      const unit = lineUnitOf(marked?.name ?? "UTF-8");
      const { isUtf8, oddSample } = await scanFile(index, { file, kernels, unit, signal, isEnough });
      const unmarked = (): MaybePromise<TextEncoding> =>
        isUtf8 ? utf8 : detectFor(oddSample ?? head, path, this.#fileSystem);
      index.encoding ??= marked === undefined ? await unmarked() : withDamage(marked, isUtf8);
    }
    this.#remember(path, index);
    return index;
  }

  #remember(path: RealPath, index: LineIndex): void {
    this.#indexes.delete(path);
    this.#indexes.set(path, index);
    const [oldest] = this.#indexes.keys();
    if (this.#indexes.size > MAX_INDEXES && oldest !== undefined) this.#indexes.delete(oldest);
  }

  #withOpenFile<T>(
    path: RealPath,
    { judged, signal }: Opening,
    use: (reading: Reading) => Promise<T>,
    close: (file: OpenFile) => MaybePromise<void> = (file) => file.close(),
  ): Promise<T> {
    return this.#queue.run(path, async () => {
      const kernels = this.#idleKernels.pop() ?? new BlockKernels();
      const file = await this.#fileSystem.open(path, judged);
      try {
        const head = new Uint8Array(SNIFF_BYTES);
        const length = await file.read(head, 0);
        return await use({ path, file, kernels, head: head.subarray(0, length), signal });
      } finally {
        // One spare pair of kernels is worth its 4 MB; a burst of scans must not leave more behind.
        if (this.#idleKernels.length === 0) this.#idleKernels.push(kernels);
        await close(file);
      }
    });
  }
}

function digestBlocks(bytes: Uint8Array, kernels: BlockKernels): Uint8Array {
  const digests: Uint8Array[] = [];
  for (let start = 0; start < bytes.length; start += BLOCK_BYTES) {
    const block = bytes.subarray(start, start + BLOCK_BYTES);
    kernels.slot(0).set(block);
    digests.push(kernels.scan(0, block.length).digest);
  }
  return Buffer.concat(digests);
}

/** What the first bytes settle: a byte order mark, or UTF-16 by its pattern. */
function findMarkedEncoding(head: Uint8Array): TextEncoding | undefined {
  const plain = findPlainEncoding(head);
  return plain === undefined || plain === utf8 ? undefined : plain;
}

/** The first bytes can't say whether all that follow a mark are valid. */
function withDamage({ name, bomLength, doubt }: TextEncoding, isUtf8: boolean): TextEncoding {
  return {
    name,
    bomLength,
    ...(name === "UTF-8" && !isUtf8 ? { isDamaged: true } : {}),
    ...(doubt === undefined ? {} : { doubt }),
  };
}
