/**
 * Patterns as a tree of names, matched as git matches the lines of one ignore file. A path is compared name by name with the
 * tree: the time grows with the length of the path and with the patterns that still fit, not with the number of patterns.
 */
import { createMatchBudget, type MatchBudget } from "./match-budget.js";
import { NamePatterns } from "./name-patterns.js";
import type { PathPattern } from "./parse-pattern.js";
import type { Spelling } from "./path-letters.js";
import { spellPattern } from "./spell-pattern.js";

export interface IndexOptions {
  readonly spelling: Spelling;
  readonly isWindows: boolean;
}

interface Node {
  names: Map<string, Node> | undefined;
  /** By the id of the name pattern. */
  wild: Map<number, Node> | undefined;
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
  /** The work it takes to get here from the root, cached or not. */
  readonly cost: number;
  /** It takes more work than there was: nothing is known beyond here. */
  readonly isCut: boolean;
}

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
  #visits = 0;

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
            ? findOrCreate((node.names ??= new Map()), only.text)
            : findOrCreate((node.wild ??= new Map()), this.#names.add(parts));
      }
    }
    if (pattern.isForFolders) node.lastForFolders = index;
    else node.last = index;
    this.#folders.clear();
  }

  /**
   * The number of the pattern that decides about a path, the last one that matches the path or the highest folder above
   * it, if that is a positive one. A folder's path ends in a slash.
   * "unknown" if that takes more work than the budget has left; what it takes is charged to the budget.
   */
  find(path: string, budget: MatchBudget = createMatchBudget()): number | "unknown" | undefined {
    if (budget.left < 0) return "unknown";
    const end = path.lastIndexOf("/", path.length - 2) + 1;
    const isFolder = path.endsWith("/");
    let state = this.#stateOf(path.slice(0, end), budget.left);
    if (!state.isCut && state.found === undefined) {
      const name = path.slice(end, isFolder ? -1 : undefined);
      state = this.#advance(state, name, isFolder, budget.left);
    }
    budget.left -= state.cost;
    return budget.left < 0 ? "unknown" : state.found;
  }

  /** The work done so far for all paths; what is cached takes none. */
  get work(): number {
    return this.#visits + this.#names.work;
  }

  /** `folder` ends in a slash, or is empty. */
  #stateOf(folder: string, room: number): State {
    const cached = this.#folders.get(folder);
    // What was cut with less room may be found with more.
    if (cached !== undefined && (!cached.isCut || cached.cost > room)) return cached;
    const state = this.#walk(folder, room);
    this.#cachedNodes += state.nodes.length + 1;
    if (this.#cachedNodes > MAX_CACHED_NODES) {
      this.#folders.clear();
      this.#cachedNodes = state.nodes.length + 1;
    }
    this.#folders.set(folder, state);
    return state;
  }

  #walk(folder: string, room: number): State {
    const nodes = this.#root.deep === undefined ? [this.#root] : [this.#root, this.#root.deep];
    let state: State = { nodes, found: undefined, cost: 0, isCut: false };
    for (const name of folder.split("/").slice(0, -1)) {
      state = this.#advance(state, name, true, room);
      if (state.isCut || state.found !== undefined) break;
    }
    return state;
  }

  #advance({ nodes, cost: before }: State, name: string, isFolder: boolean, room: number): State {
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
    const matchingIds = createLookup(matching.ids);
    let visits = 1;
    let isCut = matching.isCut;
    for (const node of nodes) {
      if (isCut) break;
      visits += 1;
      if (node.isDeep) reach(node);
      const named = node.names?.get(name);
      if (named !== undefined) reach(named);
      if (node.wild !== undefined) {
        visits += Math.min(node.wild.size, matching.ids.length);
        for (const child of findWild(node.wild, matching.ids, matchingIds)) reach(child);
      }
      isCut = before + matching.cost + visits > room;
    }
    this.#visits += visits;
    const cost = before + matching.cost + visits;
    if (isCut) return { nodes: [], found: undefined, cost, isCut };
    return {
      nodes: next,
      found: last < 0 || this.#areNegative[last] === true ? undefined : last,
      cost,
      isCut,
    };
  }
}

function createNode(isDeep: boolean): Node {
  return {
    names: undefined,
    wild: undefined,
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

/** The set of the ids, made at most once. */
function createLookup(ids: readonly number[]): () => ReadonlySet<number> {
  let lookup: ReadonlySet<number> | undefined;
  return () => (lookup ??= new Set(ids));
}

/** Goes through whichever is smaller. */
function* findWild(
  wild: ReadonlyMap<number, Node>,
  ids: readonly number[],
  lookup: () => ReadonlySet<number>,
): Generator<Node> {
  if (ids.length <= wild.size) {
    for (const id of ids) {
      const child = wild.get(id);
      if (child !== undefined) yield child;
    }
    return;
  }
  for (const [id, child] of wild) if (lookup().has(id)) yield child;
}
