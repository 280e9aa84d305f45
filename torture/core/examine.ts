/** Looks at what a run has left, as the next process would: recovers, lists, compares, undoes, recovers again. */
import { relative } from "node:path";
import type { Toolkit } from "filewright";
import { type Finding, finding } from "./finding.js";
import type { PreparedScenario, ScenarioRun } from "./prepared.js";
import { EVERYTHING, readHistory, withToolkit } from "./product.js";
import type { Sandbox } from "./sandbox.js";
import { followEffects, judgeScenario, type StepAnswer } from "./scenario-oracle.js";

export async function examine(prepared: PreparedScenario, { answers }: ScenarioRun): Promise<Finding[]> {
  const { sandbox, judged } = prepared;
  try {
    const first = await recoverAndList(sandbox);
    const found = await withToolkit(sandbox, async (toolkit) => {
      const history = await readHistory(toolkit, sandbox.root);
      return judgeScenario(judged, answers, { ...sandbox.look(), history });
    });
    const second = await recoverAndList(sandbox);
    if (first !== second) found.push(finding("not idempotent", "a second recovery changed something"));
    if (found.length > 0) return found;
    return await withToolkit(sandbox, (toolkit) => undoAll(toolkit, prepared, answers));
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause);
    return [finding("history", "recovery or listing throws", message)];
  }
}

async function recoverAndList(sandbox: Sandbox): Promise<string> {
  return withToolkit(sandbox, async (toolkit) => {
    const changes = await toolkit.history.list({ limit: EVERYTHING });
    const states = changes.map(({ record, state }) => `${record.id} ${state}`);
    const checkpoints = (await toolkit.history.checkpoints()).map(({ id }) => id);
    return JSON.stringify({ states, checkpoints, ...sandbox.look() });
  });
}

/** Undoes all that the run did, newest first, and compares each acknowledged change with what stood there before. */
async function undoAll(
  toolkit: Toolkit,
  { sandbox, judged, pastChanges }: PreparedScenario,
  answers: readonly StepAnswer[],
): Promise<Finding[]> {
  const found: Finding[] = [];
  const undone = new Set<string>();
  const effects = followEffects(judged, answers);
  for (const { record, state } of await toolkit.history.list({ limit: EVERYTHING })) {
    if (state !== "applied" || pastChanges.has(record.id) || undone.has(record.id)) continue;
    const index = answers.findIndex(({ changes = {} }) => Object.values(changes).includes(record.id));
    const changes = answers[index]?.changes ?? { [relative(sandbox.root, record.path)]: record.id };
    for (const id of Object.values(changes)) undone.add(id);
    const problem = await undo(toolkit, Object.values(changes));
    const effect = effects[index];
    // A change that was made but never answered only has to be out of the way of those before it.
    if (effect === undefined) continue;
    if (problem !== undefined) found.push(finding("lost", "acknowledged, but can't be undone", problem));
    const { files } = sandbox.look();
    const other = Object.keys(changes).find(
      (path) => effect.before[path] !== undefined && (files[path] ?? null) !== effect.before[path],
    );
    if (other !== undefined && found.length === 0) {
      found.push(finding("lost", "undo gives other bytes", `${effect.name} ${other}`));
    }
  }
  return found;
}

/** Why it could not be done; `undefined` if it was. */
async function undo(toolkit: Toolkit, ids: readonly string[]): Promise<string | undefined> {
  try {
    const { isDone, files } = await toolkit.history.undo(ids);
    const refused = files.find(({ outcome }) => !["restored", "deleted", "unchanged"].includes(outcome));
    if (refused !== undefined) return `${refused.outcome}: ${refused.reason}`;
    return isDone ? undefined : "it was not done";
  } catch (cause) {
    return String(cause);
  }
}
