/**
 * Reads a stream in short turns. Left alone, Node hands over up to 32 pieces at once while a program prints faster than its
 * output is taken in, and a single piece can take long: nothing else of this process would run meanwhile.
 */
import type { Readable } from "node:stream";

const TURN_MS = 4;
/** Between two looks at the clock. */
const SLICE_BYTES = 8 * 1024;

export interface TurnReader {
  /** Acts once all that has come is taken. */
  whenTaken(act: () => void): void;
}

/** `take` is told slices of what comes, in order, and answers whether it wants more. */
export function readInTurns(stream: Readable, take: (slice: Uint8Array) => boolean): TurnReader {
  // Usually one: but a paused stream is set going again when its program ends, whoever has paused it.
  const waiting: Buffer[] = [];
  let isWorking = false;
  let afterwards: (() => void) | undefined;

  const work = (): void => {
    const startedAt = performance.now();
    for (let piece = waiting.shift(); piece !== undefined; piece = waiting.shift()) {
      for (let from = 0; from < piece.length; from += SLICE_BYTES) {
        if (performance.now() - startedAt > TURN_MS) {
          waiting.unshift(piece.subarray(from));
          return void setImmediate(work);
        }
        if (take(piece.subarray(from, from + SLICE_BYTES))) continue;
        waiting.length = 0;
        break;
      }
    }
    setImmediate(rest);
  };
  const rest = (): void => {
    if (waiting.length > 0) return work();
    isWorking = false;
    stream.resume();
    afterwards?.();
  };

  stream.on("data", (piece: Buffer) => {
    stream.pause();
    waiting.push(piece);
    if (isWorking) return;
    isWorking = true;
    work();
  });
  return { whenTaken: (act) => (isWorking ? (afterwards = act) : act()) };
}
