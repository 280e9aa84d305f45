/** What a client tells its model about the server as a whole. Clients cut it at 2 KB. */
export function renderInstructions({ isReadOnly }: { readonly isReadOnly: boolean }): string {
  const change = isReadOnly
    ? "This server is read-only: it has no tools that change files."
    : [
        "Changing files:",
        "- Read a file before you Edit or Write it; a change of a file that was not read, or that changed since, is refused and nothing is written. Read it again, then repeat the call.",
        "- Edit replaces text that occurs exactly once (or replace_all). Prefer it to Write for files that exist.",
        "- NotebookEdit changes one cell of a Jupyter notebook.",
        "- The user may be asked before a change. If they refuse, do not try another way; ask them how to go on.",
        "- Every change can be undone by the user.",
      ].join("\n");
  return [
    "File tools that never lose work. Use them instead of shell commands: Read, not cat, head or tail; Edit, not sed or awk; Write, not echo or heredocs; Grep, not grep or rg; Glob, not find or ls.",
    "",
    "Looking at files:",
    "- Paths are absolute.",
    "- Read shows text with line numbers, pictures, PDFs and notebooks. The numbers and the arrow are not part of the file.",
    "- Glob finds files by name, newest first. Grep searches contents with regular expressions.",
    "- A result that was cut says how to get the rest.",
    "",
    change,
    "",
    "An error says what to do next.",
  ].join("\n");
}
