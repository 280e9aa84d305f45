/** What the kit can find wrong with the product. */
export type FindingKind =
  /** A version that was acknowledged, or written by another program, is neither on disk nor in the history. */
  | "lost"
  /** A file holds parts of several versions. */
  | "mixture"
  /** An answer and the disk contradict each other. */
  | "wrong answer"
  /** A temporary file or folder is left after recovery. */
  | "leftover"
  /** The history can't be listed, or lists what can't be read. */
  | "history"
  /** A second recovery changes what the first one left. */
  | "not idempotent"
  /** The process ended by itself: unhandled rejection, exception, abort. */
  | "crash"
  /** The process, or a call, did not end within its time. */
  | "hang"
  /** Damage that a check does not report. */
  | "unreported"
  /** A property of a file that an edit did not keep. */
  | "property"
  /** An answer, an event or a file tells something that rules deny or that lies outside the roots. */
  | "leak"
  /** Something outside the roots, or denied, was created, changed or deleted. */
  | "outside write"
  /** A part did less than it promises, so its result proves little. */
  | "too little";

export interface Finding {
  readonly kind: FindingKind;
  /** Without names of temporary folders, ids and counts: equal defects have equal texts. */
  readonly what: string;
  /** This occurrence: paths, versions, errors. */
  readonly detail?: string;
  /** The defect is the same wherever the fault was. */
  readonly isAnywhere?: true;
}

export function finding(kind: FindingKind, what: string, detail?: string): Finding {
  return detail === undefined ? { kind, what } : { kind, what, detail };
}

/** The same findings with where the fault was, which tells defects apart. */
export function located(findings: readonly Finding[], where: string, line: string): Finding[] {
  return findings.map((each) => ({
    ...each,
    what: each.isAnywhere === true ? each.what : `${each.what} (${where})`,
    detail: `${each.detail ?? ""} [${line}]`,
  }));
}
