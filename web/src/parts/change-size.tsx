import type { JSX } from "preact";
import { formatCount } from "./quantities.js";

interface ChangeSizeProps {
  readonly added: number;
  readonly removed: number;
}

/** How many lines come and go. */
export function ChangeSize({ added, removed }: ChangeSizeProps): JSX.Element {
  return (
    <span class="change-size">
      <span class="good">
        {`+${formatCount(added)}`}
        <span class="visually-hidden"> added</span>
      </span>{" "}
      <span class="bad">
        {`−${formatCount(removed)}`}
        <span class="visually-hidden"> removed</span>
      </span>
    </span>
  );
}
