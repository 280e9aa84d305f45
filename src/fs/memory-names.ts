/**
 * The names in one folder of the disk in memory. A disk that folds capitals finds a name however it is spelled, and keeps
 * the spelling it was made with.
 */
export class MemoryNames<Value> {
  readonly #foldsCase: boolean;
  readonly #entries = new Map<string, { readonly name: string; value: Value }>();

  constructor(foldsCase: boolean) {
    this.#foldsCase = foldsCase;
  }

  get size(): number {
    return this.#entries.size;
  }

  has(name: string): boolean {
    return this.#entries.has(this.#keyOf(name));
  }

  get(name: string): Value | undefined {
    return this.#entries.get(this.#keyOf(name))?.value;
  }

  /** The name as it was made; one that is not there, as it is given. */
  spelling(name: string): string {
    return this.#entries.get(this.#keyOf(name))?.name ?? name;
  }

  set(name: string, value: Value): void {
    this.#entries.set(this.#keyOf(name), { name: this.spelling(name), value });
  }

  delete(name: string): void {
    this.#entries.delete(this.#keyOf(name));
  }

  list(limit: number): [name: string, value: Value][] {
    const listed: [string, Value][] = [];
    for (const { name, value } of this.#entries.values()) {
      if (listed.length === limit) break;
      listed.push([name, value]);
    }
    return listed;
  }

  #keyOf(name: string): string {
    return this.#foldsCase ? name.toLowerCase() : name;
  }
}
