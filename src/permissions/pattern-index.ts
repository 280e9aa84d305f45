/**
 * Patterns as a tree of names, matched as git matches the lines of one ignore file. A path is compared name by name with the
 * tree: the time grows with the length of the path and with the patterns that still fit, not with the number of patterns.
 */

import { NamePatterns } from "./name-patterns.js";
import type { PathPattern } from "./parse-pattern.js";
import type { Spelling } from "./path-letters.js";
import { spellPattern } from "./spell-pattern.js";

export interface IndexOptions {
  readonly spelling: Spelling;
  readonly isWindows: boolean;
}

interface Node {
  readonly names: Map<string, Node>;
  /** By the id of the name pattern. */
  readonly wild: Map<number, Node>;
  /** After `**`: fits without a further name, and stays with every further one. */
  deep: Node | undefined;
  readonly isDeep: boolean;
  /** The last pattern that ends here, and the last one for folders alone; -1 if there is none. */
  last: number;
  lastForFolders: number;
  /** The last step in which it was reached. */
  step: number;
}

interface State {
  readonly nodes: readonly Node[];
  /** What matches the folder or one above it; then everything below matches too. */
  readonly found: number | undefined;
}

/** The most nodes that one path may visit: some milliseconds. */
const MAX_VISITS = 100_000;
/** Bounds of the cached folders. */
const MAX_CACHED_NODES = 50_000;

export class PatternIndex {
  readonly #options: IndexOptions;
  readonly #names: NamePatterns;
  readonly #root = createNode(false);
  readonly #folders = new Map<string, State>();
  #cachedNodes = 0;
  /** Whether each pattern takes out again what those before it match. */
  readonly #areNegative: boolean[] = [];
  #step = 0;
  /** For the path that is looked at. */
  #visits = 0;
  #totalVisits = 0;

  constructor(options: IndexOptions) {
    this.#options = options;
    this.#names = new NamePatterns({ ignoresCase: options.spelling !== "exact" });
  }

  /** Adds the next pattern. A negative one takes out again what those before it match. */
  add(pattern: PathPattern, isNegative: boolean): void {
    const index = this.#areNegative.push(isNegative) - 1;
    const { names } = spellPattern(pattern, this.#options.spelling, this.#options.isWindows);
    let node = this.#root;
    for (const parts of names) {
      if (parts === "**") {
        if (node.isDeep) continue;
        node = node.deep ??= createNode(true);
      } else {
        const [only] = parts;
        node =
          parts.length === 1 && only?.text !== undefined
            ? findOrCreate(node.names, only.text)
            : findOrCreate(node.wild, this.#names.add(parts));
      }
    }
    if (pattern.isForFolders) node.lastForFolders = index;
    else node.last = index;
    this.#folders.clear();
  }

  /**
   * The number of the pattern that decides about a path, the last one that matches the path or the highest folder above
   * it, if that is a positive one. A folder's path ends in a slash.
   * "unknown" if too many patterns fit to look at all of them.
   */
  find(path: string): number | "unknown" | undefined {
    const end = path.lastIndexOf("/", path.length - 2) + 1;
    this.#visits = 0;
    const isFolder = path.endsWith("/");
    const state = this.#stateOf(path.slice(0, end));
    if (state === undefined) return "unknown";
    if (state.found !== undefined) return state.found;
    const name = path.slice(end, isFolder ? -1 : undefined);
    const next = this.#advance(state, name, isFolder);
    return next === undefined ? "unknown" : next.found;
  }

  /** How many nodes and name patterns all paths so far have been compared with. */
  get work(): number {
    return this.#totalVisits + this.#names.comparisons;
  }

  /** `folder` ends in a slash, or is empty. `undefined` if it takes too long. */
  #stateOf(folder: string): State | undefined {
    const cached = this.#folders.get(folder);
    if (cached !== undefined) return cached;
    const nodes = this.#root.deep === undefined ? [this.#root] : [this.#root, this.#root.deep];
    let state: State | undefined = { nodes, found: undefined };
    for (const name of folder.split("/").slice(0, -1)) {
      state = this.#advance(state, name, true);
      if (state === undefined) return undefined;
      if (state.found !== undefined) break;
    }
    this.#cachedNodes += state.nodes.length + 1;
    if (this.#cachedNodes > MAX_CACHED_NODES) {
      this.#folders.clear();
      this.#cachedNodes = 0;
    }
    this.#folders.set(folder, state);
    return state;
  }

  #advance({ nodes }: State, name: string, isFolder: boolean): State | undefined {
    this.#step += 1;
    const next: Node[] = [];
    let last = -1;
    const reach = (node: Node): void => {
      last = Math.max(last, node.last, isFolder ? node.lastForFolders : -1);
      if (node.step === this.#step) return;
      node.step = this.#step;
      next.push(node);
      if (node.deep === undefined || node.deep.step === this.#step) return;
      node.deep.step = this.#step;
      next.push(node.deep);
    };
    const matching = this.#names.find(name);
    let visits = nodes.length + matching.length;
    for (const node of nodes) {
      if (node.isDeep) reach(node);
      const named = node.names.get(name);
      if (named !== undefined) reach(named);
      if (node.wild.size === 0) continue;
      visits += Math.min(node.wild.size, matching.length);
      for (const child of findWild(node.wild, matching)) reach(child);
    }
    this.#visits += visits;
    this.#totalVisits += visits;
    if (this.#visits > MAX_VISITS) return undefined;
    return { nodes: next, found: last < 0 || this.#areNegative[last] === true ? undefined : last };
  }
}

function createNode(isDeep: boolean): Node {
  return {
    names: new Map(),
    wild: new Map(),
    deep: undefined,
    isDeep,
    last: -1,
    lastForFolders: -1,
    step: 0,
  };
}

function findOrCreate<Key>(children: Map<Key, Node>, key: Key): Node {
  let child = children.get(key);
  if (child === undefined) children.set(key, (child = createNode(false)));
  return child;
}

/** Goes through whichever is smaller. */
function* findWild(wild: ReadonlyMap<number, Node>, matching: readonly number[]): Generator<Node> {
  if (matching.length <= wild.size) {
    for (const id of matching) {
      const child = wild.get(id);
      if (child !== undefined) yield child;
    }
    return;
  }
  const ids = new Set(matching);
  for (const [id, child] of wild) if (ids.has(id)) yield child;
}
