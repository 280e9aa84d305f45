/** The results as Markdown. */
import { countAll, type VerdictCounts, type VerdictTally } from "./tally.js";
import { verdicts } from "./verdict.js";

/** Rows that are summed up. */
export interface RowGroup {
  readonly title: string;
  readonly kinds: readonly string[];
}

/** One row for each kind and one for each group, one column for each contestant. */
export function renderTally(heading: string, tally: VerdictTally, groups: readonly RowGroup[]): string {
  const rows = groups.flatMap(({ kinds }) => kinds.map((kind) => [kind, tally.countsOf(kind)] as const));
  const sums = groups.map(({ title, kinds }) => [title, tally.sumOf(kinds)] as const);
  const contestants = [...tally.contestants];
  const lines = [...rows, ...sums]
    .filter(([, counts]) => counts.size > 0)
    .map(([title, counts]) => renderRow(title, counts, contestants));
  const legend = `Percentages: ${verdicts.join(" / ")}`;
  return `${legend}\n\n${renderTable([heading, "n", ...contestants], lines)}`;
}

function renderRow(
  title: string,
  counts: ReadonlyMap<string, VerdictCounts>,
  contestants: readonly string[],
): string[] {
  const n = Math.max(...[...counts.values()].map(countAll));
  const cells = contestants.map((contestant) => {
    const own = counts.get(contestant);
    return own === undefined ? "" : renderShares(own, n);
  });
  return [title, String(n), ...cells];
}

/** With the number of edits where it is not that of the row. */
function renderShares(counts: VerdictCounts, ofRow: number): string {
  const n = countAll(counts);
  const shares = verdicts.map((verdict) => ((100 * counts[verdict]) / n).toFixed(1));
  return shares.join(" / ") + (n === ofRow ? "" : ` (n ${n})`);
}

/** Counts of zero are left out. */
export function renderCounts(title: string, counts: ReadonlyMap<string, number>): string {
  const sorted = [...counts].filter(([, count]) => count > 0).toSorted(([, left], [, right]) => right - left);
  return `${title}: ${sorted.map(([name, count]) => `${name} ${count}`).join(", ") || "none"}`;
}

function renderTable(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = columns.map((column, index) =>
    Math.max(column.length, ...rows.map((row) => row[index]?.length ?? 0)),
  );
  const line = (cells: readonly string[]): string =>
    `| ${widths.map((width, index) => (cells[index] ?? "").padEnd(width)).join(" | ")} |`;
  return [line(columns), line(widths.map((width) => "-".repeat(width))), ...rows.map(line)].join("\n");
}
