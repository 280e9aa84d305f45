/**
 * Names with wildcards, matched in time linear in the name, whatever the pattern: a `*` never makes the matcher go back by
 * more than one. An index by short pieces of text finds the few patterns that a name could match among thousands.
 */
import ignore, { type Ignore } from "ignore";
import { MAX_MATCH_WORK, type MatchBudget } from "./match-budget.js";
import type { SpelledPart } from "./spell-pattern.js";

type SetTest = (unit: string) => boolean;

/** Characters between two stars, compared one UTF-16 unit each. */
interface Chunk {
  /** `undefined` for any unit, and where a set decides. */
  readonly units: readonly (string | undefined)[];
  /** Compared last: they cost more. */
  readonly sets: readonly { readonly at: number; readonly test: SetTest }[];
}

/** The chunks between the stars; a single one has no star around it. */
type NamePattern = readonly Chunk[];

export interface NameMatches {
  /** The ids of the patterns that match. */
  readonly ids: readonly number[];
  /** The work it takes to find them, cached or not. */
  readonly cost: number;
  /** It takes more work than one path may: not all patterns were compared. */
  readonly isCut: boolean;
}

/** Pieces of text of this many units are indexed; shorter ones only where a pattern has no longer text. */
const MAX_KEY = 3;
/** Bounds of the cached names: how many, and how many ids they hold together. */
const MAX_CACHED_NAMES = 5000;
const MAX_CACHED_IDS = 100_000;
/** A set is tested by another package: some microseconds. */
const SET_COST = 100;
const none: readonly number[] = [];
const noMatches: NameMatches = { ids: none, cost: 0, isCut: false };

export class NamePatterns {
  readonly #ignoresCase: boolean;
  readonly #patterns: NamePattern[] = [];
  readonly #ids = new Map<string, number>();
  readonly #sets = new Map<string, SetTest>();
  readonly #byKey = new Map<string, number[]>();
  /** Patterns without any text. */
  readonly #keyless: number[] = [];
  readonly #keySizes = new Set<number>();
  readonly #cache = new Map<string, NameMatches>();
  #cachedIds = 0;
  /** The work done so far; cached names take none. */
  work = 0;

  constructor(options: { readonly ignoresCase: boolean }) {
    this.#ignoresCase = options.ignoresCase;
  }

  /** The id of a pattern; equal patterns have the same one. */
  add(parts: readonly SpelledPart[]): number {
    const source = parts.map((part) => part.source).join("");
    const known = this.#ids.get(source);
    if (known !== undefined) return known;
    const id = this.#patterns.push(this.#compile(parts)) - 1;
    this.#ids.set(source, id);
    const key = this.#chooseKey(parts);
    if (key === undefined) this.#keyless.push(id);
    else {
      this.#keySizes.add(key.length);
      const others = this.#byKey.get(key);
      if (others === undefined) this.#byKey.set(key, [id]);
      else others.push(id);
    }
    this.#cache.clear();
    return id;
  }

  find(name: string): NameMatches {
    if (this.#patterns.length === 0) return noMatches;
    const cached = this.#cache.get(name);
    if (cached !== undefined) return cached;
    const found = this.#compareAll(name);
    this.work += found.cost;
    this.#cachedIds += found.ids.length;
    if (this.#cache.size >= MAX_CACHED_NAMES || this.#cachedIds > MAX_CACHED_IDS) {
      this.#cache.clear();
      this.#cachedIds = found.ids.length;
    }
    this.#cache.set(name, found);
    return found;
  }

  #compareAll(name: string): NameMatches {
    const ids: number[] = [];
    const budget: MatchBudget = { left: MAX_MATCH_WORK - name.length };
    for (const id of this.#candidates(name)) {
      budget.left -= 1;
      const pattern = this.#patterns[id];
      if (pattern !== undefined && matchChunks(pattern, name, budget)) ids.push(id);
      if (budget.left < 0) break;
    }
    return { ids, cost: MAX_MATCH_WORK - budget.left, isCut: budget.left < 0 };
  }

