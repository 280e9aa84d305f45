/** A document that is open in the thread, as the host uses it. */
import type { PdfAnswers, PdfPage, PdfRequests, PdfTask, RenderedPage } from "./pdf-messages.js";
import { PdfProblem } from "./pdf-problem.js";
import type { PdfThread } from "./pdf-thread.js";

/** Page numbers are 1-based and must exist, ranges are inclusive. Operations take turns. */
export interface PdfDocument {
  readonly pageCount: number;
  readPages(
    first: number,
    last: number,
    options: { readonly maxCharactersPerPage: number },
  ): Promise<readonly PdfPage[]>;
  /** As large as fits; no side and no product of the two gets larger than asked. */
  renderPage(
    page: number,
    options: { readonly maxSide: number; readonly maxPixels: number },
  ): Promise<RenderedPage>;
  extractPages(first: number, last: number): Promise<Uint8Array>;
}

export class OpenDocument implements PdfDocument {
  readonly #thread: PdfThread;
  readonly #timeoutMs: number;
  readonly #signal: AbortSignal | undefined;
  #lastTurn: Promise<unknown> = Promise.resolve();
  #isClosed = false;
  readonly pageCount: number;

  constructor(thread: PdfThread, pageCount: number, timeoutMs: number, signal: AbortSignal | undefined) {
    this.#thread = thread;
    this.pageCount = pageCount;
    this.#timeoutMs = timeoutMs;
    this.#signal = signal;
  }

  async readPages(
    first: number,
    last: number,
    { maxCharactersPerPage }: { readonly maxCharactersPerPage: number },
  ): Promise<readonly PdfPage[]> {
    this.#requirePages(first, last);
    return this.#request("read", { first, last, maxCharactersPerPage }, this.#signal);
  }

  async renderPage(
    page: number,
    { maxSide, maxPixels }: { readonly maxSide: number; readonly maxPixels: number },
  ): Promise<RenderedPage> {
    this.#requirePages(page, page);
    return this.#request("render", { page, maxSide, maxPixels }, this.#signal);
  }

  async extractPages(first: number, last: number): Promise<Uint8Array> {
    this.#requirePages(first, last);
    return this.#request("extract", { first, last }, this.#signal);
  }

  async close(): Promise<void> {
    // Also when the call was cancelled between two operations: the thread goes on with the next document.
    const closing = this.#request("close", {}, undefined);
    this.#isClosed = true;
    // A thread that has ended holds no document; one that can't close it ends by that.
    await closing.catch(() => undefined);
  }

  #requirePages(first: number, last: number): void {
    if (this.#isClosed) throw new PdfProblem("failed", "the document has been closed");
    const isRange = Number.isInteger(first) && Number.isInteger(last) && first >= 1 && first <= last;
    if (!isRange || last > this.pageCount) {
      throw new RangeError(`pages ${first} to ${last} of ${this.pageCount}`);
    }
  }

  #request<Task extends PdfTask>(
    task: Task,
    parameters: PdfRequests[Task],
    signal: AbortSignal | undefined,
  ): Promise<PdfAnswers[Task]> {
    const ask = (): Promise<PdfAnswers[Task]> =>
      this.#thread.request(task, parameters, { timeoutMs: this.#timeoutMs, signal });
    const answered = this.#lastTurn.then(ask, ask);
    this.#lastTurn = answered.catch(() => undefined);
    return answered;
  }
}
