/** Gives equal lines the same small number, in time proportional to their length, however many there are. */

/** The engine tells strings beyond 16,383 units apart by their length alone, which makes a map of them quadratic. */
const LONG_LINE = 16_000;

export class LineIds {
  readonly #short = new Map<string, number>();
  /** By hash; the lines themselves decide, the hash only finds the few to compare. */
  readonly #long = new Map<number, { readonly line: string; readonly id: number }[]>();
  #count = 0;

  /** Ids given so far; they are 0 and up. */
  get count(): number {
    return this.#count;
  }

  idOf(line: string): number {
    if (line.length > LONG_LINE) return this.#idOfLong(line);
    const known = this.#short.get(line);
    if (known !== undefined) return known;
    this.#short.set(line, this.#count);
    return this.#count++;
  }

  #idOfLong(line: string): number {
    const hash = hashText(line);
    const bucket = this.#long.get(hash) ?? [];
    const known = bucket.find((entry) => entry.line === line);
    if (known !== undefined) return known.id;
    bucket.push({ line, id: this.#count });
    this.#long.set(hash, bucket);
    return this.#count++;
  }
}

/** FNV-1a over UTF-16 units. */
function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return hash;
}
