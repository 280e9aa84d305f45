/** How one conversation's changes are matched, judged and written; setting-fields.ts has the defaults. */
export interface ChangeRules {
  /** What happens to an Edit of a file that changed outside since it was read; "rebase" applies it where that is safe. */
  readonly staleEdits: "refuse" | "rebase";
  /** What an Edit, or a NotebookEdit, needs to have been shown: the lines (cells) it replaces, or the whole file. */
  readonly editRequires: "seen-lines" | "whole-file";
  /** "exact" stops after the first tier of matching. */
  readonly matching: "relaxed" | "exact";
  /** Whether blanks at the end of new lines are dropped, where neither the format nor `.editorconfig` keeps them. */
  readonly trailingBlanks: "strip" | "keep";
  /** "preserve" gives what Write is sent the line endings of the file it replaces. */
  readonly lineEndings: "as-sent" | "preserve";
}
