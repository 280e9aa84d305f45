/** What the host and the thread that holds a large notebook say to each other: one request at a time, one reply to each. */
import type { NotebookProblem } from "../../notebook/notebook.js";
import type { NotebookPiece, RenderOptions } from "../../notebook/render-notebook.js";
import type { CellRange, CellSummary, OutputShare } from "./open-notebook.js";

export type NotebookRequest =
  | { readonly task: "open"; readonly bytes: Uint8Array }
  | { readonly task: "render"; readonly range: CellRange; readonly share: OutputShare }
  | { readonly task: "outline"; readonly maxCharacters: number };

export type NotebookReply =
  | { readonly kind: "opened"; readonly language: string; readonly cells: readonly CellSummary[] }
  | { readonly kind: "problem"; readonly problem: NotebookProblem }
  | { readonly kind: "rendered"; readonly pieces: readonly NotebookPiece[] }
  | { readonly kind: "outlined"; readonly text: string };

/** The same on both sides. A cell that is shown alone shows as much of its outputs as any Read does. */
export function toRenderOptions(range: CellRange, share: OutputShare): RenderOptions {
  const hint = (cell: number): string =>
    range.maxCells === 1
      ? "No Read shows more: use Grep to find single lines"
      : `Read with offset ${cell + 1} and limit 1 to see more`;
  return { ...range, ...share, hint };
}
