/** Gives every kind of noise its share of cases. */
import type { NoiseKind } from "../noise/kinds.js";
import { randomFor } from "../random.js";
import type { CleanEdit, CommitHunk, EditCase, EditStrings } from "./case.js";
import { createEdit } from "./clean-edit.js";
import { drawHunks } from "./supply.js";

export interface CaseOptions {
  readonly repositories: readonly string[];
  readonly kinds: readonly NoiseKind[];
  /** How many cases to draw of all kinds together. */
  readonly count: number;
  readonly seed: number;
  readonly languages?: readonly string[] | undefined;
}

/** Cases of one hunk. More would test fewer files. */
const CASES_PER_HUNK = 3;
/** Hunks to look at for each case: rare kinds stay incomplete. */
const HUNKS_PER_CASE = 2;
const FEWEST_HUNKS = 5000;

export interface DiscardCounts {
  /** The noisy old string occurs in the file. */
  fits: number;
  /** The noisy strings are equal. */
  same: number;
}

export class CaseSource {
  readonly discarded = new Map<string, DiscardCounts>();
  readonly #options: CaseOptions;
  readonly #missing: Map<NoiseKind, number>;
  #count = 0;

  constructor(options: CaseOptions) {
    this.#options = options;
    const share = Math.ceil(options.count / options.kinds.length);
    this.#missing = new Map(options.kinds.map((kind) => [kind, share]));
  }

  async *draw(): AsyncGenerator<EditCase> {
    const { repositories, seed, languages, count } = this.#options;
    let hunks = Math.max(FEWEST_HUNKS, count * HUNKS_PER_CASE);
    for await (const hunk of drawHunks(repositories, { seed, languages })) {
      const edit = createEdit(hunk, seed);
      if (edit !== undefined) yield* this.#createCases(hunk, edit);
      hunks -= 1;
      if (hunks === 0 || this.#count === this.#total()) return;
    }
  }

  *#createCases(hunk: CommitHunk, edit: CleanEdit): Generator<EditCase> {
    let created = 0;
    for (const kind of this.#kindsInNeed(hunk)) {
      const strings = this.#applyKind(kind, hunk, edit);
      if (strings === undefined) continue;
      yield this.#createCase(kind, hunk, edit, strings);
      created += 1;
      if (created === CASES_PER_HUNK) return;
    }
  }

  /** Those with most cases missing first. */
  #kindsInNeed({ commit, path, index }: CommitHunk): NoiseKind[] {
    const open = [...this.#missing].filter(([, missing]) => missing > 0);
    const random = randomFor(this.#options.seed, commit, path, index, "kinds");
    return random
      .shuffle(open)
      .toSorted(([, left], [, right]) => right - left)
      .map(([kind]) => kind);
  }

  #applyKind(kind: NoiseKind, { commit, path, index }: CommitHunk, edit: CleanEdit): EditStrings | undefined {
    const key = [this.#options.seed, commit, path, index, kind.id].join("\0");
    const noisy = kind.apply(edit, { ...edit, key });
    const isUnchanged = noisy?.old === edit.old && kind.id !== "exact";
    if (noisy === undefined || isUnchanged || noisy.old.trim() === "") return undefined;
    const discarded = this.discarded.get(kind.id) ?? { fits: 0, same: 0 };
    this.discarded.set(kind.id, discarded);
    if (noisy.old === noisy.new) discarded.same += 1;
    else if (isWrongFit(kind, noisy, edit)) discarded.fits += 1;
    else return { old: noisy.old, new: noisy.new };
    return undefined;
  }

  #createCase(kind: NoiseKind, hunk: CommitHunk, edit: CleanEdit, strings: EditStrings): EditCase {
    const missing = this.#missing.get(kind) ?? 0;
    this.#missing.set(kind, missing - 1);
    const { repository, commit, path, language } = hunk;
    const about = { repository, commit, path, language: language.id };
    const id = this.#count;
    this.#count += 1;
    const ordinal = this.#share() - missing;
    return { id, kind: kind.id, ordinal, ...about, ...strings, before: edit.before, expected: edit.expected };
  }

  #share(): number {
    return Math.ceil(this.#options.count / this.#options.kinds.length);
  }

  #total(): number {
    return this.#share() * this.#options.kinds.length;
  }
}

/** Whether the noise made another text of the file, which an exact replacement would find. */
function isWrongFit(kind: NoiseKind, noisy: EditStrings, { before, expected }: CleanEdit): boolean {
  if (!before.includes(noisy.old)) return false;
  const at = before.indexOf(noisy.old);
  const replaced = before.slice(0, at) + noisy.new + before.slice(at + noisy.old.length);
  return kind.mayFit !== true || at !== before.lastIndexOf(noisy.old) || replaced !== expected;
}
