/** The changes that made each file what it is, under all the names it had while the tools changed it. */
import type { ChangeRecord } from "../history/records.js";
import { groupByPath, type TimelineChange } from "../history/timeline.js";

export class FileChanges {
  readonly #byPath: ReadonlyMap<string, readonly TimelineChange[]>;
  /** From where a file has come, by its path. */
  readonly #origins = new Map<string, string>();

  /** Oldest first. What never reached the disk does not count. */
  constructor(changes: readonly TimelineChange[]) {
    this.#byPath = groupByPath(changes.filter(({ state }) => state !== "failed"));
  }

  get paths(): readonly string[] {
    return [...this.#byPath.keys()];
  }

  has(path: string): boolean {
    return this.#byPath.has(path);
  }

  /** What the tools found at a path when they first changed it, and what they left there last. */
  endsOf(path: string): { readonly first: ChangeRecord; readonly last: ChangeRecord } | undefined {
    const changes = this.#byPath.get(path);
    const [first, last] = [changes?.[0]?.record, changes?.at(-1)?.record];
    return first === undefined || last === undefined ? undefined : { first, last };
  }

  /** The file at `path` is the one that was at `origin`. */
  move(origin: string, path: string): void {
    this.#origins.set(path, origin);
  }

  originOf(path: string): string | undefined {
    return this.#origins.get(path);
  }

  /** The names that the file at `path` has had, the present one first. */
  namesOf(path: string): readonly string[] {
    const names = new Set<string>();
    for (let name: string | undefined = path; name !== undefined && !names.has(name); ) {
      names.add(name);
      name = this.#origins.get(name);
    }
    return [...names];
  }

  /** The changes of the file that is at `path` now, since it had its first name. */
  of(path: string): readonly TimelineChange[] {
    return this.namesOf(path)
      .toReversed()
      .flatMap((name) => this.#byPath.get(name) ?? []);
  }
}
