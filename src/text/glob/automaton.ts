/** A nondeterministic automaton under construction, and walking through one with all its states side by side. */
import type { LetterSet } from "./alphabet.js";
import type { GlobBudget } from "./budget.js";

interface Edge {
  readonly on: LetterSet;
  readonly to: number;
}

export class Automaton {
  readonly #edges: Edge[][] = [];
  /** Moves that take no character. */
  readonly #jumps: number[][] = [];
  readonly #budget: GlobBudget;
  readonly start: number;
  readonly accept: number;

  constructor(budget: GlobBudget) {
    this.#budget = budget;
    this.start = this.addState();
    this.accept = this.addState();
  }

  addState(): number {
    this.#budget.spendParts(1);
    this.#jumps.push([]);
    return this.#edges.push([]) - 1;
  }

  addEdge(from: number, on: LetterSet, to: number): void {
    this.#budget.spendParts(1);
    this.#edges[from]?.push({ on, to });
  }

  addJump(from: number, to: number): void {
    this.#budget.spendParts(1);
    if (from !== to) this.#jumps[from]?.push(to);
  }

  /** Call it when nothing is added any more. */
  createWalker(): AutomatonWalker {
    return new AutomatonWalker(this.#edges, this.#jumps, this.start, this.accept);
  }
}

/** Sorted states, without those that only jump. Never changed once made. */
export type StateSet = Uint16Array;

export class AutomatonWalker {
  readonly #edges: readonly (readonly Edge[])[];
  readonly #jumps: readonly (readonly number[])[];
  readonly #start: number;
  readonly #accept: number;
  /** The round in which each state was last reached: nothing has to be cleared between rounds. */
  readonly #reachedIn: Float64Array;
  #round = 0;

  constructor(
    edges: readonly (readonly Edge[])[],
    jumps: readonly (readonly number[])[],
    start: number,
    accept: number,
  ) {
    this.#edges = edges;
    this.#jumps = jumps;
    this.#start = start;
    this.#accept = accept;
    this.#reachedIn = new Float64Array(edges.length);
  }

  startSet(): StateSet {
    this.#round += 1;
    const reached: number[] = [];
    this.#reach(this.#start, reached);
    return Uint16Array.from(reached).toSorted();
  }

  /** Where the letter leads; takes at most as many steps as the automaton has parts. */
  step(states: StateSet, letter: number): StateSet {
    this.#round += 1;
    const reached: number[] = [];
    for (const state of states) {
      for (const { on, to } of this.#edges[state] ?? []) {
        if (typeof on === "number" ? on === letter : on[letter] === 1) this.#reach(to, reached);
      }
    }
    return Uint16Array.from(reached).toSorted();
  }

  isAccepting(states: StateSet): boolean {
    return states.includes(this.#accept);
  }

  #reach(target: number, reached: number[]): void {
    const pending = [target];
    for (let state = pending.pop(); state !== undefined; state = pending.pop()) {
      if (this.#reachedIn[state] === this.#round) continue;
      this.#reachedIn[state] = this.#round;
      if (state === this.#accept || (this.#edges[state]?.length ?? 0) > 0) reached.push(state);
      pending.push(...(this.#jumps[state] ?? []));
    }
  }
}

/** Equal for equal sets. */
export function keyOfStates(states: StateSet): string {
  return String.fromCharCode(...states);
}
