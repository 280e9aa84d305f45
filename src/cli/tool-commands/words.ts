/**
 * What a schema can't say: shorter names for a person to type, and examples. A field or a tool that is not named here
 * still has its command and its option, under its own name.
 */

/** Names of options in the place of the field's own. */
export const optionNames: Readonly<Record<string, string>> = {
  old_string: "old",
  new_string: "new",
  new_source: "source",
  "-A": "after-context",
  "-B": "before-context",
  "-i": "ignore-case",
  "-n": "line-number",
  "-o": "only-matching",
};

/** Switches that are on unless they are switched off. */
export const switchedOn: ReadonlySet<string> = new Set(["-n"]);

/** Tools that run ripgrep. */
export const searching: ReadonlySet<string> = new Set(["Glob", "Grep"]);

/** Content that may be left out because another field, with this value, says that there is none. */
export const emptyBeside: Readonly<Record<string, { readonly field: string; readonly value: string }>> = {
  new_source: { field: "edit_mode", value: "delete" },
};

export interface Example {
  readonly words: string;
  readonly meaning: string;
}

export const examples: Readonly<Record<string, readonly Example[]>> = {
  Read: [
    { words: "read src/app.ts", meaning: "the whole file" },
    { words: "read big.log --offset 2000 --limit 50", meaning: "lines 2000 to 2049" },
    { words: "read paper.pdf --pages 1-3", meaning: "pages of a PDF" },
  ],
  Write: [
    { words: "write notes.md --content-file draft.md", meaning: "from another file" },
    { words: "date | filewright write now.txt --yes", meaning: "from standard input, without a question" },
    { words: "write notes.md --content-file draft.md --dry-run", meaning: "only what would change" },
  ],
  Edit: [
    { words: "edit app.ts --old 'port = 80' --new 'port = 8080'", meaning: "one place" },
    { words: "edit app.ts --old colour --new color --replace-all", meaning: "every place" },
    { words: "edit app.ts --old-file old.txt --new - < new.txt", meaning: "longer texts" },
  ],
  Glob: [
    { words: "glob '**/*.ts'", meaning: "below the working directory, newest first" },
    { words: "glob '*.md' docs", meaning: "in another folder" },
  ],
  Grep: [
    { words: "grep 'class \\w+Error'", meaning: "which files" },
    { words: "grep 'function \\w+' src -C 2", meaning: "lines, with context" },
    { words: "grep -i error --glob '*.log' -c", meaning: "how often" },
  ],
  NotebookEdit: [
    { words: "notebook-edit a.ipynb --cell-id '#0' --source 'print(1)'", meaning: "another source" },
    {
      words: "notebook-edit a.ipynb --edit-mode insert --cell-type markdown --source '# Title'",
      meaning: "a new first cell",
    },
    { words: "notebook-edit a.ipynb --cell-id '#3' --edit-mode delete", meaning: "a cell less" },
  ],
};
