/** The text of a search as a person reads it: files by their path from the working directory. */
import { relative, sep } from "node:path";
import { isInside } from "../fs/containment.js";
import { visible } from "../text/visible.js";
import { findCommonFolder, relativeTo } from "../tools/common-folder.js";

/** What the outputs of searches have in common. */
interface SearchOutput {
  readonly filenames: readonly string[];
  /** Grep's; in content mode the lines of a file follow its name. */
  readonly mode?: string;
}

export function findSearchOutput(output: unknown): SearchOutput | undefined {
  const isSearch = typeof output === "object" && output !== null && "filenames" in output;
  return isSearch && Array.isArray(output.filenames) ? (output as SearchOutput) : undefined;
}

/** Files outside the working directory keep their absolute path. */
export function shortenPaths(
  text: string,
  { filenames, mode }: SearchOutput,
  workingDirectory: string,
): string {
  const folder = findCommonFolder(filenames);
  const short = new Map(
    filenames.map((path) => [visible(relativeTo(folder, path)), visible(fromHere(path, workingDirectory))]),
  );
  const heading = folder === undefined ? undefined : `In ${visible(folder)}:`;
  const lines = text.split("\n");
  // Paths from the working directory include it.
  const at = lines.slice(0, 2).findIndex((line) => line === heading);
  if (at !== -1) lines.splice(at, 1);
  if (mode === "content") return shortenHeadings(lines, short).join("\n");
  return lines.map((line) => shortenName(line, short)).join("\n");
}

/** A name alone, or a name with its count. */
function shortenName(line: string, short: ReadonlyMap<string, string>): string {
  const count = /:\d+$/.exec(line)?.[0] ?? "";
  const counted = short.get(line.slice(0, line.length - count.length));
  return short.get(line) ?? (counted === undefined ? line : counted + count);
}

/** The names of files are at the starts of groups, in order. Lines elsewhere are left alone. */
function shortenHeadings(lines: readonly string[], short: ReadonlyMap<string, string>): readonly string[] {
  const names = [...short];
  let next = 0;
  return lines.map((line, index) => {
    const [name, shortened] = names[next] ?? [];
    const isHeading = line === name && (index === 0 || lines[index - 1] === "");
    if (!isHeading || shortened === undefined) return line;
    next += 1;
    return shortened;
  });
}

function fromHere(path: string, workingDirectory: string): string {
  if (!isInside(path, workingDirectory) || path === workingDirectory) return path;
  const name = relative(workingDirectory, path).split(sep).join("/");
  // Another program that is given the name must not take it for an option.
  return name.startsWith("-") ? `./${name}` : name;
}
