import type { ChangeRules } from "../../session/change-rules.js";

/** Every sentence here is a promise that a test keeps. */
export function describeNotebookEdit({ editRequires }: Pick<ChangeRules, "editRequires">): string {
  const shown = editRequires === "whole-file" ? "all cells" : "the cell";
  return `Changes one cell of a Jupyter notebook (.ipynb).

- Read must have shown ${shown} in the notebook's present version.
- edit_mode: replace (default) gives cell_id a new source; insert adds a cell after cell_id, or at the beginning without one; delete removes the cell.
- Replacing a code cell clears its outputs and execution count; another cell_type converts it. Nothing else in the file changes.
- insert and delete change the #index of the cells after it.`;
}
