import type { ScriptedAgent } from "../agent.js";
import { type NotebookCell, renderNotebook } from "../project/notebook.js";
import type { Story } from "../story.js";

const PATH = "notebooks/throughput.ipynb";
const CELLS: readonly NotebookCell[] = [
  { id: "intro", type: "markdown", source: "# Throughput of the port\n\nOne week of September." },
  {
    id: "setup",
    type: "code",
    ran: 1,
    source: "import pandas as pd\n\nfrom harbor.reports import load_week",
  },
  {
    id: "load",
    type: "code",
    ran: 2,
    source: "calls = load_week('2026-09-14')\ncalls = calls[calls.hours > 0]",
  },
  { id: "about-hours", type: "markdown", source: "## Hours at the berth" },
  {
    id: "plot-hours",
    type: "code",
    ran: 3,
    source: "calls.hours.plot.hist(bins=24)",
    output: "picture",
  },
  {
    id: "berth-hours",
    type: "code",
    ran: 4,
    source: "per_berth = calls.groupby('berth').hours\nper_berth.mean()",
    output: "table",
  },
  { id: "about-cranes", type: "markdown", source: "## Moves per crane" },
  { id: "moves", type: "code", ran: 5, source: "moves = calls.moves / calls.cranes\nmoves.describe()" },
  { id: "plot-moves", type: "code", ran: 6, source: "moves.plot.box()", output: "picture" },
  { id: "notes", type: "markdown", source: "Outliers are vessels that waited for the tide." },
];
const CHANGED_SOURCE = "per_berth = calls.groupby('berth').hours\nper_berth.median()";
const BEFORE = renderNotebook(CELLS);
const AFTER = renderNotebook(
  CELLS.map((cell) =>
    cell.id === "berth-hours" ? { id: cell.id, type: cell.type, source: CHANGED_SOURCE } : cell,
  ),
);

export const notebook: Story = {
  title: "change a cell of a notebook and drop its stale output",
  files: { [PATH]: BEFORE },
  finish: (project) => project.set(PATH, AFTER),
  scripts: {
    async filewright(agent) {
      await agent.read(PATH);
      await agent.editCell(PATH, "berth-hours", CHANGED_SOURCE);
    },
    /** Edits the JSON: everything from the cell's execution count to its source, with the output in between. */
    async searching(agent) {
      await agent.search({ pattern: "per_berth\\.mean", path: PATH, before: 30, after: 2 });
      await editAsJson(agent);
    },
    async "server-filesystem"(agent) {
      await agent.read(PATH);
      await editAsJson(agent);
    },
  },
};

async function editAsJson(agent: ScriptedAgent): Promise<void> {
  await agent.edit(PATH, [{ old: changedPart(BEFORE, AFTER), new: changedPart(AFTER, BEFORE) }]);
}

/** The lines of `text` between the beginning and the end that it shares with `other`. */
function changedPart(text: string, other: string): string {
  const lines = text.split("\n");
  const others = other.split("\n");
  const first = lines.findIndex((line, index) => line !== others[index]);
  let last = lines.length - 1;
  while (lines[last] === others[last - lines.length + others.length]) last -= 1;
  return lines.slice(first, last + 1).join("\n");
}
