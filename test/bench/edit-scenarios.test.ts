/** Our engine in every family of scenarios where edits go wrong. */
import { describe, expect, it } from "vitest";
import { judge } from "../../bench/edits/contest/verdict.js";
import { scenarioFamilies } from "../../bench/edits/scenarios/all.js";
import { tempWorkspace } from "../support/workspace.js";

describe.each(scenarioFamilies)("Edit and $id", ({ scenarios }) => {
  it.each(scenarios)("$id: right or refused [EDIT-497, EDIT-1]", async (scenario) => {
    const { path, before, old, expected, mayRefuse } = scenario;
    const workspace = tempWorkspace({ [path]: before });
    const toolkit = workspace.editor();
    const file_path = workspace.path(path);
    await toolkit.call("Read", { file_path });
    const { isError } = await toolkit.call("Edit", { file_path, old_string: old, new_string: scenario.new });
    const verdict = judge({ before, expected, actual: workspace.read(path), isRefused: isError });
    const allowed =
      expected === undefined ? ["refused"] : mayRefuse === true ? ["right", "refused"] : ["right"];
    expect(allowed).toContain(verdict);
  });
});
