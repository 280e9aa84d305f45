/** `filewright install`, from the words to the written file: plan, show, ask, write. */
import { isInside } from "../../../fs/containment.js";
import type { AbsolutePath } from "../../../fs/paths.js";
import { createHunks } from "../../../text/diff/hunks.js";
import { splitLines } from "../../../text/diff/split-lines.js";
import { escapeForTerminal } from "../../../text/escape-for-terminal.js";
import { findNearestNames } from "../../../text/nearest-names.js";
import { visible, visiblePath } from "../../../text/visible.js";
import { toToolError } from "../../../tools/translate-failure.js";
import type { Workspace } from "../../../workspace.js";
import { confirm } from "../../confirm.js";
import { renderDiff } from "../../diff.js";
import type { Door } from "../../door.js";
import { EXIT, type ExitCode } from "../../exit-codes.js";
import { openToolkit } from "../../open-toolkit.js";
import { type ClientId, clientIds, clients, isClientId } from "./clients.js";
import { type ConfigFile, isOpenToOthers, readConfigFile, writeConfigFile } from "./config-file.js";
import { type ClientSurroundings, findProjectFile, findUserFile } from "./config-places.js";
import type { InstallFlags } from "./flags.js";
import { forgetOriginal, keepOriginal } from "./kept-original.js";
import { listClients } from "./list-clients.js";
import { type FilePlan, planFile, printSnippet } from "./plan-file.js";
import { planServer, type ServerPlan } from "./plan-server.js";
import { hideTokens, type InstallReport, isAsked, report } from "./report.js";

export async function runInstall(
  given: string | undefined,
  flags: InstallFlags,
  door: Door,
): Promise<ExitCode> {
  const { workspace } = await openToolkit({}, door, { history: false });
  try {
    if (given === undefined) return await listClients(flags, door, workspace);
    return await installClient(requireClient(given), flags, door, workspace);
  } catch (cause) {
    throw toToolError(cause, door.signal) ?? cause;
  } finally {
    await workspace.close();
  }
}

function requireClient(given: string): ClientId {
  if (isClientId(given)) return given;
  const [nearest] = findNearestNames(given, clientIds, { limit: 1, tolerance: 0.5 });
  const hint = nearest === undefined ? "" : ` Did you mean ${nearest}?`;
  throw new Error(
    `There is no client "${visible(given)}".${hint} Clients: ${clientIds.join(", ")}. Many others take what filewright install gemini --print prints.`,
  );
}

async function installClient(
  id: ClientId,
  flags: InstallFlags,
  door: Door,
  workspace: Workspace,
): Promise<ExitCode> {
  const path = findFile(id, flags, { ...workspace.surroundings, environment: workspace.environment });
  const server = flags.remove === true ? undefined : await planServer(id, flags, door, workspace);
  if (flags.print === true && server !== undefined) {
    door.terminal.write(printSnippet(clients[id], server.entry));
    return EXIT.fine;
  }
  const file = await readConfigFile(path, workspace);
  if (flags.project === true) await requireInside(path, file, workspace);
  const planned = await planFile(clients[id], file, server?.entry, workspace);
  const isTightened = server?.token === "file" && isOpenToOthers(file);
  // The entry is there as it should be, and others can read its token: the same text is written with another mode.
  const plan =
    planned.kind === "unchanged" && isTightened
      ? { ...planned, kind: "changed" as const, next: file.text }
      : planned;
  const job: Job = { id, path, flags, file, plan, server, isTightened };
  if (plan.kind === "invalid") {
    const place = `${visiblePath(path)}:${plan.line}:${plan.column}`;
    throw new Error(`${place}: ${plan.problem}. Nothing was changed; mend the file, or use --print.`);
  }
  if (plan.kind === "unchanged") return report(reportOf(job, "unchanged"), flags, door);
  return changeFile(job, plan, door, workspace);
}

/** A project may come from anywhere; its links are not followed out of it. */
async function requireInside(path: string, { realPath }: ConfigFile, workspace: Workspace): Promise<void> {
  const { fileSystem, surroundings } = workspace;
  const project = await fileSystem.resolve(surroundings.workingDirectory as AbsolutePath);
  if (isInside(realPath, project.realPath)) return;
  throw new Error(`${visiblePath(path)} is a link that leads out of the project. Nothing was changed.`);
}

