/** What one session has been told of the diagnostics of one file, and what it is still owed. */
import type { Diagnostic } from "../notify/diagnostic.js";
import type { Hunk } from "../text/diff/hunks.js";
import type { DiagnosticChanges, RemainingErrors } from "./diagnostics-report.js";
import {
  compareDiagnostics,
  loosenPlaces,
  movePlaces,
  type PlacedDiagnostic,
  placeDiagnostics,
} from "./placed-diagnostics.js";

export type Told =
  | {
      readonly state: "fresh";
      readonly changes: DiagnosticChanges;
      readonly remainingErrors: RemainingErrors;
      /** All of it is the session's own doing. */
      readonly isOwn: boolean;
      /** It was told that this would come. */
      readonly isPromised: boolean;
    }
  | { readonly state: "unknown"; readonly reason: string };

export class SessionAccount {
  /** Undefined until it is known what was there before its first change. */
  #told: readonly PlacedDiagnostic[] | undefined;
  #isOwed = false;
  #isPromised = false;
  /** Others have changed the file since it was told. */
  #hasOthers = false;

  /** It has not been told all that is known. */
  get isOwed(): boolean {
    return this.#isOwed;
  }

  /** The file was changed, by this session or by another. */
  noteChange(hunks: readonly Hunk[], { isOwn }: { readonly isOwn: boolean }): void {
    this.#told = this.#told && movePlaces(this.#told, hunks);
    this.#isOwed ||= isOwn || this.#told !== undefined;
    this.#hasOthers ||= !isOwn;
  }

  /** The file was changed by someone who does not tell us. */
  startAnew(): void {
    // Who is still owed an answer keeps what it was told, or its own faults would pass for old ones.
    this.#told = this.#isOwed ? this.#told && loosenPlaces(this.#told) : undefined;
  }

  /** What was there before its first change. */
  learnPast(placed: readonly PlacedDiagnostic[] | undefined): void {
    this.#told ??= placed;
  }

  /** Another file has changed what is found in this one. */
  oweAgain(): void {
    this.#isOwed = true;
  }

  /** It has been told that what is found of its change comes later. */
  promise(): void {
    this.#isPromised = true;
  }

  /** From now on it knows this. */
  tell(diagnostics: readonly Diagnostic[]): Told {
    const [told, isPromised, isOwn] = [this.#told, this.#isPromised, !this.#hasOthers];
    this.#told = placeDiagnostics(diagnostics);
    this.#isOwed = false;
    this.#isPromised = false;
    this.#hasOthers = false;
    if (told === undefined) {
      return {
        state: "unknown",
        reason: "nothing is known of the file as it was before, to compare with",
      };
    }
    const changes = compareDiagnostics(told, diagnostics);
    const total = countErrors(diagnostics);
    const remainingErrors = { total, older: total - countErrors(changes.introduced) };
    return { state: "fresh", changes, remainingErrors, isOwn, isPromised };
  }
}

function countErrors(diagnostics: readonly Diagnostic[]): number {
  return diagnostics.filter(({ severity }) => severity === "error").length;
}
