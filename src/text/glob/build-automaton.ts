/**
 * From tree to automaton. What a slash or `**` means depends on what stands before it, and braces can put several
 * things there. So every node is built from up to four places at once, one for each way a glob may stand between two
 * nodes, and answers with the places it leads to. The size stays proportional to the tree.
 */
import type { Alphabet } from "./alphabet.js";
import { Automaton } from "./automaton.js";
import type { GlobBudget } from "./budget.js";
import { ANY_CHARACTER, NOT_SLASH, ONLY_SLASH } from "./char-set.js";
import { determinise } from "./deterministic.js";
import { type GlobNode, type GlobSequence, isWithinName, listRange, literalsOf } from "./syntax.js";

/** States of the automaton by where the glob stands when it is in them. */
interface Places {
  /** Nothing of the glob has been passed. */
  readonly start?: number;
  readonly afterSlash?: number;
  readonly inName?: number;
  /** After `**` at the start or after a slash: only a slash or the end may follow, else it was two plain stars. */
  readonly afterFolders?: number;
}

type Place = keyof Places;
const PLACES: readonly Place[] = ["start", "afterSlash", "inName", "afterFolders"];

export function buildAutomaton(nodes: GlobSequence, alphabet: Alphabet, budget: GlobBudget): Automaton {
  const builder = new AutomatonBuilder(alphabet, budget);
  builder.finish(builder.buildSequence(nodes, { start: builder.automaton.start }));
  return builder.automaton;
}

class AutomatonBuilder {
  readonly automaton: Automaton;
  readonly #alphabet: Alphabet;
  readonly #budget: GlobBudget;

  constructor(alphabet: Alphabet, budget: GlobBudget) {
    this.#alphabet = alphabet;
    this.#budget = budget;
    this.automaton = new Automaton(budget);
  }

  buildSequence(nodes: GlobSequence, from: Places): Places {
    return nodes.reduce((places, node) => this.#build(node, places), from);
  }

  /** A slash at the end, like `**`, means all that is below. */
  finish(places: Places): void {
    const { automaton } = this;
    this.#joinInto(automaton.accept, places.start, places.inName);
    const below = this.#join(places.afterSlash, places.afterFolders);
    if (below === undefined) return;
    const inside = automaton.addState();
    const anything = this.#alphabet.lettersOf(ANY_CHARACTER);
    automaton.addEdge(below, anything, inside);
    automaton.addEdge(inside, anything, inside);
    automaton.addJump(inside, automaton.accept);
  }

  #build(node: GlobNode, from: Places): Places {
    switch (node.kind) {
      case "literal":
        return this.#buildCharacter(this.#alphabet.lettersOf([{ first: node.code, last: node.code }]), from);
      case "class":
        return this.#buildCharacter(this.#alphabet.lettersOf(node.set), from);
      case "slash":
        return this.#buildSlash(from);
      case "star":
        return this.#buildStar(from, false);
      case "globstar": {
        const folders = this.#join(from.start, from.afterSlash);
        return {
          ...this.#buildStar(from, node.crosses),
          ...(folders !== undefined && { afterFolders: folders }),
        };
      }
      case "range":
        // Before it is written out, because there may be millions.
        this.#budget.spendParts(node.count);
        return this.#buildChoice(listRange(node).map(literalsOf), from);
      case "choice":
        return this.#buildChoice(node.options, from);
      case "group":
        break;
    }
    return this.#buildGroup(node, from);
  }

