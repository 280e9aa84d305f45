/** How PDFium asks for bytes and gives them: by functions of ours, blocks at a time. */
import type { Pdfium } from "./pdfium-module.js";

/** One file is read at a time, and one written. */
export class PdfiumFiles {
  readonly #pdfium: Pdfium;
  readonly #access: number;
  readonly #write: number;
  readonly #readBlock: number;
  #file: Uint8Array = new Uint8Array(0);
  #written: Uint8Array[] = [];

  constructor(pdfium: Pdfium) {
    this.#pdfium = pdfium;
    this.#access = pdfium.call.malloc(12);
    this.#write = pdfium.call.malloc(8);
    this.#readBlock = pdfium.addFunction((_file, position = 0, to = 0, size = 0) => {
      // Numbers come signed.
      const start = position >>> 0;
      const block = this.#file.subarray(start, start + (size >>> 0));
      if (block.length !== size >>> 0) return 0;
      new Uint8Array(pdfium.call.memory.buffer).set(block, to >>> 0);
      return 1;
    }, "iiiii");
    const writeBlock = pdfium.addFunction((_file, from = 0, size = 0) => {
      this.#written.push(new Uint8Array(pdfium.call.memory.buffer, from >>> 0, size >>> 0).slice());
      return 1;
    }, "iiii");
    new Uint32Array(pdfium.call.memory.buffer, this.#write, 2).set([1, writeBlock]);
  }

  /** The address of what PDFium takes for a file. */
  read(file: Uint8Array): number {
    this.#file = file;
    new Uint32Array(this.#pdfium.call.memory.buffer, this.#access, 3).set([file.length, this.#readBlock, 0]);
    return this.#access;
  }

  release(): void {
    this.#file = new Uint8Array(0);
  }

  /** All that `save` has written to the address it is given. */
  collect(save: (fileWrite: number) => void): Uint8Array {
    this.#written = [];
    try {
      save(this.#write);
      const whole = new Uint8Array(this.#written.reduce((total, piece) => total + piece.length, 0));
      let at = 0;
      for (const piece of this.#written) {
        whole.set(piece, at);
        at += piece.length;
      }
      return whole;
    } finally {
      this.#written = [];
    }
  }
}
