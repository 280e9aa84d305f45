/** What a FileSystem brings to its contract: a disk that can be prepared by other means than the FileSystem itself. */
import type { FileSystem, MaybePromise } from "../../fs/file-system.js";

/** What not every disk has: symbolic links, pipes, modes that say who may do what, and files that a rename may replace. */
export type DiskCapability = "links" | "fifos" | "modes" | "renames";

/**
 * The methods do what another program would do to the disk. They must not go through `fileSystem`: who prepares a trial by
 * what is tried hides its mistakes.
 */
export interface DiskUnderTest {
  readonly fileSystem: FileSystem;
  /** An empty folder, by its real path, that belongs to this case alone. */
  readonly folder: string;
  /** Writes into the very file that is there, or makes one. */
  writeFile(path: string, bytes: Uint8Array): MaybePromise<void>;
  /** Makes a folder, and those above it that are missing. */
  makeFolder(path: string): MaybePromise<void>;
  /** Removes a file, a link, or a folder with all that is in it. */
  remove(path: string): MaybePromise<void>;
  /** Makes a symbolic link; a target without a slash in front is meant from the link's folder. For "links". */
  readonly link?: ((path: string, target: string) => MaybePromise<void>) | undefined;
  /** Makes a named pipe. For "fifos". */
  readonly fifo?: ((path: string) => MaybePromise<void>) | undefined;
  /** Called when the case is over, however it went. */
  readonly dispose?: (() => MaybePromise<void>) | undefined;
}
