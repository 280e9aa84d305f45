/** Everything that must hold before a cell is changed: seen, found, valid. The plan already holds the new content. */
import { randomBytes } from "node:crypto";
import { ToolError } from "../../errors/tool-error.js";
import { runInTurns } from "../../media/notebook/in-turns.js";
import type { Cell, Notebook } from "../../notebook/notebook.js";
import { parseNotebook } from "../../notebook/parse-notebook.js";
import { planCellEdit } from "../../notebook/plan-cell-edit.js";
import { applyByteSplices } from "../../text/byte-splices.js";
import { createHunksOfSplices } from "../../text/diff/splice-hunks.js";
import { applySplices } from "../../text/splice.js";
import { visiblePath } from "../../text/visible.js";
import { type ChangePlan, planChange } from "../change/change-plan.js";
import { encodeSplices } from "../change/encode-splices.js";
import { guardNewText } from "../change/guard-content.js";
import { isNotebook } from "../change/guard-notebook.js";
import { type ChangeTarget, loadPresent, type PresentFile, requireTextFile } from "../change/target.js";
import type { CallContext } from "../context.js";
import type { CheckRequest } from "../define-tool.js";
import { describeProblem } from "../notebook/describe-problem.js";
import { refuseMissing } from "../path-refusals.js";
import { adoptRevision } from "./adopt-revision.js";
import { orderAfter } from "./cell-order.js";
import type { NotebookEditDetails } from "./edit-details.js";
import { cellsKnownAfter, requireCellSeen, requireNotebookSeen, requireWholeNotebookSeen } from "./gate.js";
import { resolveEdit } from "./resolve-edit.js";
import type { NotebookEditInput } from "./schema.js";

const MAX_BYTES = 64 * 1024 * 1024;

export type NotebookEditPlan = ChangePlan<NotebookEditDetails>;

export function checkNotebookEdit(
  request: CheckRequest<NotebookEditInput>,
  context: CallContext,
): Promise<NotebookEditPlan> {
  const { input } = request;
  const mode = input.edit_mode ?? "replace";
  if (mode === "insert" && input.cell_type === undefined) {
    throw refuseInput("cell_type is required with edit_mode insert: code or markdown");
  }
  if (mode !== "insert" && input.cell_id === undefined) {
    throw refuseInput(`cell_id is required with edit_mode ${mode}: the id that Read shows, or #index`);
  }
  return planChange(request, context, {
    make: (target, around) => planNotebookEdit(input, mode, target, around),
    adopt: (details, revision, target) => adoptRevision(details, revision, target, context),
  });
}

async function planNotebookEdit(
  input: NotebookEditInput,
  mode: NotebookEditDetails["mode"],
  target: ChangeTarget,
  context: CallContext,
): Promise<NotebookEditDetails> {
  if (!isNotebook(target)) throw refuseOtherFile(target);
  const stat = await requireTextFile(target, context);
  if (stat === undefined) throw await refuseMissing(target, context);
  const present = await loadPresent(target, MAX_BYTES, context);
  // Before anything is looked for in it, so that no answer tells of a notebook that was never read.
  await requireNotebookSeen(target, present, context);
  const { text } = present.decoded;
  const notebook = await parse(text, present, target, context);
  await requireWholeNotebookSeen(notebook, target, present, context);
  const edit = resolveEdit(notebook, input, mode, target, context);
  await requireCellSeen(edit, target, present, context);
  if (edit.mode !== "delete") {
    const source = edit.mode === "replace" ? edit.cell.source : undefined;
    guardNewText(edit.newSource, { original: source, replaced: source ?? "" }, target, context);
  }
  const edited = planCellEdit(text, notebook, edit, () => randomBytes(4).toString("hex"));
  if (edited.kind !== "plan") {
    throw new ToolError(
      "NOTEBOOK_INVALID",
      `This change would leave a notebook that Jupyter refuses: ${edited.detail}. Nothing was changed.`,
      { data: { filePath: target.path, reason: edited.kind, detail: edited.detail } },
    );
  }
  const splices = encodeSplices(present.decoded, edited.splices, target);
  const order = orderAfter(notebook, edit, edited);
  return {
    planned: {
      before: present.version,
      base: present.decoded,
      after: context.workspace.content.versionOf(applyByteSplices(present.decoded.bytes, splices)),
      hunks: createHunksOfSplices({ text, firstLine: 1 }, edited.splices),
      splices,
      totalLines: order.cells.length,
      shown: cellsKnownAfter(edit, notebook, target, context),
    },
    input,
    mode,
    edited,
    notebook,
    originalText: text,
    updatedText: applySplices(text, edited.splices),
    order,
    convertedFrom:
      edit.mode === "replace" && edit.cell.type !== edited.cell.type ? edit.cell.type : undefined,
    hasClearedOutputs: edit.mode === "replace" && edit.cell.type === "code" && hasOutputs(edit.cell),
  };
}

function hasOutputs(cell: Cell): boolean {
  return typeof cell.executionCount === "number" || cell.hasOutputs;
}

async function parse(
  text: string,
  { decoded }: PresentFile,
  target: ChangeTarget,
  { signal }: CallContext,
): Promise<Notebook> {
  const parsed = await runInTurns(parseNotebook(text), signal);
  const { name, isDamaged } = decoded.encoding;
  if (parsed.kind === "notebook" && name === "UTF-8" && isDamaged !== true) return parsed;
  const encoding =
    isDamaged === true ? "it has bytes that are not valid UTF-8" : `it is encoded in ${name}, not in UTF-8`;
  const reason = parsed.kind === "notebook" ? encoding : describeProblem(parsed);
  throw new ToolError(
    "NOTEBOOK_INVALID",
    `${visiblePath(target.path)} can't be changed as a notebook: ${reason}. Repair it first: Write replaces it whole, once it has been read.`,
    { data: { filePath: target.path, reason } },
  );
}

function refuseInput(problem: string): ToolError {
  return new ToolError("INPUT_INVALID", `NotebookEdit: ${problem}.`);
}

function refuseOtherFile(target: ChangeTarget): ToolError {
  return new ToolError(
    "NOTEBOOK_INVALID",
    `${visiblePath(target.path)} is not named like a Jupyter notebook (.ipynb). Use Edit to change other files.`,
    { data: { filePath: target.path } },
  );
}
