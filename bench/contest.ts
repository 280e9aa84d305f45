/** One block of the table: contestants measured together, each put beside the first floor and beside our goals. */
import {
  type Contestant,
  interleave,
  median,
  pairedRatio,
  type Rounds,
  type Series,
  type Unit,
} from "./measure.js";

/** All must hold that are given. */
export interface Goal {
  /** At most this many times the first floor. */
  readonly ratio?: number;
  /** So many milliseconds more than that: what does not grow with the work. */
  readonly plus?: number;
  /** At most so many times another floor, by its name. */
  readonly beside?: { readonly floor: string; readonly ratio: number };
  /** At most this much, in the line's unit. */
  readonly amount?: number;
  /** Of a peer: at least so many times as long as our first entry. */
  readonly timesOurs?: number;
}

export interface Goals {
  readonly target: Goal;
  readonly stretch?: Goal;
}

type Verdict = "stretch" | "pass" | "MISS" | "not judged";

export interface Entry {
  readonly contestant: Contestant;
  /** Left out for figures that only inform. */
  readonly goals?: Goals;
}

export interface Contest {
  readonly row: string;
  readonly operation: string;
  readonly note?: string;
  /** Ours; peers are compared with the first. */
  readonly entries: readonly Entry[];
  /** The first is the measure of all ratios. */
  readonly floors: readonly Contestant[];
  /** Entered only when they are needed, which starts their processes. */
  readonly peers?: () => Promise<readonly Contestant[]>;
  /** By how much we want to be ahead of each of them. */
  readonly peerGoals?: Goals;
  readonly rounds: Rounds;
  /** Fewer, where peers take seconds for what takes us milliseconds; as many as ours otherwise. */
  readonly peerRounds?: Rounds;
}

export interface Line {
  readonly name: string;
  readonly side: Contestant["side"];
  readonly unit: Unit;
  readonly median: number | undefined;
  readonly samples: readonly number[];
  /** To the first floor, the median over rounds. */
  readonly ratio: number | undefined;
  /** To the other floor that a goal names. */
  readonly besideRatio: number | undefined;
  readonly goals: Goals | undefined;
  readonly verdict: Verdict | undefined;
  /** How many times longer a peer takes than our first entry. */
  readonly timesOurs: number | undefined;
  readonly failure: string | undefined;
  readonly note: string | undefined;
}

export interface Block {
  readonly row: string;
  readonly operation: string;
  readonly note: string | undefined;
  readonly lines: readonly Line[];
}

/**
 * Peers come second, in rounds of their own beside the first floor and our first entry: what their processes still do
 * after an answer must not fall on what is judged.
 */
export async function compete(contest: Contest): Promise<Block> {
  const { row, operation, note, entries, floors, rounds } = contest;
  const ours = entries.map(({ contestant }) => contestant);
  const judged = await interleave([...floors, ...ours], rounds);
  const lines = judged.map((series, index) =>
    createLine(series, judged, entries[index - floors.length]?.goals),
  );
  const peers = (await contest.peers?.()) ?? [];
  if (peers.length === 0) return { row, operation, note, lines };

  const references = [floors[0], ours[0]].filter((reference) => reference !== undefined);
  const beside = await interleave([...references, ...peers], contest.peerRounds ?? rounds);
  const own = beside[1];
  const peerLines = beside
    .slice(references.length)
    .map((series) => createLine(series, beside, contest.peerGoals, own));
  return { row, operation, note, lines: [...lines, ...peerLines] };
}

/** `all` are the series of the same rounds, the first floor first; `own` is our first entry, for a peer's line. */
function createLine(series: Series, all: readonly Series[], goals?: Goals, own?: Series): Line {
  const { contestant, samples, failure } = series;
  const [floor] = all;
  const ratioBut = (allowance: number): number | undefined =>
    floor === undefined ? undefined : pairedRatio(series, floor, allowance);
  const beside = (name: string): number | undefined => {
    const other = all.find(({ contestant: each }) => each.name === name);
    return other === undefined ? undefined : pairedRatio(series, other);
  };
  const otherFloor = goals?.target.beside?.floor;
  const amount = failure === undefined ? median(samples) : undefined;
  const timesOurs = own === undefined ? undefined : pairedRatio(series, own);
  return {
    name: contestant.name,
    side: contestant.side,
    unit: "ms",
    median: amount,
    samples,
    ratio: ratioBut(0),
    besideRatio: otherFloor === undefined ? undefined : beside(otherFloor),
    goals,
    verdict: goals === undefined ? undefined : judge(goals, { ratioBut, beside, amount, timesOurs }),
    timesOurs,
    failure,
    note: contestant.note,
  };
}

/** A line that is beside nothing, such as memory. Without goals it only informs. */
export function amountLine(name: string, unit: Unit, samples: readonly number[], goals?: Goals): Line {
  const amount = median(samples);
  const none = (): undefined => undefined;
  const measured = { ratioBut: none, beside: none, amount, timesOurs: undefined };
  const verdict = goals === undefined ? undefined : judge(goals, measured);
  return {
    name,
    side: "ours",
    unit,
    samples,
    median: amount,
    goals,
    verdict,
    ratio: undefined,
    besideRatio: undefined,
    timesOurs: undefined,
    failure: undefined,
    note: undefined,
  };
}

interface Measured {
  /** To the first floor, with so many milliseconds taken off. */
  readonly ratioBut: (allowance: number) => number | undefined;
  /** To another floor, by its name. */
  readonly beside: (floor: string) => number | undefined;
  readonly amount: number | undefined;
  readonly timesOurs: number | undefined;
}

function judge({ target, stretch }: Goals, measured: Measured): Verdict {
  const reached = reaches(target, measured);
  if (reached === undefined) return "not judged";
  if (!reached) return "MISS";
  return stretch !== undefined && reaches(stretch, measured) === true ? "stretch" : "pass";
}

/** Undefined when what the goal speaks of was not measured here. */
function reaches(goal: Goal, measured: Measured): boolean | undefined {
  const bounds = [
    { bound: goal.ratio, actual: measured.ratioBut(goal.plus ?? 0) },
    {
      bound: goal.beside?.ratio,
      actual: goal.beside === undefined ? undefined : measured.beside(goal.beside.floor),
    },
    { bound: goal.amount, actual: measured.amount },
    { bound: negative(goal.timesOurs), actual: negative(measured.timesOurs) },
  ].filter(({ bound }) => bound !== undefined);
  if (bounds.some(({ actual }) => actual === undefined)) return undefined;
  return bounds.every(({ bound, actual }) => (actual ?? 0) <= (bound ?? 0));
}

/** Turns "at least" into "at most". */
function negative(value: number | undefined): number | undefined {
  return value === undefined ? undefined : -value;
}
