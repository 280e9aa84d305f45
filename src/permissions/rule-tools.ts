/** The tools that rules can name, and whose rules are none of ours. */
import type { Operation } from "./access.js";

/** Rules with a path speak of reading or writing, whichever tool they name; only Read and Edit should be named. */
export const pathTools: Readonly<Record<string, Operation>> = {
  Read: "read",
  Glob: "read",
  Grep: "read",
  LS: "read",
  NotebookRead: "read",
  Edit: "write",
  Write: "write",
  MultiEdit: "write",
  NotebookEdit: "write",
};

export const ownTools: readonly string[] = ["Read", "Write", "Edit", "Glob", "Grep", "NotebookEdit"];

/** The name under which an operation is written in rules. */
export const familyNames: Readonly<Record<Operation, "Read" | "Edit">> = { read: "Read", write: "Edit" };

/** Tools of other programs that come near enough to ours by their letters. */
export const foreignTools: ReadonlySet<string> = new Set(["LSP", "Task", "Agent", "Skill", "Bash", "Exit"]);

/** Tools by their name, in which a star stands for anything. */
export function nameMatcher(name: string): RegExp {
  const source = name
    .split("*")
    .map((part) => part.replace(/[\\^$.|?+()[\]{}]/g, "\\$&"))
    .join(".*");
  return new RegExp(`^${source}$`, name.includes("*") ? "is" : "s");
}
