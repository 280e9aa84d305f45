/** The results as Markdown. */
import { totalCost } from "./cost.js";
import type { SessionResult, StoryResult } from "./play.js";

const COLUMNS = ["story", "contestant", "calls", "refusals", "sent", "returned", "in all", "outcome"];

export function renderSessions(sessions: readonly SessionResult[]): string {
  const titles = sessions[0]?.stories.map(({ story }) => story) ?? [];
  const rows = titles.flatMap((title) =>
    sessions.map(({ contestant, stories }, index) => {
      const result = stories.find(({ story }) => story === title);
      return [index === 0 ? title : "", contestant, ...(result === undefined ? [] : renderResult(result))];
    }),
  );
  const totals = sessions.map(({ contestant, stories }, index) => {
    const { calls, refusals, sent, returned } = totalCost(stories);
    const right = stories.filter(({ outcome }) => outcome === "right").length;
    const cells = [calls, refusals, sent, returned, sent + returned].map(renderCount);
    return [index === 0 ? "all of them" : "", contestant, ...cells, `${right} of ${stories.length} right`];
  });
  return [...renderTable(COLUMNS, [...rows, ...totals]), "", ...renderToolLists(sessions)].join("\n");
}

function renderResult(result: StoryResult): string[] {
  const { calls, refusals, partialViews, sent, returned, outcome } = result;
  if (outcome === "can't" && calls === 0) return ["", "", "", "", "", outcome];
  const refused = partialViews === 0 ? renderCount(refusals) : `${refusals} (${partialViews} partial views)`;
  return [renderCount(calls), refused, ...[sent, returned, sent + returned].map(renderCount), outcome];
}

function renderToolLists(sessions: readonly SessionResult[]): string[] {
  const rows = sessions.map(({ contestant, tools, toolList }) => [
    contestant,
    renderCount(tools),
    renderCount(toolList),
  ]);
  return renderTable(["contestant", "tools", "characters of the tool list"], rows);
}

function renderTable(columns: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const widths = columns.map((column, index) =>
    Math.max(column.length, ...rows.map((row) => row[index]?.length ?? 0)),
  );
  const line = (cells: readonly string[]): string =>
    `| ${widths.map((width, index) => (cells[index] ?? "").padEnd(width)).join(" | ")} |`;
  return [line(columns), line(widths.map((width) => "-".repeat(width))), ...rows.map(line)];
}

function renderCount(count: number): string {
  return count.toLocaleString("en");
}
