/** What holds for every SDK, with its real package and a scripted model. Each promise is one requirement by SDK. */
import { writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Toolkit, ToolkitOptions } from "../../../src/index.js";
import { isNewerNode, onNewerNode } from "../../support/newer-node.js";
import { paint } from "../../support/pictures.js";
import { type TempWorkspace, tempWorkspace } from "../../support/workspace.js";
import type { AgentHarness, AgentRun, Review, ScriptedCall, Turn } from "./agents.js";

export interface AdapterUnderTest {
  /** The SDK as its users call it. */
  readonly name: string;
  /** The requirements' prefix. */
  readonly id: string;
  /** Whether the SDK needs a newer Node than the library. */
  readonly needsNewerNode?: boolean;
  /**
   * Whether the SDK asks before it runs the tool, so that files may change between the two. Where the tool itself waits for the
   * person, the engine looks again before it writes, and asks anew.
   */
  readonly asksBefore: boolean;
  load(): Promise<AgentHarness>;
  /** The toolkit that the harness is to be given; by default one without `onAsk`. */
  toolkit?(workspace: TempWorkspace, options: ToolkitOptions): Toolkit;
}

const GREETING = "export const greeting = 'hello';\nexport const times = 1;\n";

export function describeAdapter(adapter: AdapterUnderTest): void {
  const { id, asksBefore, needsNewerNode = false } = adapter;
  const name = needsNewerNode ? `${adapter.name} ${onNewerNode}` : adapter.name;

  async function runAgent(
    workspace: TempWorkspace,
    turns: readonly Turn[],
    how: { readonly review?: Review; readonly options?: ToolkitOptions; readonly signal?: AbortSignal } = {},
  ): Promise<AgentRun> {
    const harness = await adapter.load();
    const toolkit = openToolkit(adapter, workspace, how.options);
    const { review = { decision: "approve" }, signal } = how;
    try {
      return await harness.run({
        toolkit,
        turns,
        review: () => review,
        ...(signal === undefined ? {} : { signal }),
      });
    } finally {
      await toolkit.close();
    }
  }

  describe.runIf(isNewerNode || !needsNewerNode)(`${name}: an agent with the file tools`, () => {
    it(`is offered six tools whose schemas are flat and have no union at their root [${id}-1]`, async () => {
      const workspace = tempWorkspace();
      const { offered } = await runAgent(workspace, [{ say: "nothing to do" }]);
      expect(offered.map((tool) => tool.name).toSorted()).toEqual([
        "Edit",
        "Glob",
        "Grep",
        "NotebookEdit",
        "Read",
        "Write",
      ]);
      for (const { description, schema } of offered) {
        expect(description.length).toBeGreaterThan(40);
        expect(schema).toMatchObject({ type: "object" });
        for (const union of ["anyOf", "oneOf", "allOf", "$ref", "$defs"])
          expect(schema).not.toHaveProperty(union);
        for (const property of Object.values(schema["properties"] as object)) {
          expect(kindsOf(property as Schema).filter((kind) => kind !== "null")).toHaveLength(1);
          expect(property).toHaveProperty("description");
        }
      }
    });

    it(`reads, edits once the person agrees, searches, looks at a picture and is done [${id}-2]`, async () => {
      const workspace = tempWorkspace({
        "greeting.ts": GREETING,
        "logo.png": await paint(8, 6).png().toBuffer(),
      });
      const { results, said } = await runAgent(workspace, [
        calls(read(workspace, "greeting.ts")),
        calls(edit(workspace, "greeting.ts", "'hello'", "'good morning'")),
        calls(
          { tool: "Grep", input: { pattern: "good \\w+", path: workspace.root, output_mode: "content" } },
          read(workspace, "logo.png"),
        ),
        { say: "The greeting is friendlier now." },
      ]);
      expect(workspace.read("greeting.ts")).toBe(GREETING.replace("hello", () => "good morning"));
      expect(said).toBe("The greeting is friendlier now.");
      expect(results).toHaveLength(4);
      expect(results[0]?.text).toContain("1→export const greeting = 'hello';");
      expect(results[1]?.text).toContain("greeting.ts has been updated");
      expect(results[2]?.text).toContain("good morning");
      expect(results[3]?.images).toEqual(["image/png"]);
      expect(results.map(({ isError }) => isError ?? false)).toEqual([false, false, false, false]);
    });

    it(`is told why the person refused, and the file stays as it is [${id}-3]`, async () => {
      const workspace = tempWorkspace({ "greeting.ts": GREETING });
      const { results } = await runAgent(
        workspace,
        [
          calls(read(workspace, "greeting.ts")),
          calls(edit(workspace, "greeting.ts", "'hello'", "'hey'")),
          { say: "I leave it." },
        ],
        { review: { decision: "deny", reason: "the greeting is trademarked" } },
      );
      expect(results[1]?.text).toContain("the greeting is trademarked");
      expect(workspace.read("greeting.ts")).toBe(GREETING);
    });

    it(`is told what the person made of its edit, and the file has that [${id}-4]`, async () => {
      const workspace = tempWorkspace({ "greeting.ts": GREETING });
      const content = GREETING.replace("hello", () => "hello, all");
      const { results } = await runAgent(
        workspace,
        [
          calls(read(workspace, "greeting.ts")),
          calls(edit(workspace, "greeting.ts", "'hello'", "'hey'")),
          calls(edit(workspace, "greeting.ts", "hello, all", "hello, everyone")),
          { say: "done" },
        ],
        { review: { decision: "change", content } },
      );
      expect(results[1]?.text).toContain("hello, all");
      // The second edit finds what the person wrote, without another Read; they put their own content back.
      expect(results[2]?.isError ?? false).toBe(false);
      expect(workspace.read("greeting.ts")).toBe(content);
    });

    it(`gets an error that names the next step, takes it and succeeds [${id}-5]`, async () => {
      const workspace = tempWorkspace({ "greeting.ts": GREETING });
      const change = edit(workspace, "greeting.ts", "times = 1", "times = 2");
      const { results } = await runAgent(workspace, [
        calls(change),
        calls(read(workspace, "greeting.ts")),
        calls(change),
        { say: "done" },
      ]);
      expect(results[0]?.text).toContain("Read it first");
      expect(results[0]?.isError ?? true).toBe(true);
      expect(results[2]?.isError ?? false).toBe(false);
      expect(workspace.read("greeting.ts")).toContain("times = 2");
    });

    it(`may send null for what it leaves out, and a parameter that does not exist is answered [${id}-6]`, async () => {
      const workspace = tempWorkspace({ "greeting.ts": GREETING });
      const file_path = workspace.path("greeting.ts");
      const { results } = await runAgent(workspace, [
        calls({ tool: "Read", input: { file_path, offset: null, limit: null, pages: null } }),
        calls({ tool: "Read", input: { file_path, ofset: 1 } }),
        { say: "done" },
      ]);
      expect(results[0]?.text).toContain("export const greeting");
      expect(results[1]?.text).toContain("did you mean offset?");
    });

    it(`that is aborted in the middle of a call writes nothing any more [${id}-7]`, async () => {
      const workspace = tempWorkspace({ "greeting.ts": GREETING });
      const aborting = new AbortController();
      const harness = await adapter.load();
      const toolkit = openToolkit(adapter, workspace);
      const finished: (string | undefined)[] = [];
      toolkit.workspace.events.on("call-finished", ({ code }) => finished.push(code));
      // In the middle of the Edit: it is permitted and about to be carried out.
      toolkit.workspace.events.on("permission-answered", () => aborting.abort(new Error("enough")));
      const turns = [
        calls(read(workspace, "greeting.ts")),
        calls(edit(workspace, "greeting.ts", "'hello'", "'hey'")),
        calls(edit(workspace, "greeting.ts", "'hello'", "'hi'")),
        { say: "done" },
      ];
      // Whether an aborted run rejects or ends with what it has is the SDK's affair.
      await Promise.allSettled([harness.run({ toolkit, turns, signal: aborting.signal })]);
      await toolkit.close();
      expect([aborting.signal.aborted, finished]).toEqual([true, [undefined, "CANCELLED"]]);
      expect(workspace.read("greeting.ts")).toBe(GREETING);
    });

    it(`shares a workspace with another agent, and neither loses the other's work [${id}-8]`, async () => {
      const lines = Array.from({ length: 40 }, (_, index) => `line ${index + 1}`);
      const workspace = tempWorkspace({ "shared.txt": `${lines.join("\n")}\n` });
      const harness = await adapter.load();
      const first = openToolkit(adapter, workspace);
      const second = openToolkit(adapter, workspace, { workspace: first.workspace });
      const agent = (toolkit: Toolkit, line: number, own: string): Promise<AgentRun> => {
        const look = read(workspace, "shared.txt");
        const change = edit(workspace, "shared.txt", `line ${line}\n`, `line ${line} by ${own}\n`);
        const note = {
          tool: "Write",
          input: { file_path: workspace.path(`${own}.txt`), content: `${own}\n` },
        };
        // Whoever comes second is told that the file has changed, looks again and makes the same edit.
        const turns = [calls(look), calls(change, note), calls(look), calls(change), { say: own }];
        return harness.run({ toolkit, turns });
      };
      const runs = await Promise.all([agent(first, 3, "first"), agent(second, 30, "second")]);
      await second.close();
      await first.close();
      expect(runs.map(({ said }) => said)).toEqual(["first", "second"]);
      const expected = lines.map((line, index) =>
        index === 2 ? "line 3 by first" : index === 29 ? "line 30 by second" : line,
      );
      expect(workspace.read("shared.txt")).toBe(`${expected.join("\n")}\n`);
      expect([workspace.read("first.txt"), workspace.read("second.txt")]).toEqual(["first\n", "second\n"]);
    });

    it(`makes two edits of one file in one turn, each with its own approval [${id}-9]`, async () => {
      const middle = Array.from({ length: 20 }, (_, index) => `// ${index}\n`).join("");
      const workspace = tempWorkspace({ "two.ts": `const a = 1;\n${middle}const b = 2;\n` });
      const { results } = await runAgent(workspace, [
        calls(read(workspace, "two.ts")),
        calls(
          edit(workspace, "two.ts", "const a = 1;", "const a = 10;\nconst c = 3;"),
          edit(workspace, "two.ts", "const b = 2;", "const b = 20;"),
        ),
        { say: "done" },
      ]);
      expect(results.map(({ isError }) => isError ?? false)).toEqual([false, false, false]);
      expect(workspace.read("two.ts")).toBe(`const a = 10;\nconst c = 3;\n${middle}const b = 20;\n`);
    });

    it(`changes nothing that the person has not seen, if the file changes while they think [${id}-10]`, async () => {
      const workspace = tempWorkspace({ "greeting.ts": GREETING });
      const harness = await adapter.load();
      const toolkit = openToolkit(adapter, workspace);
      const others = "export const greeting = 'bonjour';\n";
      let asked = 0;
      const { results } = await harness.run({
        toolkit,
        turns: [
          calls(read(workspace, "greeting.ts")),
          calls({ tool: "Write", input: { file_path: workspace.path("greeting.ts"), content: "gone\n" } }),
          { say: "done" },
        ],
        review: () => {
          asked += 1;
          if (asked === 1) writeFileSync(workspace.path("greeting.ts"), others);
          return { decision: "approve" };
        },
      });
      await toolkit.close();
      expect(results[1]?.isError ?? true).toBe(true);
      expect(results[1]?.text).toMatch(asksBefore ? /changed|not as it was/ : /changed/);
      expect(workspace.read("greeting.ts")).toBe(others);
    });

    it("is never told that no one can be asked about an edit in the turn that reads the file [FIX-220]", async () => {
      const workspace = tempWorkspace({ "greeting.ts": GREETING });
      const change = edit(workspace, "greeting.ts", "'hello'", "'hey'");
      const { results } = await runAgent(workspace, [
        calls(read(workspace, "greeting.ts"), change),
        calls(change),
        { say: "done" },
      ]);
      // Whether the first edit came too early or was asked about already, the second leaves the file changed.
      expect(results.map(({ text }) => text).join("\n")).not.toContain("no one can be asked");
      expect(workspace.read("greeting.ts")).toBe(GREETING.replace("hello", () => "hey"));
    });
  });
}

interface Schema {
  readonly type?: string | readonly string[];
  readonly anyOf?: readonly Schema[];
}

/** The types that a parameter may have; converters write "or null" in two ways. */
function kindsOf({ type, anyOf }: Schema): readonly string[] {
  return anyOf === undefined ? [type ?? "nothing"].flat() : anyOf.flatMap(kindsOf);
}

function openToolkit(
  adapter: AdapterUnderTest,
  workspace: TempWorkspace,
  options: ToolkitOptions = {},
): Toolkit {
  return adapter.toolkit?.(workspace, options) ?? workspace.toolkit(options);
}

function calls(...made: readonly ScriptedCall[]): Turn {
  return { calls: made };
}

function read(workspace: TempWorkspace, name: string): ScriptedCall {
  return { tool: "Read", input: { file_path: workspace.path(name) } };
}

function edit(workspace: TempWorkspace, name: string, before: string, after: string): ScriptedCall {
  return {
    tool: "Edit",
    input: { file_path: workspace.path(name), old_string: before, new_string: after },
  };
}
