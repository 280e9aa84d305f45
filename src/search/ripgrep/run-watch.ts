/**
 * Looks after a run of ripgrep a few times a second, which most runs don't live to see. A run that swells is ended. One that
 * prints nothing and, where the system tells, computes nothing either waits for something; once that is found, it is
 * ended too.
 */
import type { ToolError } from "../../errors/tool-error.js";
import { findProcessLoad } from "../../fs/node/process-load.js";
import type { StartedProgram } from "../../process/stream-program.js";
import { refuseSwollen } from "./diagnose.js";

/** Finds out what a run waits for, or reads without end: a refusal that says it, or undefined. */
export type ExplainTrouble = () => Promise<ToolError | undefined>;

const LOOK_EVERY_MS = 250;
/** Together a second. */
const MAX_IDLE_LOOKS = 4;
/** A thread that computes has about 25 from one look to the next; those that wait for each other a fraction of one. */
const IDLE_TICKS = 4;
/** Files are mapped, or read in pieces: no ordinary search comes near. */
const MAX_OWN_BYTES = 512 * 1024 * 1024;

export class RunWatch {
  readonly #explain: ExplainTrouble;
  #timer: NodeJS.Timeout | undefined;
  /** How many of the last looks found neither output nor work. */
  #idleLooks = 0;
  #ticks = 0;
  #isExplaining = false;
  #isOver = false;
  #refusal: Promise<ToolError> | undefined;

  constructor(explain: ExplainTrouble) {
    this.#explain = explain;
  }

  readonly begin = (started: StartedProgram): void => {
    this.#timer = setInterval(() => this.#look(started), LOOK_EVERY_MS);
  };

  noteOutput(): void {
    this.#idleLooks = 0;
  }

  /** Why the run was ended from here, if it was. */
  get refusal(): Promise<ToolError> | undefined {
    return this.#refusal;
  }

  end(): void {
    this.#isOver = true;
    clearInterval(this.#timer);
  }

  #look(started: StartedProgram): void {
    const { ownBytes, ticks } = findProcessLoad(started.pid) ?? { ownBytes: 0, ticks: 0 };
    this.#idleLooks = ticks - this.#ticks > IDLE_TICKS ? 0 : this.#idleLooks + 1;
    this.#ticks = ticks;
    if (ownBytes > MAX_OWN_BYTES) this.#endBy(started, this.#explainSwollen());
    else if (this.#isWaiting && !this.#isExplaining) this.#endIfExplained(started);
  }

  get #isWaiting(): boolean {
    return this.#idleLooks >= MAX_IDLE_LOOKS;
  }

  async #explainSwollen(): Promise<ToolError> {
    return (await this.#explain()) ?? refuseSwollen(MAX_OWN_BYTES);
  }

  /** Finding out may take a while, in which the run may have gone on. */
  #endIfExplained(started: StartedProgram): void {
    this.#isExplaining = true;
    const explaining = this.#explain();
    const endBy = (refusal: ToolError | undefined): void => {
      this.#isExplaining = false;
      if (refusal !== undefined && this.#isWaiting) this.#endBy(started, Promise.resolve(refusal));
    };
    // A defect in looking is told like what was looked for.
    explaining.then(endBy, () => this.#endBy(started, explaining as Promise<never>));
  }

  #endBy(started: StartedProgram, refusal: Promise<ToolError>): void {
    if (this.#isOver) return;
    this.#refusal = refusal;
    clearInterval(this.#timer);
    started.stop();
  }
}
