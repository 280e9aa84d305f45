/** Asking the person, and what it means when there is no one to ask. */
import { ToolError } from "../errors/tool-error.js";
import type { AbsolutePath, RealPath } from "../fs/paths.js";
import type { Hunk } from "../text/diff/hunks.js";
import { visiblePath } from "../text/visible.js";

export interface Question {
  readonly tool: string;
  readonly operation: "read" | "write";
  /** The path as the tool was given it, and where it really leads. */
  readonly path: AbsolutePath;
  readonly realPath: RealPath;
  readonly reason: string;
  /** What would be done, for a change. */
  readonly change?: {
    readonly kind: "create" | "update";
    readonly structuredPatch: readonly Hunk[];
  };
}

export type Answer =
  | { readonly answer: "allow" }
  /** The reason reaches the model. */
  | { readonly answer: "deny"; readonly reason?: string };

export type AskHandler = (
  question: Question,
  options: { readonly signal: AbortSignal | undefined },
) => Answer | Promise<Answer>;

/** Refusals name the path as it was given: where it leads, or that it exists at all, is not for the model to learn. */
export function refuseUnasked(question: Question, roots: readonly string[]): ToolError {
  const verb = question.operation === "read" ? "Reading" : "Changing";
  const shownRoots = roots.slice(0, 3).map(visiblePath).join(", ");
  return new ToolError(
    "PERMISSION_DENIED",
    `${verb} ${visiblePath(question.path)} needs permission: ${question.reason}, and no one can be asked. Use a file inside the roots, or have the user add a root.`,
    { data: { path: question.path }, hint: `Roots: ${shownRoots}` },
  );
}

export function refuseOwnState(path: AbsolutePath): ToolError {
  return new ToolError(
    "PERMISSION_DENIED",
    `${visiblePath(path)} belongs to Filewright's own state (history, locks), which no tool may touch. Leave it alone; undo is the user's to do.`,
    { data: { path } },
  );
}

export function refuseDenied(question: Question, reason: string | undefined): ToolError {
  const verb = question.operation === "read" ? "read" : "change";
  const why =
    reason === undefined || reason.trim() === "" ? "Ask the user how to go on." : `Reason: ${reason.trim()}`;
  return new ToolError(
    "PERMISSION_DENIED",
    `The user did not allow this call to ${verb} ${visiblePath(question.path)}. Do not try it again another way.`,
    { data: { path: question.path }, hint: why },
  );
}
