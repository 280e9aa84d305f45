/** ripgrep and git run by hand: what Glob and Grep are held against. */

import { execFileSync, spawnSync } from "node:child_process";
import { join } from "node:path";
import { rgPath } from "@vscode/ripgrep";
import { toFoundPath } from "../../src/search/found-path.js";

/** Where they run, and which home they are told. */
export interface RawPlace {
  readonly root: string;
  readonly home: string;
}

/** The home that the toolkits of `tempWorkspace` are told. */
export function placeOf({ root }: { readonly root: string }): RawPlace {
  return { root, home: join(root, "..", "home") };
}

const commonArguments: readonly string[] = [
  "--no-config",
  "--hidden",
  ...[".git", ".svn", ".hg", ".bzr", ".jj", ".sl"].map((name) => `--glob=!${name}`),
];

export function runRipgrep({ root, home }: RawPlace, commandArguments: readonly string[]): Buffer {
  const { status, stdout, stderr } = spawnSync(rgPath, commandArguments, {
    cwd: root,
    env: { HOME: home },
    maxBuffer: 1 << 28,
    stdio: ["ignore", "pipe", "pipe"],
  });
  if (status !== 0 && status !== 1) throw new Error(`ripgrep failed: ${stderr.toString("utf8")}`);
  return stdout;
}

/** All files that ripgrep sees, below the root. */
export function listByRipgrep(place: RawPlace, extra: readonly string[] = []): string[] {
  const output = runRipgrep(place, [...commonArguments, ...extra, "--files", "--null", "./"]);
  return namesIn(output).toSorted();
}

/** All files that git would add, and links. */
export function listByGit({ root, home }: RawPlace): string[] {
  const command = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
  const env = { HOME: home, GIT_CONFIG_NOSYSTEM: "1", PATH: process.env["PATH"] };
  return namesIn(execFileSync("git", command, { cwd: root, env })).toSorted();
}

function namesIn(output: Buffer): string[] {
  // Latin-1 there and back, because splitting needs text and the names need not be any.
  const names = output.toString("latin1").split("\0").slice(0, -1);
  return names.map((name) => toFoundPath(Buffer.from(name, "latin1")).text);
}

export interface RawQuery {
  readonly pattern: string;
  readonly flags: readonly string[];
}

function searchArguments({ pattern, flags }: RawQuery): string[] {
  return [...commonArguments, "--crlf", ...flags, "--null", "-e", pattern, "./"];
}

export function filesByRipgrep(place: RawPlace, query: RawQuery): string[] {
  return namesIn(runRipgrep(place, ["-l", ...searchArguments(query)])).toSorted();
}

/** `name:count`, by path. */
export function countsByRipgrep(place: RawPlace, query: RawQuery): string[] {
  const output = runRipgrep(place, [
    "--count-matches",
    "--with-filename",
    "--sort=path",
    ...searchArguments(query),
  ]);
  const counts: string[] = [];
  for (let from = 0; from < output.length; ) {
    const middle = output.indexOf(0, from);
    const end = output.indexOf("\n", middle);
    const count = output.toString("latin1", middle + 1, end).trim();
    counts.push(`${toFoundPath(output.subarray(from, middle)).text}:${count}`);
    from = end + 1;
  }
  return counts;
}

export interface FoundEntry {
  readonly name: string;
  readonly number: number;
  readonly isMatch: boolean;
  readonly text: string;
}

/** What ripgrep says of a file that turned out to be binary stands between the lines, with no NUL behind its name. */
const notice = /^(?:[^\0]*?)(?:binary file matches|WARNING: stopped searching binary file) [^\n\0]*\n/;

export function linesByRipgrep(place: RawPlace, query: RawQuery): FoundEntry[] {
  const output = runRipgrep(place, [
    "-n",
    "--sort=path",
    "--no-heading",
    "--with-filename",
    "--no-context-separator",
    ...searchArguments(query),
  ]).toString("latin1");
  const entries: FoundEntry[] = [];
  for (let rest = output.replace(notice, ""); rest !== ""; rest = rest.replace(notice, "")) {
    const found = /^([^\0]*)\0(\d+)([:-])([^\n]*)\n/.exec(rest);
    if (found === null) throw new Error(`not understood: ${JSON.stringify(rest.slice(0, 200))}`);
    const [whole, name = "", number = "", mark = "", text = ""] = found;
    entries.push({
      name: toFoundPath(Buffer.from(name, "latin1")).text,
      number: Number(number),
      isMatch: mark === ":",
      text: Buffer.from(text.replace(/\r$/, ""), "latin1").toString("utf8"),
    });
    rest = rest.slice(whole.length);
  }
  return entries;
}

/**
 * The lines of a Grep's content, each with the name of its file below the root. A heading is the first line of a group, even
 * if it looks like a quoted line: with line numbers, nothing but the space between two groups is empty.
 */
export function readContent(content: string, root: string): FoundEntry[] {
  const [first = "", ...others] = content.split("\n");
  const folder = /^In (.*):$/s.exec(first)?.[1];
  const entries: FoundEntry[] = [];
  let name: string | undefined;
  for (const line of folder === undefined ? [first, ...others] : others) {
    const found = /^(\d+)([:-])(.*)$/s.exec(line);
    if (line === "") name = undefined;
    else if (name === undefined)
      name = (folder === undefined ? line : `${folder}/${line.replace(/^\.\//, "")}`).slice(root.length + 1);
    else if (found !== null) {
      const [, number = "", mark = "", text = ""] = found;
      entries.push({ name, number: Number(number), isMatch: mark === ":", text });
    }
  }
  return entries;
}
