/** Scenarios are data that may come from anyone, and names of files may be anything. */
import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import {
  compareWithScenario,
  createToolkitImplementation,
  listScenarios,
  runScenario,
  type Scenario,
} from "../../src/testing/index.js";
import { tempWorkspace } from "../support/workspace.js";

const empty = {
  name: "hostile",
  folder: "/none",
  options: {},
  steps: [],
  input: {},
  expected: {},
  transcript: "",
};
const bytes = Buffer.from("x\n");

describe("A scenario that reaches out of its folder", () => {
  it("is not begun [FIX-241]", async () => {
    const elsewhere = tempWorkspace();
    const target = elsewhere.path("planted.txt");
    const climb = `../../../../../../../..${target}`;
    const scenarios: readonly Scenario[] = [
      { ...empty, input: { [climb]: bytes } },
      { ...empty, steps: [{ outside: "write", path: climb, text: "x\n" }] },
      { ...empty, steps: [{ outside: "write", path: "a\\..\\..\\b", text: "x\n" }] },
      { ...empty, steps: [{ outside: "touch", path: climb }] },
      // As it might have been parsed from somewhere.
      { ...empty, input: JSON.parse(JSON.stringify({ link: { link: elsewhere.root } })) },
    ];
    for (const scenario of scenarios)
      await expect(runScenario(scenario, createToolkitImplementation())).rejects.toThrow(/^hostile: /);
    expect(existsSync(target)).toBe(false);
  });

  it("is allowed no change there, though its person allows everything [FIX-241]", async () => {
    const elsewhere = tempWorkspace();
    const steps = [{ tool: "Write", input: { file_path: elsewhere.path("planted.txt"), content: "x\n" } }];
    const wider = { roots: ["/"], permissions: { allow: ["Write(//**)"] } };
    for (const options of [{}, wider]) {
      const { transcript } = await runScenario({ ...empty, options, steps }, createToolkitImplementation());
      expect(transcript).toContain("A scenario changes nothing outside its folder.");
      expect(elsewhere.stamp("planted.txt")).toBeUndefined();
    }
  });

  it("has no files by a link in the place of its folder of them [FIX-241]", () => {
    const folder = tempWorkspace({
      "aside/secret.txt": "canary\n",
      "scenarios/mine/calls.jsonl": "",
      "scenarios/mine/transcript.md": "",
      "scenarios/mine/input": { link: "../../aside" },
    });
    expect(listScenarios(folder.path("scenarios"))).toMatchObject([{ input: {}, expected: {} }]);
    expect(JSON.stringify(listScenarios(folder.path("scenarios")))).not.toContain("secret");
  });

  it("is not read if it sets up more than limits, capabilities and matching [FIX-241]", () => {
    const folder = tempWorkspace({
      "mine/calls.jsonl": '{"options":{"roots":["/"]}}\n',
      "mine/transcript.md": "",
    });
    expect(() => listScenarios(folder.root)).toThrow("mine/calls.jsonl, step 1: not a step");
  });
});

describe("Names that every object has", () => {
  it("hide no file from the comparison [FIX-242]", () => {
    const none = { transcript: "", expected: {} };
    const odd = Object.fromEntries(["constructor", "toString", "__proto__"].map((name) => [name, bytes]));
    const found = compareWithScenario(none, { transcript: "", files: odd });
    expect(found.map(({ text }) => text)).toEqual([
      "constructor: should not be there",
      "toString: should not be there",
      "__proto__: should not be there",
    ]);
    const missing = compareWithScenario({ ...none, expected: odd }, { transcript: "", files: {} });
    expect(missing.map(({ text }) => text)).toEqual([
      "constructor: is missing",
      "toString: is missing",
      "__proto__: is missing",
    ]);
  });
});
