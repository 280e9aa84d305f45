/** The table a person reads. */
import type { Block, Goal, Line } from "./contest.js";
import type { Unit } from "./measure.js";

const NAME_WIDTH = 48;
const FIGURE_WIDTH = 10;
const GOAL_WIDTH = 25;
const UNIT_MARKS: Record<Unit, string> = { ms: " ms", MB: " MB", "MB in all": " MB", "×": "×" };

export function renderHeader(): string {
  const figures = ["median", "ratio"].map((title) => title.padStart(FIGURE_WIDTH));
  const goals = ["target", "stretch"].map((title) => title.padStart(GOAL_WIDTH));
  return `${"".padEnd(NAME_WIDTH)}${figures.join("")}${goals.join("")}  verdict`;
}

export function renderBlock(block: Block): string {
  const title = `${block.row}  ${block.operation}`;
  const note = block.note === undefined ? [] : [`    (${block.note})`];
  return [title, ...note, ...block.lines.map(renderLine)].join("\n");
}

function renderLine(line: Line): string {
  const name = `    ${line.name}`.padEnd(NAME_WIDTH);
  if (line.failure !== undefined || line.median === undefined) {
    return `${name}  fails: ${line.failure ?? "no samples"}`;
  }
  const figures = [renderAmount(line.median, line.unit), renderRatio(line.ratio)];
  const goals = [line.goals?.target, line.goals?.stretch].map((goal) => renderGoal(goal, line.unit));
  const remarks = [line.verdict, renderBeside(line), renderPeer(line), line.note].filter(
    (remark) => remark !== undefined,
  );
  const columns = [
    ...figures.map((text) => text.padStart(FIGURE_WIDTH)),
    ...goals.map((text) => text.padStart(GOAL_WIDTH)),
  ];
  return `${name}${columns.join("")}  ${remarks.join("; ")}`.trimEnd();
}

function renderPeer({ timesOurs }: Line): string | undefined {
  if (timesOurs === undefined) return undefined;
  return timesOurs >= 1
    ? `we are ${threeDigits(timesOurs)}× faster`
    : `we are ${threeDigits(1 / timesOurs)}× SLOWER`;
}

function renderBeside({ goals, besideRatio }: Line): string | undefined {
  const floor = goals?.target.beside?.floor;
  return floor === undefined || besideRatio === undefined
    ? undefined
    : `${renderRatio(besideRatio)} ${floor}`;
}

function renderGoal(goal: Goal | undefined, unit: Unit): string {
  if (goal === undefined) return "";
  const parts = [
    goal.ratio === undefined
      ? undefined
      : `≤ ${goal.ratio}×${goal.plus === undefined ? "" : ` + ${goal.plus} ms`}`,
    goal.beside === undefined ? undefined : `≤ ${goal.beside.ratio}× ${goal.beside.floor}`,
    goal.timesOurs === undefined ? undefined : `≥ ${goal.timesOurs}× ours`,
    goal.amount === undefined ? undefined : `≤ ${goal.amount}${UNIT_MARKS[unit]}`,
  ];
  return parts.filter((part) => part !== undefined).join(", ");
}

function renderRatio(ratio: number | undefined): string {
  return ratio === undefined ? "" : `${threeDigits(ratio)}×`;
}

function renderAmount(amount: number, unit: Unit): string {
  if (unit === "MB in all") return `${amount.toFixed(1)} MB`;
  if (unit === "MB") return `${amount < 0 ? "" : "+"}${amount.toFixed(1)} MB`;
  if (unit === "×") return renderRatio(amount);
  if (amount < 1) return `${threeDigits(amount * 1000)} µs`;
  return amount < 1000 ? `${threeDigits(amount)} ms` : `${threeDigits(amount / 1000)} s`;
}

function threeDigits(value: number): string {
  return value >= 100 ? String(Math.round(value)) : value.toPrecision(value < 1 ? 2 : 3);
}
