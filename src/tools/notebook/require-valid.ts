/** Keeps a notebook that is written whole one that Jupyter opens. */
import { ToolError } from "../../errors/tool-error.js";
import { runInTurns } from "../../media/notebook/in-turns.js";
import { findAddedProblem, findProblem, type NotebookText } from "../../notebook/find-added-problem.js";
import { parseNotebook } from "../../notebook/parse-notebook.js";
import { clip } from "../../text/clip.js";
import { visible } from "../../text/visible.js";
import type { ChangeTarget } from "../change/target.js";
import type { CallContext } from "../context.js";
import { describeProblem } from "./describe-problem.js";

export interface NotebookChange {
  /** `undefined` if there is no file yet. */
  readonly before: string | undefined;
  readonly after: string;
}

const EMPTY_NOTEBOOK = '{"cells":[],"metadata":{},"nbformat":4,"nbformat_minor":5}';

/**
 * Throws NOTEBOOK_INVALID if the change makes a file that is not a valid notebook, or adds a problem to one that is there.
 * A file that can't be read as a notebook now may be repaired in steps: for it, returns what is still wrong.
 */
export async function requireValidNotebook(
  { before, after }: NotebookChange,
  target: ChangeTarget,
  context: CallContext,
): Promise<string | undefined> {
  if (context.isForced) return undefined;
  const isNew = before === undefined || before.trim() === "";
  const base = isNew ? undefined : await read(before, context);
  const changed = await read(after, context);
  const problem = typeof changed === "string" ? changed : await findProblemOf(changed, base, context);
  if (problem === undefined || typeof base === "string") return problem;
  throw new ToolError(
    "NOTEBOOK_INVALID",
    `This would not leave a valid notebook: ${clip(visible(problem), 200)}. Nothing was written.`,
    {
      data: { filePath: target.path, reason: problem },
      hint: isNew
        ? `Send a whole notebook, such as ${EMPTY_NOTEBOOK}; to add cells to it, use NotebookEdit.`
        : "Send the whole notebook as JSON; to change single cells, use NotebookEdit.",
    },
  );
}

function findProblemOf(
  changed: NotebookText,
  base: NotebookText | string | undefined,
  { signal }: CallContext,
): Promise<string | undefined> {
  return runInTurns(
    typeof base === "object" ? findAddedProblem(base, changed) : findProblem(changed),
    signal,
  );
}

/** The notebook, or why the text is not one. */
async function read(text: string, { signal }: CallContext): Promise<NotebookText | string> {
  const notebook = await runInTurns(parseNotebook(text), signal);
  return notebook.kind === "notebook" ? { text, notebook } : describeProblem(notebook);
}
