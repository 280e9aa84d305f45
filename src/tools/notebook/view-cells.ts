/** Cells as Read shows them: outputs are cut as far as it takes for the whole to fit, and the cells never. */
import type { CellRange, OpenNotebook, OutputShare } from "../../media/notebook/open-notebook.js";
import { joinPieces, type NotebookPiece } from "../../notebook/render-notebook.js";
import { judgeTokens } from "../../tokens/token-gate.js";
import type { CallContext } from "../context.js";

/** Tried in this order. A single cell is asked for to see what was cut, and shown without outputs rather than not at all. */
const SEVERAL_CELLS: readonly OutputShare[] = [
  { maxOutputCharacters: 4000 },
  { maxOutputCharacters: 1000, maxOutputs: 100 },
  { maxOutputCharacters: 250, maxOutputs: 10 },
];
const ONE_CELL: readonly OutputShare[] = [
  { maxOutputCharacters: 100_000 },
  { maxOutputCharacters: 30_000, maxOutputs: 1000 },
  { maxOutputCharacters: 8000, maxOutputs: 300 },
  ...SEVERAL_CELLS,
  { maxOutputCharacters: 0, maxOutputs: 0 },
];

export type CellsView =
  | { readonly kind: "view"; readonly pieces: readonly NotebookPiece[]; readonly text: string }
  | { readonly kind: "too-long"; readonly tokens: number };

export async function viewCells(
  notebook: OpenNotebook,
  range: CellRange,
  { session, tokens }: CallContext,
): Promise<CellsView> {
  const { limits } = session;
  let tooLong: CellsView = { kind: "too-long", tokens: 0 };
  for (const share of range.maxCells === 1 ? ONE_CELL : SEVERAL_CELLS) {
    const pieces = await notebook.render(range, share);
    const text = textOf(pieces);
    const verdict = await judgeTokens(text, limits.maxTokens, tokens);
    if (verdict.fits) return { kind: "view", pieces, text };
    tooLong = { kind: "too-long", tokens: verdict.tokens };
  }
  return tooLong;
}

function textOf(pieces: readonly NotebookPiece[]): string {
  return joinPieces(pieces)
    .map((part) => (part.kind === "text" ? part.text : ""))
    .join("\n");
}
