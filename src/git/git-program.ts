/**
 * Asks git, the program, what it knows. A repository's own settings can name programs for git to run: hooks, filters,
 * monitors, pagers, ways to fetch. None of them is ever run from here: only commands are asked that look into the object
 * store, the index and the attributes, never one that converts or compares content, and what even those could start is
 * switched off in the one place that a repository can't overrule. Nothing is fetched, and nothing in the repository is
 * written.
 */
import type { RealPath } from "../fs/paths.js";
import { runProgram } from "../process/run-program.js";
import type { Confine } from "../process/sandbox/policy.js";

/** What command line and environment say counts for more than any settings file. */
const BEFORE_EVERY_COMMAND: readonly string[] = [
  "--no-pager",
  "--no-optional-locks",
  "--literal-pathspecs",
  "-c",
  "core.fsmonitor=false",
  "-c",
  "core.hooksPath=/dev/null",
  // A folder that only looks like a repository, and lies among a project's files, is none.
  "-c",
  "safe.bareRepository=explicit",
];

const lookingOnly: Readonly<Record<string, string>> = {
  GIT_OPTIONAL_LOCKS: "0",
  GIT_TERMINAL_PROMPT: "0",
  // A clone without all of its objects must not go and get them. Older gits know only the second of these.
  GIT_NO_LAZY_FETCH: "1",
  GIT_ALLOW_PROTOCOL: "",
};

/** The variables by which git finds the settings of the user. */
const USER_VARIABLES = ["HOME", "XDG_CONFIG_HOME"] as const;

export interface GitProgram {
  /** Its real path. */
  readonly program: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** How it is confined when it looks into a folder; not at all by default. Throws SandboxUnavailable. */
  readonly confine?: ((folder: RealPath) => Promise<Confine | undefined>) | undefined;
}

/** A folder that is held, under the name that git is started in and the one it really has. */
interface HeldWorkTree {
  readonly path: string;
  readonly realPath: RealPath;
}

export interface GitBounds {
  /** For all that is asked in this place, together. */
  readonly timeoutMs: number;
  readonly maxOutputBytes: number;
  readonly signal?: AbortSignal | undefined;
}

/** Git at work in one folder, for so long and no longer. */
export class GitFolder {
  readonly #git: GitProgram;
  readonly #folder: HeldWorkTree;
  readonly #bounds: GitBounds;
  readonly #endsAt: number;
  #confining: Promise<Confine | undefined> | undefined;

  constructor(git: GitProgram, folder: HeldWorkTree, bounds: GitBounds) {
    this.#git = git;
    this.#folder = folder;
    this.#bounds = bounds;
    this.#endsAt = performance.now() + bounds.timeoutMs;
  }

  /** What it prints; undefined when it fails, takes too long or says too much. */
  ask(...words: readonly string[]): Promise<Buffer | undefined> {
    return this.#run(words, undefined);
  }

  /** The same of a command that reads what it is to tell about. */
  askAbout(input: string, ...words: readonly string[]): Promise<Buffer | undefined> {
    return this.#run(words, Buffer.from(input, "utf8"));
  }

  async #run(words: readonly string[], input: Uint8Array | undefined): Promise<Buffer | undefined> {
    this.#confining ??= this.#git.confine?.(this.#folder.realPath);
    const confine = await this.#confining;
    const timeoutMs = Math.floor(this.#endsAt - performance.now());
    if (timeoutMs <= 0) return undefined;
    const { maxOutputBytes, signal } = this.#bounds;
    const result = await runProgram({
      program: this.#git.program,
      arguments: [...BEFORE_EVERY_COMMAND, ...words],
      workingDirectory: this.#folder.path,
      confine,
      environment: { ...lookingOnly, ...this.#userVariables() },
      timeoutMs,
      maxOutputBytes,
      input,
      signal,
    });
    return result?.exitCode === 0 ? Buffer.from(result.output) : undefined;
  }

  #userVariables(): Record<string, string> {
    const known: Record<string, string> = {};
    for (const name of USER_VARIABLES) {
      const value = this.#git.environment[name];
      if (value !== undefined) known[name] = value;
    }
    return known;
  }
}
