/** The time, for what is told as "3 min ago". It goes on only while something shows it. */
import { type ReadonlySignal, Signal } from "./signal.js";

const STEP_MS = 5000;
const time = new Signal(Date.now());
let readers = 0;
let timer: ReturnType<typeof setInterval> | undefined;

const tick = (): void => {
  time.value = Date.now();
};

export const now: ReadonlySignal<number> = {
  get value() {
    return time.value;
  },
  subscribe: (listener) => {
    if (readers === 0) timer = setInterval(tick, STEP_MS);
    readers += 1;
    const stop = time.subscribe(listener);
    return () => {
      stop();
      readers -= 1;
      if (readers === 0) clearInterval(timer);
    };
  },
};
