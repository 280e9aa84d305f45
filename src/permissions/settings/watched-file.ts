/**
 * A small file of ours that others may change at any time. Each look costs one or two system calls; it is read again
 * only when its stamps have moved or can't vouch for it yet, and answers the same object as long as it says the same.
 */
import { isUtf8 } from "node:buffer";
import { hash } from "node:crypto";
import { dirname, join } from "node:path";
import { type FileStat, type FileSystem, FileSystemError } from "../../fs/file-system.js";
import { isSameFingerprint, isSettled } from "../../fs/fingerprint.js";
import { type Steps, waitFor } from "../../fs/maybe-promise.js";
import { findSettingsFault } from "../../fs/ownership.js";
import type { AbsolutePath, RealPath } from "../../fs/paths.js";
import { formatBytes } from "../../text/quantities.js";
import { describeFault, type SettingsFault } from "./settings-refusals.js";

/** Files that people write are a thousand times smaller; more would be read with every change for nothing. */
const MAX_BYTES = 1024 * 1024;

/** Each failed one means that the file was replaced between two system calls. */
const MAX_ATTEMPTS = 10;
const replacedMeanwhile: ReadonlySet<string> = new Set(["ENOENT", "ENOTDIR", "MOVED", "EBUSY"]);

export type FileState<T> =
  /** `realPath` is where a link leads that leads to nothing yet. */
  | { readonly kind: "missing"; readonly realPath?: RealPath }
  | { readonly kind: "present"; readonly value: T; readonly realPath: RealPath; readonly digest: string }
  | ({ readonly kind: "broken"; readonly cause?: unknown } & SettingsFault);

export interface WatchedFileGround {
  readonly fileSystem: FileSystem;
  readonly now: () => number;
}

interface Seen<T> {
  readonly realPath: RealPath;
  readonly stat: FileStat;
  /** Whether the stamps could vouch for the content when it was read. */
  readonly isSettled: boolean;
  readonly text: string | undefined;
  readonly state: FileState<T>;
}

export const missing: { readonly kind: "missing" } = { kind: "missing" };

export interface InvalidFile extends SettingsFault {
  readonly kind: "invalid";
}

/** From a file's text to what it says, or to what is wrong with it. */
export type ParseFile<T> = (text: string) => T | InvalidFile;

export class WatchedFile<T extends { readonly kind: string }> {
  readonly #ground: WatchedFileGround;
  readonly #loadParser: () => Promise<ParseFile<T>>;
  readonly #isOwn: boolean;
  readonly #maxBytes: number;
  #parse: ParseFile<T> | undefined;
  #seen: Seen<T> | undefined;

  /**
   * What parses it is loaded when there is something to parse: most places hold nothing. A file of the user's own is broken
   * if others could have written it.
   */
  constructor(
    ground: WatchedFileGround,
    loadParser: () => Promise<ParseFile<T>>,
    { isOwn = false, maxBytes = MAX_BYTES }: { readonly isOwn?: boolean; readonly maxBytes?: number } = {},
  ) {
    this.#ground = ground;
    this.#loadParser = loadParser;
    this.#isOwn = isOwn;
    this.#maxBytes = maxBytes;
  }

  *look(path: AbsolutePath): Steps<FileState<T>> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return yield* this.#lookOnce(path);
      } catch (cause) {
        if (!(cause instanceof FileSystemError)) throw cause;
        if (!replacedMeanwhile.has(cause.code) || attempt === MAX_ATTEMPTS) {
          return { kind: "broken", problem: `it can't be read (${cause.code})`, cause };
        }
      }
    }
  }

  *#lookOnce(path: AbsolutePath): Steps<FileState<T>> {
    const { fileSystem, now } = this.#ground;
    // What was there the last time most likely still is.
    if (this.#seen === undefined && (yield* isNothingAt(path, fileSystem))) return missing;
    const lookedAt = now();
    const { realPath, stat } = yield* waitFor(fileSystem.resolve(path));
    if (stat === undefined) this.#seen = undefined;
    if (stat === undefined) return realPath === path ? missing : { kind: "missing", realPath };
    if (stat.kind !== "file") return { kind: "broken", problem: "it is not a regular file" };
    const fault = this.#isOwn ? yield* this.#findFault(path, realPath, stat) : undefined;
    if (fault !== undefined) return { kind: "broken", ...fault };
    const seen = this.#seen;
    if (seen?.realPath === realPath && seen.isSettled && isSameFingerprint(seen.stat, stat))
      return seen.state;
    const file = yield* waitFor(fileSystem.readSmallFile(realPath, this.#maxBytes, stat));
    this.#parse ??= yield* waitFor(this.#loadParser());
    const { text, state } = this.#readState(realPath, file.bytes, this.#parse);
    this.#seen = { realPath, stat: file.stat, isSettled: isSettled(file.stat, lookedAt), text, state };
    return state;
  }

  *#findFault(path: AbsolutePath, realPath: RealPath, stat: FileStat): Steps<SettingsFault | undefined> {
    const fault = findSettingsFault(stat);
    if (fault !== undefined) return describeFault(fault, realPath);
    // The folder that the file was looked for in has been judged already.
    const folder = dirname(realPath);
    if (folder === dirname(path)) return undefined;
    const found = yield* waitFor(this.#ground.fileSystem.resolve(folder as AbsolutePath));
    const above = found.stat && findSettingsFault(found.stat);
    return above && describeFault(above, folder);
  }

  #readState(
    realPath: RealPath,
    bytes: Uint8Array | undefined,
    parse: ParseFile<T>,
  ): Pick<Seen<T>, "text" | "state"> {
    const broken = (problem: string): Pick<Seen<T>, "text" | "state"> => ({
      text: undefined,
      state: { kind: "broken", problem },
    });
    if (bytes === undefined)
      return broken(`it is larger than ${formatBytes(this.#maxBytes).replace(".0", "")}`);
    if (!isUtf8(bytes)) return broken("it is not UTF-8 text");
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("utf8");
    const seen = this.#seen;
    if (seen?.text === text && seen.realPath === realPath) return seen;
    const parsed = parse(text);
    const isInvalid = (outcome: T | InvalidFile): outcome is InvalidFile => outcome.kind === "invalid";
    const state: FileState<T> = isInvalid(parsed)
      ? { ...parsed, kind: "broken" }
      : { kind: "present", value: parsed, realPath, digest: digestOf(text) };
    return { text, state };
  }
}

/** By which a settings file is known again, so that trust in it ends with its next change. */
export function digestOf(text: string): string {
  return hash("sha256", text, "hex");
}

/**
 * The cheapest look there is, because most places hold no settings: as if a file were to be made below that name. Below
 * a file there is nothing. A link is something, also one that leads to nothing: a file made where it leads is settings.
 */
export function* isNothingAt(path: AbsolutePath, fileSystem: FileSystem): Steps<boolean> {
  try {
    return (yield* waitFor(fileSystem.findMissingFolder(join(path, "x") as RealPath))) !== undefined;
  } catch (cause) {
    if (cause instanceof FileSystemError && cause.code === "ENOTDIR") return true;
    throw cause;
  }
}
