/** The local disk. This file and its folder `node/` are the only ones that touch `node:fs`. */
import fs from "node:fs";
import { dirname } from "node:path";
import type { AttributeDump } from "../process/attribute-dump.js";
import { ExtendedAttributes } from "../process/extended-attributes.js";
import type {
  Counter,
  DirectoryListing,
  FileKind,
  FileStat,
  FileSystem,
  HeldFolder,
  MaybePromise,
  OpenFile,
  OwnFile,
  Replaced,
  Replacement,
  ResolvedPath,
  SmallFile,
  StagedFile,
  WriteOptions,
} from "./file-system.js";
import {
  createParents,
  findMissingFolder,
  openDirectory,
  removeEmptyFolders,
} from "./node/directory-handle.js";
import { listDirectory } from "./node/list-directory.js";
import { removeLink, renameLink } from "./node/lock-links.js";
import { makeFolders } from "./node/make-folders.js";
import { NodeOpenFile } from "./node/node-open-file.js";
import { openRegular } from "./node/open-regular.js";
import { NodeCounter, openOwnFile } from "./node/own-file.js";
import { readAllAsync, readAllSync } from "./node/read-whole.js";
import { removeFileIfUnchanged, replaceFile } from "./node/replace-file.js";
import {
  findKindByPath,
  resolveByDescriptor,
  resolveByPath,
  tellsDescriptorPaths,
} from "./node/resolve-path.js";
import { Slabs } from "./node/slabs.js";
import { NodeStagedFile } from "./node/staged-file.js";
import { loadSystemCalls, type SystemCalls } from "./node/system-calls.js";
import { removeQuietly } from "./node/temporary-file.js";
import { errnoOf, toFileStat, translated } from "./node/translate.js";
import { type AbsolutePath, type RealPath, type RealPathOrBytes, textOfPath } from "./paths.js";

/** The memory is claimed by the system only as far as it is used. */
const SCRATCH_BYTES = 256 * 1024;

export interface NodeFileSystemOptions {
  /**
   * Files up to this size are read synchronously. 0 makes every read of content asynchronous, which spares the event
   * loop the longest waits of a network disk; resolving, opening and listing still wait for its server.
   */
  readonly syncUpToBytes?: number;
  /**
   * Whether a file that is replaced keeps its extended attributes and access lists. Looking for them takes some
   * milliseconds once for each file that another program made, on systems that have the programs for it.
   */
  readonly extendedAttributes?: "keep" | "ignore";
}

export function createNodeFileSystem(options: NodeFileSystemOptions = {}): FileSystem {
  return new NodeFileSystem(options);
}

class NodeFileSystem implements FileSystem {
  readonly #syncUpToBytes: number;
  readonly #tellsPaths: boolean = tellsDescriptorPaths();
  readonly #slabs = new Slabs();
  readonly #scratch = Buffer.allocUnsafeSlow(SCRATCH_BYTES);
  readonly #attributes = new ExtendedAttributes();
  readonly #keepsAttributes: boolean;
  /** Null until first asked for. */
  #systemCalls: SystemCalls | undefined | null = null;

  constructor(options: NodeFileSystemOptions) {
    this.#syncUpToBytes = options.syncUpToBytes ?? 1024 * 1024;
    this.#keepsAttributes = options.extendedAttributes !== "ignore";
  }

  readonly #findSystemCalls = (): SystemCalls | undefined => {
    if (this.#systemCalls === null) this.#systemCalls = loadSystemCalls();
    return this.#systemCalls;
  };

  resolve(path: AbsolutePath): ResolvedPath {
    return translated(path, () => {
      const { realPath, stat } = this.#tellsPaths ? resolveByDescriptor(path) : resolveByPath(path);
      return { realPath: realPath as RealPath, stat };
    });
  }

