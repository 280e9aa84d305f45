import type { Block } from "../contest.js";
import type { Fixtures } from "../fixtures.js";
import type { Rounds } from "../measure.js";
import type { PeerField } from "../peers/field.js";

/** What a row works with. */
export interface Ground {
  readonly fixtures: Fixtures;
  readonly peers: PeerField;
  readonly isQuick: boolean;
  /** A directory to search, when one was named. */
  readonly tree: string | undefined;
}

export interface Row {
  /** As in `--only`. */
  readonly id: string;
  readonly title: string;
  /** Throws when one of our operations fails or answers wrongly. */
  run(ground: Ground): Promise<Block[]>;
}

const QUICK: Rounds = { warmups: 1, rounds: 2 };

export function roundsOf({ isQuick }: Ground, full: Rounds): Rounds {
  return isQuick ? QUICK : full;
}
