/** What the processes of a race are told. */
export const writerKinds = [
  "truncate",
  "overwrite",
  "held-append",
  "append",
  "rename",
  "git",
  "move",
] as const;
export type WriterKind = (typeof writerKinds)[number];

export const fileForms = ["small", "linked", "large"] as const;
export type FileForm = (typeof fileForms)[number];

/** Large means past 4 MiB. */
export const LINES: Readonly<Record<FileForm, number>> = { small: 12, linked: 12, large: 10_500 };

interface RaceJob {
  readonly base: string;
  readonly root: string;
  readonly state: string;
  /** The file's path. */
  readonly path: string;
  readonly form: FileForm;
  readonly milliseconds: number;
  readonly seed: number;
  /** Begins the tags of this process. */
  readonly name: string;
}

export interface WriterJob extends RaceJob {
  readonly kind: WriterKind;
  /** The longest pause between two writes of a burst, and the rest between two bursts. */
  readonly pauseMs: number;
  readonly restMs: number;
}

export interface EditorJob extends RaceJob {
  /** Whether it may also replace the whole file. */
  readonly writesWhole: boolean;
  readonly durability: "full" | "none";
  /** How long it stays after its last change. */
  readonly lingerMs: number;
}

/** The system's monotonic clock, which all processes share. */
export function monotonicMs(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}
