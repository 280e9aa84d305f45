/**
 * A file with one line that every edit changes. The line carries a number of fixed width, so that the file keeps its
 * size and yet no two edits make the same content, which a store of contents would otherwise keep only once.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { expectSame } from "./answers.js";
import { createSourceText } from "./fixture-text.js";

export interface Replacement {
  readonly old_string: string;
  readonly new_string: string;
}

const AVERAGE_LINE = 40;

export class MarkedFile {
  readonly path: string;
  readonly #before: string;
  readonly #after: string;
  #turn = 0;

  constructor(path: string, bytes: number) {
    const text = createSourceText(bytes - markOf(0).length - 1, AVERAGE_LINE, 1);
    const middle = text.indexOf("\n", text.length >> 1) + 1;
    this.path = path;
    this.#before = text.slice(0, middle);
    this.#after = `\n${text.slice(middle)}`;
    writeFileSync(path, this.text);
  }

  /** What the file holds after the edits so far. */
  get text(): string {
    return this.#before + markOf(this.#turn) + this.#after;
  }

  get lines(): number {
    return this.text.split("\n").length - 1;
  }

  /** The next edit, which is taken as made. */
  next(): Replacement {
    this.#turn += 1;
    return { old_string: markOf(this.#turn - 1), new_string: markOf(this.#turn) };
  }

  /** The next whole content, for a row that overwrites. */
  nextText(): string {
    this.#turn += 1;
    return this.text;
  }

  /** Throws when the disk has anything else. */
  verify(): void {
    expectSame(readFileSync(this.path, "utf8"), this.text, this.path);
  }
}

function markOf(turn: number): string {
  return `  export const revision = "${String(turn).padStart(9, "0")}";`;
}
