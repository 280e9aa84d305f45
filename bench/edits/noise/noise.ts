import type { Random } from "../../../torture/core/random.js";
import type { CleanEdit, EditStrings } from "../cases/case.js";
import { randomFor } from "../random.js";

/** What a noise may know of the edit whose strings it changes. */
export interface NoiseContext extends Pick<CleanEdit, "before" | "firstLine" | "language"> {
  /** Makes the choices of one case differ from those of another. */
  readonly key: string;
}

/** Returns the noisy strings, or undefined if it does not apply. */
export type Noise = (strings: EditStrings, context: NoiseContext) => EditStrings | undefined;

/** The same change of both strings. */
export function both(change: (text: string, context: NoiseContext) => string): Noise {
  return (strings, context) => ({ old: change(strings.old, context), new: change(strings.new, context) });
}

/** The same with a clean new string. */
export function oldOnly(noise: Noise): Noise {
  return (strings, context) => {
    const noisy = noise(strings, context);
    return noisy === undefined ? undefined : { old: noisy.old, new: strings.new };
  };
}

/** One noise after the other. Each must change the old string, the first into one that the file does not have. */
export function combine(first: Noise, second: Noise): Noise {
  return (strings, context) => {
    const once = first(strings, context);
    if (once === undefined || context.before.includes(once.old)) return undefined;
    const twice = second(once, context);
    return twice?.old === once.old ? undefined : twice;
  };
}

/** Draws for a whole case. */
export function drawFor({ key }: NoiseContext, purpose: string): Random {
  return randomFor(key, purpose);
}

const ATTEMPTS = 20;

/**
 * Retries a random change, with another salt each time, until it changes the old string. Choices that depend on the salt and on
 * the text around them are the same in both strings.
 */
export function untilChanged(change: (text: string, salt: string) => string): Noise {
  return (strings, { key }) => {
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const salt = `${key}\0${attempt}`;
      const old = change(strings.old, salt);
      if (old !== strings.old) return { old, new: change(strings.new, salt) };
    }
    return undefined;
  };
}
