/** The scenarios, made by every contestant. */
import type { EditsArguments } from "./arguments.js";
import type { EditTask } from "./cases/case.js";
import type { FailureLog } from "./contest/failures.js";
import { renderTally } from "./contest/table.js";
import { VerdictTally } from "./contest/tally.js";
import { runTasks } from "./contest/workers.js";
import { scenarioFamilies } from "./scenarios/all.js";

interface ScenarioTask extends EditTask {
  readonly family: string;
  readonly scenario: string;
  readonly mayRefuse: boolean;
}

/** A refusal counts as right where it is acceptable. */
export async function runScenarios(options: EditsArguments, failures: FailureLog): Promise<VerdictTally> {
  const tally = new VerdictTally();
  await runTasks(listTasks(), {
    choice: options.choice,
    count: 1,
    workers: 1,
    onResult(task, result) {
      const isRight = result.verdict === "refused" && task.mayRefuse;
      const judged = isRight ? { ...result, verdict: "right" as const } : result;
      tally.add(task.family, judged);
      failures.add(task, judged, "right");
    },
  });
  return tally;
}

export function renderScenarios(tally: VerdictTally): string {
  const families = scenarioFamilies.map(({ id }) => id);
  return renderTally("scenarios", tally, [{ title: "all scenarios", kinds: families }]);
}

async function* listTasks(): AsyncGenerator<ScenarioTask> {
  const all = scenarioFamilies.flatMap(({ id, scenarios }) =>
    scenarios.map((scenario) => ({ family: id, scenario })),
  );
  for (const [id, { family, scenario }] of all.entries()) {
    const { expected, mayRefuse = expected === undefined, path, before, old, new: by } = scenario;
    yield { id, ordinal: 0, family, scenario: scenario.id, path, before, old, new: by, expected, mayRefuse };
  }
}
