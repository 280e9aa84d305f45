/**
 * Extended attributes and access lists, so that a file that is replaced keeps them. Node can't read them. Where system
 * calls can't be made either, `getfattr` and `setfattr` do, on Linux and where they are installed.
 *
 * Starting a program costs milliseconds and hardly any file has attributes, so files without are remembered. Setting
 * an attribute moves a file's change time, so what was learned of one identity stays true.
 */
import { type AttributeDump, parseAttributeDump } from "./attribute-dump.js";
import { runProgram, runProgramSync } from "./run-program.js";

export interface ExtendedAttributesOptions {
  readonly platform?: NodeJS.Platform;
  /** Programs to use in the place of `getfattr` and `setfattr`, by name or absolute path. */
  readonly readProgram?: string;
  readonly writeProgram?: string;
}

const MAX_REMEMBERED = 4096;
const bounds: Readonly<{ timeoutMs: number; maxOutputBytes: number }> = {
  timeoutMs: 5000,
  maxOutputBytes: 4 * 1024 * 1024,
};

export class ExtendedAttributes {
  readonly #readProgram: string;
  readonly #writeProgram: string;
  /** Identities of files without attributes, the one that was asked for last at the end. */
  readonly #none = new Set<string>();
  readonly #isLinux: boolean;
  #isAvailable: boolean;

  constructor(options: ExtendedAttributesOptions = {}) {
    this.#isLinux = (options.platform ?? process.platform) === "linux";
    this.#readProgram = options.readProgram ?? "getfattr";
    this.#writeProgram = options.writeProgram ?? "setfattr";
    this.#isAvailable = this.#isLinux;
  }

  /** True once it has turned out that files may have attributes here and no program reads them. */
  get isMissing(): boolean {
    return this.#isLinux && !this.#isAvailable;
  }

  /** False once it has turned out that this system offers no way to them. */
  get isAvailable(): boolean {
    return this.#isAvailable;
  }

  /**
   * What a file has, or undefined when it has nothing or nothing can be told. `identity` is `device:inode:changedNs`
   * of the file as the caller knows it. Known files without attributes are answered at once.
   */
  find(path: string, identity: string): AttributeDump | undefined | Promise<AttributeDump | undefined> {
    if (!this.#isAvailable) return undefined;
    if (!this.#none.has(identity)) return this.#read(path, identity);
    this.rememberNone(identity);
    return undefined;
  }

  /** Whether a file is known to have none; what could not be found out is not known. */
  knowsNone(identity: string): boolean {
    return this.#none.has(identity);
  }

  /** For a file that the caller knows to be without, such as one it has just made. */
  rememberNone(identity: string): void {
    this.#none.delete(identity);
    this.#none.add(identity);
    const [oldest] = this.#none;
    if (oldest !== undefined && this.#none.size > MAX_REMEMBERED) this.#none.delete(oldest);
  }

  /**
   * Gives a file what another one had and answers the names that could not be set. Synchronous, for the critical
   * section of a write. The mode is to be set after this: only who may write a file may set its attributes, and the
   * mode of a file with an access list holds part of that list.
   */
  apply(dump: AttributeDump, path: string): string[] {
    return dump.filter(({ name, value }) => !this.#set(path, name, value)).map(({ name }) => name);
  }

  async #read(path: string, identity: string): Promise<AttributeDump | undefined> {
    const given = ["--absolute-names", "-h", "-d", "-m", "-", "-e", "base64", "--", path];
    const result = await runProgram({ program: this.#readProgram, arguments: given, ...bounds });
    if (result === undefined) this.#isAvailable = false;
    if (result?.exitCode === undefined) return undefined;
    const dump = parseAttributeDump(result.output);
    if (dump.length > 0) return dump;
    if (result.exitCode === 0) this.rememberNone(identity);
    return undefined;
  }

  #set(path: string, name: string, value: string): boolean {
    if (!this.#isAvailable || name.includes("\uFFFD")) return false;
    // Of an empty value in base64 the program reports success and sets nothing.
    const encoded = value === "" ? "0x" : `0s${value}`;
    const given = ["-h", "-n", name, "-v", encoded, "--", path];
    return runProgramSync({ program: this.#writeProgram, arguments: given, ...bounds })?.exitCode === 0;
  }
}
