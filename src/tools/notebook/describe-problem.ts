import type { NotebookProblem } from "../../notebook/notebook.js";

/** "invalid JSON at line 12, column 3: expected a comma"; a phrase for a sentence. */
export function describeProblem({ kind, detail, line, column }: NotebookProblem): string {
  const place =
    line === undefined ? "" : ` at line ${line}${column === undefined ? "" : `, column ${column}`}`;
  return kind === "invalid-json" ? `invalid JSON${place}: ${detail}` : `${detail}${place}`;
}
