/**
 * A project to search: source files in nested folders, with a `.git` folder, so that its ignore rules count, and an ignored
 * folder that holds a third of all files. Every file has its own moment of change, so that newest first is one order.
 */
import { mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { createSourceText } from "./fixture-text.js";

const FILES_PER_FOLDER = 20;
const FOLDERS_PER_FOLDER = 25;
/** Most of a project is of one kind. */
const EXTENSIONS = ["ts", "ts", "ts", "ts", "ts", "ts", "ts", "json", "md", "css"] as const;
const AVERAGE_LINE = 40;
const SHORTEST_FILE = 300;
const LONGEST_FILE = 6000;
/** Files are cut from one long text at places of their own: making each anew would take minutes. */
const SOURCE_BYTES = 4 * 1024 * 1024;
const FIRST_MOMENT_S = 1_600_000_000;

/** Rare enough that a search for it goes through everything and shows little; once on one line, once across two. */
const RARE_TEXT = "// a thundering herd\n// not a thundering\n// herd\n";
const RARE_EVERY = 5000;
/** A text over two lines that is in some files. */
const BLOCK_TEXT = "  return count;\n}\n";
const BLOCK_EVERY = 50;

/** `files` that are not ignored, and half as many again that are. */
export function writeTree(directory: string, files: number): void {
  const source = createSourceText(SOURCE_BYTES, AVERAGE_LINE, 7);
  mkdirSync(join(directory, ".git"), { recursive: true });
  writeFileSync(join(directory, ".git", "HEAD"), "ref: refs/heads/main\n");
  writeFileSync(join(directory, ".gitignore"), "/build/\n*.log\n");
  for (let index = 0; index < files; index += 1) {
    writeDated(join(directory, pathOf(index)), textOf(index, source), index);
  }
  for (let index = 0; index < files / 2; index += 1) {
    writeDated(join(directory, "build", pathOf(index)), textOf(index, source), index);
  }
}

function pathOf(index: number): string {
  const folder = Math.floor(index / FILES_PER_FOLDER);
  const module = Math.floor(folder / FOLDERS_PER_FOLDER);
  const extension = EXTENSIONS[index % EXTENSIONS.length];
  return join("packages", `module-${module}`, "src", `part-${folder}`, `file-${index}.${extension}`);
}

function textOf(index: number, source: string): string {
  const length = SHORTEST_FILE + (scatter(index, 1) % (LONGEST_FILE - SHORTEST_FILE));
  const from = scatter(index, 2) % (source.length - LONGEST_FILE);
  const rare = index % RARE_EVERY === 17 ? RARE_TEXT : "";
  const block = index % BLOCK_EVERY === 3 ? BLOCK_TEXT : "";
  return `${source.slice(from, from + length)}\n${rare}${block}`;
}

/** The newest are spread over all folders. */
function writeDated(path: string, text: string, index: number): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  const moment = FIRST_MOMENT_S + scatter(index, 3) / 1000;
  utimesSync(path, moment, moment);
}

/** A number that looks drawn by lot, different for every index: an odd factor only changes the order of all 32-bit numbers. */
function scatter(index: number, seed: number): number {
  return Math.imul(index + seed * 0x1000_0000, 2_654_435_761) >>> 0;
}
