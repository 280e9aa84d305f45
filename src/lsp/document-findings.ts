/**
 * What is known of one open document, and whether it is about its present text. A server either says which version it
 * speaks of, or is asked, or it merely publishes: then a publication counts only once every version that the server was
 * told of has had one, because until then it may be about an earlier text.
 */
import type { ReportedDiagnostic } from "./checked.js";

export interface PulledReport {
  readonly resultId: string | undefined;
  readonly diagnostics: readonly ReportedDiagnostic[];
}

export class DocumentFindings {
  #version = 0;
  /** Versions that no publication without a version has been counted for. */
  #owed = 0;
  #settling: NodeJS.Timeout | undefined;
  #pushed: readonly ReportedDiagnostic[] | undefined;
  #pulled: readonly ReportedDiagnostic[] | undefined;
  /** Of whatever text: a server may answer that nothing has changed since. */
  lastReport: PulledReport | undefined;
  /** What was last handed on, as text, to know whether there is anything new. */
  #told: string | undefined;

  /** The server has just been told of this version. */
  expectFor(version: number): void {
    this.#version = version;
    this.#owed += 1;
    this.#pushed = undefined;
    this.#pulled = undefined;
    this.drop();
  }

  /** What is still to be published may be about an earlier text. */
  get isOwed(): boolean {
    return this.#owed > 0;
  }

  /** A server that has been quiet for long will not make up for what it has passed over. */
  forgive(): void {
    this.#owed = 0;
  }

  /** Whether a publication is about the present text. */
  count(version: unknown): boolean {
    if (typeof version === "number") {
      this.#owed = 0;
      return version === this.#version;
    }
    this.#owed = Math.max(0, this.#owed - 1);
    return this.#owed === 0;
  }

  /** Takes what was published once nothing more has come for a while: some servers publish in stages. */
  settle(settleMs: number, read: () => readonly ReportedDiagnostic[], then: () => void): void {
    clearTimeout(this.#settling);
    const take = (): void => {
      this.#settling = undefined;
      this.#pushed = read();
      then();
    };
    if (settleMs <= 0) take();
    else this.#settling = setTimeout(take, settleMs).unref();
  }

  take(report: PulledReport): void {
    this.lastReport = report;
    this.#pulled = report.diagnostics;
  }

  /** All that is known of the present text; undefined while the server has not said. */
  current({ isPulled }: { readonly isPulled: boolean }): readonly ReportedDiagnostic[] | undefined {
    if (!isPulled) return this.#pushed;
    return this.#pulled === undefined ? undefined : [...this.#pulled, ...(this.#pushed ?? [])];
  }

  /** Whether this is something else than was handed on the last time. */
  isNews(diagnostics: readonly ReportedDiagnostic[]): boolean {
    const text = JSON.stringify(diagnostics);
    const isNew = text !== this.#told;
    this.#told = text;
    return isNew;
  }

  /** Nothing that has come so far counts any more. */
  drop(): void {
    clearTimeout(this.#settling);
    this.#settling = undefined;
  }
}
