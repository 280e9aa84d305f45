/** The files of a project in memory, by relative path: what contestants start with, and what must be on disk at the end. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";

/** What an outside change works on: the project in memory, and the contestant's copy on disk. */
export interface EditableProject {
  text(path: string): string;
  set(path: string, content: string | Buffer): void;
}

export class Project implements EditableProject {
  readonly #files = new Map<string, Buffer>();

  get paths(): string[] {
    return [...this.#files.keys()];
  }

  bytes(path: string): Buffer {
    const bytes = this.#files.get(path);
    if (bytes === undefined) throw new Error(`the project has no ${path}`);
    return bytes;
  }

  text(path: string): string {
    return this.bytes(path).toString("utf8");
  }

  set(path: string, content: string | Buffer): void {
    this.#files.set(path, Buffer.from(content));
  }

  /** Throws unless `old` occurs exactly once, so that a mistake in a story does not go unnoticed. */
  replace(path: string, old: string, by: string): void {
    const parts = this.text(path).split(old);
    if (parts.length !== 2) throw new Error(`${path} has ${parts.length - 1} times: ${old}`);
    this.set(path, parts.join(by));
  }

  writeTo(directory: string): void {
    for (const path of this.paths) writeInto(directory, path, this.bytes(path));
  }

  /** Paths that differ on disk: changed, missing or added. */
  findDifferences(directory: string): string[] {
    const onDisk = new Set(listFiles(directory));
    const differing = this.paths.filter(
      (path) => !onDisk.has(path) || !readFileSync(join(directory, path)).equals(this.bytes(path)),
    );
    return [...differing, ...[...onDisk].filter((path) => !this.#files.has(path))];
  }
}

export class DiskProject implements EditableProject {
  readonly #directory: string;

  constructor(directory: string) {
    this.#directory = directory;
  }

  text(path: string): string {
    return readFileSync(join(this.#directory, path), "utf8");
  }

  set(path: string, content: string | Buffer): void {
    writeInto(this.#directory, path, Buffer.from(content));
  }
}

function writeInto(directory: string, path: string, bytes: Buffer): void {
  const target = join(directory, path);
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, bytes);
}

function listFiles(directory: string): string[] {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(directory, join(entry.parentPath, entry.name)).replaceAll(sep, "/"));
}
