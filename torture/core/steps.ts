/** Does a scenario's steps with a toolkit, and answers in the oracle's terms. */
import { join, relative } from "node:path";
import type { RestoreResult, Toolkit } from "filewright";
import { renderContent } from "./content.js";
import type { Step } from "./scenario.js";
import type { StepAnswer } from "./scenario-oracle.js";

export interface StepContext {
  readonly toolkit: Toolkit;
  readonly root: string;
  readonly labels: Readonly<Record<string, string>>;
}

/** A step's answer, with the id that a later step can name it by. */
export interface DoneStep extends StepAnswer {
  readonly id?: string;
}

/** What a writing step has to know before it may write. */
export async function readFirst(step: Step, { toolkit, root }: StepContext): Promise<void> {
  if (step.do !== "write" && step.do !== "edit") return;
  await toolkit.call("Read", {
    file_path: join(root, step.path),
    ...(step.do === "edit" ? { limit: 5 } : {}),
  });
}

export async function doStep(step: Step, context: StepContext): Promise<DoneStep> {
  const { toolkit, root, labels } = context;
  const label = "label" in step ? (labels[step.label] ?? "") : "";
  try {
    switch (step.do) {
      case "write":
        return await change(step.path, "Write", { content: renderContent(step.content) }, context);
      case "edit":
        return await change(step.path, "Edit", { old_string: step.old, new_string: step.new }, context);
      case "undo":
        return toAnswer(await toolkit.history.undo(label), root);
      case "redo":
        return toAnswer(await toolkit.history.redo(label), root);
      case "rewind":
        return toAnswer(await toolkit.history.rewind(label, { scope: "all" }), root);
      case "checkpoint":
        return { outcome: "ok", id: (await toolkit.history.checkpoint("torture")).id };
      default:
        await toolkit.history.prune();
        return { outcome: "ok" };
    }
  } catch (cause) {
    return failure(cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause));
  }
}

async function change(
  path: string,
  tool: "Edit" | "Write",
  input: object,
  { toolkit, root }: StepContext,
): Promise<DoneStep> {
  const { error, output } = await toolkit.call(tool, { file_path: join(root, path), ...input });
  if (error !== undefined) return failure(`${error.code}: ${error.message}`);
  const id = output?.change;
  return { outcome: "ok", ...(id === undefined ? {} : { id, changes: { [path]: id } }) };
}

export function failure(message: string): DoneStep {
  return { outcome: "error", message: message.slice(0, 300), admitsChange: admitsChange(message) };
}

/** Whether an error tells that the file is, or may be, another one now. */
export function admitsChange(message: string): boolean {
  if (/nothing was changed|content (is|was) (intact|kept)/i.test(message)) return false;
  return /(was|were|is|are|has been|have been) (changed|written|made|replaced|restored|in place|on disk)|may have/i.test(
    message,
  );
}

const done = new Set(["restored", "deleted", "merged"]);

export function toAnswer({ isDone, files }: RestoreResult, root: string): DoneStep {
  const changed = files.filter(({ outcome }) => done.has(outcome));
  // Without an id it is what a dry run, or a restore that was stopped, would have done.
  const made = changed.filter((file) => isDone || file.change !== undefined);
  const refused = files.filter(({ outcome }) => !done.has(outcome) && outcome !== "unchanged");
  const changes: Record<string, string> = {};
  for (const { path, change: id } of changed) if (id !== undefined) changes[relative(root, path)] = id;
  const [first] = changed;
  return {
    outcome: "ok",
    isDone,
    changedFiles: made.map(({ path }) => relative(root, path)),
    refusedFiles: refused.map(({ path }) => relative(root, path)),
    changes,
    ...(first?.change === undefined ? {} : { id: first.change }),
    ...(refused.length === 0 ? {} : { message: refused.map(({ reason }) => reason).join("; ") }),
  };
}