interface Job {
  readonly id: ClientId;
  readonly path: string;
  readonly flags: InstallFlags;
  readonly file: ConfigFile;
  readonly plan: FilePlan;
  /** Undefined when the server is removed. */
  readonly server: ServerPlan | undefined;
  /** Whether the file gets a token and has to be made private for it. */
  readonly isTightened: boolean;
}

async function changeFile(
  job: Job,
  plan: Extract<FilePlan, { kind: "changed" }>,
  door: Door,
  workspace: Workspace,
): Promise<ExitCode> {
  const { path, flags, file } = job;
  const { terminal } = door;
  if (file.isReadOnly) {
    throw new Error(
      `${visiblePath(path)} is read-only. Nothing was changed; allow writing it, or use --print.`,
    );
  }
  if (flags.json !== true)
    terminal.writeError(showDiff(job, plan, door) + showTightening(job) + showOfficial(job));
  if (flags.yes !== true && !(await isConfirmed(job, door))) {
    return report(reportOf(job, "not-confirmed"), flags, door);
  }
  const { next } = plan;
  if (flags.remove !== true && next !== undefined && next !== file.text)
    await keepOriginal(file, next, workspace);
  const how = { next, isPrivate: flags.project !== true, isTightened: job.isTightened };
  const isWritten = await writeConfigFile(file, how, workspace);
  if (!isWritten) {
    throw new Error(
      `${visiblePath(path)} was changed by another program meanwhile. Nothing was written; run this again.`,
    );
  }
  if (flags.remove === true) await forgetOriginal(file, workspace);
  if (flags.remove === true) return report(reportOf(job, "removed"), flags, door);
  const written = await readConfigFile(path, workspace);
  return report(reportOf(job, "installed", written), flags, door);
}

async function isConfirmed({ path, flags }: Job, door: Door): Promise<boolean> {
  return isAsked(flags, door) && confirm(`Write ${escapeForTerminal(visiblePath(path))}?`, door);
}

function showTightening({ file, isTightened }: Job): string {
  if (!isTightened) return "";
  return `The file will hold the server's token, so only you will be able to read it: mode 0600 instead of ${octal(file.mode)}.\n`;
}

function octal(mode = 0): string {
  return `0${mode.toString(8).padStart(3, "0")}`;
}

function showOfficial({ server, flags }: Job): string {
  const official = server?.official;
  if (official === undefined || flags.yes === true) return "";
  return escapeForTerminal(`The client's own way: ${official}\n`);
}

function showDiff(job: Job, plan: Extract<FilePlan, { kind: "changed" }>, { terminal }: Door): string {
  return renderDiff(diffOf(job.file, plan), {
    colour: terminal.hasErrorColour,
    path: job.file.realPath === job.path ? job.path : `${job.path} → ${job.file.realPath}`,
    kind: kindOf(job.file, plan),
  });
}

function kindOf(
  { text }: ConfigFile,
  { next }: { readonly next: string | undefined },
): "create" | "update" | "delete" {
  if (next === undefined) return "delete";
  return text === undefined ? "create" : "update";
}

/** A terminal is looked at by others, and its output kept: tokens are not shown. */
function diffOf(
  { text }: ConfigFile,
  { next }: { readonly next: string | undefined },
): ReturnType<typeof createHunks> {
  return createHunks(splitLines(hideTokens(text ?? "")), splitLines(hideTokens(next ?? "")));
}

function reportOf(
  { id, path, flags, file, server, plan, isTightened }: Job,
  status: InstallReport["status"],
  { mode }: Pick<ConfigFile, "mode"> = file,
): InstallReport {
  const token = server?.token;
  const after = octal(mode);
  return {
    client: id,
    file: path,
    ...(file.realPath === path ? {} : { leadsTo: file.realPath }),
    scope: flags.project === true ? "project" : "user",
    status,
    entry: server?.entry,
    hunks: plan.kind === "changed" ? diffOf(file, plan) : [],
    official: server?.official,
    ...(token === undefined ? {} : { token }),
    ...(token !== "file" || mode === undefined
      ? {}
      : { mode: isTightened && status === "installed" ? { before: octal(file.mode), after } : { after } }),
    ...(plan.kind === "invalid" || plan.kept === undefined ? {} : { kept: plan.kept }),
  };
}

function findFile(id: ClientId, { project }: InstallFlags, surroundings: ClientSurroundings): string {
  if (project !== true) return findUserFile(id, surroundings);
  const file = findProjectFile(id, surroundings);
  if (file === undefined)
    throw new Error(`${clients[id].title} has no file of a project. Leave out --project.`);
  return file;
}
