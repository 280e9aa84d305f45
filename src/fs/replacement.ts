/** How content of files is replaced, and what is reported about it. */
import type { FileStat, MaybePromise } from "./file-stat.js";

/** How new content gets to its place: by a rename over the old file, or by writing into the very file that is there. */
export type ReplaceWay = "rename" | "in-place";

/** A change of a file held in memory. */
export interface Replacement {
  /** The bytes that must be there for the change to go ahead; undefined: nothing may be there. */
  readonly expected: Uint8Array | undefined;
  readonly content: Uint8Array;
  readonly way: ReplaceWay;
  /** The name the new content has beside the file until it takes its place; whoever recovers from a crash knows it. */
  readonly temporaryName: string;
  /** Whether content and name are on the platter when this answers. */
  readonly isDurable: boolean;
  /** A file with several hard links is changed only if it is this one with as many links: MOVED otherwise. */
  readonly judged?: FileStat | undefined;
  /**
   * Mode of a new file; without it, what the system gives new files. A file that exists keeps its own. Neither gets or keeps
   * bits that run it as its owner or group, unless the host has said otherwise.
   */
  readonly mode?: number;
  /** Takes from a file that exists what `mode` does not allow: it never becomes readable to more than before. */
  readonly isTightened?: boolean;
  /**
   * "require", the default: where extended attributes and access lists can't be read, the file is not replaceable.
   * "attempt": it is replaced all the same, and the result says what was not kept.
   */
  readonly attributes?: "require" | "attempt";
  /** Whether the result may have a `watch`. */
  readonly watchFormer?: boolean;
}

/** Another program's version of a file, displaced by a change. It exists until the caller removes or leaves it. */
export interface DisplacedFile {
  readonly size: number;
  /** Fills `target` from `position`, like `OpenFile.read`. */
  read(target: Uint8Array, position: number): MaybePromise<number>;
  /** Removes it; for callers that have kept its content. */
  remove(): MaybePromise<void>;
  /** Leaves it beside the file and returns its path; `undefined` if it has no name, and is gone. */
  leave(): MaybePromise<string | undefined>;
}

/** The change is made. Whatever else the disk says is reported here, never thrown. */
export interface ReplacedFile {
  readonly outcome: "replaced";
  readonly stat: FileStat;
  /** Set if another program changed the file at the last moment. The caller must remove or leave it. */
  readonly displaced: DisplacedFile | undefined;
  /** Properties of the old file that could not be kept, such as "owner". */
  readonly notKept: readonly string[];
  /** Another program still has the displaced file open: what it writes from now on does not reach the file. */
  readonly isFormerOpen?: boolean;
  /** Another program wrote into the file while it was written in place; the file holds that program's content now. */
  readonly isOverwritten?: boolean;
  /** The error code with which the disk failed to confirm that the change survives a power cut. */
  readonly unconfirmed?: string;
  /** A temporary file that could not be removed. */
  readonly leftover?: string;
  /** Set if asked for and if the former file may still be written into. The caller must end it. */
  readonly watch?: FormerWatch;
}

/**
 * A program that has the file open, or was opening it at that very moment, writes into the former one, which has no name
 * any more.
 */
export interface FormerWatch {
  /** "open" if a program still has it open for writing; otherwise, and if `isFinal`, what was written since, if anything. */
  end(isFinal: boolean): DisplacedFile | "open" | undefined;
}

export type Replaced =
  | ReplacedFile
  /** Something else is there; nothing was touched. `present` is undefined when nothing is there, or too much to hold. */
  | { readonly outcome: "changed"; readonly present: Uint8Array | undefined }
  /** The file can only be written in place: it has several names, or its folder or mount takes no rename. */
  | { readonly outcome: "not-replaceable"; readonly reason: string };

/** A new file that is filled piece by piece beside the one it will replace. */
export interface StagedFile {
  append(bytes: Uint8Array): MaybePromise<void>;
  read(target: Uint8Array, position: number): MaybePromise<number>;
  /** Puts it in the place of the file it was staged for, if that still is `expected` by every stamp. */
  publish(expected: FileStat): MaybePromise<Replaced>;
  /** Removes it; does nothing once it is published. */
  discard(): MaybePromise<void>;
}

export interface WriteOptions {
  /** Whether content and name are on the platter when this answers. */
  readonly isDurable: boolean;
  /** Whether the result may have a `watch`. */
  readonly watchFormer?: boolean;
}

export interface RemoveOptions extends WriteOptions {
  /**
   * The name the file has beside its place until it is removed: what another program put there at the last moment is
   * then found, and put back. Without it the file is removed as it is.
   */
  readonly temporaryName?: string;
  /** As in `Replacement`. */
  readonly judged?: FileStat | undefined;
}
