/**
 * Right answers of searches, made the simple way: ripgrep's whole list, ordered and cut by us. Each function answers with a
 * judge, which throws when an answer of ours is another one.
 */
import { lstatSync } from "node:fs";
import { basename, join } from "node:path";
import type { ToolOutputs } from "filewright";
import { expectSame } from "./answers.js";
import { type RipgrepRun, readRipgrepLines } from "./ripgrep.js";

type FileList = Pick<ToolOutputs["Grep"], "filenames"> & { readonly total: number | undefined };

/** As many as there are, none shown twice, and none newer left out; files of the same moment may come in any order. */
export async function newestFirst(run: RipgrepRun, limit: number): Promise<(answer: FileList) => void> {
  const moments = (await readRipgrepLines(run)).map((name) => momentOf(join(run.directory, name)));
  const newest = moments.toSorted((a, b) => b - a).slice(0, limit);
  return judgeNewest(moments.length, newest);
}

/** Holds no more than it needs: memory would weigh on every program that is started. */
function judgeNewest(all: number, newest: readonly number[]): (answer: FileList) => void {
  return ({ filenames, total }) => {
    expectSame(String(total), String(all), "the number of files");
    expectSame(String(new Set(filenames).size), String(newest.length), "the number of shown files");
    expectSame(filenames.map(momentOf).join("\n"), newest.join("\n"), "newest first");
  };
}

function momentOf(path: string): number {
  return lstatSync(path).mtimeMs;
}

/** Sums over all files, and the count of each that is shown. */
export async function counted(
  run: RipgrepRun,
  limit: number,
): Promise<(answer: ToolOutputs["Grep"]) => void> {
  const lines = await readRipgrepLines(run);
  const counts = new Map(
    lines.map((line) => {
      const end = line.lastIndexOf(":");
      return [join(run.directory, line.slice(0, end)), Number(line.slice(end + 1))] as const;
    }),
  );
  const sum = [...counts.values()].reduce((total, count) => total + count, 0);
  return ({ filenames, content = "", totalFiles, numMatches }) => {
    expectSame(`${numMatches} in ${totalFiles}`, `${sum} in ${counts.size}`, "the number of matches");
    expectSame(String(new Set(filenames).size), String(Math.min(limit, counts.size)), "the shown files");
    const wanted = filenames.map((path) => `${path}:${counts.get(path)}`);
    expectSame(namedWhole(content).join("\n"), wanted.join("\n"), "the counts");
    const most = [...counts.values()].toSorted((a, b) => b - a).slice(0, limit);
    expectSame(filenames.map((path) => counts.get(path)).join("\n"), most.join("\n"), "most matches first");
  };
}

/** The lines of `path:count`, with paths that no longer depend on the folder that the heading names. */
function namedWhole(content: string): string[] {
  const lines = content.split("\n");
  const [, folder = ""] = /^In (.*):$/.exec(lines[1] ?? "") ?? [];
  return lines.filter((line) => /:\d+$/.test(line)).map((line) => join(folder, line));
}

/** Which lines of which files, in the order of paths. `run` prints `path:number:text` in that order. */
export async function linesByPath(
  run: RipgrepRun,
  limit: number,
): Promise<(answer: ToolOutputs["Grep"]) => void> {
  const lines = await readRipgrepLines(run, limit);
  const places = lines.map((line) => {
    const [, path = "", number = ""] = /^(.*?):(\d+):/.exec(line) ?? [];
    return `${join(run.directory, path)}:${number}`;
  });
  return ({ content = "" }) => expectSame(placesOf(content).join("\n"), places.join("\n"), "the lines");
}

/** Peers name files in their own way and order; what can be told is whether they name those that we show. */
export function judgePeerFiles(answer: string, newest: readonly string[]): string | undefined {
  const named = newest.filter((path) => answer.includes(basename(path))).length;
  if (named === 0) throw new Error("answers with other files");
  return named === newest.length ? undefined : `names ${named} of the ${newest.length} newest`;
}

/** The same of lines: right is a line that has the text, by whatever number and name it goes. */
export function judgePeerLines(answer: string, text: string, wanted: number): string | undefined {
  const shown = answer.split("\n").filter((line) => line.includes(text)).length;
  if (shown === 0) throw new Error("answers with other lines");
  return shown >= wanted ? undefined : `shows ${shown} of ${wanted} lines`;
}

/** From headings, of which the first may name a folder and the others a file, and lines that begin with their number. */
function placesOf(content: string): string[] {
  const places: string[] = [];
  const lines = content.split("\n");
  const [, folder = ""] = /^In (.*):$/.exec(lines[0] ?? "") ?? [];
  let path = "";
  for (const line of lines.slice(folder === "" ? 0 : 1)) {
    const [, number] = /^(\d+):/.exec(line) ?? [];
    if (number !== undefined) places.push(`${path}:${number}`);
    else if (line !== "") path = join(folder, line);
  }
  return places;
}
