/** What a person has switched on in this browser. */
import { Signal } from "./signal.js";

/** A short tone for a new question. */
export const isSoundOn: Signal<boolean> = new Signal(read("sound", "off") === "on");
/** Keys without Ctrl or Alt do something. Voice control and stray hands want them off. */
export const areKeysOn: Signal<boolean> = new Signal(read("keys", "on") === "on");

export function switchSound(to: "on" | "off"): void {
  isSoundOn.value = to === "on";
  keep("sound", to);
}

export function switchKeys(to: "on" | "off"): void {
  areKeysOn.value = to === "on";
  keep("keys", to);
}

export function read(name: string, otherwise: string): string {
  try {
    return localStorage.getItem(`filewright-${name}`) ?? otherwise;
  } catch {
    return otherwise;
  }
}

/** A browser may refuse to keep anything; then it holds until the page is closed. */
export function keep(name: string, value: string): void {
  try {
    localStorage.setItem(`filewright-${name}`, value);
  } catch {
    return;
  }
}
