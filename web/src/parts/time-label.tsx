import type { JSX } from "preact";
import { now } from "../state/now.js";
import { useValue } from "../state/signal.js";
import { formatAgo, formatMoment } from "./quantities.js";

/** How long ago something was, and exactly when in the title. */
export function TimeLabel({ at }: { readonly at: number }): JSX.Element {
  return (
    <time class="time-label" dateTime={new Date(at).toISOString()} title={formatMoment(at)}>
      {formatAgo(at, useValue(now))}
    </time>
  );
}
