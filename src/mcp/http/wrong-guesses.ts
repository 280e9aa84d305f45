/** Answers to wrong tokens and codes: kept back ever longer, and beyond so many at a time not given at all. */
import type { IncomingMessage } from "node:http";
import { GuessDelay } from "./guess-delay.js";
import type { HttpLimits } from "./http-limits.js";

/** More wrong guesses than this at a time are not worth an answer. */
const MAX_KEPT_BACK = 100;

export class WrongGuesses {
  readonly #delay: GuessDelay;
  #keptBack = 0;

  constructor({ firstGuessMs, lastGuessMs }: Pick<HttpLimits, "firstGuessMs" | "lastGuessMs">) {
    this.#delay = new GuessDelay({ firstMs: firstGuessMs, lastMs: lastGuessMs });
  }

  /** Has the answer given once its time has come. */
  answerLate(request: IncomingMessage, answer: () => void): void {
    const delay = this.#delay.noteWrong(request.socket.remoteAddress ?? "");
    if (this.#keptBack >= MAX_KEPT_BACK) {
      request.destroy();
      return;
    }
    this.#keptBack += 1;
    setTimeout(() => {
      this.#keptBack -= 1;
      answer();
    }, delay).unref();
  }
}