  readSmallFile(realPath: RealPathOrBytes, maxBytes: number, expected?: FileStat): MaybePromise<SmallFile> {
    return translated(textOfPath(realPath), () => {
      const { descriptor, stat } = openRegular(realPath, { tellsPaths: this.#tellsPaths, expected });
      if (stat.size > maxBytes) {
        fs.closeSync(descriptor);
        return { stat, bytes: undefined };
      }
      if (stat.size > this.#syncUpToBytes)
        return readAllAsync(descriptor, stat, maxBytes, textOfPath(realPath));
      try {
        return { stat, bytes: readAllSync(descriptor, stat, maxBytes, this.#slabs) };
      } finally {
        fs.closeSync(descriptor);
      }
    });
  }

  open(realPath: RealPathOrBytes, expected?: FileStat): OpenFile {
    return translated(textOfPath(realPath), () => {
      const { descriptor } = openRegular(realPath, { tellsPaths: this.#tellsPaths, expected });
      return new NodeOpenFile(descriptor, textOfPath(realPath));
    });
  }

  list(realPath: RealPath, limit: number): DirectoryListing {
    return translated(realPath, () => listDirectory(realPath, limit, this.#tellsPaths));
  }

  findModifiedTime(path: RealPathOrBytes): number | undefined {
    const name = typeof path === "string" ? path : Buffer.from(path.buffer, path.byteOffset, path.length);
    return translated(textOfPath(path), () => {
      try {
        const stat = fs.lstatSync(name, { throwIfNoEntry: false });
        return stat?.isFile() === true ? stat.mtimeMs : undefined;
      } catch (cause) {
        if (errnoOf(cause) === "ENOTDIR") return undefined;
        throw cause;
      }
    });
  }

  findKind(path: AbsolutePath): FileKind | undefined {
    return findKindByPath(path);
  }

  holdFolder(realPath: RealPath): HeldFolder {
    return translated(realPath, () => {
      const handle = openDirectory(realPath, this.#tellsPaths);
      return { path: handle.forOthers(""), release: () => handle.close() };
    });
  }

  makeDirectory(path: AbsolutePath, mode: number): void {
    translated(path, () => makeFolders(path, mode));
  }

  createFile(path: AbsolutePath, bytes: Uint8Array, mode: number): void {
    translated(path, () => fs.writeFileSync(path, bytes, { flag: "wx", mode }));
  }

  replaceIfUnchanged(realPath: RealPath, replacement: Replacement): MaybePromise<Replaced> {
    const tellsPaths = this.#tellsPaths;
    const scratch = this.#scratch;
    const replace = (dump: AttributeDump | undefined): Replaced =>
      translated(realPath, () => {
        const decorate = (path: string): readonly string[] =>
          dump === undefined ? [] : this.#attributes.apply(dump, path);
        const replaced = replaceFile(realPath, replacement, { tellsPaths, scratch, decorate });
        if (replaced.outcome === "replaced" && dump === undefined) this.#rememberPlain(replaced.stat);
        return replaced;
      });
    // Nothing but a new file in the place of an old one can lose what the old one had.
    const isNewInPlace = replacement.expected !== undefined && replacement.way === "rename";
    const found = isNewInPlace ? this.#findAttributes(realPath) : undefined;
    return found instanceof Promise ? found.then(replace) : replace(found);
  }

  stage(realPath: RealPath, temporaryName: string, { isDurable }: WriteOptions): MaybePromise<StagedFile> {
    const tellsPaths = this.#tellsPaths;
    const scratch = this.#scratch;
    const stage = (dump: AttributeDump | undefined): StagedFile => {
      const decorate = (path: string): readonly string[] =>
        dump === undefined ? [] : this.#attributes.apply(dump, path);
      const request = { realPath, temporaryName, isDurable, tellsPaths, scratch, decorate };
      return translated(realPath, () => new NodeStagedFile(request));
    };
    const found = this.#findAttributes(realPath);
    return found instanceof Promise ? found.then(stage) : stage(found);
  }

  removeIfUnchanged(realPath: RealPath, expected: Uint8Array, options: WriteOptions): Replaced {
    const context = { ...options, tellsPaths: this.#tellsPaths, scratch: this.#scratch };
    return translated(realPath, () => removeFileIfUnchanged(realPath, expected, context));
  }

  findMissingFolder(realPath: RealPath): RealPath | undefined {
    return translated(realPath, () => findMissingFolder(realPath) as RealPath | undefined);
  }

  createParents(realPath: RealPath): void {
    translated(realPath, () => createParents(realPath, this.#tellsPaths));
  }

  removeEmptyParents(realPath: RealPath, topmost: RealPath): void {
    translated(realPath, () => removeEmptyFolders(dirname(realPath), topmost, this.#tellsPaths));
  }

  openOwnFile(path: AbsolutePath, mode?: number): OwnFile {
    return translated(path, () => openOwnFile(path, mode, this.#findSystemCalls));
  }

  openCounter(path: AbsolutePath): Counter {
    return new NodeCounter(path);
  }

  rename(from: AbsolutePath, to: AbsolutePath): void {
    translated(from, () => fs.renameSync(from, to));
  }

  removeFile(path: AbsolutePath): void {
    translated(path, () => removeQuietly(path));
  }

  /** Extended attributes of the file that is there; nearly always none, and known to be none. */
  #findAttributes(realPath: RealPath): MaybePromise<AttributeDump | undefined> {
    if (!this.#keepsAttributes || !this.#attributes.isAvailable) return undefined;
    const stat = fs.lstatSync(realPath, { bigint: true, throwIfNoEntry: false });
    return stat === undefined ? undefined : this.#attributes.find(realPath, identityOf(toFileStat(stat)));
  }

  #rememberPlain(stat: FileStat): void {
    this.#attributes.rememberNone(identityOf(stat));
  }

  createLink(path: AbsolutePath, target: string): void {
    translated(path, () => fs.symlinkSync(target, path));
  }

  readLink(path: AbsolutePath): string {
    return translated(path, () => fs.readlinkSync(path));
  }

  renameLink(from: AbsolutePath, to: AbsolutePath): void {
    translated(from, () => renameLink(from, to));
  }

  removeLink(path: AbsolutePath, target: string): void {
    translated(path, () => removeLink(path, target));
  }
}

/** Moves when an attribute is set, because the change time does. */
function identityOf({ device, inode, changedNs }: FileStat): string {
  return `${device}:${inode}:${changedNs}`;
}
