/**
 * Refusals, in words for the model. They name the path as it was given: where it leads, or that it exists at all, is not
 * for the model to learn. Nor do they name the rule, which may have matched only where the path leads.
 */
import { ToolError } from "../errors/tool-error.js";
import type { AbsolutePath } from "../fs/paths.js";
import { describeRootProblem } from "../fs/root-problems.js";
import { clip } from "../text/clip.js";
import { visible, visiblePath } from "../text/visible.js";
import type { Decision, Operation, Reason } from "./access.js";
import { adviceToBeAsked, advisePerson, type WayToAllow } from "./advise-person.js";
import { describeReason } from "./describe-decision.js";

interface Refused {
  readonly operation: Operation;
  readonly path: AbsolutePath;
}

/** No one can be asked. How it could be allowed is for the person to know, not for the model. */
export function refuseUnasked(refused: Refused, reason: Reason, way: WayToAllow): ToolError {
  return new ToolError(
    "PERMISSION_DENIED",
    `${verbOf(refused)} ${visiblePath(refused.path)} needs permission: ${describeForModel(reason)}, and no one can be asked. ${adviseOn(reason, refused)}`,
    { data: { path: refused.path }, ...hintOf(reason, way), forPerson: advisePerson(reason, way) },
  );
}

/** `way` is how a person can allow what would be asked about, if the mode did not rule that out. */
export function refuseByDecision(refused: Refused, { by }: Decision, way: WayToAllow): ToolError {
  const { path } = refused;
  const details = { data: { path } };
  const [verb, shown] = [verbOf(refused), visiblePath(path)];
  if (by.kind === "own-state") {
    return new ToolError(
      "PERMISSION_DENIED",
      `${shown} belongs to Filewright's own state (history, locks), which no tool may touch. Leave it alone; undo is the user's to do.`,
      details,
    );
  }
  if (by.kind === "outdated-result") {
    return new ToolError(
      "PERMISSION_DENIED",
      `${shown} was saved before the permission rules were changed, and may hold what they deny now. Make the call again whose result it holds.`,
      details,
    );
  }
  if (by.kind === "own-settings") {
    return new ToolError(
      "PERMISSION_DENIED",
      `${shown} holds permission settings, which no tool may change. Tell the user what to change in it.`,
      details,
    );
  }
  if (by.kind === "process-file") {
    return new ToolError(
      "PERMISSION_DENIED",
      `${shown} is the inside of a running process, such as its environment, and not a file that tools may touch. Leave it alone.`,
      details,
    );
  }
  if (by.kind === "mode" && by.mode === "plan") {
    return new ToolError(
      "PERMISSION_DENIED",
      `${verb} ${shown} is not allowed in plan mode, where no file is changed. Present the plan; the user ends the mode when they agree.`,
      details,
    );
  }
  if (by.kind === "mode" && by.instead !== undefined) {
    return new ToolError(
      "PERMISSION_DENIED",
      `${verb} ${shown} needs permission: ${describeForModel(by.instead)}, and in ${by.mode} mode no one is asked. ${adviseOn(by.instead, refused)}`,
      { ...details, ...hintOfRoot(by.instead), forPerson: advisePerson(by.instead, way) },
    );
  }
  return new ToolError(
    "PERMISSION_DENIED",
    `${verb} ${shown} is denied by the user's permission rules. Do not try it another way; if it can't be done without, tell the user.`,
    details,
  );
}

/**
 * The refusal of suspicious content, where that is what the decision is about and the model may know it: outside the roots
 * it would tell what the present file contains.
 */
export function findContentRefusal(
  { by }: Decision,
  refusal: ToolError | undefined,
  way: WayToAllow,
): ToolError | undefined {
  const reason = by.kind === "mode" ? by.instead : by;
  if (refusal === undefined || reason?.kind !== "suspicious-content") return undefined;
  const { besides } = reason;
  if (besides?.kind === "default" && besides.because !== "change") return undefined;
  const { code, message, data } = refusal;
  return new ToolError(code, message, { data, forPerson: advisePerson(reason, way) });
}

/** Of a call that concerns no file: it is the tool that is denied. */
export function refuseCall(tool: string, { by }: Decision): ToolError {
  if (by.kind === "mode" && by.instead !== undefined)
    return refuseCallUnasked(tool, by.instead, `in ${by.mode} mode no one is asked`);
  const why =
    by.kind === "mode" && by.mode === "plan"
      ? "is not allowed in plan mode, where nothing is changed. Present the plan; the user ends the mode when they agree."
      : "is denied by the user's permission rules. Do not try it another way; if it can't be done without, tell the user.";
  return new ToolError("PERMISSION_DENIED", `${tool} ${why}`, { data: { tool } });
}

