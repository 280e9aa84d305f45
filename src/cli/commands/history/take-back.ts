/**
 * Undo, redo, rewind and restore at a terminal: shows what would happen, asks, then does it. Scripts pass --yes; without that
 * and without anybody to ask, nothing is changed.
 */
import type { RestoreResult } from "../../../history-restore.js";
import { type FileRestore, isBlocked, type RestoreOptions } from "../../../mutation/file-restore.js";
import type { VersionSide } from "../../../mutation/restore-targets.js";
import { plural } from "../../../text/quantities.js";
import type { Toolkit } from "../../../toolkit.js";
import { confirm } from "../../confirm.js";
import type { Door } from "../../door.js";
import { EXIT, type ExitCode } from "../../exit-codes.js";
import { createPathNames } from "../../given-path.js";
import { type ReportFlags, withToolkit } from "../../with-toolkit.js";
import { chooseRedo, chooseUndo } from "./choose.js";
import { refuse, requireChange, requireCheckpoint } from "./find-changes.js";
import { renderDeeds, renderPlan } from "./render-restore.js";
import { indexOf } from "./show.js";

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

export interface RestoreFlags extends ReportFlags {
  readonly before?: true;
  readonly after?: true;
  readonly displaced?: true;
  /** Which displaced version; 1 is the oldest. */
  readonly nth?: number;
  readonly dryRun?: true;
  readonly yes?: true;
}

interface Step {
  readonly verb: "Undo" | "Redo" | "Rewind" | "Restore";
  readonly run: (options: RestoreOptions) => Promise<RestoreResult>;
  /** The command that undoes this step. */
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

/** Puts one version of a change's file back. */
export function restore(given: string, flags: RestoreFlags, door: Door): Promise<ExitCode> {
  return withToolkit(flags, door, async (toolkit) => {
    const side = requireSide(flags);
    const change = (await requireChange(given, toolkit)).record.id;
    const index = indexOf(flags.nth);
    const run: Step["run"] = ({ dryRun = false }) =>
      toolkit.history.restore(change, { side, dryRun, ...(index === undefined ? {} : { index }) });
    return takeStep({ verb: "Restore", run, wayBack: nameUndo }, flags, door, toolkit);
  });
}

function requireSide({ before, after, displaced, nth }: RestoreFlags): VersionSide {
  const sides = { before, after, displaced };
  const [side, ...others] = (Object.keys(sides) as VersionSide[]).filter((name) => sides[name] === true);
  if (side === undefined || others.length > 0)
    throw refuse("Name one version of the file: --before or --after the change, or the --displaced one.");
  if (nth !== undefined && side !== "displaced") throw refuse("--nth goes with --displaced.");
  return side;
}

async function findMoment(
  checkpoint: string | undefined,
  change: string | undefined,
  toolkit: Toolkit,
): Promise<string> {
  if (checkpoint !== undefined && change !== undefined)
    throw refuse("Name a checkpoint or a change with --to, not both.");
  if (change !== undefined) return (await requireChange(change, toolkit)).record.id;
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

/** The exit code if nothing is to be done: it is a dry run, a file can't be restored, or nobody agreed. */
async function findRefusal(step: Step, plan: RestoreResult, showing: Showing): Promise<ExitCode | undefined> {
  const { flags, door, nameOf } = showing;
  const { terminal } = door;
  const hasBlocked = plan.files.some(isBlocked);
  const hasWork = plan.files.some(isAtWork);
  const code = hasBlocked ? EXIT.failure : hasWork ? EXIT.fine : EXIT.nothingFound;
  if (flags.dryRun === true) {
    if (flags.json !== true) terminal.write(renderPlan(plan, nameOf, { colour: terminal.hasColour }));
    tell(!hasWork && !hasBlocked ? "Nothing would change.\n" : "Nothing was changed.\n", showing);
    return code;
  }
  if (!hasWork || (hasBlocked && flags.skipConflicts !== true)) {
    const shown = hasBlocked ? { ...plan, files: plan.files.filter(isBlocked) } : plan;
    tell(renderPlan(shown, nameOf, { colour: terminal.hasErrorColour }), showing);
    tell("Nothing was changed.\n", showing);
    return code;
  }
  if (flags.yes === true) return undefined;
  if (!terminal.isInteractive) {
    tell("Nothing was changed: nobody can be asked. Add --yes to do it, or --dry-run to look.\n", showing);
    return EXIT.failure;
  }
  terminal.writeError(renderPlan(plan, nameOf, { colour: terminal.hasErrorColour }));
  const what = step.verb === "Restore" ? "this version" : describeSize(plan);
  if (await confirm(`${step.verb} ${what}?`, door)) return undefined;
  tell("Nothing was changed.\n", showing);
  return EXIT.denied;
}

/** The exit code agrees with the result: 0 only if every file is restored. */
function reportDone(step: Step, result: RestoreResult, showing: Showing): ExitCode {
  const { flags, door, nameOf } = showing;
  const { terminal } = door;
  if (flags.json === true) printJson(result, showing);
  else terminal.write(renderDeeds(result, nameOf, { colour: terminal.hasColour }));
  const isChanged = result.files.some(({ isApplied }) => isApplied);
  if (!isChanged) tell("Nothing was changed.\n", showing);
  else if (result.isDone) tell(`To undo this: ${step.wayBack(result)}\n`, showing);
  else tell(`Not all files were restored. To undo what was: ${step.wayBack(result)}\n`, showing);
  return result.isDone ? EXIT.fine : EXIT.failure;
}

function printJson(result: RestoreResult, { flags, door }: Showing): void {
  door.terminal.write(`${JSON.stringify({ ...result, isDryRun: flags.dryRun === true })}\n`);
}

/** Programs get everything in the JSON. */
function tell(words: string, { flags, door }: Showing): void {
  if (flags.json !== true) door.terminal.writeError(words);
}

function isAtWork(file: FileRestore): boolean {
  return !isBlocked(file) && file.outcome !== "unchanged";
}

/** Names the new changes: the undone change may be older than others. */
function nameUndo({ files }: RestoreResult): string {
  return ["filewright undo", ...files.flatMap(({ change }) => change ?? [])].join(" ");
}

function describeSize({ files }: RestoreResult): string {
  const touched = files.filter(isAtWork);
  const changes = touched.reduce((sum, file) => sum + file.changes.length, 0);
  return `${plural(changes, "change")} of ${plural(touched.length, "file")}`;
}
