/** Which of its outputs `filewright grep` shows, by the flags that people know from other programs. */
import { type Command, Option } from "commander";
import { UsageError } from "./usage-error.js";

/** Short for a mode. */
const shortcuts = [
  { flags: "-l, --files-with-matches", mode: "files_with_matches", description: "Only the names of files." },
  { flags: "-c, --count", mode: "count", description: "How many matches each file has." },
] as const;

/** Flags that say something about lines, so lines are what is wanted. */
const ofLines = ["-A", "-B", "-C", "context", "-n", "-o"] as const;

export function addModeShortcuts(command: Command): void {
  for (const { flags, description } of shortcuts) command.addOption(new Option(flags, description));
}

/** The input with its mode. Throws UsageError if the flags ask for two different ones. */
export function chooseGrepMode(
  input: Readonly<Record<string, unknown>>,
  flags: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const asked: { readonly flag: string; readonly mode: string }[] = [];
  if (typeof input["output_mode"] === "string") {
    asked.push({ flag: `--output-mode ${input["output_mode"]}`, mode: input["output_mode"] });
  }
  for (const { flags: names, mode } of shortcuts) {
    const option = new Option(names);
    if (flags[option.attributeName()] === true) asked.push({ flag: option.short ?? names, mode });
  }
  for (const field of ofLines) {
    if (input[field] === undefined) continue;
    const flag = field.startsWith("-") ? field : `--${field}`;
    asked.push({ flag: input[field] === false ? "--no-line-number" : flag, mode: "content" });
  }
  const [first, ...others] = asked;
  if (first === undefined) return { ...input };
  const other = others.find(({ mode }) => mode !== first.mode);
  if (other === undefined) return { ...input, output_mode: first.mode };
  throw new UsageError(
    `${first.flag} ${shows[first.mode] ?? ""}, and ${other.flag} ${shows[other.mode] ?? ""}: give one of them.`,
  );
}

const shows: Readonly<Record<string, string>> = {
  files_with_matches: "lists files",
  count: "counts matches",
  content: "shows lines",
};
