/** The kit that measures: what it finds, what it says about it, and what it refuses to measure. */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  type CallOutcome,
  compareWithScenario,
  conformanceLevels,
  createToolkitImplementation,
  type Implementation,
  listScenarios,
  type OpenRequest,
  runScenario,
  type Scenario,
  type ScenarioStep,
} from "../../src/testing/index.js";
import { tempWorkspace } from "../support/workspace.js";
import { brokenImplementations, createBroken } from "./broken-implementations.js";

function scenarioCalled(name: string): Scenario {
  const scenario = listScenarios().find((each) => each.name === name);
  if (scenario === undefined) throw new Error(`no scenario ${name}`);
  return scenario;
}

const says = (words: string): CallOutcome => ({ content: [{ type: "text", text: words }], isError: false });

/** Answers every call in the same way. */
function answering(
  call: (tool: string, input: unknown) => CallOutcome | Promise<CallOutcome>,
): Implementation {
  return { open: () => ({ call, close: () => undefined }) };
}

function story(steps: readonly ScenarioStep[], transcript: string): Scenario {
  return { name: "story", folder: "/none", options: {}, steps, input: {}, expected: {}, transcript };
}

describe("A scenario", () => {
  it("is read with its options, steps, trees and words [KIT-21]", () => {
    const scenario = scenarioCalled("windows-line-endings-stay-through-every-edit");
    expect(Object.keys(scenario.input)).toEqual(["mixed.txt", "setup.bat", "start.bat"]);
    expect(Buffer.from(scenario.expected["start.bat"] ?? []).toString()).toContain("\r\n");
    expect(scenario.steps[0]).toEqual({ tool: "Read", input: { file_path: "{root}/setup.bat" } });
    expect(scenario.transcript).toBe(readFileSync(join(scenario.folder, "transcript.md"), "utf8"));
    const limited = scenarioCalled("a-file-too-long-is-answered-with-a-page-that-fits");
    expect(limited.options).toEqual({ limits: { maxSizeBytes: 600, maxTokens: 200 } });
    expect(limited.expected).toEqual(limited.input);
  });

  it("of one's own is read from another folder, and refused with the step that is none [KIT-21]", () => {
    const files = tempWorkspace({
      "good/mine/calls.jsonl": '{"tool":"Read","input":{}}\n\n',
      "good/mine/transcript.md": "",
      "bad/mine/calls.jsonl": '{"tool":"Read","input":{}}\n{"tol":"Read"}\n',
      "bad/mine/transcript.md": "",
    });
    expect(listScenarios(files.path("good"))).toMatchObject([{ name: "mine", input: {}, expected: {} }]);
    expect(() => listScenarios(files.path("bad"))).toThrow(
      'mine/calls.jsonl, step 2: not a step: {"tol":"Read"}',
    );
  });
});

