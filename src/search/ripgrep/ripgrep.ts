/** Runs ripgrep in a folder that is held, within a budget of time, and makes sense of how it ended. */
import { isAbsolute, join } from "node:path";
import { ToolError } from "../../errors/tool-error.js";
import type { FileSystem } from "../../fs/file-system.js";
import { isStaticProgram } from "../../fs/node/static-program.js";
import type { RealPath } from "../../fs/paths.js";
import type { Confine, SandboxPolicy } from "../../process/sandbox/policy.js";
import { type StreamRequest, type StreamResult, streamProgram } from "../../process/stream-program.js";
import { clip } from "../../text/clip.js";
import { typeListArguments } from "./arguments.js";
import { type Complaint, findComplaint, findUnreadable, refuseGivenUp, refuseType } from "./diagnose.js";
import { BabbleError, type Parser } from "./parsers.js";
import { type ExplainTrouble, RunWatch } from "./run-watch.js";

export interface RunRequest {
  readonly arguments: readonly string[];
  /** The searched folder, under a name that no swap can lead elsewhere. */
  readonly workingDirectory: string;
  readonly confine: Confine | undefined;
  readonly budget: TimeBudget;
  readonly signal: AbortSignal | undefined;
  /** Ends the run early, as a reader who has enough does. */
  readonly stopSignal?: AbortSignal | undefined;
  readonly onOutput: Parser;
  /** Asked when the run hangs or swells. */
  readonly explainTrouble: ExplainTrouble;
}

export interface RunEnd {
  /** By itself, by the reader who had enough, or by the clock. */
  readonly how: "ended" | "stopped" | "timed-out";
  readonly unreadable: readonly string[];
  /** Why nothing was searched, where that lies with the query. */
  readonly complaint: Complaint | undefined;
}

export class Ripgrep {
  readonly #locate: () => Promise<string>;
  readonly #environment: Readonly<Record<string, string>>;
  #program: string | undefined;
  #isStatic = false;

  constructor(locate: () => Promise<string>, environment: Readonly<Record<string, string | undefined>>) {
    this.#locate = locate;
    this.#environment = cleaned(environment);
  }

  /** git's settings in the home folder, which it reads with every search; what they name it reads only if it is a file. */
  get settingsFiles(): readonly string[] {
    const { HOME: home, XDG_CONFIG_HOME: given } = this.#environment;
    const settings = given || (home && join(home, ".config"));
    return [
      ...(home ? [join(home, ".gitconfig")] : []),
      ...(settings ? [join(settings, "git", "config")] : []),
    ];
  }

  /** What it may do when it searches a folder. */
  async createPolicy(folder: RealPath, fileSystem: FileSystem): Promise<SandboxPolicy> {
    await this.prepare();
    const { createRipgrepPolicy } = await import("./ripgrep-policy.js");
    const { settingsFiles } = this;
    const needs = { program: this.#program ?? "", isStatic: this.#isStatic, folder, settingsFiles };
    return createRipgrepPolicy({ ...needs, homeDirectory: this.#environment["HOME"] }, fileSystem);
  }

  /** Finds the program, so that later runs begin in the very turn they are asked for. */
  async prepare(): Promise<void> {
    if (this.#program !== undefined) return;
    this.#program = await this.#locate();
    this.#isStatic = isStaticProgram(this.#program);
  }

  async run(request: RunRequest): Promise<RunEnd> {
    const { signal, stopSignal, budget, onOutput } = request;
    if (this.#program === undefined) await this.prepare();
    const watch = new RunWatch(request.explainTrouble);
    const { end, errors } = await streamSensibly({
      program: this.#program ?? "",
      arguments: request.arguments,
      workingDirectory: request.workingDirectory,
      environment: this.#environment,
      confine: request.confine,
      timeoutMs: budget.remainingMs,
      signal,
      stopSignal,
      onStart: watch.begin,
      onOutput: (piece, isTurnOver) => {
        watch.noteOutput();
        return onOutput(piece, isTurnOver);
      },
    }).finally(() => watch.end());
    const refusal = await watch.refusal;
    signal?.throwIfAborted();
    if (refusal !== undefined) throw refusal;
    if (end.kind === "failed") throw refuseBroken(end.reason);
    if (end.kind === "exited") {
      const complaint = findComplaint(end.exitCode, errors);
      if (complaint?.kind === "other") throw refuseGivenUp(complaint.text);
      if (complaint === undefined && onOutput.isUnfinished()) throw refuseGivenUp("its output breaks off");
      return { how: "ended", unreadable: findUnreadable(errors), complaint };
    }
    const how = end.kind === "timed-out" ? "timed-out" : "stopped";
    return { how, unreadable: findUnreadable(errors), complaint: undefined };
  }

  /** The refusal of a type that ripgrep does not know, with those it does know at hand. */
  async refuseType(type: string, request: Omit<RunRequest, "arguments" | "onOutput">): Promise<ToolError> {
    const pieces: Uint8Array[] = [];
    await this.run({
      ...request,
      arguments: typeListArguments,
      onOutput: Object.assign(
        (piece: Uint8Array) => {
          pieces.push(Buffer.from(piece));
          return false;
        },
        { isUnfinished: () => false },
      ),
    });
    return refuseType(type, Buffer.concat(pieces).toString("utf8"));
  }
}

/** What is not ripgrep, or a ripgrep gone mad, must not pass for one that has found nothing. */
async function streamSensibly(request: StreamRequest): Promise<StreamResult> {
  try {
    return await streamProgram(request);
  } catch (cause) {
    if (cause instanceof BabbleError) throw refuseGivenUp(`it printed ${cause.message}`);
    throw cause;
  }
}

function refuseBroken(reason: string): ToolError {
  return new ToolError(
    "SEARCH_UNAVAILABLE",
    `ripgrep could not be run: ${clip(reason, 120)}. Nothing is known about matches. Try once more; if it fails again, tell the user.`,
    { data: { reason } },
  );
}

/** What git's own ignore files are found by, and nothing else that could change what ripgrep does. */
function cleaned(environment: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const kept: Record<string, string> = { LC_ALL: "C.UTF-8" };
  for (const name of ["HOME", "XDG_CONFIG_HOME", "USERPROFILE", "SYSTEMROOT"]) {
    const value = environment[name];
    // A relative one would be looked up in the folder that is searched.
    if (value !== undefined && isAbsolute(value)) kept[name] = value;
  }
  return kept;
}

/** The time one call may spend searching, over as many runs as it takes. */
export class TimeBudget {
  readonly #endsAt: number;

  constructor(milliseconds: number) {
    this.#endsAt = performance.now() + milliseconds;
  }

  get isUp(): boolean {
    return performance.now() >= this.#endsAt;
  }

  get remainingMs(): number {
    return Math.max(1, this.#endsAt - performance.now());
  }
}
