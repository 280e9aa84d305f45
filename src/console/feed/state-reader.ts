/**
 * What there is at the desks of all engines, for one page. An engine in another process may be busy, stopped or about to
 * end: it is waited for only a moment, and until it answers what it said last counts, so that nobody else's questions wait.
 */
import type { QuestionSummary, SessionSummary } from "../../desk/desk.js";
import { withinTime } from "../../process/within-time.js";
import type { EngineQuestion, EngineSummary } from "../contract.js";
import type { EngineView } from "../engine-view.js";

export interface TellableState {
  readonly engines: readonly EngineSummary[];
  /** Newest first. */
  readonly questions: readonly EngineQuestion[];
}

interface Known {
  sessions: readonly SessionSummary[];
  questions: readonly QuestionSummary[];
}

/** Engines on this machine answer in a few milliseconds. */
const PATIENCE_MS = 250;

export class StateReader {
  readonly #onLate: () => void;
  readonly #known = new WeakMap<EngineView, Known>();
  readonly #asked = new WeakSet<EngineView>();

  /** `onLate` is told when one has answered that was no longer waited for. */
  constructor(onLate: () => void) {
    this.#onLate = onLate;
  }

  async read(engines: readonly EngineView[]): Promise<TellableState> {
    await Promise.all(engines.map((engine) => this.#ask(engine)));
    const questions = engines.flatMap((engine) =>
      this.#find(engine).questions.map((question) => ({ ...question, engine: engine.info.id })),
    );
    return {
      engines: engines.map((engine) => ({ ...engine.info, sessions: this.#find(engine).sessions })),
      questions: questions.toSorted((left, right) => right.askedAt - left.askedAt),
    };
  }

  #find(engine: EngineView): Known {
    const known = this.#known.get(engine) ?? { sessions: [], questions: [] };
    this.#known.set(engine, known);
    return known;
  }

  /** One that still owes an answer is not asked again. */
  async #ask(engine: EngineView): Promise<void> {
    if (this.#asked.has(engine)) return;
    this.#asked.add(engine);
    const known = this.#find(engine);
    const reading = Promise.allSettled([
      engine.sessions().then((sessions) => (known.sessions = sessions)),
      engine.questions().then((questions) => (known.questions = questions)),
    ]);
    const isOver = reading.then(() => this.#asked.delete(engine));
    if (await withinTime(isOver, PATIENCE_MS, undefined)) return;
    void isOver.then(this.#onLate);
  }
}
