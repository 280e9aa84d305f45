/**
 * Golden scenarios: a folder of `conformance/scenarios/` is a specification, and the toolkit keeps every word of it. Set
 * UPDATE_SCENARIOS=1 to write them anew from what it does, then read the difference.
 */
import { describe, expect, it } from "vitest";
import { createToolkitImplementation, listScenarios, runScenario } from "../../src/testing/index.js";
import { promisesOfScenarios } from "./promises.js";
import { updateScenario } from "./update-scenario.js";

describe("Scenario", () => {
  const scenarios = listScenarios();

  it.each(
    scenarios.map((scenario) => ({ scenario, name: scenario.name, promises: promisesOf(scenario.name) })),
  )("$name $promises", async ({ scenario }) => {
    const result = await runScenario(scenario, createToolkitImplementation());
    if (process.env["UPDATE_SCENARIOS"] === "1") updateScenario(scenario, result);
    expect(result.transcript).toBe(scenario.transcript);
    expect(result).toMatchObject({ level: "words", differences: [], unsupported: undefined, notes: [] });
  });

  it("folders have a promise each; one without is not yet a specification [KIT-20]", () => {
    expect(scenarios.map(({ name }) => name)).toEqual(Object.keys(promisesOfScenarios).toSorted());
  });
});

function promisesOf(name: string): string {
  return promisesOfScenarios[name] ?? "without a promise";
}
