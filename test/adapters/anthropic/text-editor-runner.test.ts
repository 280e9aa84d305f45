/** The provider's text editor as the SDK runs it, and as people are asked about it. */
import { describe, expect, it } from "vitest";
import { createTextEditor } from "../../../src/adapters/anthropic/index.js";
import type { Answer } from "../../../src/index.js";
import { tempWorkspace } from "../../support/workspace.js";
import type { Turn } from "../support/agents.js";
import { connect, request } from "../support/anthropic-harness.js";
import { createScriptedApi } from "../support/scripted-messages-api.js";
import { textOf } from "../support/text-editors.js";

const TEXT = "one\ntwo\n";

describe("The text editor in the SDK's tool runner", () => {
  it("is offered by its version alone, views, changes and says what failed [ANT-53]", async () => {
    const workspace = tempWorkspace({ "a.txt": TEXT });
    const { tool } = createTextEditor(workspace.editor(), { maxCharacters: 5000 });
    const path = workspace.path("a.txt");
    const call = (input: object): Turn => ({ calls: [{ tool: tool.name, input: { path, ...input } }] });
    const api = createScriptedApi([
      call({ command: "insert", insert_line: 1, insert_text: "x" }),
      call({ command: "view" }),
      call({ command: "insert", insert_line: 1, insert_text: "x" }),
      call({ command: "str_replace", old_str: "two", new_str: "2" }),
      { say: "done" },
    ]);
    await connect(api).beta.messages.toolRunner({ ...request, tools: [tool] });
    expect(api.requests[0]?.tools).toEqual([
      { type: "text_editor_20250728", name: "str_replace_based_edit_tool", max_characters: 5000 },
    ]);
    expect(api.seen().map(({ isError }) => isError)).toEqual([true, false, false, false]);
    expect(api.seen()[0]?.text).toBe(
      "Error: File has not been viewed yet. View it first before changing it.",
    );
    expect(workspace.read("a.txt")).toBe("one\nx\n2\n");
  });

  it("has the names of its versions [ANT-53]", () => {
    const toolkit = tempWorkspace().toolkit();
    const offered = (["20250728", "20250429", "20250124"] as const).map((version) => {
      const {
        run: _,
        parse: __,
        ...definition
      } = createTextEditor(toolkit, { version, maxCharacters: 9 }).tool;
      return definition;
    });
    expect(offered).toEqual([
      { type: "text_editor_20250728", name: "str_replace_based_edit_tool", max_characters: 9 },
      { type: "text_editor_20250429", name: "str_replace_based_edit_tool" },
      { type: "text_editor_20250124", name: "str_replace_editor" },
    ]);
  });

  it("is asked about beforehand by whoever follows the replies, each command with what it would do [ANT-54]", async () => {
    const workspace = tempWorkspace({ "a.txt": TEXT });
    const editor = createTextEditor(workspace.toolkit(), { version: "20250124" });
    const path = workspace.path("a.txt");
    const { name } = editor.tool;
    const ask = async (id: string, input: object, answer?: Answer): Promise<string> => {
      const call = { id, name, input: { path, ...input } };
      const pending = await editor.approvals.request(call);
      if (pending !== undefined && answer !== undefined) editor.approvals.answer(id, answer);
      const { content } = await editor.run(call);
      const lines = pending?.questions[0]?.change?.structuredPatch.flatMap((hunk) => hunk.lines) ?? [];
      const [block] = content;
      return `${lines.join("|")} => ${block?.type === "text" ? block.text.split("\n")[0] : ""}`;
    };
    const allow: Answer = { answer: "allow" };
    expect(await ask("1", { command: "veiw" })).toContain(" => There is no command");
    expect(await ask("2", { command: "view" })).toContain(" =>      1→one");
    const insert = { command: "insert", insert_line: 1, insert_text: "x" };
    expect(await ask("3", insert)).toMatch(/^ one\|\+x\| two => The user did not allow/);
    expect(await ask("4", insert, allow)).toMatch(/^ one\|\+x\| two => The file .* has been updated/);
    const replace = { command: "str_replace", old_str: "two", new_str: "2" };
    expect(await ask("5", replace, { answer: "deny" })).toMatch(
      /^ one\| x\|-two\|\+2 => The user did not allow/,
    );
    expect(await ask("6", { command: "undo_edit" })).toMatch(/^ one\|-x\| two => The user did not allow/);
    expect(await ask("7", { command: "undo_edit" }, allow)).toMatch(/^ one\|-x\| two => The last change/);
    expect(workspace.read("a.txt")).toBe(TEXT);
  });

  it("shows a directory outside the roots to whom a person has let see it, and no one else [FIX-203]", async () => {
    const workspace = tempWorkspace({ "in/a.txt": "a\n", "out/b.txt": "b\n" });
    const editor = createTextEditor(workspace.toolkit({ roots: [workspace.path("in")] }));
    const call = {
      id: "1",
      name: editor.tool.name,
      input: { command: "view", path: workspace.path("out") },
    };
    const view = async (answer?: Answer): Promise<string> => {
      const pending = await editor.approvals.request(call);
      expect(pending?.questions.map(({ tool, path }) => [tool, path])).toEqual([
        ["Read", workspace.path("out")],
        ["Glob", workspace.path("out")],
      ]);
      if (answer !== undefined) editor.approvals.answer("1", answer);
      return textOf(await editor.run(call));
    };
    expect(await view()).toMatch(/^Error: The user did not allow/);
    expect(await view({ answer: "deny" })).toMatch(/^Error: The user did not allow/);
    expect(await view({ answer: "allow" })).toContain(workspace.path("out/b.txt"));
  });
});
