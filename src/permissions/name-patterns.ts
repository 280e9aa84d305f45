/**
 * Names with wildcards, matched in time linear in the name, whatever the pattern: a `*` never makes the matcher go back by
 * more than one. An index by short pieces of text finds the few patterns that a name could match among thousands.
 */
import ignore from "ignore";
import type { SpelledPart } from "./spell-pattern.js";

type SetTest = (unit: string) => boolean;

/** One item for each UTF-16 unit: a unit of text, a set, or `undefined` for any unit. */
type Chunk = readonly (string | SetTest | undefined)[];

interface NamePattern {
  /** The chunks between the stars; a single one has no star around it. */
  readonly chunks: readonly Chunk[];
}

/** Pieces of text of this many units are indexed; shorter ones only where a pattern has no longer text. */
const MAX_KEY = 3;
/** The number of names whose matches are cached. */
const MAX_CACHED = 5000;
const none: readonly number[] = [];

export class NamePatterns {
  readonly #ignoresCase: boolean;
  readonly #patterns: NamePattern[] = [];
  readonly #ids = new Map<string, number>();
  readonly #sets = new Map<string, SetTest>();
  readonly #byKey = new Map<string, number[]>();
  /** Patterns without any text. */
  readonly #keyless: number[] = [];
  readonly #keySizes = new Set<number>();
  readonly #cache = new Map<string, readonly number[]>();
  /** The number of patterns compared with a name so far. */
  comparisons = 0;

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

  /** The ids of all patterns that match. */
  find(name: string): readonly number[] {
    if (this.#patterns.length === 0) return none;
    const cached = this.#cache.get(name);
    if (cached !== undefined) return cached;
    const found = [...this.#candidates(name)].filter((id) => this.#matches(id, name));
    if (this.#cache.size >= MAX_CACHED) this.#cache.clear();
    this.#cache.set(name, found);
    return found;
  }

  #candidates(name: string): ReadonlySet<number> {
    const candidates = new Set(this.#keyless);
    for (const size of this.#keySizes) {
      for (let at = 0; at + size <= name.length; at += 1) {
        for (const id of this.#byKey.get(name.slice(at, at + size)) ?? none) candidates.add(id);
      }
    }
    return candidates;
  }

  #matches(id: number, name: string): boolean {
    this.comparisons += 1;
    const pattern = this.#patterns[id];
    return pattern !== undefined && matchChunks(pattern.chunks, name);
  }

  #compile(parts: readonly SpelledPart[]): NamePattern {
    const chunks: (string | SetTest | undefined)[][] = [[]];
    for (const { source, text } of parts) {
      const last = chunks.at(-1) ?? [];
      if (text !== undefined) last.push(...text.split(""));
      else if (source === "*") chunks.push([]);
      else last.push(source === "?" ? undefined : this.#findSet(source));
    }
    return { chunks };
  }

  /** Sets are read by the package that knows git's rules for them, one unit at a time. */
  #findSet(source: string): SetTest {
    const known = this.#sets.get(source);
    if (known !== undefined) return known;
    const matcher = ignore({ ignoreCase: this.#ignoresCase }).add(`/x${source}`);
    const units = new Map<string, boolean>();
    const test = (unit: string): boolean => {
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

function matchChunks(chunks: readonly Chunk[], name: string): boolean {
  const first = chunks[0] ?? [];
  const last = chunks.at(-1) ?? [];
  if (chunks.length === 1) return first.length === name.length && fits(first, name, 0);
  const end = name.length - last.length;
  if (end < first.length || !fits(first, name, 0) || !fits(last, name, end)) return false;
  let at = first.length;
  for (const chunk of chunks.slice(1, -1)) {
    // The leftmost place is as good as any other: it leaves the most for the chunks after it.
    while (at + chunk.length <= end && !fits(chunk, name, at)) at += 1;
    at += chunk.length;
    if (at > end) return false;
  }
  return true;
}

function fits(chunk: Chunk, name: string, at: number): boolean {
  return chunk.every((item, index) => {
    if (item === undefined) return true;
    const unit = name.charAt(at + index);
    return typeof item === "string" ? item === unit : item(unit);
  });
}
