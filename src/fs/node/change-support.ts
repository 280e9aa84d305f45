/** What changes of files need besides Node: system calls, and a way to keep extended attributes. */
import type { MaybePromise } from "../file-stat.js";
import { type AttributeKeeper, AttributePrograms } from "./attribute-programs.js";
import { copyAttributes } from "./native-attributes.js";
import type { KeepAttributes, ReplaceContext } from "./replace-file.js";
import { loadSystemCalls, type SystemCalls } from "./system-calls.js";

export interface ChangeSupportOptions {
  /**
   * Whether a file that is replaced keeps its extended attributes and access lists. On Linux systems where they can't be
   * read, "keep" writes files in place.
   */
  readonly extendedAttributes?: "keep" | "ignore";
  /**
   * Whether a changed file keeps the bits that run it as its owner or group (set-user-ID, set-group-ID). "drop" is the
   * default: the new content is not what was given these rights.
   */
  readonly setIdBits?: "drop" | "keep";
  /** Whether to make system calls that Node lacks, on Linux and where the optional package for it is installed. */
  readonly systemCalls?: "use" | "ignore";
}

/** The memory is claimed by the system only as far as it is used. */
const SCRATCH_BYTES = 256 * 1024;

export const keepNothing: AttributeKeeper = { keep: () => [] };

export class ChangeSupport {
  readonly #tellsPaths: boolean;
  readonly #options: ChangeSupportOptions;
  readonly #scratch = Buffer.allocUnsafeSlow(SCRATCH_BYTES);
  readonly #programs = new AttributePrograms();
  /** Loaded with the first change; null where there are none. */
  #calls: SystemCalls | null | undefined;

  constructor(tellsPaths: boolean, options: ChangeSupportOptions) {
    this.#tellsPaths = tellsPaths;
    this.#options = options;
  }

  contextWith(keepAttributes: KeepAttributes): ReplaceContext {
    return {
      tellsPaths: this.#tellsPaths,
      scratch: this.#scratch,
      calls: this.findCalls(),
      keepAttributes,
      keepsSetIdBits: this.#options.setIdBits === "keep",
    };
  }

  /** System calls if there are any, else the system's own programs, which must be asked before the change begins. */
  keeperFor(path: string, need: "require" | "attempt"): MaybePromise<AttributeKeeper> {
    if (this.#options.extendedAttributes === "ignore") return keepNothing;
    const calls = this.findCalls();
    if (calls !== undefined) return { keep: (old, fresh) => copyAttributes(calls, old, fresh) };
    return this.#programs.keeperFor(path, need);
  }

  /** `undefined` where there are none. */
  findCalls(): SystemCalls | undefined {
    if (this.#calls === undefined) {
      this.#calls = (this.#options.systemCalls === "ignore" ? undefined : loadSystemCalls()) ?? null;
    }
    return this.#calls ?? undefined;
  }
}
