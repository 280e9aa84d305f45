import type { JSX } from "preact";
import type { HealthData } from "../../../../src/console/contract.js";
import { PathLabel } from "../../parts/path-label.js";
import { formatBytes, formatDuration, formatMoment } from "../../parts/quantities.js";
import { Section } from "../../parts/section.js";
import { Shown } from "../../parts/shown.js";
import { now } from "../../state/now.js";
import { useValue } from "../../state/signal.js";
import { Facts } from "./facts.js";
import { describeLimit } from "./limit-words.js";

interface Part {
  readonly health: HealthData;
}

export function ServerSection({ health }: Part): JSX.Element {
  const time = useValue(now);
  const { version, node, pid, memoryBytes, startedAt, roots } = health.server;
  const running = (
    <span title={`Since ${formatMoment(startedAt)}`}>{formatDuration(Math.max(0, time - startedAt))}</span>
  );
  const folders = (
    <ul>
      {roots.map((root) => (
        <li key={root} class="health-path">
          <PathLabel path={root} isPlain />
        </li>
      ))}
    </ul>
  );
  return (
    <Section title="Server" class="health-section">
      <Facts
        facts={[
          ["Version", <Shown key="version" text={version} />],
          ["Node", <Shown key="node" text={node} />],
          ["Process", pid],
          ["Memory", formatBytes(memoryBytes)],
          ["Running for", running],
          ["Folders", folders],
        ]}
      />
    </Section>
  );
}

export function LimitsSection({ health }: Part): JSX.Element {
  return (
    <Section title="Limits" class="health-section">
      <Facts
        facts={health.limits.map(({ name, value }) => {
          const words = describeLimit(name, value);
          return [
            words.title,
            <span key={name} title={name}>
              {words.value}
            </span>,
          ] as const;
        })}
      />
    </Section>
  );
}
