import type { OpenFile } from "../fs/file-system.js";
import type { RealPath } from "../fs/paths.js";
import type { BlockKernels } from "../text/block-kernels.js";

/** A large file held open, with what one read of it needs. */
export interface Reading {
  readonly path: RealPath;
  readonly file: OpenFile;
  readonly kernels: BlockKernels;
  /** The file's first bytes. */
  readonly head: Uint8Array;
  readonly signal: AbortSignal | undefined;
}
