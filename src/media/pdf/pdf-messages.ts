/**
 * What the two threads say to each other: one request at a time, one reply to each. Types only, so that the thread's file
 * shares no code with the library's.
 */

export type PdfRefusal =
  | "empty"
  | "not-a-pdf"
  /** It opens only with a password, or with a kind of encryption that is not known. */
  | "encrypted"
  | "damaged"
  | "too-slow"
  | "too-much-memory"
  /** The package that reads PDFs is not installed. */
  | "unavailable"
  | "failed";

export interface PdfPage {
  readonly number: number;
  /** In reading order, lines ending with "\n". */
  readonly text: string;
  /** False when what is to be seen on the page is not in the text: a scan, or a font that names no characters. */
  readonly hasText: boolean;
  /**
   * The share of the page, from 0 to 1, that drawings and pictures take, with what lies between their parts. 0 where all
   * that is drawn only decorates the text.
   */
  readonly drawnShare: number;
  /** As shown, that is after the page's own rotation. */
  readonly widthPoints: number;
  readonly heightPoints: number;
  readonly isTextCut: boolean;
}

export interface RenderedPage {
  readonly png: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** Page numbers are 1-based, ranges inclusive. */
export interface PdfRequests {
  open: { readonly bytes: Uint8Array };
  read: { readonly first: number; readonly last: number; readonly maxCharactersPerPage: number };
  render: { readonly page: number; readonly maxSide: number; readonly maxPixels: number };
  extract: { readonly first: number; readonly last: number };
  close: object;
}

export interface PdfAnswers {
  open: { readonly pageCount: number };
  read: readonly PdfPage[];
  render: RenderedPage;
  extract: Uint8Array;
  close: object;
}

export type PdfTask = keyof PdfRequests;

export type PdfRequest = { [Task in PdfTask]: { readonly task: Task } & PdfRequests[Task] }[PdfTask];

export type PdfReply =
  | { readonly kind: "done"; readonly answer: PdfAnswers[PdfTask] }
  | {
      readonly kind: "refused";
      readonly reason: PdfRefusal;
      readonly detail: string;
      /** The thread is not fit for another document. */
      readonly isFatal: boolean;
    };

export interface PdfWorkerData {
  readonly maxMemoryBytes: number;
}