  #buildCharacter(on: number | Uint8Array, from: Places): Places {
    const before = this.#nameOf(from);
    if (before === undefined) return {};
    const after = this.automaton.addState();
    this.automaton.addEdge(before, on, after);
    return { inName: after };
  }

  #buildStar(from: Places, crosses: boolean): Places {
    const before = this.#nameOf(from);
    if (before === undefined) return {};
    const star = this.automaton.addState();
    this.automaton.addJump(before, star);
    this.automaton.addEdge(star, this.#alphabet.lettersOf(crosses ? ANY_CHARACTER : NOT_SLASH), star);
    return { inName: star };
  }

  /** At the start and after another one a slash is nothing new; after `**` it ends any number of folders, or none. */
  #buildSlash(from: Places): Places {
    const { automaton } = this;
    const slash = this.#alphabet.lettersOf(ONLY_SLASH);
    let afterName: number | undefined;
    if (from.inName !== undefined) {
      afterName = automaton.addState();
      automaton.addEdge(from.inName, slash, afterName);
    }
    let afterFolders: number | undefined;
    if (from.afterFolders !== undefined) {
      afterFolders = automaton.addState();
      const inFolder = automaton.addState();
      const letters = this.#alphabet.lettersOf(NOT_SLASH);
      automaton.addJump(from.afterFolders, afterFolders);
      automaton.addEdge(afterFolders, letters, inFolder);
      automaton.addEdge(inFolder, letters, inFolder);
      automaton.addEdge(inFolder, slash, afterFolders);
    }
    const afterSlash = this.#join(from.start, from.afterSlash, afterName, afterFolders);
    return afterSlash === undefined ? {} : { afterSlash };
  }

  #buildChoice(options: readonly GlobSequence[], from: Places): Places {
    const exits = options.map((option) => this.buildSequence(option, from));
    return this.#placesBy((place) => this.#join(...exits.map((exit) => exit[place])));
  }

  #buildGroup(node: GlobNode & { kind: "group" }, from: Places): Places {
    if (node.operator === "!") return this.#buildComplement(node.options, from);
    const isName = node.options.every(isWithinName);
    const name = isName ? this.#nameOf(from) : undefined;
    if (isName && name === undefined) return {};
    // A group within a name makes a name, even when it matches nothing: `?(a)/b` is never `b`.
    const entry = name === undefined ? from : { inName: name };
    if (node.operator === "@") return this.#buildChoice(node.options, entry);
    if (node.operator === "?") return this.#buildChoice([[], ...node.options], entry);
    // Rounds may end in other places than the group was entered from, so there is a hub for each that can come up.
    const hubs = this.#placesBy((place) =>
      isName && place !== "inName" ? undefined : this.automaton.addState(),
    );
    this.#jumpAll(entry, hubs);
    const exits = this.#buildChoice(node.options, hubs);
    this.#jumpAll(exits, hubs);
    return node.operator === "+" ? exits : hubs;
  }

  /** Whatever the options don't match whole, without a slash. */
  #buildComplement(options: readonly GlobSequence[], from: Places): Places {
    const before = this.#nameOf(from);
    if (before === undefined) return {};
    const inner = new AutomatonBuilder(this.#alphabet, this.#budget);
    const entry = inner.automaton.addState();
    inner.automaton.addJump(inner.automaton.start, entry);
    inner.finish(inner.#buildChoice(options, { inName: entry }));
    const states = determinise(inner.automaton, this.#alphabet, this.#budget);
    const numbers = states.map(() => this.automaton.addState());
    const after = this.automaton.addState();
    this.#joinInto(numbers[0] ?? after, before);
    for (const [index, { isAccepting, next }] of states.entries()) {
      const number = numbers[index] ?? after;
      for (const [target, letters] of next) this.automaton.addEdge(number, letters, numbers[target] ?? after);
      if (!isAccepting) this.automaton.addJump(number, after);
    }
    return { inName: after };
  }

  /** Where a part of a name may begin; `**` before it is in the name too, as plain stars, and not in `afterFolders`. */
  #nameOf(from: Places): number | undefined {
    return this.#join(from.start, from.afterSlash, from.inName);
  }

  #placesBy(find: (place: Place) => number | undefined): Places {
    return Object.fromEntries(
      PLACES.map((place) => [place, find(place)]).filter(([, state]) => state !== undefined),
    );
  }

  #jumpAll(from: Places, to: Places): void {
    for (const place of PLACES) {
      const target = to[place];
      if (target !== undefined) this.#joinInto(target, from[place]);
    }
  }

  /** One state for all of them. It is only ever left: no node adds a way back into a state it was given. */
  #join(...states: readonly (number | undefined)[]): number | undefined {
    const distinct = [...new Set(states)].filter((state) => state !== undefined);
    if (distinct.length < 2) return distinct[0];
    const joined = this.automaton.addState();
    this.#joinInto(joined, ...distinct);
    return joined;
  }

  #joinInto(target: number, ...states: readonly (number | undefined)[]): void {
    for (const state of states) if (state !== undefined) this.automaton.addJump(state, target);
  }
}
