/**
 * Deterministic states made as paths need them. A known transition is one look into a table; an unknown one takes at
 * most as many steps as the automaton has parts. When a hostile glob makes too many states they are all dropped and made
 * anew, so that neither time nor memory grows beyond that.
 */
import type { Alphabet } from "./alphabet.js";
import { type AutomatonWalker, keyOfStates, type StateSet } from "./automaton.js";
import { SLASH } from "./char-set.js";

/** Numbers of deterministic states; an empty field of the table is 0. */
const UNKNOWN = 0;
const DEAD = 1;
const FIRST = 2;

const MAX_STATES = 512;
/** Fields of the table, and members of all sets: about a megabyte each. */
const MAX_FIELDS = 262_144;

export class LazyAutomaton {
  readonly #alphabet: Alphabet;
  readonly #walker: AutomatonWalker;
  readonly #start: StateSet;
  readonly #width: number;
  readonly #maxStates: number;
  #sets: StateSet[] = [];
  #numbers = new Map<string, number>();
  #memberCount = 0;
  #table = new Uint16Array(0);
  #isAccepting = new Uint8Array(0);

  constructor(walker: AutomatonWalker, alphabet: Alphabet) {
    this.#walker = walker;
    this.#alphabet = alphabet;
    this.#start = walker.startSet();
    this.#width = alphabet.size;
    this.#maxStates = Math.max(16, Math.min(MAX_STATES, Math.floor(MAX_FIELDS / alphabet.size)));
    this.#beginAnew();
  }

  /** With `orBelow` also paths below a folder that matches. */
  matches(path: string, orBelow: boolean): boolean {
    const ascii = this.#alphabet.ascii;
    const width = this.#width;
    let table = this.#table;
    let state = FIRST;
    for (let index = 0; index < path.length; index += 1) {
      let code = path.charCodeAt(index);
      let letter: number;
      if (code < 128) {
        letter = ascii[code] ?? 0;
        if (orBelow && code === SLASH && this.#isAccepting[state] === 1) return true;
      } else {
        code = path.codePointAt(index) ?? 0;
        if (code > 0xffff) index += 1;
        letter = this.#alphabet.letterOf(code);
      }
      let next = table[state * width + letter] ?? UNKNOWN;
      if (next === UNKNOWN) {
        next = this.#findNext(state, letter);
        table = this.#table;
      }
      if (next === DEAD) return false;
      state = next;
    }
    return this.#isAccepting[state] === 1;
  }

  #findNext(state: number, letter: number): number {
    const set = this.#walker.step(this.#sets[state] ?? this.#start, letter);
    if (set.length === 0) {
      this.#table[state * this.#width + letter] = DEAD;
      return DEAD;
    }
    const known = this.#numbers.get(keyOfStates(set));
    if (known === undefined && this.#isFull(set)) {
      this.#beginAnew();
      return this.#numbers.get(keyOfStates(set)) ?? this.#add(set);
    }
    const next = known ?? this.#add(set);
    this.#table[state * this.#width + letter] = next;
    return next;
  }

  #isFull(set: StateSet): boolean {
    return this.#sets.length >= this.#maxStates || this.#memberCount + set.length > MAX_FIELDS;
  }

  #beginAnew(): void {
    const none = new Uint16Array(0);
    this.#sets = [none, none];
    this.#numbers = new Map();
    this.#memberCount = 0;
    this.#table = new Uint16Array(0);
    this.#isAccepting = new Uint8Array(0);
    this.#add(this.#start);
  }

  #add(set: StateSet): number {
    const number = this.#sets.push(set) - 1;
    this.#numbers.set(keyOfStates(set), number);
    this.#memberCount += set.length;
    if (this.#isAccepting.length <= number) this.#grow(Math.min(this.#maxStates, 2 * number + 4));
    this.#isAccepting[number] = this.#walker.isAccepting(set) ? 1 : 0;
    return number;
  }

  #grow(states: number): void {
    const table = new Uint16Array(states * this.#width);
    table.set(this.#table);
    this.#table = table;
    const isAccepting = new Uint8Array(states);
    isAccepting.set(this.#isAccepting);
    this.#isAccepting = isAccepting;
  }
}
