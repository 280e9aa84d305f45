/** Files that are not there yet, each with a name and a content of its own, all in one folder. */
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expectSame } from "./answers.js";

export interface NewFile {
  readonly path: string;
  readonly content: string;
}

export class NewFiles {
  readonly #folder: string;
  readonly #template: string;
  #last: NewFile | undefined;
  #made: string[] = [];
  #count = 0;

  constructor(folder: string, template: string) {
    this.#folder = folder;
    this.#template = template;
    mkdirSync(folder, { recursive: true });
  }

  static read(path: string): string {
    return readFileSync(path, "utf8");
  }

  next(): NewFile {
    this.#count += 1;
    const number = String(this.#count).padStart(9, "0");
    const path = join(this.#folder, `new-${number}.txt`);
    this.#last = { path, content: number + this.#template.slice(number.length) };
    this.#made.push(path);
    return this.#last;
  }

  /** Removes what was made; names are not used again. */
  clear(): void {
    for (const path of this.#made) rmSync(path, { force: true });
    this.#made = [];
  }

  verify(): void {
    if (this.#last !== undefined)
      expectSame(NewFiles.read(this.#last.path), this.#last.content, "a new file");
  }
}
