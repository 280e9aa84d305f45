/** Calls as words of the command line. */
import type { Call } from "./oracle.js";

const commands: Readonly<Record<string, string>> = {
  Read: "read",
  Write: "write",
  Edit: "edit",
  Glob: "glob",
  Grep: "grep",
  NotebookEdit: "notebook-edit",
};
/** Fields that come first, without a flag. */
const bare: ReadonlySet<string> = new Set(["file_path", "notebook_path"]);
const flags: Readonly<Record<string, string>> = {
  old_string: "--old",
  new_string: "--new",
  new_source: "--source",
  cell_id: "--cell-id",
  replace_all: "--replace-all",
  "-i": "--ignore-case",
  "-C": "-C",
};

export function toWords({ tool, input }: Call, common: readonly string[]): string[] {
  const command = commands[tool];
  if (command === undefined) return historyWords(tool, input, common);
  const named: string[] = [];
  const unnamed: string[] = [];
  for (const [name, value] of Object.entries(input)) {
    const isBare = bare.has(name) || (name === "pattern" && (tool === "Glob" || tool === "Grep"));
    if (isBare) unnamed.push(String(value));
    else if (value === false) continue;
    else
      named.push(flags[name] ?? `--${name.replaceAll("_", "-")}`, ...(value === true ? [] : [String(value)]));
  }
  return [command, ...common, "--json", ...named, "--", ...unnamed];
}

function historyWords(tool: string, input: Call["input"], common: readonly string[]): string[] {
  const { change, path, side, dryRun } = input as {
    readonly [Name in "change" | "path" | "side" | "dryRun"]?: string | boolean;
  };
  const which = String(change ?? path ?? "");
  const doing = ["--yes", ...(dryRun === true ? ["--dry-run"] : [])];
  switch (tool) {
    case "history.list":
      return [
        "history",
        ...common,
        "--json",
        "--diff",
        "--all",
        ...(path === undefined ? [] : ["--", which]),
      ];
    case "history.readContent":
      return ["history", "show", ...common, "--content", String(side ?? "before"), "--", which];
    case "history.diffs":
      return ["history", "show", ...common, "--json", "--", which];
    case "history.restore":
      return ["restore", ...common, ...doing, `--${String(side ?? "before")}`, "--", which];
    case "history.attribution":
      return ["attribution", ...common, "--json", ...(path === undefined ? [] : ["--", which])];
    case "history.rewind":
      return ["rewind", ...common, ...doing, "--scope", "all", "--to", which];
    case "history.redo":
      return ["redo", ...common, ...doing, "--json", "--", which];
    default:
      return ["undo", ...common, ...doing, "--json", "--", which];
  }
}