describe("An implementation", () => {
  it.each(brokenImplementations)("that $name is found out [KIT-22, KIT-23]", async (broken) => {
    const result = await runScenario(scenarioCalled(broken.scenario), createBroken(broken));
    const told = result.differences.map(({ level, text }) => `${level}: ${text}`);
    expect({ level: result.level, told }).toEqual({
      level: broken.level,
      told: expect.arrayContaining([expect.stringContaining(broken.says)]),
    });
  });

  it("is measured by what it breaks first, from files to words [KIT-22]", () => {
    const transcript = '## Read {"a":1} — FILE_NOT_FOUND\n\n````text\nNot there.\n````\n';
    const scenario = { transcript, expected: { "a.txt": Buffer.from("a") } };
    const levelsOf = (found: string, files = scenario.expected): string[] =>
      compareWithScenario(scenario, { transcript: found, files }).map(({ level }) => level);
    expect(conformanceLevels).toEqual(["files", "outcomes", "codes", "words"]);
    expect(levelsOf(transcript)).toEqual([]);
    expect(levelsOf(transcript.replace("Not there.", "Nothing."))).toEqual(["words"]);
    expect(levelsOf(transcript.replace("FILE_NOT_FOUND", "GONE"))).toEqual(["codes"]);
    expect(levelsOf(transcript.replace(" — FILE_NOT_FOUND", ""))).toEqual(["outcomes"]);
    expect(levelsOf("")).toEqual(["outcomes"]);
    expect(levelsOf(transcript, { "a.txt": Buffer.from("b") })).toEqual(["files"]);
  });

  it("that has no history, no epochs or not the options is told what it lacks [KIT-24]", async () => {
    const lacking = async (step: ScenarioStep): Promise<unknown> =>
      (
        await runScenario(
          story([step], ""),
          answering(() => says("")),
        )
      ).unsupported;
    expect(await lacking({ history: "undo" })).toBe("it has no undo");
    expect(await lacking({ session: "newContextEpoch" })).toBe(
      "it can't be told that the conversation was compacted",
    );
    const result = await runScenario(
      story([{ history: "undo" }], ""),
      answering(() => says("")),
    );
    expect(result).toMatchObject({ level: undefined, differences: [] });
  });

  it("is given an empty home and state of its own, and nothing is left of a run that fails [KIT-28]", async () => {
    const requests: OpenRequest[] = [];
    const failing: Implementation = {
      open: (request) => {
        requests.push(request);
        throw new Error("no server");
      },
    };
    await expect(runScenario(story([], ""), failing)).rejects.toThrow("no server");
    const [{ root, home, stateDirectory } = { root: "", home: "", stateDirectory: "" }] = requests;
    expect(new Set([dirname(root), dirname(home), dirname(stateDirectory)]).size).toBe(1);
    expect(existsSync(dirname(root))).toBe(false);
  });

  it("is closed when a step can't be made [KIT-28]", async () => {
    let isClosed = false;
    const implementation: Implementation = {
      open: () => ({
        call: () => says(""),
        close: () => {
          isClosed = true;
        },
      }),
    };
    await runScenario(story([{ history: "redo" }], ""), implementation);
    expect(isClosed).toBe(true);
  });
});

describe("A transcript", () => {
  const sayings = [
    "## Read {} — FILE_NOT_FOUND",
    "````\n## Write {}\n````",
    "`````text\nfenced\n`````",
    "ends in a fence\n````",
    "",
    "\n\n",
    "trailing blanks   ",
  ];

  it.each(sayings)("is read back as it was written: %j [KIT-26]", async (words) => {
    const call: ScenarioStep = { tool: "Read", input: { n: 1 } };
    const implementation = answering(() => says(words));
    const { transcript } = await runScenario(story([call, call], ""), implementation);
    const same = await runScenario(story([call, call], transcript), implementation);
    expect(same.differences).toEqual([]);
    const other = await runScenario(
      story([call, call], transcript),
      answering(() => says(`${words}!`)),
    );
    expect(other.differences.map(({ level }) => level)).toEqual(["words", "words"]);
    const { differences } = await runScenario(story([call], transcript), implementation);
    expect(differences).toMatchObject([{ level: "outcomes" }]);
  });

  it("has {root} where the folder was, in calls, answers and words [KIT-26]", async () => {
    const steps: ScenarioStep[] = [
      { outside: "write", path: "made/by.txt", text: "at {root}" },
      { tool: "Read", input: { file_path: "{root}/made/by.txt", deep: [{ path: "{root}" }] } },
    ];
    const implementation: Implementation = {
      open: ({ root }) => ({
        call: (_, input) => {
          expect(input).toEqual({ file_path: `${root}/made/by.txt`, deep: [{ path: root }] });
          return says(readFileSync(`${root}/made/by.txt`, "utf8"));
        },
        close: () => undefined,
      }),
    };
    const { transcript } = await runScenario(story(steps, ""), implementation);
    expect(transcript).toBe(
      '## Another program: write made/by.txt\n\n## Read {"file_path":"{root}/made/by.txt","deep":[{"path":"{root}"}]}\n\n````text\nat {root}\n````\n',
    );
  });
});

