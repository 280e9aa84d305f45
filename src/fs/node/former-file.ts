/**
 * A file that a change has displaced. Other programs may have written into it at the last moment, or may be about to, so
 * it is examined until none has it open for writing and it does not change any more.
 */
import fs from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { DisplacedFile, FormerWatch } from "../file-system.js";
import { closeQuietly } from "./directory-handle.js";
import { growingDelays } from "./growing-delays.js";
import type { Place } from "./old-file.js";
import { readFully } from "./read-whole.js";
import type { SystemCalls } from "./system-calls.js";

/** How long to wait for a displaced file to come to rest. */
const REST_MS = 1000;
/** Where the system does not tell who has a file open: a file that did not change for this long is at rest. */
const QUIET_MS = 60;

export interface FormerRequest {
  readonly place: Place;
  /** Closed by the former file. */
  readonly descriptor: number;
  /** Its name beside the file; `undefined` if the descriptor is all that is left of it. */
  readonly name: string | undefined;
  readonly calls: SystemCalls | undefined;
  /** Whether it holds what the change was to replace. */
  readonly isExpected: (descriptor: number) => boolean;
}

export class FormerFile implements DisplacedFile, FormerWatch {
  readonly #request: FormerRequest;
  #name: string | undefined;
  #size = 0;
  #isOpen = true;
  #isWatched = false;
  /** Size and time of the last write when the watch began. */
  #stamps: string | undefined;

  constructor(request: FormerRequest) {
    this.#request = request;
    this.#name = request.name;
    request.place.folder.share();
  }

  /** Where it is, if it has a name. */
  get path(): string | undefined {
    return this.#name === undefined ? undefined : join(this.#request.place.folder.path, this.#name);
  }

  get size(): number {
    return this.#size;
  }

  /** Whether it holds what was expected and no program has it open for writing. */
  isSettled(): boolean {
    const { calls, descriptor } = this.#request;
    // In this order: whatever was written before the last writer closed the file is in it by then.
    return calls?.hasWriter(descriptor) !== true && this.isExpected();
  }

  isExpected(): boolean {
    return this.#request.isExpected(this.#request.descriptor);
  }

  /** Waits until it has come to rest. Returns whether a program still has it open. */
  async settle(): Promise<boolean> {
    const { descriptor, calls } = this.#request;
    const isOpen = await waitForRest(descriptor, calls);
    this.#size = fs.fstatSync(descriptor).size;
    return isOpen;
  }

  read(target: Uint8Array, position: number): Promise<number> {
    return readFully(this.#request.descriptor, target, position, this.#request.place.realPath);
  }

  remove(): void {
    let isWatched = this.#isWatched;
    try {
      this.#unlink();
    } catch (cause) {
      isWatched = false;
      throw cause;
    } finally {
      if (!isWatched) this.#close();
    }
  }

  /** From now on, `remove` takes its name only; what is written into it after this can be had by `end`. */
  watch(): this {
    this.#isWatched = true;
    this.#stamps = stampsOf(this.#request.descriptor);
    return this;
  }

  /** Returns the file itself if a program has written into it since `removeAndWatch`. */
  end(isFinal: boolean): DisplacedFile | "open" | undefined {
    if (!this.#isOpen) return undefined;
    const { descriptor, calls } = this.#request;
    try {
      if (!isFinal && calls?.hasWriter(descriptor) === true) return "open";
      if (stampsOf(descriptor) !== this.#stamps) {
        this.#size = fs.fstatSync(descriptor).size;
        this.#isWatched = false;
        return this;
      }
    } catch {
      // The disk does not tell: nothing can be kept.
    }
    this.#close();
    return undefined;
  }

  #unlink(): void {
    const { place, calls } = this.#request;
    if (this.#name !== undefined) place.folder.remove(this.#name, calls);
    this.#name = undefined;
  }

  leave(): string | undefined {
    this.#close();
    return this.path;
  }

  #close(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    closeQuietly(this.#request.descriptor);
    this.#request.place.folder.close();
  }
}

/** Returns whether a program still has the file open for writing when the time is over. */
export async function waitForRest(descriptor: number, calls: SystemCalls | undefined): Promise<boolean> {
  let stamps = stampsOf(descriptor);
  let quietMs = 0;
  for (const delay of growingDelays(REST_MS)) {
    const hasWriter = calls?.hasWriter(descriptor);
    if (hasWriter === false || (hasWriter === undefined && quietMs >= QUIET_MS)) return false;
    await pause(delay);
    const now = stampsOf(descriptor);
    quietMs = now === stamps ? quietMs + delay : 0;
    stamps = now;
  }
  return calls?.hasWriter(descriptor) === true;
}

/** Without the change time: losing a name moves it. */
function stampsOf(descriptor: number): string {
  const { size, mtimeNs } = fs.fstatSync(descriptor, { bigint: true });
  return `${size} ${mtimeNs}`;
}
