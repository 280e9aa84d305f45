/**
 * Closes descriptors of files that have lost their name. That frees their blocks, which can take longer than all the
 * rest of a change, so the thread pool does it; and several at a time, because waking a thread is not free either.
 */
import fs from "node:fs";

const AT_ONCE = 16;

export class LateCloser {
  #waiting: number[] = [];

  close(descriptor: number): void {
    this.#waiting.push(descriptor);
    if (this.#waiting.length === 1) setImmediate(() => this.#flush());
    // A program may make many changes without ever coming back to its event loop.
    if (this.#waiting.length === AT_ONCE) this.#flush();
  }

  #flush(): void {
    const descriptors = this.#waiting;
    this.#waiting = [];
    for (const descriptor of descriptors) fs.close(descriptor, () => undefined);
  }
}
