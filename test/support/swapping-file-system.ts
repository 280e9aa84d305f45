/**
 * A FileSystem before whose nth operation something happens, counted over all operations and those of the files it
 * opens: with every n in turn, it happens in every gap that a call leaves between two of them.
 */
import type { FileSystem } from "../../src/index.js";

export interface Gaps {
  readonly fileSystem: FileSystem;
  /** From now on, `act` happens before the nth operation. */
  arm(nth: number, act: () => void): void;
  /** Ends that; answers whether there were so many operations. */
  disarm(): boolean;
}

export function createGaps(inner: FileSystem): Gaps {
  let left = 0;
  let act: (() => void) | undefined;
  let hasActed = false;
  const step = (): void => {
    left -= 1;
    if (left !== 0 || act === undefined) return;
    hasActed = true;
    act();
  };
  const counting = <T extends object>(target: T): T =>
    new Proxy(target, {
      get(object, name) {
        const member: unknown = Reflect.get(object, name, object);
        if (typeof member !== "function") return member;
        return (...given: unknown[]): unknown => {
          step();
          const answer: unknown = Reflect.apply(member, object, given);
          return answer instanceof Promise ? answer.then(wrap) : wrap(answer);
        };
      },
    });
  // What is opened, staged or held has operations of its own.
  const wrap = (answer: unknown): unknown => {
    const isHandle =
      typeof answer === "object" &&
      answer !== null &&
      ["close", "discard", "release"].some((end) => end in answer);
    return isHandle ? counting(answer) : answer;
  };
  return {
    fileSystem: counting(inner),
    arm(nth, action) {
      left = nth;
      act = action;
      hasActed = false;
    },
    disarm() {
      act = undefined;
      return hasActed;
    },
  };
}
