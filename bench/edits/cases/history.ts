/** Hunks of one repository, a batch of commits at a time. Every part of the sequence is spread over the whole history. */
import { basename, dirname, resolve } from "node:path";
import { listCommits } from "../../../replay/git.js";
import { findLanguage, type Language } from "../languages.js";
import { Random } from "../random.js";
import type { Hunk } from "./case.js";
import { type Change, readChanges } from "./changes.js";
import { readBlobs } from "./git.js";
import { decodeSource, isGenerated } from "./sources.js";

export interface HistoryOptions {
  /** Ids of the languages to take; all if undefined. */
  readonly languages?: readonly string[] | undefined;
  readonly seed: number;
}

const BATCH_COMMITS = 64;
const MAX_BYTES = 400 * 1024;
/** More would let a few large commits decide what the cases look like. */
const HUNKS_PER_FILE = 3;
const FILES_PER_COMMIT = 6;
const MANY = 10_000_000;

export class History {
  readonly name: string;
  readonly #repository: string;
  readonly #options: HistoryOptions;
  #commits: readonly string[] | undefined;
  #taken = 0;

  constructor(repository: string, options: HistoryOptions) {
    this.#repository = repository;
    this.#options = options;
    this.name = nameRepository(repository);
  }

  /** The hunks of the next commits, or undefined at the end of the history. */
  async next(): Promise<readonly Hunk[] | undefined> {
    this.#commits ??= await this.#listCommits();
    const commits = this.#commits.slice(this.#taken, this.#taken + BATCH_COMMITS);
    if (commits.length === 0) return undefined;
    this.#taken += commits.length;
    const changes = this.#choose(await readChanges(this.#repository, commits));
    const ids = changes.flatMap(({ before, after }) => [before, after]);
    const blobs = await readBlobs(this.#repository, ids, MAX_BYTES);
    return changes.flatMap((change) => this.#toHunks(change, blobs));
  }

  /** Newest first would end in recent years; this order starts with the newest and halves the gaps. */
  async #listCommits(): Promise<readonly string[]> {
    const commits = await listCommits(this.#repository, MANY);
    return spreadOut(commits.filter(({ parent }) => parent !== undefined).map(({ id }) => id));
  }

  #choose(changes: readonly Change[]): readonly Change[] {
    const usable = changes.filter(({ path }) => this.#languageOf(path) !== undefined && !isGenerated(path));
    return [...new Set(usable.map(({ commit }) => commit))].flatMap((commit) => {
      const files = usable.filter((change) => change.commit === commit);
      return new Random(this.#options.seed, commit).shuffle(files).slice(0, FILES_PER_COMMIT);
    });
  }

  #languageOf(path: string): Language | undefined {
    const language = findLanguage(path);
    const { languages } = this.#options;
    return language !== undefined && languages?.includes(language.id) !== false ? language : undefined;
  }

  #toHunks(change: Change, blobs: ReadonlyMap<string, Buffer>): readonly Hunk[] {
    const { commit, path } = change;
    const before = decodeSource(blobs.get(change.before));
    const after = decodeSource(blobs.get(change.after));
    const language = this.#languageOf(path);
    if (before === undefined || after === undefined || language === undefined) return [];
    const lines = after.split("\n");
    const hunks = change.hunks.map(({ oldStart, oldCount, newStart, newCount }, index) => ({
      repository: this.name,
      commit,
      path,
      index,
      language,
      before,
      start: oldStart,
      removed: oldCount,
      added: lines.slice(newStart, newStart + newCount),
    }));
    return new Random(this.#options.seed, commit, path).shuffle(hunks).slice(0, HUNKS_PER_FILE);
  }
}

/** The folder's name; for `NAME/repo` and `NAME/.git` that of the folder above. */
function nameRepository(repository: string): string {
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
