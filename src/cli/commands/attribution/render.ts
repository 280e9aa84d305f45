/** An account as rows of a table, and as the line that goes into a commit message. Pure. */
import type { Attribution, AttributionTotals } from "../../../attribution/attribution.js";
import type { Tally } from "../../../attribution/tagged-text.js";
import { plural } from "../../../text/quantities.js";
import type { Cell } from "../../table.js";

type Numbers = Pick<AttributionTotals, "tools" | "elsewhere">;

const HEADINGS = ["tools", "elsewhere", "share", "file"] as const;

/** A row for each file under the headings, and one for all of them where there are several. */
export function toRows({ files, totals }: Attribution, nameOf: (path: string) => string): Cell[][] {
  const rows = files.map((file) => ({
    numbers: [...numbersOf(file), renderShare(file)],
    name: nameOf(file.path) + (file.movedFrom === undefined ? "" : ` (was ${nameOf(file.movedFrom)})`),
  }));
  if (files.length > 1) rows.push({ numbers: [...numbersOf(totals), renderShare(totals)], name: "in all" });
  const widths = HEADINGS.map((heading, column) =>
    Math.max(heading.length, ...rows.map(({ numbers }) => numbers[column]?.length ?? 0)),
  );
  const isLast = (row: number): boolean => files.length > 1 && row === rows.length - 1;
  return [
    HEADINGS.map((text, column) => ({ text: alignRight(text, column, widths), colour: "dim" as const })),
    ...rows.map(({ numbers, name }, row): Cell[] => [
      ...numbers.map((text, column) => ({ text: alignRight(text, column, widths) })),
      { text: name, colour: isLast(row) ? undefined : "bold" },
    ]),
  ];
}

function alignRight(text: string, column: number, widths: readonly number[]): string {
  return column === HEADINGS.length - 1 ? text : text.padStart(widths[column] ?? 0);
}

function numbersOf({ tools, elsewhere }: Numbers): readonly string[] {
  return [tools, elsewhere].map(
    ({ lines, characters }) => `${plural(lines, "line")}, ${plural(characters, "char")}`,
  );
}

/** By lines, in whole percent. */
function renderShare({ tools, elsewhere }: Numbers): string {
  const lines = tools.lines + elsewhere.lines;
  return lines === 0 ? "" : `${Math.round((100 * tools.lines) / lines)}%`;
}

/** As `git interpret-trailers` reads it. */
export function renderTrailer({ totals, uncounted }: Attribution): string {
  const { tools, elsewhere } = totals;
  const parts = [
    `tools=${renderTally(tools)}`,
    `elsewhere=${renderTally(elsewhere)}`,
    `share=${renderShare(totals) || "0%"}`,
    ...(uncounted.length === 0 ? [] : [`uncounted=${plural(uncounted.length, "file")}`]),
  ];
  return `Filewright-Attribution: ${parts.join("; ")}`;
}

function renderTally({ lines, characters }: Tally): string {
  return `${lines} lines/${characters} chars`;
}
