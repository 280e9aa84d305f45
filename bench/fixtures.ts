/**
 * The files that are read, made when a row first asks for them and found again by name and size; and a place for files
 * that are changed, which belong to one run and go with it.
 */
import {
  closeSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createSourceText, logLineCount, logLines, withAccents } from "./fixture-text.js";
import { writeTree } from "./fixture-tree.js";

export interface LogFile {
  readonly path: string;
  readonly bytes: number;
  readonly lines: number;
}

/** Part of the folder's name; raise it whenever the text of a fixture changes, or old files would be taken for new. */
const FIXTURE_VERSION = 1;
/** Ends the name of the empty file by which a running bench says that it uses the folder. */
const MARK = ".in-use";
const LINES_PER_WRITE = 65_536;

export class Fixtures {
  readonly directory: string;
  readonly #logBytes: number;

  constructor(logBytes: number) {
    this.#logBytes = logBytes;
    this.directory = join(tmpdir(), `filewright-bench-${FIXTURE_VERSION}-${process.getuid?.() ?? 0}`);
    mkdirSync(this.directory, { recursive: true, mode: 0o700 });
    writeFileSync(this.#markOf(process.pid), "");
  }

  /** Source text in lines of about `averageLine` characters. */
  sourceFile(bytes: number, averageLine: number, seed = 1): string {
    return this.#ensure(`source-${bytes}-${averageLine}-${seed}.txt`, bytes, (part) => {
      writeFileSync(part, createSourceText(bytes, averageLine, seed));
    });
  }

  /** As above, with letters beyond ASCII, which take two bytes in UTF-8. */
  accentedFile(bytes: number, averageLine: number): string {
    return this.#ensure(`accented-${bytes}-${averageLine}.txt`, bytes, (part) => {
      writeFileSync(part, withAccents(createSourceText(bytes, averageLine, 1)));
    });
  }

  sourceFiles(count: number, bytes: number, averageLine: number): string[] {
    return Array.from({ length: count }, (_, index) => this.sourceFile(bytes, averageLine, index + 1));
  }

  log(bytes: number = this.#logBytes): LogFile {
    const lines = logLineCount(bytes);
    const path = this.#ensure(`log-${bytes}.log`, bytes, (part) => writeLog(part, lines));
    return { path, bytes, lines };
  }

  /** A project of so many files, besides those that it ignores. */
  tree(files: number): string {
    const path = join(this.directory, `tree-${files}`);
    if (existsSync(path)) return path;
    const part = `${path}.${process.pid}.part`;
    writeTree(part, files);
    renameSync(part, path);
    return path;
  }

  /** The path of a file that only this run changes, in a folder of its own. */
  changing(folder: string, name: string): string {
    const path = join(this.#changingDirectory, folder);
    mkdirSync(path, { recursive: true });
    return join(path, name);
  }

  /** A copy of a fixture to change. */
  changingCopy(folder: string, name: string, of: string): string {
    const path = this.changing(folder, name);
    copyFileSync(of, path);
    return path;
  }

  /** Large files would lie there to the end of the run. */
  removeChanging(folder: string): void {
    rmSync(join(this.#changingDirectory, folder), { recursive: true, force: true });
  }

  /** Ends this run's use. The files go with the last run that uses them, unless they are to be kept. */
  release({ keep }: { readonly keep: boolean }): void {
    rmSync(this.#markOf(process.pid), { force: true });
    rmSync(this.#changingDirectory, { recursive: true, force: true });
    if (keep || !existsSync(this.directory) || this.#isUsedByOthers()) return;
    rmSync(this.directory, { recursive: true, force: true });
  }

  get #changingDirectory(): string {
    return join(this.directory, `changing-${process.pid}`);
  }

  #markOf(processId: number): string {
    return join(this.directory, `${processId}${MARK}`);
  }

  #isUsedByOthers(): boolean {
    const marks = readdirSync(this.directory).filter((name) => name.endsWith(MARK));
    return marks.some((name) => isRunning(Number.parseInt(name, 10)));
  }

  #ensure(name: string, bytes: number, write: (part: string) => void): string {
    const path = join(this.directory, name);
    if (statSync(path, { throwIfNoEntry: false })?.size === bytes) return path;
    // Under its own name only when whole: a run that was interrupted leaves nothing to be mistaken for a fixture.
    const part = `${path}.${process.pid}.part`;
    write(part);
    renameSync(part, path);
    return path;
  }
}

function writeLog(path: string, lines: number): void {
  const descriptor = openSync(path, "w", 0o600);
  try {
    for (let first = 1; first <= lines; first += LINES_PER_WRITE) {
      const count = Math.min(LINES_PER_WRITE, lines - first + 1);
      const block = Buffer.from(`${logLines(first, count).join("\n")}\n`, "latin1");
      for (let written = 0; written < block.length; ) written += writeSync(descriptor, block, written);
    }
  } finally {
    closeSync(descriptor);
  }
}

function isRunning(processId: number): boolean {
  try {
    process.kill(processId, 0);
    return true;
  } catch (cause) {
    // Anything but "no such process" means that there is one, and that it is not ours to ask.
    return !(cause instanceof Error && "code" in cause && cause.code === "ESRCH");
  }
}