describe("Words of another implementation", () => {
  const call: ScenarioStep = { tool: "Edit", input: { n: 1 } };
  const ours = createAsking("May I?", { isError: true, code: "PERMISSION_DENIED" });

  /** Asks in these words, and is told no. */
  function createAsking(words: string, outcome: Omit<CallOutcome, "content">): Implementation {
    return {
      open: ({ answer }) => ({
        call: () => {
          answer(words);
          return { content: [], ...outcome };
        },
        close: () => undefined,
      }),
    };
  }

  async function measure(implementation: Implementation): Promise<{ level: unknown; texts: string[] }> {
    const steps: ScenarioStep[] = [{ person: [{ answer: "deny" }] }, call, call];
    const { transcript } = await runScenario(story(steps, ""), ours);
    const { level, differences } = await runScenario(story(steps, transcript), implementation);
    return { level, texts: differences.map(({ text }) => text) };
  }

  it.each(["# May I?\n## The file\n## Edit {}", "Look:\n````diff\n+ open", "````\n## fenced\n````"])(
    "for the person are no more than other words, whatever they look like: %j [FIX-221]",
    async (words) => {
      const { level, texts } = await measure(
        createAsking(words, { isError: true, code: "PERMISSION_DENIED" }),
      );
      expect({ level, texts }).toEqual({
        level: "codes",
        texts: [expect.stringContaining("the person is shown other words")],
      });
    },
  );

  it.each(["permission-denied", "not allowed", "E:7", "a {odd} one"])(
    "for a code are no more than another code, whatever they look like: %j [FIX-222]",
    async (code) => {
      const { level, texts } = await measure(createAsking("May I?", { isError: true, code }));
      expect(level).toBe("outcomes");
      expect(texts[0]).toContain("expected PERMISSION_DENIED, found ");
    },
  );

  it("are compared where a result has blocks that scenarios do not have [FIX-223]", async () => {
    const linked = { content: [{ type: "resource_link", uri: "file:///a" }], isError: false };
    const { level, differences } = await runScenario(
      story([call], '## Edit {"n":1}\n\n````text\nDone.\n````\n'),
      // As plain JavaScript may do it.
      answering(() => linked as unknown as CallOutcome),
    );
    expect(level).toBe("codes");
    expect(differences[0]?.text).toContain('do not have: {\\"type\\":\\"resource_link\\"');
  });

  it("are missed by name: what a call and an opened conversation must have [FIX-223]", async () => {
    const silent = answering(() => undefined as unknown as CallOutcome);
    const { differences } = await runScenario(story([call], '## Edit {"n":1}\n'), silent);
    expect(differences[0]?.text).toContain("call() has to answer { content: [...], isError");
    const closed = { open: () => undefined } as unknown as Implementation;
    await expect(runScenario(story([call], ""), closed)).rejects.toThrow("open() has to answer an object");
  });
});

describe("A picture in a transcript", () => {
  const { input } = scenarioCalled("a-picture-is-looked-at");
  const base64 = (name: string): string => Buffer.from(input[name] ?? []).toString("base64");
  const shown = async (data: string, mimeType: string): Promise<string> => {
    const implementation = answering(() => ({
      content: [{ type: "image", data, mimeType }],
      isError: false,
    }));
    const { transcript } = await runScenario(story([{ tool: "Read", input: {} }], ""), implementation);
    return transcript.split("\n")[3] ?? "";
  };

  it("is told by what its bytes are, sound or not [KIT-27]", async () => {
    expect(await shown(base64("thumbnail.jpg"), "image/jpeg")).toBe("(image: image/jpeg, png of 48x32)");
    expect(await shown(base64("broken.png"), "image/png")).toMatch(/^\(image: image\/png, png, but /);
    expect(await shown(Buffer.from("no").toString("base64"), "image/png")).toBe(
      "(image: image/png, not an image)",
    );
    expect(await shown(base64("logo.svg"), "image/svg+xml")).toBe("(image: image/svg+xml, svg)");
  });
});

describe("The toolkit with other options", () => {
  it("is measured as it is set up [KIT-22]", async () => {
    const scenario = scenarioCalled("a-file-is-read-page-by-page");
    const { level } = await runScenario(scenario, createToolkitImplementation({ lineNumbers: "tab" }));
    expect(level).toBe("codes");
  });
});
