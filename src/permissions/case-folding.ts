/**
 * Whether a volume takes names that differ in capitals for one. Found without writing anything: a name that is there is
 * looked up with its capitals swapped, and leads to the same file or it does not.
 *
 * A wrong yes would let an allow rule pass a file that it does not name; a wrong no costs a question, because deny rules
 * fold everywhere. So whatever is doubtful is a no: a second name or a link that only looks like the swapped one, a name
 * on another volume than its folder, a disk that does not answer.
 */
import { basename, dirname, join } from "node:path";
import { type FileSystem, FileSystemError, type MaybePromise, type ResolvedPath } from "../fs/file-system.js";
import type { AbsolutePath, RealPath } from "../fs/paths.js";

/** Far more volumes than a machine has; device numbers of ones that come and go are not kept for good. */
const MAX_DEVICES = 64;

export class CaseFolding {
  readonly #fileSystem: FileSystem;
  readonly #onFailure: (error: unknown) => void;
  readonly #given: boolean | ((realPath: RealPath) => boolean) | undefined;
  readonly #byDevice = new Map<bigint, boolean>();

  /** `given` spares the probe, for a host that knows its disk; `onFailure` is called when it fails. */
  constructor(
    fileSystem: FileSystem,
    given?: boolean | ((realPath: RealPath) => boolean),
    onFailure: (error: unknown) => void = () => undefined,
  ) {
    this.#fileSystem = fileSystem;
    this.#given = given;
    this.#onFailure = onFailure;
  }

  /** For the volume on which the path lies or would be made. At once where it is known. */
  foldsCase(resolved: ResolvedPath): MaybePromise<boolean> {
    const given = typeof this.#given === "function" ? this.#callGiven(this.#given, resolved) : this.#given;
    if (given !== undefined) return given;
    const known = resolved.stat === undefined ? undefined : this.#byDevice.get(resolved.stat.device);
    return known ?? this.#find(resolved);
  }

  /** `undefined` if the host's function fails: the disk is then probed as if none had been given. */
  #callGiven(given: (realPath: RealPath) => unknown, { realPath }: ResolvedPath): boolean | undefined {
    try {
      const answer = given(realPath);
      if (typeof answer === "boolean") return answer;
      // A promise that nobody waits for must not end the process when it rejects.
      if (answer instanceof Promise) answer.catch(() => undefined);
      throw new TypeError("foldsCase returned neither true nor false");
    } catch (error) {
      this.#onFailure(error);
      return undefined;
    }
  }

  async #find(resolved: ResolvedPath): Promise<boolean> {
    try {
      const nearest = await this.#findExisting(resolved);
      const device = nearest.stat?.device;
      if (device === undefined) return false;
      const known = this.#byDevice.get(device);
      if (known !== undefined) return known;
      const found = await this.#probeUpward(nearest);
      if (found !== undefined) this.#remember(device, found);
      return found ?? false;
    } catch (cause) {
      if (cause instanceof FileSystemError) return false;
      throw cause;
    }
  }

  async #findExisting(resolved: ResolvedPath): Promise<ResolvedPath> {
    let here = resolved;
    while (here.stat === undefined && dirname(here.realPath) !== here.realPath) {
      here = await this.#fileSystem.resolve(dirname(here.realPath) as AbsolutePath);
    }
    return here;
  }

  /** Undefined when no name up to the volume's own folder can tell. */
  async #probeUpward(start: ResolvedPath): Promise<boolean | undefined> {
    let here = start;
    while (dirname(here.realPath) !== here.realPath) {
      const folder = await this.#fileSystem.resolve(dirname(here.realPath) as AbsolutePath);
      const isSameVolume = folder.stat?.device === here.stat?.device;
      // The name of a mounted volume's folder is kept by the volume around it.
      if (here.stat?.kind === "directory" && !isSameVolume) return undefined;
      if (isSameVolume && isTelling(here)) return this.#isFoundSwapped(here);
      here = folder;
    }
    return undefined;
  }

  async #isFoundSwapped({ realPath, stat }: ResolvedPath): Promise<boolean> {
    const swapped = join(dirname(realPath), swapCapitals(basename(realPath))) as AbsolutePath;
    const other = (await this.#fileSystem.resolve(swapped)).stat;
    const isSame = other?.device === stat?.device && other?.inode === stat?.inode;
    return isSame && !(await this.#isLink(swapped));
  }

  async #isLink(path: AbsolutePath): Promise<boolean> {
    try {
      await this.#fileSystem.readLink(path);
      return true;
    } catch (cause) {
      if (cause instanceof FileSystemError && cause.code === "EINVAL") return false;
      throw cause;
    }
  }

  #remember(device: bigint, foldsCase: boolean): void {
    const [oldest] = this.#byDevice.keys();
    if (oldest !== undefined && this.#byDevice.size >= MAX_DEVICES) this.#byDevice.delete(oldest);
    this.#byDevice.set(device, foldsCase);
  }
}

/** A file with several names may have the swapped one among them. */
function isTelling({ realPath, stat }: ResolvedPath): boolean {
  return /[a-z]/i.test(basename(realPath)) && (stat?.kind === "directory" || stat?.links === 1);
}

/** The letters that every volume knows the capitals of. */
function swapCapitals(name: string): string {
  return name.replace(/[a-z]/gi, (letter) => (letter < "a" ? letter.toLowerCase() : letter.toUpperCase()));
}
