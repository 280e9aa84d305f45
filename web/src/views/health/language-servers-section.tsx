import type { JSX } from "preact";
import type { HealthData } from "../../../../src/console/contract.js";
import type { LanguageServerSummary } from "../../../../src/desk/desk.js";
import { PathLabel } from "../../parts/path-label.js";
import { Section } from "../../parts/section.js";
import { Shown } from "../../parts/shown.js";
import { type Column, DataTable } from "./data-table.js";

interface Row extends LanguageServerSummary {
  readonly engine: HealthData["engines"][number];
  readonly isOwn: boolean;
}

const COLUMNS: readonly Column<Row>[] = [
  { title: "Name", cell: ({ name }) => <Shown text={name} /> },
  {
    title: "State",
    cell: ({ state }) => (
      <span class={toneOf(state)}>
        <Shown text={state} />
      </span>
    ),
  },
  { title: "Folder", class: "health-path", cell: ({ root }) => <PathLabel path={root} isPlain /> },
  { title: "Open files", isNumber: true, cell: ({ openDocuments }) => openDocuments },
  { title: "Process", isNumber: true, cell: ({ pid }) => pid ?? "–" },
  { title: "Run by", cell: ({ engine, isOwn }) => (isOwn ? "this server" : `process ${engine.pid}`) },
];

export function LanguageServersSection({ health }: { readonly health: HealthData }): JSX.Element {
  const rows = health.engines.flatMap((engine) =>
    engine.languageServers.map((one): Row => ({ ...one, engine, isOwn: engine.pid === health.server.pid })),
  );
  return (
    <Section title="Language servers" class="health-section health-wide">
      {rows.length === 0 ? (
        <p>
          None is running. Those that you have installed are started with the first change of a file that they
          are for; <code>filewright doctor</code> shows which there are.
        </p>
      ) : (
        <DataTable
          label="Servers"
          rows={rows}
          keyOf={({ engine, root, name }) => `${engine.id} ${root} ${name}`}
          columns={COLUMNS}
        />
      )}
    </Section>
  );
}

function toneOf(state: string): "good" | "bad" | "plain" {
  if (state === "ready") return "good";
  return state === "failed" || state === "ended" ? "bad" : "plain";
}
