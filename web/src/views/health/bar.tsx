import type { JSX } from "preact";

interface BarProps {
  readonly value: number;
  readonly most: number;
  readonly tone?: "plain" | "bad" | "warn";
}

/** A share as a bar; the number beside it says the same in words. */
export function Bar({ value, most, tone = "plain" }: BarProps): JSX.Element {
  const share = most <= 0 ? 0 : Math.min(1, value / most);
  return (
    <span class={`health-bar health-bar-${tone}`} aria-hidden="true">
      <span style={{ width: `${share * 100}%` }} />
    </span>
  );
}
