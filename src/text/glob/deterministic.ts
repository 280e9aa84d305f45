/** All deterministic states of a small automaton at once, which is what it takes to know what it does not match. */
import type { Alphabet } from "./alphabet.js";
import { type Automaton, keyOfStates, type StateSet } from "./automaton.js";
import type { GlobBudget } from "./budget.js";

interface DeterministicState {
  readonly isAccepting: boolean;
  /** The letters of a name that lead to each following state; none is missing. */
  readonly next: ReadonlyMap<number, Uint8Array>;
}

/** The first state is the start. */
export function determinise(
  automaton: Automaton,
  alphabet: Alphabet,
  budget: GlobBudget,
): readonly DeterministicState[] {
  const walker = automaton.createWalker();
  const start = walker.startSet();
  const sets: StateSet[] = [start];
  const numbers = new Map([[keyOfStates(start), 0]]);
  const numberOf = (set: StateSet): number => {
    const key = keyOfStates(set);
    const known = numbers.get(key);
    if (known !== undefined) return known;
    numbers.set(key, sets.length);
    return sets.push(set) - 1;
  };
  const states: DeterministicState[] = [];
  for (let set = sets[0]; set !== undefined; set = sets[states.length]) {
    const next = new Map<number, Uint8Array>();
    for (let letter = 0; letter < alphabet.size; letter += 1) {
      if (letter === alphabet.slash) continue;
      const target = walker.step(set, letter);
      budget.spendSteps(1 + set.length + target.length);
      const number = numberOf(target);
      const letters = next.get(number) ?? new Uint8Array(alphabet.size);
      letters[letter] = 1;
      next.set(number, letters);
    }
    states.push({ isAccepting: walker.isAccepting(set), next });
  }
  return states;
}
