import type { JSX } from "preact";
import type { Usage } from "../../../../src/console/contract.js";
import { visible } from "../../../../src/text/visible.js";
import { formatCount, formatDuration, formatShort, formatTokens, plural } from "../../parts/quantities.js";
import { Section } from "../../parts/section.js";
import { Shown } from "../../parts/shown.js";
import { Bar } from "./bar.js";
import { type Column, DataTable } from "./data-table.js";
import { Facts } from "./facts.js";
import { MinuteChart } from "./minute-chart.js";
import { formatShare } from "./usage-words.js";

interface Part {
  readonly usage: Usage;
}

export function UsageSections({ usage }: Part): JSX.Element {
  return (
    <>
      <Section title="The last hour" class="health-section health-wide">
        <div class="minute-charts">
          <MinuteChart title="Reads" name="reads" minutes={usage.minutes} />
          <MinuteChart title="Changes" name="changes" minutes={usage.minutes} />
          <MinuteChart title="Searches" name="searches" minutes={usage.minutes} />
          <MinuteChart title="Refusals" name="refusals" minutes={usage.minutes} />
        </div>
      </Section>
      <Tools usage={usage} />
      <Refusals usage={usage} />
      <Savings usage={usage} />
      <Answers usage={usage} />
    </>
  );
}

const TOOLS: readonly Column<Usage["tools"][number]>[] = [
  { title: "Tool", cell: ({ tool }) => <Shown text={tool} /> },
  { title: "Calls", isNumber: true, cell: ({ calls }) => formatCount(calls) },
  { title: "Failed", isNumber: true, cell: ({ failures }) => formatCount(failures) },
  {
    title: "Average, with waiting",
    isNumber: true,
    cell: ({ calls, durationMs }) => calls > 0 && formatDuration(durationMs / calls),
  },
  {
    title: "Shown",
    isNumber: true,
    cell: ({ characters }) => (
      <span title={`Estimated from ${plural(characters, "character")}`}>{formatTokens(characters)}</span>
    ),
  },
];

function Tools({ usage: { tools } }: Part): JSX.Element {
  return (
    <Section title="Calls by tool" class="health-section">
      {tools.length === 0 ? (
        <p>No tool has been called yet.</p>
      ) : (
        <DataTable label="Tools" rows={tools} keyOf={({ tool }) => tool} columns={TOOLS} />
      )}
    </Section>
  );
}

function Refusals({ usage: { refusals } }: Part): JSX.Element {
  const most = Math.max(0, ...refusals.map(({ count }) => count));
  const columns: readonly Column<Usage["refusals"][number]>[] = [
    { title: "Code", cell: ({ code }) => <Code code={code} /> },
    { title: "Share", cell: ({ count }) => <Bar value={count} most={most} tone="bad" /> },
    { title: "Count", isNumber: true, cell: ({ count }) => formatCount(count) },
  ];
  return (
    <Section title="Refusals by code" class="health-section">
      {most === 0 ? (
        <p>Nothing has been refused.</p>
      ) : (
        <DataTable
          label="Refusals"
          class="health-bars"
          rows={refusals}
          keyOf={({ code }) => code}
          columns={columns}
        />
      )}
    </Section>
  );
}

function Code({ code }: { readonly code: string }): JSX.Element {
  return (
    <code title={visible(code)}>
      <Shown text={code} />
    </code>
  );
}

function Savings({ usage }: Part): JSX.Element {
  const { count, deduplicated, savedTokens } = usage.reads;
  return (
    <Section title="Spared by not reading twice" class="health-section">
      <Facts
        facts={[
          ["Reads", formatCount(count)],
          ["Answered in a line, because the file was known", formatCount(deduplicated)],
          ["Tokens spared, roughly", `≈ ${formatShort(savedTokens)}`],
        ]}
      />
      <p class="health-share">
        <Bar value={deduplicated} most={count} /> {formatShare(deduplicated, count)} of all reads
      </p>
    </Section>
  );
}

function Answers({ usage }: Part): JSX.Element {
  const { allowed, denied, withdrawn } = usage.answers;
  return (
    <Section title="Answers to questions" class="health-section">
      {allowed + denied + withdrawn === 0 ? (
        <p>No question has been answered yet.</p>
      ) : (
        <Facts
          facts={[
            ["Allowed", formatCount(allowed)],
            ["Denied", formatCount(denied)],
            ["Withdrawn before an answer", formatCount(withdrawn)],
          ]}
        />
      )}
    </Section>
  );
}
