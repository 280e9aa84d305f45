/** Everything that must hold before an Edit: seen, found, unique. The plan already holds the new content. */
import { emptyText } from "../../content/decode-text.js";
import { ToolError } from "../../errors/tool-error.js";
import { createHunks } from "../../text/diff/hunks.js";
import { splitLines } from "../../text/diff/split-lines.js";
import { lineRange, noLines } from "../../text/line-ranges.js";
import { visiblePath } from "../../text/visible.js";
import { type ChangePlan, planChange } from "../change/change-plan.js";
import { encodeContent } from "../change/encode-content.js";
import { guardNewText, newFile } from "../change/guard-content.js";
import { guardNotebook, isNotebook } from "../change/guard-notebook.js";
import type { Revision } from "../change/revise-change.js";
import {
  type ChangeTarget,
  loadPresent,
  type PresentFile,
  refuseTooLarge,
  requireTextContent,
  requireTextFile,
} from "../change/target.js";
import type { CallContext } from "../context.js";
import type { CheckRequest } from "../define-tool.js";
import { refuseMissing } from "../path-refusals.js";
import type { EditDetails, SmallEditDetails } from "./edit-details.js";
import { planLargeEdit } from "./plan-large-edit.js";
import { planSmallEdit } from "./plan-small-edit.js";
import type { EditInput } from "./schema.js";

/** Up to here a file is edited in memory; beyond, by copying it piece by piece. */
const IN_MEMORY_BYTES = 4 * 1024 * 1024;
const IN_PLACE_BYTES = 64 * 1024 * 1024;
const MAX_BYTES = 1024 ** 3;

export type EditPlan = ChangePlan<EditDetails>;

export function checkEdit(request: CheckRequest<EditInput>, context: CallContext): Promise<EditPlan> {
  const { input, path } = request;
  if (input.old_string === input.new_string) {
    throw new ToolError("NO_CHANGE", "No changes to make: old_string and new_string are identical.", {
      data: { filePath: path },
    });
  }
  return planChange(request, context, {
    make: (target, around) => planEdit(input, target, around),
    adopt: (details, revision, target) => adoptRevision(details, revision, target, context),
  });
}

export async function adoptRevision(
  details: EditDetails,
  { planned, text }: Revision,
  target: ChangeTarget,
  context: CallContext,
): Promise<EditDetails> {
  await guardNotebook({ before: planned.base.shown, after: text }, target, context);
  // What was trimmed was the proposal, which is not what is written.
  return { ...details, kind: "in-memory", planned, trimmedLines: 0 };
}

function planEdit(input: EditInput, target: ChangeTarget, context: CallContext): Promise<EditDetails> {
  return planBySize(target, context, {
    missing: async () => {
      if (input.old_string !== "") throw await refuseMissing(target, context);
      return planCreation(input, target, context);
    },
    ...(input.old_string === "" ? { any: () => planFilling(input, target, context) } : {}),
    small: (present) => planSmallEdit(input, target, present, context),
    large: () => planLargeEdit(input, target, context),
  });
}

/** How a change of a text is planned, by what is there. */
interface PlansBySize {
  readonly missing: () => Promise<EditDetails>;
  /** Whatever its size, in the place of the two below. */
  readonly any?: () => Promise<EditDetails>;
  readonly small: (present: PresentFile) => Promise<EditDetails>;
  readonly large: () => Promise<EditDetails>;
}

export async function planBySize(
  target: ChangeTarget,
  context: CallContext,
  plans: PlansBySize,
): Promise<EditDetails> {
  // One that is missing or empty may be created; cells that are there have a tool of their own.
  const isCreation = target.stat === undefined || (target.stat.size === 0 && plans.any !== undefined);
  if (isNotebook(target) && !isCreation) {
    throw new ToolError(
      "USE_NOTEBOOK_EDIT",
      `${visiblePath(target.path)} is a Jupyter notebook. Use NotebookEdit to change its cells.`,
      { data: { filePath: target.path } },
    );
  }
  const stat = await requireTextFile(target, context);
  if (stat === undefined) return plans.missing();
  if (plans.any !== undefined) return plans.any();
  if (stat.size > MAX_BYTES) throw refuseTooLarge(target, MAX_BYTES);
  // Only content that is held can be put back if writing into a file with several names goes wrong.
  const heldBytes = stat.links > 1 ? IN_PLACE_BYTES : IN_MEMORY_BYTES;
  return stat.size > heldBytes ? plans.large() : plans.small(await loadPresent(target, heldBytes, context));
}

async function planCreation(
  input: EditInput,
  target: ChangeTarget,
  context: CallContext,
): Promise<SmallEditDetails> {
  const content = input.new_string;
  guardNewText(content, newFile, target, context);
  await guardNotebook({ before: undefined, after: content }, target, context);
  const base = emptyText();
  const lines = splitLines(content);
  return {
    kind: "in-memory",
    planned: {
      before: undefined,
      base,
      after: context.workspace.content.versionOf(encodeContent(content, base, target)),
      hunks: createHunks([], lines),
      totalLines: lines.length,
      shown: lineRange(1, lines.length),
    },
    input,
    tier: "exact",
    replacements: 1,
    trimmedLines: 0,
    diff: { text: "", shownLines: noLines },
    originalText: null,
    outsideDiff: undefined,
  };
}

/** An empty old_string is meant for a file that is not there, or has nothing in it. */
async function planFilling(
  input: EditInput,
  target: ChangeTarget,
  context: CallContext,
): Promise<EditDetails> {
  if ((target.stat?.size ?? 0) > 0) {
    await requireTextContent(target, IN_MEMORY_BYTES, context);
    throw new ToolError("FILE_EXISTS", "Cannot create new file — file already exists.", {
      data: { filePath: target.path },
      hint: "To change it, Read it and give the text to replace as old_string; to replace it whole, use Write.",
    });
  }
  const present = await loadPresent(target, 0, context);
  const details = await planCreation(input, target, context);
  return { ...details, planned: { ...details.planned, before: present.version }, originalText: "" };
}
