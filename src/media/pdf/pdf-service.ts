/**
 * Reads PDFs: how many pages, their text, pictures of them, ranges of them as PDFs. The work is done in a thread that
 * starts with the first PDF and ends when none came for a while; a document that is too slow, too large or crashes it is
 * refused, and the next one gets a new thread.
 */

import { orAborted } from "../../process/or-aborted.js";
import { isPdf } from "../../text/pdf-header.js";
import { OpenDocument, type PdfDocument } from "./open-document.js";
import { PdfProblem } from "./pdf-problem.js";
import { PdfThread } from "./pdf-thread.js";

export type { PdfDocument } from "./open-document.js";
export type { PdfPage, PdfRefusal, RenderedPage } from "./pdf-messages.js";
export { PdfProblem } from "./pdf-problem.js";

export interface PdfOptions {
  /** How long the thread waits for another document. */
  readonly idleMs?: number;
  /** For each operation. */
  readonly timeoutMs?: number;
  /** For all that PDFium holds at a time. The file itself is not part of it. */
  readonly maxMemoryBytes?: number;
}

export interface OpenOptions {
  readonly signal?: AbortSignal | undefined;
  /** For each operation, in the place of the service's own. */
  readonly timeoutMs?: number;
}

export class PdfService {
  readonly #idleMs: number;
  readonly #timeoutMs: number;
  readonly #maxMemoryBytes: number;
  #thread: PdfThread | undefined;
  #idleTimer: NodeJS.Timeout | undefined;
  #lastTurn: Promise<void> = Promise.resolve();
  #waiting = 0;
  #isClosed = false;

  constructor({ idleMs = 10_000, timeoutMs = 20_000, maxMemoryBytes = 512 * 2 ** 20 }: PdfOptions = {}) {
    this.#idleMs = idleMs;
    this.#timeoutMs = timeoutMs;
    this.#maxMemoryBytes = maxMemoryBytes;
  }

  /**
   * Moves `bytes` to the thread (their buffer is detached, unless they are only a part of it), opens them, runs `use`, and
   * closes the document when that has settled. Documents of one service take turns, so `use` must not wait for another.
   * Throws PdfProblem, or the signal's reason.
   */
  async open<T>(
    bytes: Uint8Array,
    options: OpenOptions,
    use: (document: PdfDocument) => Promise<T>,
  ): Promise<T> {
    if (bytes.length === 0) throw new PdfProblem("empty", "the file has no content");
    if (!isPdf(bytes)) throw new PdfProblem("not-a-pdf", "it does not begin as a PDF does");
    const leave = await this.#takeTurn(options.signal);
    try {
      return await this.#useInTurn(bytes, options, use);
    } finally {
      leave();
    }
  }

  /** Ends the thread now if nothing is under way; the next document starts a new one. */
  async endIfIdle(): Promise<void> {
    if (this.#waiting > 0) return;
    clearTimeout(this.#idleTimer);
    const thread = this.#thread;
    this.#thread = undefined;
    await thread?.end(closedProblem());
  }

  /** Ends the thread. What is under way fails, and so does whatever is asked for later. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#idleTimer);
    await this.#thread?.end(closedProblem());
  }

  /** Resolves when all documents before this one are done, to what says that this one is. */
  async #takeTurn(signal: AbortSignal | undefined): Promise<() => void> {
    signal?.throwIfAborted();
    const before = this.#lastTurn;
    let leave: () => void = () => undefined;
    const mine = new Promise<void>((resolve) => {
      leave = resolve;
    });
    this.#lastTurn = before.then(() => mine);
    this.#waiting += 1;
    clearTimeout(this.#idleTimer);
    const leaveTurn = (): void => {
      this.#waiting -= 1;
      if (this.#waiting === 0) this.#endWhenIdle();
      leave();
    };
    try {
      await orAborted(before, signal);
      return leaveTurn;
    } catch (cause) {
      leaveTurn();
      throw cause;
    }
  }

  async #useInTurn<T>(
    bytes: Uint8Array,
    { signal, timeoutMs = this.#timeoutMs }: OpenOptions,
    use: (document: PdfDocument) => Promise<T>,
  ): Promise<T> {
    if (this.#isClosed) throw closedProblem();
    if (this.#thread === undefined || this.#thread.hasEnded) {
      this.#thread = new PdfThread({ maxMemoryBytes: this.#maxMemoryBytes });
    }
    const thread = this.#thread;
    const moved = withOwnBuffer(bytes);
    const { pageCount } = await thread.request(
      "open",
      { bytes: moved },
      { timeoutMs, signal, moved: [moved.buffer] },
    );
    const document = new OpenDocument(thread, pageCount, timeoutMs, signal);
    try {
      return await use(document);
    } finally {
      await document.close();
    }
  }

  #endWhenIdle(): void {
    if (this.#isClosed) return;
    this.#idleTimer = setTimeout(() => void this.#thread?.end(closedProblem()), this.#idleMs);
    this.#idleTimer.unref();
  }
}

function closedProblem(): PdfProblem {
  return new PdfProblem("failed", "the service has been closed");
}

/** What is only a part of a buffer is copied: the rest of the buffer is somebody else's. */
function withOwnBuffer(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const { buffer } = bytes;
  const isWhole = buffer instanceof ArrayBuffer && buffer.byteLength === bytes.length;
  return isWhole ? new Uint8Array(buffer) : new Uint8Array(bytes);
}
