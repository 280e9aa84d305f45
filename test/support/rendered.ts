/** Cells as they are shown. */
import { type NotebookPart, type RenderOptions, renderNotebook } from "../../src/notebook/render-notebook.js";
import { parseValid } from "./notebooks.js";

const everything: RenderOptions = {
  firstCell: 0,
  maxCells: Number.POSITIVE_INFINITY,
  maxOutputCharacters: Number.POSITIVE_INFINITY,
  hint: (index) => `Read with offset ${index + 1} and limit 1`,
};

export function showCells(
  cells: readonly unknown[],
  options: Partial<RenderOptions> = {},
  metadata: unknown = {},
): NotebookPart[] {
  const text = JSON.stringify({ cells, metadata, nbformat: 4, nbformat_minor: 5 });
  return renderNotebook(parseValid(text), { ...everything, ...options });
}

/** What stands in the outputs of a code cell, each without its tags; images as their type. */
export function showOutputs(outputs: readonly unknown[], options: Partial<RenderOptions> = {}): string[] {
  const cell = { cell_type: "code", id: "c", metadata: {}, source: "", execution_count: 1, outputs };
  return showCells([cell], options).flatMap((part) =>
    part.kind === "image"
      ? [`<<${part.mimeType}>>`]
      : [...part.text.matchAll(/<output cell="c"[^\n]*>\n(.*?)\n?<\/output>/gs)].map(([, body = ""]) => body),
  );
}
