/** The results as Markdown. */
import type { NoiseKind } from "../noise/kinds.js";
import { sumCounts, type Tally, type VerdictCounts } from "./tally.js";
import { verdicts } from "./verdict.js";

export function renderKinds(tally: Tally, kinds: readonly NoiseKind[]): string {
  const rows = kinds.flatMap(({ id }) => renderRows(id, tally.kinds.get(id) ?? new Map()));
  return renderTable(["kind", "contestant", ...verdicts, "n"], [...rows, ...renderTotals(tally, kinds)]);
}

function renderTotals(tally: Tally, kinds: readonly NoiseKind[]): string[][] {
  const groups = [
    ["to be made", kinds.filter(({ expects }) => expects === undefined)],
    ["to be refused", kinds.filter(({ expects }) => expects === "refusal")],
  ] as const;
  return groups.flatMap(([title, members]) => {
    const all = members.flatMap(({ id }) => [...(tally.kinds.get(id) ?? [])]);
    const names = [...new Set(all.map(([contestant]) => contestant))];
    const sums = names.map((name) => {
      const counts = all.filter(([contestant]) => contestant === name).map(([, each]) => each);
      return [name, sumCounts(counts)] as const;
    });
    return renderRows(title, new Map(sums));
  });
}

function renderRows(title: string, contestants: ReadonlyMap<string, VerdictCounts>): string[][] {
  return [...contestants].map(([contestant, counts], index) => {
    const n = verdicts.reduce((sum, verdict) => sum + counts[verdict], 0);
    const shares = verdicts.map((verdict) => `${((100 * counts[verdict]) / n).toFixed(1)} %`);
    return [index === 0 ? title : "", contestant, ...shares, String(n)];
  });
}

export function renderCounts(title: string, counts: ReadonlyMap<string, number>): string {
  const sorted = [...counts].toSorted(([, left], [, right]) => right - left);
  return `${title}: ${sorted.map(([name, count]) => `${name} ${count}`).join(", ")}`;
}

function renderTable(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = columns.map((column, index) =>
    Math.max(column.length, ...rows.map((row) => row[index]?.length ?? 0)),
  );
  const line = (cells: readonly string[]): string =>
    `| ${widths.map((width, index) => (cells[index] ?? "")[index < 2 ? "padEnd" : "padStart"](width)).join(" | ")} |`;
  return [line(columns), line(widths.map((width) => "-".repeat(width))), ...rows.map(line)].join("\n");
}
