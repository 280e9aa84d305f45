/** The hunks of one repository. Every part of the sequence is spread over the whole history. */
import { basename, dirname, resolve } from "node:path";
import { listCommits } from "../../../replay/git.js";
import { findLanguage, type SourceLanguage } from "../languages.js";
import { randomFor } from "../random.js";
import type { CommitHunk } from "./case.js";
import { type HunkLocation, readChanges } from "./changes.js";
import { BlobReader } from "./git.js";
import { decodeSource, isGenerated } from "./sources.js";

export interface HistoryOptions {
  /** Ids of the languages to take; all if undefined. */
  readonly languages?: readonly string[] | undefined;
  readonly seed: number;
}

/** A hunk whose contents have not been read. */
export interface FoundHunk {
  readonly language: SourceLanguage;
  readonly change: HunkLocation;
}

const BATCH_COMMITS = 128;
/** More would let a few large commits decide what the cases look like. */
const HUNKS_PER_FILE = 3;
const FILES_PER_COMMIT = 6;
const MANY = 10_000_000;

export class CommitHistory {
  readonly #name: string;
  readonly #repository: string;
  readonly #options: HistoryOptions;
  readonly #blobs: BlobReader;
  #commits: readonly string[] | undefined;
  #commitsRead = 0;

  constructor(repository: string, options: HistoryOptions) {
    this.#repository = repository;
    this.#options = options;
    this.#name = nameRepository(repository);
    this.#blobs = new BlobReader(repository);
  }

  get commitsRead(): number {
    return this.#commitsRead;
  }

  /** What the next commits change, or undefined at the end of the history. */
  async next(): Promise<readonly FoundHunk[] | undefined> {
    this.#commits ??= await this.#listCommits();
    const commits = this.#commits.slice(this.#commitsRead, this.#commitsRead + BATCH_COMMITS);
    if (commits.length === 0) return undefined;
    this.#commitsRead += commits.length;
    const files = await readChanges(this.#repository, commits);
    return commits.flatMap((commit) => this.#choose(files.filter(([first]) => first?.commit === commit)));
  }

  /** Undefined if one of the contents is not usable. */
  async read({ change, language }: FoundHunk): Promise<CommitHunk | undefined> {
    const before = decodeSource(await this.#blobs.read(change.before));
    const after = decodeSource(await this.#blobs.read(change.after));
    if (before === undefined || after === undefined) return undefined;
    const { commit, path, index, removed, added } = change;
    return {
      repository: this.#name,
      commit,
      path,
      index,
      language,
      before,
      start: removed.start,
      removed: removed.count,
      added: after.split("\n").slice(added.start, added.start + added.count),
    };
  }

  close(): void {
    this.#blobs.close();
  }

  /** Starts with the newest, then halves the gaps. */
  async #listCommits(): Promise<readonly string[]> {
    const commits = await listCommits(this.#repository, MANY);
    return spreadOut(commits.filter(({ parent }) => parent !== undefined).map(({ id }) => id));
  }

  /** A few hunks of the files of one commit. */
  #choose(files: readonly (readonly HunkLocation[])[]): readonly FoundHunk[] {
    const usable = files.filter(
      ([first]) => first !== undefined && this.#languageOf(first.path) !== undefined,
    );
    const random = randomFor(this.#options.seed, usable[0]?.[0]?.commit ?? "");
    return random
      .shuffle(usable)
      .slice(0, FILES_PER_COMMIT)
      .flatMap((hunks) => random.shuffle(hunks).slice(0, HUNKS_PER_FILE))
      .flatMap((change) => {
        const language = this.#languageOf(change.path);
        return language === undefined ? [] : [{ change, language }];
      });
  }

  #languageOf(path: string): SourceLanguage | undefined {
    const language = isGenerated(path) ? undefined : findLanguage(path);
    const { languages } = this.#options;
    return language !== undefined && languages?.includes(language.id) !== false ? language : undefined;
  }
}

/** How results name a repository: the folder's name; for `NAME/repo` and `NAME/.git` that of the folder above. */
export function nameRepository(repository: string): string {
  const path = resolve(repository);
  const name = basename(path);
  return name === "repo" || name === ".git" ? basename(dirname(path)) : name.replace(/\.git$/, "");
}

/** In the order of the bit-reversed positions. */
function spreadOut<Item>(items: readonly Item[]): Item[] {
  const bits = Math.ceil(Math.log2(Math.max(1, items.length)));
  const spread: Item[] = [];
  for (let index = 0; index < 2 ** bits; index += 1) {
    let reversed = 0;
    for (let bit = 0; bit < bits; bit += 1) reversed = reversed * 2 + ((index >> bit) & 1);
    const item = items[reversed];
    if (item !== undefined) spread.push(item);
  }
  return spread;
}
