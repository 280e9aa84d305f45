/** The cells of one row of lines: numbers and text, one below the other or side by side. */
import type { JSX } from "preact";
import { type CodeLooks, codeText } from "./code-text.js";
import type { DiffLine } from "./diff-lines-of-hunk.js";
import type { DiffLayout } from "./rows.js";

interface Lines {
  readonly left: DiffLine | undefined;
  readonly right: DiffLine | undefined;
}

type LooksOf = (line: DiffLine) => CodeLooks;

/** No components, and no more elements than it takes: scrolling makes rows by the hundred. */
export function lineCells({ left, right }: Lines, layout: DiffLayout, looksOf: LooksOf): JSX.Element[] {
  if (layout === "split") {
    return [...sideCells(left, left?.oldNumber, looksOf), ...sideCells(right, right?.newNumber, looksOf)];
  }
  const line = left ?? right;
  if (line === undefined) return [];
  return [numberCell(line.oldNumber, line.kind), ...sideCells(line, line.newNumber, looksOf)];
}

function sideCells(line: DiffLine | undefined, number: number | undefined, looksOf: LooksOf): JSX.Element[] {
  if (line === undefined) {
    return [
      <span role="cell" class="diff-number diff-sign diff-nothing" />,
      <span role="cell" class="diff-code diff-nothing" />,
    ];
  }
  return [
    numberCell(number, `sign diff-${line.kind}`),
    <span role="cell" class={`diff-code diff-${line.kind}`}>
      <code class="diff-text">{codeText(line, looksOf(line))}</code>
    </span>,
  ];
}

function numberCell(number: number | undefined, look: string): JSX.Element {
  return (
    <span role="cell" class={`diff-number diff-${look}`}>
      {number === 0 ? "" : number}
    </span>
  );
}
