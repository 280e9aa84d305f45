/** The floor of every search: the program that the library itself runs, started directly, as one would by hand. */
import { spawn } from "node:child_process";
import { rgPath } from "@vscode/ripgrep";
import { type Contestant, timed } from "./measure.js";

/** Files as our tools see them: hidden ones too, but not what version control keeps for itself. */
const SAME_FILES = ["--no-config", "--color=never", "--hidden", "--glob=!.git"] as const;
const NEWLINE = 0x0a;

export interface RipgrepRun {
  /** Searched from within. */
  readonly directory: string;
  /** What is asked for, without what all runs share. */
  readonly arguments: readonly string[];
  /** A file of the directory, to search nothing else. */
  readonly file?: string;
}

export interface RipgrepFloor extends RipgrepRun {
  readonly name: string;
  /** Runs per sample. */
  readonly repeat?: number;
  /** It is killed once so many lines have come. */
  readonly maxLines?: number;
}

/** Its output is read and discarded. */
export function ripgrepFloor({ name, repeat = 1, maxLines, ...run }: RipgrepFloor): Contestant {
  const operation = async (): Promise<void> => {
    let lines = 0;
    await runRipgrep(run, (piece) => {
      if (maxLines === undefined) return false;
      lines += countNewlines(piece);
      return lines >= maxLines;
    });
  };
  return timed({ name, side: "floor", repeat, operation });
}

/** What it prints, by lines, or the first of it: the simple way to a right answer. */
export async function readRipgrepLines(run: RipgrepRun, maxLines = Infinity): Promise<string[]> {
  const pieces: Buffer[] = [];
  let lines = 0;
  await runRipgrep(run, (piece) => {
    pieces.push(piece);
    lines += countNewlines(piece);
    return lines >= maxLines;
  });
  const all = Buffer.concat(pieces).toString("utf8").split("\n").slice(0, -1);
  return maxLines < all.length ? all.slice(0, maxLines) : all;
}

/** Until it ends or `onOutput` answers true. */
function runRipgrep(run: RipgrepRun, onOutput: (piece: Buffer) => boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    const place = run.file === undefined ? "." : `./${run.file}`;
    const child = spawn(rgPath, [...SAME_FILES, ...run.arguments, "--", place], {
      cwd: run.directory,
      env: {},
      stdio: ["ignore", "pipe", "inherit"],
      windowsHide: true,
    });
    child.stdout.on("data", (piece: Buffer) => {
      if (!onOutput(piece)) return;
      child.kill("SIGKILL");
      child.stdout.destroy();
      resolve();
    });
    child.on("error", reject);
    child.on("close", (code) => {
      // 1 says that nothing was found; null that it was killed, which is settled by then.
      if (code === null || code <= 1) resolve();
      else reject(new Error(`ripgrep ended with ${code}`));
    });
  });
}

function countNewlines(piece: Buffer): number {
  let count = 0;
  for (let at = piece.indexOf(NEWLINE); at !== -1; at = piece.indexOf(NEWLINE, at + 1)) count += 1;
  return count;
}
