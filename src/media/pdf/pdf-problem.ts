/** Why a PDF, or a part of one, can't be shown: `reason` for programs, `detail` a phrase for a person or a log. */
import type { PdfRefusal } from "./pdf-messages.js";

export class PdfProblem extends Error {
  readonly reason: PdfRefusal;
  readonly detail: string;

  constructor(reason: PdfRefusal, detail: string) {
    super(`${reason}: ${detail}`);
    this.name = "PdfProblem";
    this.reason = reason;
    this.detail = detail;
  }
}
