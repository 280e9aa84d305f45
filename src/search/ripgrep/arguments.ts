/**
 * Arguments for ripgrep: pure, and the one place that knows its options. Everything a caller gives is attached to its
 * option by `=` or stands behind `--`, so that no text can become an option. Settings files are not read.
 */
import { ripgrepLabelOf } from "../encodings/labels.js";
import type { LineQuery, Scope, TextQuery } from "../query.js";

/** Folders in which version control keeps its own files. */
export const versionControlNames: readonly string[] = [".git", ".svn", ".hg", ".bzr", ".jj", ".sl"];
/** The name under which a scope's name globs are declared as a file type. */
const OWN_TYPE = "filewright";
/** Longer lines come cut, with all their matches but the first untold; the reader then looks for itself. */
export const MAX_LINE_BYTES = 2000;

/** Ignore files by the options that switch them off: `.gitignore`, `.ignore` and `.rgignore`, git's own, all above the folder. */
export type IgnoreFileKind = "git" | "other" | "exclude" | "above";

const ignoreOptions: Readonly<Record<IgnoreFileKind, string>> = {
  git: "--no-ignore-vcs",
  other: "--no-ignore-dot",
  exclude: "--no-ignore-exclude",
  above: "--no-ignore-parent",
};

/** Keeps ripgrep from reading ignore files of these kinds. */
export function withoutIgnoreFiles(kinds: Iterable<IgnoreFileKind>): string[] {
  return [...kinds].map((kind) => ignoreOptions[kind]);
}

/** On one thread, which is the quickest way through few files, or on all. */
export type Threads = "one" | "all";

export function listArguments(scope: Scope, threads: Threads): string[] {
  return [
    ...commonArguments(scope),
    ...threadArguments(threads),
    "--files",
    "--null",
    ...placeArguments(scope),
  ];
}

export function filesWithMatchesArguments(scope: Scope, query: TextQuery, threads: Threads): string[] {
  return [
    ...commonArguments(scope),
    ...threadArguments(threads),
    ...queryArguments(query),
    "--files-with-matches",
    "--null",
    ...placeArguments(scope),
  ];
}

export function countArguments(scope: Scope, query: TextQuery, threads: Threads): string[] {
  return [
    ...commonArguments(scope),
    ...threadArguments(threads),
    ...queryArguments(query),
    // Lines would be counted by --count; a line with two matches is two.
    "--count-matches",
    "--with-filename",
    "--null",
    ...placeArguments(scope),
  ];
}

/** Lines as `parseLines` reads them. On one thread files come in the order of their paths; else as they are ready. */
export function lineArguments(scope: Scope, query: LineQuery, threads: Threads): string[] {
  return [
    ...commonArguments(scope),
    ...threadArguments(threads),
    ...queryArguments(query),
    ...(threads === "one" ? ["--sort=path"] : []),
    ...(query.onlyMatching ? ["--only-matching"] : []),
    ...(query.before > 0 ? [`--before-context=${query.before}`] : []),
    ...(query.after > 0 ? [`--after-context=${query.after}`] : []),
    isSingle(scope) ? "--no-filename" : "--with-filename",
    "--heading",
    "--null",
    "--line-number",
    "--column",
    "--byte-offset",
    `--max-columns=${MAX_LINE_BYTES}`,
    "--max-columns-preview",
    "--field-match-separator=:",
    "--field-context-separator=-",
    "--context-separator=\\x00",
    ...placeArguments(scope),
  ];
}

/** Files that contain any of some byte patterns, whatever they are otherwise. */
export function candidateArguments(scope: Scope, needles: readonly string[]): string[] {
  return [
    ...commonArguments(scope),
    ...needles.map((needle) => `--regexp=${needle}`),
    "--text",
    "--files-with-matches",
    "--null",
    ...placeArguments(scope),
  ];
}

/** Whether one file is searched, whose name need not be printed. */
export function isSingle({ files }: Scope): boolean {
  return files?.length === 1;
}

/** The types ripgrep knows, for the sake of a suggestion. */
export const typeListArguments: readonly string[] = ["--no-config", "--type-list"];

function commonArguments(scope: Scope): string[] {
  return [
    "--no-config",
    "--color=never",
    "--hidden",
    // Faults in a project's ignore files are not the searcher's business.
    "--no-ignore-messages",
    ...(scope.obeysIgnoreFiles ? [] : ["--no-ignore"]),
    // Only excluding globs: an including one would have ripgrep forget the ignore files.
    ...versionControlNames.map((name) => `--glob=!${name}`),
    ...(scope.excludedFolders ?? []).map((folder) => `--glob=!/${escapeGlob(folder)}`),
    ...typeArguments(scope),
  ];
}

/**
 * Types are asked after the ignore files, which is why name globs go as one. Several types add up instead of narrowing,
 * so a caller's type goes alone; what it lets through besides is turned down by `accepts`.
 */
function typeArguments({ type, nameGlobs, files }: Scope): string[] {
  if (files !== undefined) return [];
  if (type !== undefined) return [`--type=${type}`];
  if (nameGlobs === undefined) return [];
  return [...nameGlobs.map((glob) => `--type-add=${OWN_TYPE}:${glob}`), `--type=${OWN_TYPE}`];
}

function threadArguments(threads: Threads): string[] {
  return threads === "one" ? ["--threads=1"] : [];
}

function queryArguments(query: TextQuery): string[] {
  const label = query.encoding === undefined ? undefined : ripgrepLabelOf(query.encoding);
  return [
    `--regexp=${query.pattern}`,
    // A line ends before its carriage return, for `$` as it does for Read.
    "--crlf",
    ...(query.ignoreCase ? ["--ignore-case"] : ["--case-sensitive"]),
    ...(query.multiline ? ["--multiline", "--multiline-dotall"] : []),
    // What was told to be text is not to be taken for binary.
    ...(label === undefined ? [] : [`--encoding=${label}`, "--text"]),
  ];
}

/** A name as a glob that matches it alone. Blanks at its end would be taken off, and another name be meant. */
function escapeGlob(name: string): string {
  return name
    .replace(/[\\*?[\]{}!#]/g, (special) => `\\${special}`)
    .replace(/[\s\u0085]$/u, (blank) => `[${blank}]`);
}

function placeArguments({ files }: Scope): string[] {
  return ["--", ...(files?.map((file) => `./${file}`) ?? ["."])];
}
