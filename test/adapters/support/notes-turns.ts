/** What scripted models do with the one file that most scenes have. */
import type { TempWorkspace } from "../../support/workspace.js";
import type { Turn } from "./agents.js";

export const NOTES = "alpha\nbeta\n";

export function look(workspace: TempWorkspace): Turn {
  return { calls: [{ tool: "Read", input: { file_path: workspace.path("notes.txt") } }] };
}

export function change(workspace: TempWorkspace, from: string, to: string): Turn {
  const input = { file_path: workspace.path("notes.txt"), old_string: from, new_string: to };
  return { calls: [{ tool: "Edit", input }] };
}

/** What most scenes are about: a look, and an edit that a person is asked about. */
export function readAndEdit(workspace: TempWorkspace): readonly Turn[] {
  return [look(workspace), change(workspace, "beta", "BETA")];
}
