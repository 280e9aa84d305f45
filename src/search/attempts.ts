/**
 * One thread is through a small folder, or a page that fills soon, before several have been started; several are needed
 * for a large one. Which it is shows only by trying: the first attempt runs alone for a moment, then a second
 * on all threads beside it, then that one alone.
 */
import type { Threads } from "./ripgrep/arguments.js";

/** A search under way. */
export interface Attempt<T> {
  /** Undefined when this attempt can't tell, and another has to. */
  readonly result: Promise<T | undefined>;
  /** Whether it is well on its way, so that waiting a little longer is better than starting another. */
  readonly isPromising?: () => boolean;
  /** Ends it; the result then is of no use. */
  abandon(): void;
}

const ALONE_MS = 8;
const BESIDE_MS = 30;

/** `start("one")` must be able to tell, `start("all")` need not. */
export async function findByBestAttempt<T>(start: (threads: Threads) => Attempt<T>): Promise<T> {
  const begun: Attempt<T>[] = [];
  const begin = (threads: Threads): Promise<T | undefined> => {
    const attempt = start(threads);
    begun.push(attempt);
    // Whoever is waited for tells of a failure; of the others nobody need know.
    attempt.result.catch(() => undefined);
    return attempt.result;
  };
  try {
    const alone = begin("one");
    let early = await within(ALONE_MS, [alone]);
    if (early === "later" && begun[0]?.isPromising?.() === true) early = await within(BESIDE_MS, [alone]);
    if (early !== "later") return known(early);
    const spread = begin("all");
    const first = await within(BESIDE_MS, [alone, spread]);
    if (first !== "later") return known(first ?? (await alone));
    begun[0]?.abandon();
    return (await spread) ?? known(await begin("one"));
  } finally {
    for (const attempt of begun) attempt.abandon();
  }
}

async function within<T>(milliseconds: number, results: readonly Promise<T>[]): Promise<T | "later"> {
  let timer: NodeJS.Timeout | undefined;
  const later = new Promise<"later">((resolve) => {
    timer = setTimeout(() => resolve("later"), milliseconds);
  });
  try {
    return await Promise.race([...results, later]);
  } finally {
    clearTimeout(timer);
  }
}

function known<T>(result: T | undefined): T {
  if (result === undefined) throw new Error("a search on one thread could not tell its result");
  return result;
}
