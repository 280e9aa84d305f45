/** A regular file of the local disk, held open by its descriptor. */
import fs from "node:fs";
import type { FileStat, OpenFile } from "../file-system.js";
import { readFully } from "./read-whole.js";
import { toFileStat, translated } from "./translate.js";

export class NodeOpenFile implements OpenFile {
  readonly #descriptor: number;
  readonly #path: string;

  constructor(descriptor: number, path: string) {
    this.#descriptor = descriptor;
    this.#path = path;
  }

  read(target: Uint8Array, position: number): Promise<number> {
    return readFully(this.#descriptor, target, position, this.#path);
  }

  stat(): FileStat {
    return translated(this.#path, () => toFileStat(fs.fstatSync(this.#descriptor, { bigint: true })));
  }

  close(): void {
    translated(this.#path, () => fs.closeSync(this.#descriptor));
  }
}
