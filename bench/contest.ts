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

/** Both must hold where both are given. */
export interface Goal {
  /** At most this many times the first floor. */
  readonly ratio?: number;
  /** At most this much, in the line's unit. */
  readonly amount?: number;
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
  readonly rounds: Rounds;
}

export interface Line {
  readonly name: string;
  readonly side: Contestant["side"];
  readonly unit: Unit;
  readonly median: number | undefined;
  readonly samples: readonly number[];
  /** To the first floor, the median over rounds. */
  readonly ratio: number | undefined;
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
    createLine(series, judged[0], entries[index - floors.length]?.goals),
  );
  const peers = (await contest.peers?.()) ?? [];
  if (peers.length === 0) return { row, operation, note, lines };

  const references = [floors[0], ours[0]].filter((reference) => reference !== undefined);
  const beside = await interleave([...references, ...peers], rounds);
  const [floor, own] = beside;
  const peerLines = beside.slice(references.length).map((series) => ({
    ...createLine(series, floor, undefined),
    timesOurs: own === undefined ? undefined : pairedRatio(series, own),
  }));
  return { row, operation, note, lines: [...lines, ...peerLines] };
}

function createLine(series: Series, floor: Series | undefined, goals: Goals | undefined): Line {
  const { contestant, samples, failure } = series;
  const ratio = floor === undefined ? undefined : pairedRatio(series, floor);
  const amount = failure === undefined ? median(samples) : undefined;
  return {
    name: contestant.name,
    side: contestant.side,
    unit: "ms",
    median: amount,
    samples,
    ratio,
    goals,
    verdict: goals === undefined ? undefined : judge(goals, { ratio, amount }),
    timesOurs: undefined,
    failure,
    note: contestant.note,
  };
}

/** A line that no clock made, such as memory. */
export function amountLine(name: string, unit: Unit, samples: readonly number[], goals: Goals): Line {
  const amount = median(samples);
  const verdict = judge(goals, { ratio: undefined, amount });
  return {
    name,
    side: "ours",
    unit,
    samples,
    median: amount,
    goals,
    verdict,
    ratio: undefined,
    timesOurs: undefined,
    failure: undefined,
    note: undefined,
  };
}

interface Measured {
  readonly ratio: number | undefined;
  readonly amount: number | undefined;
}

function judge({ target, stretch }: Goals, measured: Measured): Verdict {
  const reached = reaches(target, measured);
  if (reached === undefined) return "not judged";
  if (!reached) return "MISS";
  return stretch !== undefined && reaches(stretch, measured) === true ? "stretch" : "pass";
}

/** Undefined when what the goal speaks of was not measured here. */
function reaches(goal: Goal, { ratio, amount }: Measured): boolean | undefined {
  if (goal.ratio !== undefined && ratio === undefined) return undefined;
  if (goal.amount !== undefined && amount === undefined) return undefined;
  return (
    (goal.ratio === undefined || (ratio ?? 0) <= goal.ratio) &&
    (goal.amount === undefined || (amount ?? 0) <= goal.amount)
  );
}
