/** What every change of a file has in common before it is made: the plan a person is asked about. */
import type { ContentVersion } from "../../content/content-version.js";
import { ToolError } from "../../errors/tool-error.js";
import { FileSystemError } from "../../fs/file-system.js";
import type { RealPath } from "../../fs/paths.js";
import type { Question } from "../../permissions/ask.js";
import type { ByteSplice } from "../../text/byte-splices.js";
import type { Hunk } from "../../text/diff/hunks.js";
import type { LineRanges } from "../../text/line-ranges.js";
import type { CallContext } from "../context.js";
import type { CheckRequest, Plan } from "../define-tool.js";
import { mayShow } from "../require-permission.js";
import type { ChangeTarget } from "./target.js";

/** The change itself: bound to the content it replaces and the content it brings. */
export interface PlannedChange {
  /** Undefined when the file does not exist yet. */
  readonly before: ContentVersion | undefined;
  readonly after: ContentVersion;
  readonly hunks: readonly Hunk[];
  /** The replaced places, for a change that is made of such. */
  readonly splices?: readonly ByteSplice[];
  /** What the agent knows of the file once the change is made. */
  readonly totalLines: number;
  readonly shown: LineRanges;
}

interface PreviewedDetails {
  readonly planned: Pick<PlannedChange, "before" | "hunks">;
}

export type ChangePlan<Details> = Plan & {
  readonly target: ChangeTarget;
  readonly planned: { readonly failure: unknown } | Details;
};

/**
 * Makes a plan. Why it can't be made is told at once inside the roots, where nobody need be asked about a call that can
 * only fail, and after permission elsewhere: a refusal would tell what is there.
 */
export async function planChange<Details extends PreviewedDetails>(
  { path, resolved: known }: Pick<CheckRequest<unknown>, "path" | "resolved">,
  context: CallContext,
  make: (target: ChangeTarget) => Promise<Details>,
): Promise<ChangePlan<Details>> {
  if (path === undefined) throw new ToolError("INPUT_INVALID", "file_path is required");
  let target: ChangeTarget = { path, realPath: path as RealPath, stat: undefined };
  let planned: ChangePlan<Details>["planned"];
  try {
    const resolved = known ?? (await context.workspace.fileSystem.resolve(path));
    target = { path, ...resolved };
    planned = await make(target);
  } catch (failure) {
    const isExpected = failure instanceof ToolError || failure instanceof FileSystemError;
    if (!isExpected || (await mayShow(target.realPath, context))) throw failure;
    planned = { failure };
  }
  const { realPath } = target;
  const accesses = [{ operation: "write", path, realPath }] as const;
  return { accesses, target, planned, preview: () => previewOf(planned) };
}

/** What a question shows: the change itself, unless not even that may be told before permission. */
function previewOf(planned: { readonly failure: unknown } | PreviewedDetails): Pick<Question, "change"> {
  if ("failure" in planned) return {};
  const { before, hunks } = planned.planned;
  return { change: { kind: before === undefined ? "create" : "update", structuredPatch: hunks } };
}

/** The details of a plan that could be made; throws why it could not. */
export function requirePlanned<Details extends object>(plan: ChangePlan<Details>): Details {
  if ("failure" in plan.planned) throw plan.planned.failure;
  return plan.planned;
}