export function refuseCallUnasked(
  tool: string,
  reason: Reason,
  why: string = "no one can be asked",
): ToolError {
  return new ToolError(
    "PERMISSION_DENIED",
    `${tool} needs permission: ${describeForModel(reason)}, and ${why}. Tell the user what you would do, and why.`,
    { data: { tool }, forPerson: adviceToBeAsked },
  );
}

/**
 * People are asked before calls are made, and this one needed no one then: it could only have failed, such as the edit of a
 * file that another call of the same turn reads, or rules have changed since.
 */
export function refuseNotYetAsked(refused: Refused | string, reason: Reason): ToolError {
  const [subject, data] =
    typeof refused === "string"
      ? [refused, { tool: refused }]
      : [`${verbOf(refused)} ${visiblePath(refused.path)}`, { path: refused.path }];
  return new ToolError(
    "PERMISSION_DENIED",
    `${subject} needs permission: ${describeForModel(reason)}, and the user was not asked, because when you called it could not be done yet or needed no permission. Make the call again; the user is then asked.`,
    { data },
  );
}

/** The person was asked before the call, about something else than it would do by now, and no one can be asked again. */
export function refuseOutdatedAnswer({ operation, path }: Refused): ToolError {
  const shown = visiblePath(path);
  const next =
    operation === "read"
      ? "Make the call again; the user is then asked about it as it is now."
      : `Nothing was changed. Read ${shown} and make the call again; the user is then asked about the change as it is now.`;
  return new ToolError(
    "PERMISSION_DENIED",
    `What the user allowed is not what this call would do by now, because ${shown} is not as it was when they were asked. ${next}`,
    { data: { path } },
  );
}

/** `next` is what to do if the person has given no reason. */
export function refuseByPerson(refused: Refused, reason: string | undefined, next?: string): ToolError {
  const verb = refused.operation === "read" ? "read" : "change";
  return new ToolError(
    "PERMISSION_DENIED",
    `The user did not allow this call to ${verb} ${visiblePath(refused.path)}. Do not try it again another way.`,
    { data: { path: refused.path }, hint: passOn(reason, next) },
  );
}

export function refuseCallByPerson(tool: string, reason: string | undefined): ToolError {
  return new ToolError(
    "PERMISSION_DENIED",
    `The user did not allow this call of ${tool}. Do not try it again another way.`,
    { data: { tool }, hint: passOn(reason) },
  );
}

function passOn(reason: string | undefined, next: string = "Ask the user how to go on."): string {
  return reason === undefined || reason.trim() === "" ? next : `Reason: ${reason.trim()}`;
}

function verbOf({ operation }: Refused): string {
  return operation === "read" ? "Reading" : "Changing";
}

/** Like `describeReason`, without what only people should know, and so short that a long path leaves room for the advice. */
function describeForModel(given: Reason): string {
  const reason = toldReason(given);
  switch (reason.kind) {
    case "rule":
    case "twin":
      return "the user wants to be asked about it";
    case "twin-unknown":
      return "it has hard links, one of which may be denied";
    case "other-names":
      return "it has hard links, which would change too";
    case "mode":
      return reason.instead === undefined ? describeReason(reason) : describeForModel(reason.instead);
    case "suspicious-content":
      return "the new text looks like a mistake";
    case "runs-later":
      return `it would run later (${clip(visible(reason.what), 24)})`;
    case "root-problem":
      return "its root can't be used";
    default:
      return describeReason(reason);
  }
}

/** What a model is told where a reason has another besides: that one alone. */
function toldReason(reason: Reason): Reason {
  return "besides" in reason && reason.besides !== undefined ? reason.besides : reason;
}

function adviseOn(given: Reason, { operation }: Refused): string {
  const reason = toldReason(given);
  if (reason.kind === "root-problem") return "Tell the user to name a root that exists.";
  if (reason.kind !== "default")
    return `Tell the user what you would ${operation === "read" ? "look for" : "change"}, and why.`;
  return reason.because === "change"
    ? "Have the user allow it, or make the change."
    : "Use a file inside the roots, or have the user add a root.";
}

function hintOf(given: Reason, { roots }: WayToAllow): { readonly hint?: string } {
  const reason = toldReason(given);
  if (reason.kind === "root-problem") return hintOfRoot(reason);
  return reason.kind === "default" && reason.because !== "change" ? { hint: describeRoots(roots) } : {};
}

function hintOfRoot(reason: Reason): { readonly hint?: string } {
  return reason.kind === "root-problem" ? { hint: describeRootProblem(reason.problem) } : {};
}

function describeRoots(roots: readonly string[]): string {
  if (roots.length === 0) return "There is no root. Ask the user to name one.";
  return `Roots: ${roots.slice(0, 3).map(visiblePath).join(", ")}`;
}
