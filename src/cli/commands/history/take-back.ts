/**
 * Undo, redo and rewind at a terminal: what would happen is shown first, then it is asked, then it is done. A script
 * says --yes; where neither a person nor a --yes is there, nothing happens.
 */
import type { RestoreResult } from "../../../history-restore.js";
import type { FileRestore, RestoreOptions } from "../../../mutation/file-restore.js";
import { plural } from "../../../text/quantities.js";
import type { Toolkit } from "../../../toolkit.js";
import { confirm } from "../../confirm.js";
import type { Door } from "../../door.js";
import { EXIT, type ExitCode } from "../../exit-codes.js";
import { createPathNames } from "../../given-path.js";
import { type ReportFlags, withToolkit } from "../../with-toolkit.js";
import { chooseRedo, chooseUndo } from "./choose.js";
import { readChanges, refuse, requireChange, requireCheckpoint } from "./find-changes.js";
import { isBlocked, renderDeeds, renderPlan } from "./render-restore.js";

export interface TakeBackFlags extends ReportFlags {
  readonly last?: number;
  readonly dryRun?: true;
  readonly yes?: true;
  readonly merge?: true;
  readonly skipConflicts?: true;
}

export interface RewindFlags extends TakeBackFlags {
  readonly to?: string;
  readonly scope: "roots" | "session" | "all";
}

/** Something to be done, once it has been looked at. */
interface Step {
  readonly verb: "Undo" | "Redo" | "Rewind";
  readonly run: (options: RestoreOptions) => Promise<RestoreResult>;
  /** How to take this very step back. */
  readonly wayBack: (result: RestoreResult) => string;
}

export function undo(what: readonly string[], flags: TakeBackFlags, door: Door): Promise<ExitCode> {
  return withToolkit(flags, door, async (toolkit) => {
    const changes = await chooseUndo({ what, last: flags.last }, toolkit);
    const run: Step["run"] = (options) => toolkit.history.undo(changes, options);
    return takeStep({ verb: "Undo", run, wayBack: () => "filewright redo" }, flags, door, toolkit);
  });
}

export function redo(what: readonly string[], flags: TakeBackFlags, door: Door): Promise<ExitCode> {
  return withToolkit(flags, door, async (toolkit) => {
    const changes = await chooseRedo({ what, last: flags.last }, toolkit);
    const run: Step["run"] = (options) => toolkit.history.redo(changes, options);
    return takeStep({ verb: "Redo", run, wayBack: nameUndo }, flags, door, toolkit);
  });
}

export function rewind(checkpoint: string | undefined, flags: RewindFlags, door: Door): Promise<ExitCode> {
  return withToolkit(flags, door, async (toolkit) => {
    const moment = await findMoment(checkpoint, flags.to, toolkit);
    const { scope } = flags;
    const run: Step["run"] = (options) => toolkit.history.rewind(moment, { ...options, scope });
    return takeStep({ verb: "Rewind", run, wayBack: () => "filewright redo" }, flags, door, toolkit);
  });
}

async function findMoment(
  checkpoint: string | undefined,
  change: string | undefined,
  toolkit: Toolkit,
): Promise<string> {
  if (checkpoint !== undefined && change !== undefined)
    throw refuse("Name a checkpoint or a change with --to, not both.");
  if (change !== undefined) return requireChange(await readChanges(toolkit), change).record.id;
  if (checkpoint !== undefined) return requireCheckpoint(await toolkit.history.checkpoints(), checkpoint).id;
  throw refuse("Name a checkpoint (`filewright checkpoint` lists them), or a change with --to.");
}

/** How a step is shown, and where. */
interface Showing {
  readonly flags: TakeBackFlags;
  readonly door: Door;
  readonly nameOf: (path: string) => string;
}

async function takeStep(step: Step, flags: TakeBackFlags, door: Door, toolkit: Toolkit): Promise<ExitCode> {
  const showing: Showing = { flags, door, nameOf: await createPathNames(toolkit) };
  const options: RestoreOptions = {
    merge: flags.merge === true,
    onConflict: flags.skipConflicts === true ? "skip" : "stop",
  };
  const plan = await step.run({ ...options, dryRun: true });
  const refused = await findRefusal(step, plan, showing);
  if (refused !== undefined) {
    if (flags.json === true) printJson(plan, showing);
    return refused;
  }
  const result = await step.run(options);
  return reportDone(step, result, showing);
}

/** The code to end with when nothing is to be done: it was only a look, something is in the way, or no one said yes. */
async function findRefusal(step: Step, plan: RestoreResult, showing: Showing): Promise<ExitCode | undefined> {
  const { flags, door, nameOf } = showing;
  const { terminal } = door;
  const isStopped = plan.files.some(isBlocked) && flags.skipConflicts !== true;
  const hasWork = plan.files.some(isAtWork);
  const code = isStopped ? EXIT.failure : hasWork ? EXIT.fine : EXIT.nothingFound;
  if (flags.dryRun === true) {
    if (flags.json !== true) terminal.write(renderPlan(plan, nameOf, { colour: terminal.hasColour }));
    tell(!hasWork && !isStopped ? "Nothing would change.\n" : "Nothing was changed.\n", showing);
    return code;
  }
  if (code !== EXIT.fine) {
    const inTheWay = isStopped ? { ...plan, files: plan.files.filter(isBlocked) } : plan;
    tell(renderPlan(inTheWay, nameOf, { colour: terminal.hasErrorColour }), showing);
    tell("Nothing was changed.\n", showing);
    return code;
  }
  if (flags.yes === true) return undefined;
  if (!terminal.isInteractive) {
    tell("Nothing was changed: nobody can be asked. Add --yes to do it, or --dry-run to look.\n", showing);
    return EXIT.failure;
  }
  terminal.writeError(renderPlan(plan, nameOf, { colour: terminal.hasErrorColour }));
  if (await confirm(`${step.verb} ${describeSize(plan)}?`, door)) return undefined;
  tell("Nothing was changed.\n", showing);
  return EXIT.denied;
}

function reportDone(step: Step, result: RestoreResult, showing: Showing): ExitCode {
  const { flags, door, nameOf } = showing;
  const { terminal } = door;
  if (flags.json === true) printJson(result, showing);
  else terminal.write(renderDeeds(result, nameOf, { colour: terminal.hasColour }));
  tell(result.isDone ? `To take this back: ${step.wayBack(result)}\n` : "Nothing was changed.\n", showing);
  // A file may have been changed between the look and the deed.
  const isWhole = result.isDone && (flags.skipConflicts === true || !result.files.some(isBlocked));
  return isWhole ? EXIT.fine : EXIT.failure;
}

function printJson(result: RestoreResult, { flags, door }: Showing): void {
  door.terminal.write(`${JSON.stringify({ ...result, isDryRun: flags.dryRun === true })}\n`);
}

/** Programs that read JSON are told all of it there. */
function tell(words: string, { flags, door }: Showing): void {
  if (flags.json !== true) door.terminal.writeError(words);
}

function isAtWork(file: FileRestore): boolean {
  return !isBlocked(file) && file.outcome !== "unchanged";
}

/** The undone change is older than others perhaps, so what redid it is named. */
function nameUndo({ files }: RestoreResult): string {
  return ["filewright undo", ...files.flatMap(({ change }) => change ?? [])].join(" ");
}

function describeSize({ files }: RestoreResult): string {
  const touched = files.filter(isAtWork);
  const changes = touched.reduce((sum, file) => sum + file.changes.length, 0);
  return `${plural(changes, "change")} of ${plural(touched.length, "file")}`;
}
