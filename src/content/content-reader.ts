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
import { KeyedQueue } from "../locks/keyed-queue.js";
import { BlockKernels } from "../text/block-kernels.js";
import { loadCodec, type TextEncoding } from "../text/codec.js";
import { findPlainEncoding } from "../text/detect-encoding.js";
import { lineUnitOf } from "../text/line-unit.js";
import { findBinaryKind, SNIFF_BYTES } from "../text/sniff.js";
import { collectFromIndex } from "./collect-lines.js";
import { ContentVersion } from "./content-version.js";
import { characterCounter, detectFor } from "./decode-text.js";
import { LineCollector } from "./line-collector.js";
import { LineIndex } from "./line-index.js";
import { scanFile } from "./scan-file.js";

/** Up to here a file is read whole and held; beyond, it is scanned in blocks. */
export const SMALL_FILE_BYTES = 1024 * 1024;
/** Files up to here are scanned to the end for their version and line count; larger ones only as far as needed. */
export const WHOLE_SCAN_BYTES = 1024 * 1024 * 1024;
const MAX_INDEXES = 32;
const MAX_ATTEMPTS = 3;

export interface SliceRequest {
  readonly startLine: number;
  readonly maxLines: number;
  readonly maxBytes: number;
  readonly signal: AbortSignal | undefined;
}

export interface LineSlice {
  readonly stat: FileStat;
  readonly version: ContentVersion;
  readonly encoding: TextEncoding;
  /** The lines from `startLine` on, endings included; over-long lines hold only their beginning. */
  readonly text: string;
  readonly hiddenBeyond: ReadonlyMap<number, number>;
  /** The bytes allowed were spent before all the lines were gathered. */
  readonly isClipped: boolean;
  /** Undefined when the file is so large that the rest was not counted. */
  readonly totalLines: number | undefined;
}

export type LargeFile = { readonly binaryKind: string } | { readonly slice: LineSlice };

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

  /** The version on disk now, by content. */
  currentVersion(path: RealPath, signal?: AbortSignal): MaybePromise<ContentVersion> {
    const fromSmall = (small: { bytes: Uint8Array | undefined }): MaybePromise<ContentVersion> =>
      small.bytes === undefined ? this.#largeVersion(path, signal) : ContentVersion.ofBytes(small.bytes);
    const small = this.#fileSystem.readSmallFile(path, SMALL_FILE_BYTES);
    return small instanceof Promise ? small.then(fromSmall) : fromSmall(small);
  }

  /** Lines of a file too large to hold. Reads of one file wait for each other: the second finds the first's index. */
  readSlice(path: RealPath, request: SliceRequest): Promise<LargeFile> {
    return this.#withOpenFile(path, async (file, kernels) => {
      const head = await readHead(file);
      const binaryKind = findBinaryKind(head);
      if (binaryKind !== undefined) return { binaryKind };
      for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
        const lastLine = request.startLine + request.maxLines;
        const index = await this.#indexFor(path, file, kernels, head, lastLine, request.signal);
        const slice = await this.#slice(index, file, kernels, request);
        if (slice !== undefined) return { slice };
        this.#indexes.delete(path);
      }
      throw new FileSystemError("EBUSY", path);
    });
  }

  async #largeVersion(path: RealPath, signal: AbortSignal | undefined): Promise<ContentVersion> {
    return this.#withOpenFile(path, async (file, kernels) => {
      const head = await readHead(file);
      return (await this.#indexFor(path, file, kernels, head, 0, signal)).version;
    });
  }

  /** Undefined when the file changed under the index, so that its lines can't be trusted. */
  async #slice(
    index: LineIndex,
    file: OpenFile,
    kernels: BlockKernels,
    request: SliceRequest,
  ): Promise<LineSlice | undefined> {
    const encoding = index.encoding as TextEncoding;
    const codec = await loadCodec(encoding.name);
    const collector = new LineCollector({
      firstLine: request.startLine,
      maxLines: request.maxLines,
      maxBytes: request.maxBytes,
      unit: lineUnitOf(encoding.name),
      countCharacters: characterCounter(codec, encoding),
    });
    const isIntact = await collectFromIndex(index, collector, file, kernels, request);
    if (!isIntact) return undefined;
    const { version, totalLines, stat } = index;
    const { hiddenBeyond, isClipped } = collector;
    return {
      stat,
      version,
      encoding,
      text: codec.decode(collector.bytes),
      hiddenBeyond,
      isClipped,
      totalLines,
    };
  }

  async #indexFor(
    path: RealPath,
    file: OpenFile,
    kernels: BlockKernels,
    head: Uint8Array,
    lastLine: number,
    signal: AbortSignal | undefined,
  ): Promise<LineIndex> {
    const stat = await file.stat();
    const known = this.#indexes.get(path);
    const isKnown = known?.isSettled === true && isSameFingerprint(known.stat, stat);
    const index = isKnown ? known : new LineIndex(stat, isSettled(stat, this.#now()));
    const isLongEnough = (current: LineIndex): boolean =>
      stat.size > WHOLE_SCAN_BYTES && current.newlines >= lastLine;
    if (!index.isComplete && !(isKnown && isLongEnough(index))) {
      const plain = findHeadEncoding(head);
      const unit = lineUnitOf(plain?.name ?? "UTF-8");
      const findings = await scanFile(index, { file, kernels, unit, signal, isEnough: isLongEnough });
      index.encoding ??=
        plain !== undefined && (plain.bomLength > 0 || unit.width > 1 || findings.isUtf8)
          ? plain
          : findings.isUtf8
            ? { name: "UTF-8", bomLength: 0 }
            : await detectFor(findings.oddSample ?? head, path, this.#fileSystem);
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

  #withOpenFile<T>(path: RealPath, use: (file: OpenFile, kernels: BlockKernels) => Promise<T>): Promise<T> {
    return this.#queue.run(path, async () => {
      const file = await this.#fileSystem.open(path);
      const kernels = this.#idleKernels.pop() ?? new BlockKernels();
      try {
        return await use(file, kernels);
      } finally {
        // One spare pair of kernels is worth its 2 MB; a burst of scans must not leave more behind.
        if (this.#idleKernels.length === 0) this.#idleKernels.push(kernels);
        await file.close();
      }
    });
  }
}

async function readHead(file: OpenFile): Promise<Uint8Array> {
  const head = new Uint8Array(SNIFF_BYTES);
  return head.subarray(0, await file.read(head, 0));
}

/** What the first bytes settle: a mark, or UTF-16 by its pattern. */
function findHeadEncoding(head: Uint8Array): TextEncoding | undefined {
  const plain = findPlainEncoding(head);
  return plain === undefined || (plain.name === "UTF-8" && plain.bomLength === 0) ? undefined : plain;
}
