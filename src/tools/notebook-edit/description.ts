/** Every sentence here is a promise that a test keeps. */
export function describeNotebookEdit(): string {
  return `Changes one cell of a Jupyter notebook (.ipynb).

- Read must have shown the cell in the notebook's present version.
- edit_mode: replace (default) gives cell_id a new source; insert adds a cell after cell_id, or at the beginning without one; delete removes the cell.
- Replacing a code cell clears its outputs and execution count; another cell_type converts it. Nothing else in the file changes.
- insert and delete move the #index of the cells after it; the result shows the new ones.`;
}
