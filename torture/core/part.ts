/** What every part of the kit has in common. */
import type { Clock } from "./lanes.js";
import type { Random } from "./random.js";
import type { PartReport } from "./report.js";

export interface PartContext {
  readonly report: PartReport;
  readonly random: Random;
  readonly clock: Clock;
  readonly seed: number;
  /** How long the run is, compared with a usual one. */
  readonly scale: number;
  /** How long the part may take. */
  readonly milliseconds: number;
  /** Only cases whose names begin with this. */
  readonly only: string;
  /** The form for continuous integration. */
  readonly isShort: boolean;
}

export interface Part {
  readonly name: string;
  readonly title: string;
  /** Its share of the time, compared with other parts. */
  readonly weight: number;
  /** What the machine lacks for it; `undefined` if nothing. */
  readonly findMissing: () => string | undefined;
  readonly run: (context: PartContext) => Promise<void>;
}

/** Whether a case is to be run. */
export function isWanted({ only }: PartContext, name: string): boolean {
  return name.startsWith(only) || only.startsWith(`${name}/`);
}
