import type { JSX } from "preact";
import type { HealthData } from "../../../../src/console/contract.js";
import { PathLabel } from "../../parts/path-label.js";
import { formatBytes, formatCount, plural } from "../../parts/quantities.js";
import { Section } from "../../parts/section.js";
import { Shown } from "../../parts/shown.js";
import { Bar } from "./bar.js";
import { type Column, DataTable } from "./data-table.js";
import { formatShare } from "./usage-words.js";

type Kept = HealthData["state"]["parts"][number];

const COLUMNS: readonly Column<Kept>[] = [
  { title: "Part", cell: ({ name }) => <Shown text={name} /> },
  { title: "Files", isNumber: true, cell: ({ files }) => formatCount(files) },
  { title: "Size", isNumber: true, cell: ({ bytes }) => formatBytes(bytes) },
];
const DAY_MS = 86_400_000;
/** Past this the oldest history is soon removed. */
const NEARLY_FULL = 0.9;

/** What is kept on the disk, and how much of it may be kept. */
export function StateSection({ health }: { readonly health: HealthData }): JSX.Element {
  const { directory, parts, maxHistoryBytes, maxHistoryAgeMs } = health.state;
  const history = parts.find(({ name }) => name === "history")?.bytes ?? 0;
  const share = formatShare(history, maxHistoryBytes);
  const tone = history > maxHistoryBytes * NEARLY_FULL ? "warn" : "plain";
  return (
    <Section title="Kept on this machine" class="health-section health-wide">
      <p class="health-path">
        <PathLabel path={directory} isPlain />
      </p>
      <p>
        History: {formatBytes(history)} of {formatBytes(maxHistoryBytes)} ({share}), for{" "}
        {plural(Math.round(maxHistoryAgeMs / DAY_MS), "day")} at most. The oldest goes first.
      </p>
      <Bar value={history} most={maxHistoryBytes} tone={tone} />
      {parts.length > 0 && (
        <DataTable
          label="Parts"
          rows={parts}
          keyOf={({ name }) => name}
          columns={COLUMNS}
          total={parts.reduce(addKept, { name: "All", files: 0, bytes: 0 })}
        />
      )}
    </Section>
  );
}

function addKept(sum: Kept, { files, bytes }: Kept): Kept {
  return { ...sum, files: sum.files + files, bytes: sum.bytes + bytes };
}
