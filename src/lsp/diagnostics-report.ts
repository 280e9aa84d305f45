/** What a call tells of diagnostics, as data. */
import type { Diagnostic } from "../notify/diagnostic.js";

export interface DiagnosticChanges {
  /** What a change brought. */
  readonly introduced: readonly Diagnostic[];
  /** What it has mended, at the lines it was last seen at. */
  readonly resolved: readonly Diagnostic[];
}

export const noChanges: DiagnosticChanges = Object.freeze({ introduced: [], resolved: [] });

/** Errors in the present content of a file. Warnings are not counted: many projects live with some. */
export interface RemainingErrors {
  readonly total: number;
  /** How many of them the change did not introduce. */
  readonly older: number;
}

export interface FileReport extends DiagnosticChanges {
  readonly path: string;
  /** "fresh": about exactly the content that the file has now. "unknown": nobody has answered, which is no clean bill. */
  readonly state: "fresh" | "unknown";
  /** Absent while the state is unknown. */
  readonly remainingErrors?: RemainingErrors;
  /** Of an earlier call's change, whose own result could not tell yet. */
  readonly isLate: boolean;
  /** An earlier result said that this would come: it is told even where it is "nothing". */
  readonly isPromised?: boolean;
  /** Why nothing is known. */
  readonly reason?: string;
  /** What the model may expect, as a sentence. */
  readonly advice?: string;
}

/** All that is known of a file that a session has changed. */
export interface FileDiagnostics {
  readonly path: string;
  readonly state: "fresh" | "unknown";
  /** Of the present content; none while that is unknown. */
  readonly diagnostics: readonly Diagnostic[];
}
