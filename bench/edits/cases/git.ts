/** Batched git calls: one process for many commits or contents. */
import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import type { Readable, Writable } from "node:stream";

type Git = ChildProcessByStdio<Writable, Readable, null>;

export async function runGit(repository: string, words: readonly string[], input: string): Promise<Buffer> {
  const git = start(repository, words);
  const closed = once(git, "close") as Promise<[number | null]>;
  git.stdin.end(input);
  const parts: Buffer[] = [];
  for await (const part of git.stdout) parts.push(part as Buffer);
  const [code] = await closed;
  if (code !== 0) throw new Error(`git ${words[0]} ended with ${code}`);
  return Buffer.concat(parts);
}

/** Reads contents one after another from one process. */
export class BlobReader {
  readonly #git: Git;
  readonly #parts: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(repository: string) {
    this.#git = start(repository, ["cat-file", "--batch"]);
    this.#parts = this.#git.stdout[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  }

  /** Callers must await one content before they ask for the next. */
  async read(id: string): Promise<Buffer> {
    this.#git.stdin.write(`${id}\n`);
    const header = await this.#take(() => this.#rest.indexOf("\n") + 1);
    const size = Number(header.toString("latin1").split(" ")[2]);
    if (!Number.isSafeInteger(size)) throw new Error(`git has no content ${id}`);
    const content = await this.#take(() => (this.#rest.length > size ? size + 1 : 0));
    return content.subarray(0, size);
  }

  close(): void {
    this.#git.stdin.end();
  }

  /** The first bytes, as soon as `count` says how many. */
  async #take(count: () => number): Promise<Buffer> {
    while (count() === 0) {
      const { value, done } = await this.#parts.next();
      if (done === true) throw new Error("git cat-file ended early");
      this.#rest = Buffer.concat([this.#rest, value]);
    }
    const length = count();
    const taken = this.#rest.subarray(0, length);
    this.#rest = this.#rest.subarray(length);
    return taken;
  }
}

function start(repository: string, words: readonly string[]): Git {
  return spawn("git", ["-C", repository, ...words], { stdio: ["pipe", "pipe", "inherit"] });
}
