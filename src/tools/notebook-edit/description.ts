/** Every sentence here is a promise that a test keeps. */
export function describeNotebookEdit(): string {
  return `Changes one cell of a Jupyter notebook (.ipynb). Edit does not work on notebooks.

- notebook_path must be an absolute path; ~ stands for the home directory.
- The notebook must have been read first, and not have changed since; otherwise the call is refused.
- edit_mode replace (the default) gives the cell cell_id a new source; insert puts a new cell after cell_id, or at the beginning without one; delete removes the cell.
- cell_id is the id that Read shows: the cell's own, or #index where it has none.
- new_source is the whole source of the cell, without the tags that Read puts around it. With delete send an empty string.
- cell_type is required with insert. With replace it may be left out; another type converts the cell.
- Replacing a code cell clears its outputs and its execution count. Nothing else in the file changes, not even its formatting.
- One call changes one cell. An insert or delete moves the #index of the cells behind it; the result shows the new ones. Calls that name such a cell wait for that result.
- The write is atomic, and the old content stays in the history.`;
}
