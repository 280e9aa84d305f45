/** What a language server has found at one place of a file. */
export interface Diagnostic {
  /** The first line is 1, as everywhere here. */
  readonly line: number;
  /** In UTF-16 units; the first is 1. */
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
  readonly severity: "error" | "warning" | "information" | "hint";
  readonly message: string;
  readonly code?: string;
  /** Who says so: "ts", "Pyright". */
  readonly source?: string;
}
