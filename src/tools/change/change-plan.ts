/** What every change of a file has in common before it is made: the plan a person is asked about. */
import { ToolError } from "../../errors/tool-error.js";
import { FileSystemError, type MaybePromise } from "../../fs/file-system.js";
import type { RealPath } from "../../fs/paths.js";
import type { ProposedChange } from "../../permissions/ask.js";
import type { CallContext } from "../context.js";
import type { CheckRequest, Plan } from "../define-tool.js";
import { mayShow } from "../judge-access.js";
import { type LocatedPath, locatePath } from "../locate-path.js";
import { SuspiciousContent } from "./guard-content.js";
import { type PlannedChange, textAfter } from "./planned-change.js";
import { refuseSecrets } from "./refuse-secrets.js";
import { type Revision, reviseChange } from "./revise-change.js";
import type { ChangeTarget } from "./target.js";
import { withReadAdvice } from "./with-read-advice.js";

/** Of a file too large to hold only the changed places are. */
type PreviewedChange = PlannedChange | (Pick<PlannedChange, "before" | "hunks"> & { readonly base?: never });

interface PreviewedDetails {
  readonly planned: PreviewedChange;
}

export type ChangePlan<Details> = Plan & {
  readonly target: ChangeTarget;
  readonly planned: { readonly failure: unknown } | Details;
};

/** The tool's part of a plan. */
export interface ChangeMaker<Details> {
  make(target: ChangeTarget, context: CallContext): Promise<Details>;
  /** The details once a person has sent other content than these propose. */
  adopt(details: Details, revision: Revision, target: ChangeTarget): MaybePromise<Details>;
}

/**
 * Makes a plan. Why it can't be made is told at once inside the roots, where nobody need be asked about a call that can
 * only fail, and after permission elsewhere: a refusal would tell what is there.
 */
export async function planChange<Details extends PreviewedDetails>(
  { path, resolved: known }: Pick<CheckRequest<unknown>, "path" | "resolved">,
  context: CallContext,
  maker: ChangeMaker<Details>,
): Promise<ChangePlan<Details>> {
  if (path === undefined) throw new ToolError("INPUT_INVALID", "file_path is required");
  let target: ChangeTarget = { path, realPath: path as RealPath, stat: undefined };
  let details: Details;
  let suspicion: Plan["suspicion"];
  try {
    const { failure, ...resolved }: LocatedPath = known ?? (await locatePath(path, context));
    target = { path, ...resolved };
    if (failure !== undefined) throw failure;
    ({ details, suspicion } = await makeOrSuspect(target, context, maker));
    await refuseSecrets(details.planned, target, context);
  } catch (cause) {
    const failure = cause instanceof ToolError ? await withReadAdvice(cause, target, context) : cause;
    const isExpected = failure instanceof ToolError || failure instanceof FileSystemError;
    if (!isExpected || (await mayShow({ ...target, kind: "file" }, context))) throw failure;
    // Not even what the change would be may be told before permission.
    return { accesses: accessesOf(target), target, planned: { failure }, preview: () => ({}) };
  }
  const around = { proposal: details, accesses: accessesOf(target), target, context, maker };
  return { ...planOf(details, around), suspicion };
}

/** A guard's finding does not end the plan: a person may know that the content is meant so. */
async function makeOrSuspect<Details>(
  target: ChangeTarget,
  context: CallContext,
  maker: ChangeMaker<Details>,
): Promise<{ readonly details: Details; readonly suspicion: Plan["suspicion"] }> {
  try {
    return { details: await maker.make(target, context), suspicion: undefined };
  } catch (cause) {
    if (!(cause instanceof SuspiciousContent)) throw cause;
    try {
      const details = await maker.make(target, { ...context, isContentMeant: true });
      return { details, suspicion: { what: cause.what, refusal: cause } };
    } catch {
      // Content that can't be written at all is nothing to ask about.
      throw cause;
    }
  }
}

interface Surroundings<Details> {
  /** What the model proposed; a person's second thoughts are changes of that too. */
  readonly proposal: Details;
  readonly accesses: Plan["accesses"];
  readonly target: ChangeTarget;
  readonly context: CallContext;
  readonly maker: ChangeMaker<Details>;
}

function planOf<Details extends PreviewedDetails>(
  details: Details,
  around: Surroundings<Details>,
): ChangePlan<Details> {
  const { accesses, target, proposal } = around;
  const plan = {
    accesses,
    target,
    planned: details,
    preview: () => ({ change: previewOf(details.planned) }),
  };
  const { planned: proposed } = proposal;
  return proposed.base === undefined
    ? plan
    : { ...plan, revise: (content) => revise(content, proposed, around) };
}

function accessesOf({ path, realPath, stat }: ChangeTarget): Plan["accesses"] {
  return [{ operation: "write", path, realPath, stat }];
}

/** The texts are made when someone looks at them: many answers are given without. */
function previewOf(planned: PreviewedChange): ProposedChange {
  const { before, hunks } = planned;
  const kind = before === undefined ? "create" : "update";
  const common = { kind, structuredPatch: hunks } as const;
  if (planned.base === undefined) return { ...common, before: null, after: null, isRevisable: false };
  return {
    ...common,
    get before() {
      return before === undefined ? null : planned.base.shown;
    },
    get after() {
      return textAfter(planned);
    },
    isRevisable: true,
  };
}

async function revise<Details extends PreviewedDetails>(
  content: string,
  proposed: PlannedChange,
  around: Surroundings<Details>,
): Promise<ChangePlan<Details>> {
  const { proposal, target, context, maker } = around;
  try {
    const revision = reviseChange(proposed, content, target, context);
    if (revision === undefined) return planOf(proposal, around);
    const adopted = await maker.adopt(proposal, revision, target);
    await refuseSecrets(adopted.planned, target, context);
    return planOf(adopted, around);
  } catch (cause) {
    throw cause instanceof ToolError ? refuseContent(cause) : cause;
  }
}

/** The mistake is not the model's, and not the model's to mend. */
function refuseContent(cause: ToolError): ToolError {
  const { code, data, message } = cause;
  return new ToolError(
    code,
    "The user allowed this change with other content, which can't be written. Nothing was changed. Ask the user how to go on.",
    { data, hint: message, cause },
  );
}

/** The details of a plan that could be made; throws why it could not. */
export function requirePlanned<Details extends object>(plan: ChangePlan<Details>): Details {
  if ("failure" in plan.planned) throw plan.planned.failure;
  return plan.planned;
}
