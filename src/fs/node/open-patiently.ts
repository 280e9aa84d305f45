import fs from "node:fs";
import { errnoOf } from "./translate.js";

const ATTEMPTS = 100;
const PAUSE_MS = 1;

/**
 * Opens a file without waiting for the other end of a pipe. The kernel then does not wait either for a process that has a
 * regular file alone for a moment, to write it in place: that is tried again, for a tenth of a second at most.
 */
export function openPatiently(path: string | Buffer, flags: number): number {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return fs.openSync(path, flags | fs.constants.O_NONBLOCK);
    } catch (cause) {
      if (errnoOf(cause) !== "EAGAIN" || attempt === ATTEMPTS) throw cause;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
    }
  }
}
