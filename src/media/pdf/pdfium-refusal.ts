/** Thrown in the thread for what a file is to blame for; the other side makes a `PdfProblem` of it. */
import type { PdfRefusal } from "./pdf-messages.js";

export class PdfiumRefusal extends Error {
  readonly reason: PdfRefusal;

  constructor(reason: PdfRefusal, detail: string) {
    super(detail);
    this.name = "PdfiumRefusal";
    this.reason = reason;
  }
}
