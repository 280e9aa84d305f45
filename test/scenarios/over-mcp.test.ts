/** The scenarios once more, with the MCP server: what comes through a protocol, and what does not fit through it. */
import { describe, expect, it } from "vitest";
import { type Difference, listScenarios, runScenario } from "../../src/testing/index.js";
import { mcpImplementation } from "./mcp-implementation.js";

/** Scenarios that need what a server has not got. */
const unsupported: Readonly<Record<string, string>> = {
  "a-file-too-long-is-answered-with-a-page-that-fits": "it has no option maxSizeBytes",
  "a-pdf-goes-to-a-host-that-takes-documents": "it has no option capabilities",
  "a-person-decides-what-is-changed": "its forms can't bring other content",
  "a-text-not-found-is-answered-with-the-nearest-lines": "it has no option matching",
  "an-unchanged-file-is-not-sent-twice": "it can't be told that the conversation was compacted",
};

/** A form is put in other words than a question of the library. */
const shownOtherwise = (times: number): { readonly level: string; readonly but: readonly Difference[] } => ({
  level: "codes",
  but: Array.from({ length: times }, () => ({
    level: "words",
    text: expect.stringContaining("the person is shown other words") as string,
  })),
});

/** Scenarios that it keeps but for something. */
const different: Readonly<Record<string, { readonly level: string; readonly but: readonly Difference[] }>> = {
  // A tool that is not there is an error of the protocol, which has a number and no code of ours.
  "every-refusal-names-the-next-step": {
    level: "outcomes",
    but: [
      {
        level: "codes",
        text: 'step 4, Open {"file_path":"{root}/src/index.ts"}: expected UNKNOWN_TOOL, found no code',
      },
      {
        level: "words",
        text: expect.stringContaining('found "There is no tool called \\"Open\\" here.'),
      },
    ],
  },
  "what-is-denied-does-not-exist": shownOtherwise(1),
  "a-notebook-is-read-and-changed": shownOtherwise(1),
  "what-only-a-view-contains-never-reaches-a-file": shownOtherwise(4),
};

describe("The MCP server, driven by the official client", () => {
  it.each(listScenarios().map((scenario) => ({ scenario, name: scenario.name })))(
    "is measured by $name [KIT-25]",
    async ({ scenario, scenario: { name } }) => {
      const result = await runScenario(scenario, mcpImplementation);
      const { level = "words", but = [] } = different[name] ?? {};
      expect(result.unsupported).toBe(unsupported[name]);
      if (name in unsupported) expect(result.level).toBeUndefined();
      else expect({ level: result.level, but: result.differences }).toEqual({ level, but });
    },
  );
});
