import type { JSX } from "preact";
import { formatCount } from "../../parts/quantities.js";
import { barHeight, type Counted, describeMinute, type Minute, summarize } from "./usage-words.js";

interface MinuteChartProps {
  readonly title: string;
  readonly name: Counted;
  readonly minutes: readonly Minute[];
}

const HEIGHT = 44;
const STEP = 4;

/** One bar for each minute of the last hour. */
export function MinuteChart({ title, name, minutes }: MinuteChartProps): JSX.Element {
  const { total, most, summary } = summarize(minutes, name);
  const width = minutes.length * STEP;
  return (
    <figure class={`minute-chart minute-chart-${name}`}>
      <figcaption>
        <span>{title}</span>
        <strong>{formatCount(total)}</strong>
      </figcaption>
      <svg viewBox={`0 0 ${width} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label={summary}>
        {minutes.map((minute, index) => {
          const height = barHeight(minute[name], most, HEIGHT);
          return (
            <rect key={minute.at} x={index * STEP} y={HEIGHT - height} width={STEP - 1} height={height}>
              <title>{describeMinute(minute, name)}</title>
            </rect>
          );
        })}
      </svg>
      <p class="minute-chart-scale quiet" aria-hidden="true">
        <span>60 min ago</span>
        <span>{most > 0 && `at most ${formatCount(most)} a minute`}</span>
        <span>now</span>
      </p>
    </figure>
  );
}