  /** Each once: a pattern has one key. */
  *#candidates(name: string): Generator<number> {
    yield* this.#keyless;
    for (const size of this.#keySizes) {
      const keys = new Set<string>();
      for (let at = 0; at + size <= name.length; at += 1) keys.add(name.slice(at, at + size));
      for (const key of keys) yield* this.#byKey.get(key) ?? none;
    }
  }

  #compile(parts: readonly SpelledPart[]): NamePattern {
    const createChunk = (): { units: (string | undefined)[]; sets: { at: number; test: SetTest }[] } => ({
      units: [],
      sets: [],
    });
    let last = createChunk();
    const chunks = [last];
    for (const { source, text } of parts) {
      if (text !== undefined) last.units.push(...text.split(""));
      else if (source === "*") chunks.push((last = createChunk()));
      else {
        if (source !== "?") last.sets.push({ at: last.units.length, test: this.#findSet(source) });
        last.units.push(undefined);
      }
    }
    return chunks;
  }

  /** Sets are read by the package that knows git's rules for them, one unit at a time. */
  #findSet(source: string): SetTest {
    const known = this.#sets.get(source);
    if (known !== undefined) return known;
    // Made when it is needed: there may be thousands of sets.
    let matcher: Ignore | undefined;
    const units = new Map<string, boolean>();
    const test = (unit: string): boolean => {
      matcher ??= ignore({ ignoreCase: this.#ignoresCase }).add(`/x${source}`);
      let isMember = units.get(unit);
      if (isMember === undefined) units.set(unit, (isMember = matcher.ignores(`x${unit}`)));
      return isMember;
    };
    this.#sets.set(source, test);
    return test;
  }

  /** Of the pieces of its text the one that the fewest other patterns have. */
  #chooseKey(parts: readonly SpelledPart[]): string | undefined {
    const texts = parts.flatMap(({ text }) => (text === undefined ? [] : [text]));
    const size = Math.min(MAX_KEY, Math.max(0, ...texts.map((text) => text.length)));
    if (size === 0) return undefined;
    let best: string | undefined;
    let fewest = Number.POSITIVE_INFINITY;
    for (const text of texts) {
      for (let at = 0; at + size <= text.length; at += 1) {
        const key = text.slice(at, at + size);
        const count = this.#byKey.get(key)?.length ?? 0;
        if (count < fewest) [best, fewest] = [key, count];
      }
    }
    return best;
  }
}

/** Stops early, with any outcome, once the budget is spent. */
function matchChunks(chunks: NamePattern, name: string, budget: MatchBudget): boolean {
  const [first] = chunks;
  const last = chunks.at(-1);
  if (first === undefined || last === undefined) return false;
  const firstLength = first.units.length;
  if (chunks.length === 1) return firstLength === name.length && fits(first, name, 0, budget);
  const end = name.length - last.units.length;
  if (end < firstLength || !fits(first, name, 0, budget) || !fits(last, name, end, budget)) return false;
  let at = firstLength;
  for (const chunk of chunks.slice(1, -1)) {
    const { length } = chunk.units;
    // The leftmost place is as good as any other: it leaves the most for the chunks after it.
    while (at + length <= end && !fits(chunk, name, at, budget)) {
      if (budget.left < 0) return false;
      at += 1;
    }
    at += length;
    if (at > end) return false;
  }
  return true;
}

function fits({ units, sets }: Chunk, name: string, at: number, budget: MatchBudget): boolean {
  let index = 0;
  while (index < units.length && (units[index] === undefined || units[index] === name.charAt(at + index)))
    index += 1;
  budget.left -= index + 1;
  if (index < units.length) return false;
  for (const { at: offset, test } of sets) {
    budget.left -= SET_COST;
    if (budget.left < 0 || !test(name.charAt(at + offset))) return false;
  }
  return true;
}
