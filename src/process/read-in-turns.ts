/**
 * Reads a stream in short turns. Left alone, Node hands over up to 32 pieces at once while a program prints faster than its
 * output is taken in, and a single piece can take long: nothing else of this process would run meanwhile.
 * The reader may stop in the middle of a slice as well, where a single one can take long.
 */
import type { Readable } from "node:stream";

const TURN_MS = 4;
/** Between two looks at the clock. */
const SLICE_BYTES = 8 * 1024;

/**
 * Takes a slice. True asks for more, false for no more. A number is how many bytes were taken, more than none, because
 * `isTurnOver`; the rest comes again in the next turn.
 */
export type TakeSlice = (slice: Uint8Array, isTurnOver: () => boolean) => boolean | number;

export interface TurnReader {
  /** Acts once all that has come is taken. */
  whenTaken(act: () => void): void;
}

/** Passes what comes to `take`, in order. */
export function readInTurns(stream: Readable, take: TakeSlice): TurnReader {
  // Usually one: but a paused stream is set going again when its program ends, whoever has paused it.
  const waiting: Buffer[] = [];
  let isWorking = false;
  let afterwards: (() => void) | undefined;

  const work = (): void => {
    const startedAt = performance.now();
    const isTurnOver = (): boolean => performance.now() - startedAt > TURN_MS;
    const continueLater = (left: Buffer): void => {
      waiting.unshift(left);
      setImmediate(work);
    };
    for (let piece = waiting.shift(); piece !== undefined; piece = waiting.shift()) {
      for (let from = 0; from < piece.length; from += SLICE_BYTES) {
        if (isTurnOver()) return continueLater(piece.subarray(from));
        const taken = take(piece.subarray(from, from + SLICE_BYTES), isTurnOver);
        if (typeof taken === "number") return continueLater(piece.subarray(from + taken));
        if (taken) continue;
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
