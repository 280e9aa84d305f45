/** LangChain's interrupts: every decision meets its call, and nothing is approved that was not seen. */
import { AIMessage } from "@langchain/core/messages";
import { describe, expect, it } from "vitest";
import { withEditedCalls } from "../../src/adapters/langchain/revise-message.js";
import { approve, change, create, edit, reject, scene, TEXT } from "./support/langchain-scene.js";

describe("A LangChain agent whose calls are reviewed", () => {
  it("interrupts with what LangChain's own middleware sends, the question in words and the call's id [LCH-20]", async () => {
    const { workspace, files, start } = scene((place) => [edit(place, "a.txt", "BETA")]);
    const request = await start();
    expect(request).toMatchObject({
      actionRequests: [{ id: "call-3", name: "Edit", args: { new_string: "BETA" } }],
      reviewConfigs: [{ actionName: "Edit", allowedDecisions: ["approve", "edit", "reject"] }],
    });
    const [{ description } = { description: "" }] = request?.actionRequests ?? [];
    expect(description).toContain(`Edit wants to change ${workspace.path("a.txt")}`);
    expect(description).toContain(" alpha\n-beta\n+BETA");
    expect(request?.reviewConfigs[0]?.argsSchema).toMatchObject({ type: "object" });
    expect(files.approvals.find("call-3")?.questions).toMatchObject([{ path: workspace.path("a.txt") }]);
  });

  it("shows where a link leads, and what to look at twice [LCH-20]", async () => {
    const script = JSON.stringify({ scripts: { postinstall: "./run-me" } });
    const { workspace, start } = scene((place) => [create(place, "link/package.json", script)]);
    const [{ description } = { description: "" }] = (await start())?.actionRequests ?? [];
    expect(description).toContain(`Write wants to create ${workspace.path("link/package.json")}`);
    expect(description).toContain(`which leads to ${workspace.path("one/package.json")}`);
    expect(description).toContain("Warning: it changes what runs later: the script postinstall");
  });

  it("asks once about all calls of a turn, and carries out each decision for its own call [LCH-21]", async () => {
    const { workspace, script, start, resume } = scene((place) => [
      edit(place, "a.txt", "approved"),
      { tool: "Glob", input: { pattern: "*.txt", path: place.root } },
      edit(place, "b.txt", "rejected"),
      create(place, "c.txt"),
    ]);
    const request = await start();
    expect(request?.actionRequests.map(({ id }) => id)).toEqual(["call-3", "call-5", "call-6"]);
    const decisions = [
      approve,
      reject("b stays as it is"),
      change("Write", { ...create(workspace, "c.txt", "edited\n").input }),
    ];
    expect(await resume({ decisions })).toBeUndefined();
    expect(workspace.read("a.txt")).toBe("alpha\napproved\n");
    expect(workspace.read("b.txt")).toBe(TEXT);
    expect(workspace.read("c.txt")).toBe("edited\n");
    const results = script.results();
    expect(results.map(({ isError }) => isError)).toEqual([false, false, false, false, true, false]);
    expect(results[3]?.text).toContain("b.txt");
    expect(results[4]?.text).toContain("did not allow this call of Edit");
    expect(results[4]?.text).toContain("b stays as it is");
    expect(script.said()).toBe("done");
  });

  it("goes back to the model when every call was rejected [LCH-22]", async () => {
    const { workspace, script, start, resume } = scene((place) => [
      edit(place, "a.txt", "one"),
      edit(place, "b.txt", "two"),
    ]);
    await start();
    await resume({ decisions: [reject("no"), { type: "reject" }] });
    expect([workspace.read("a.txt"), workspace.read("b.txt")]).toEqual([TEXT, TEXT]);
    expect(script.results()[3]?.text).toContain("Ask the user how to go on");
    expect(script.said()).toBe("done");
  });

  it("has the edited call in its conversation, and is told what came of it [LCH-23]", async () => {
    const { workspace, script, start, resume } = scene((place) => [edit(place, "a.txt", "BETA")]);
    await start();
    const { input } = edit(workspace, "a.txt", "the person's");
    await resume({ decisions: [change("Edit", { ...input })] });
    expect(workspace.read("a.txt")).toBe("alpha\nthe person's\n");
    const spoken = script.sent().findLast((each) => AIMessage.isInstance(each));
    expect(spoken?.tool_calls).toEqual([{ type: "tool_call", id: "call-3", name: "Edit", args: input }]);
    expect(script.results()[2]?.text).toContain("the person's");
  });

  it("can't be made by an edit to do what rules deny [LCH-24]", async () => {
    const { workspace, script, start, resume } = scene((place) => [create(place, "c.txt")], {
      options: { permissions: { deny: ["Edit(secret.txt)"] } },
    });
    await start();
    await resume({ decisions: [change("Write", { ...create(workspace, "secret.txt").input })] });
    expect(script.results()[2]?.text).toContain("denied by the user's permission rules");
    expect([workspace.stamp("secret.txt"), workspace.stamp("c.txt")]).toEqual([undefined, undefined]);
  });

  it("may become a call of another tool by an edit, and has no approval for any other [LCH-43]", async () => {
    const { workspace, files, script, start, resume } = scene((place) => [
      edit(place, "a.txt", "one"),
      edit(place, "b.txt", "two"),
    ]);
    await start();
    const write = change("Write", { ...create(workspace, "c.txt").input });
    await resume({ decisions: [write, change("elsewhere", {})] });
    expect(workspace.read("c.txt")).toBe("new\n");
    expect([workspace.read("a.txt"), workspace.read("b.txt")]).toEqual([TEXT, TEXT]);
    expect(script.results().map(({ isError }) => isError)).toEqual([false, false, false, true]);
    expect(files.approvals.pending).toEqual([]);
  });

  it("keeps decisions with their calls when files change so that fewer would be asked about [LCH-25]", async () => {
    const { workspace, script, start, resume } = scene((place) => [
      edit(place, "a.txt", "first"),
      edit(place, "b.txt", "second"),
    ]);
    await start();
    workspace.write("a.txt", "someone else's beta\n");
    await resume({ decisions: [approve, reject("not b")] });
    expect(workspace.read("a.txt")).toBe("someone else's beta\n");
    expect(workspace.read("b.txt")).toBe(TEXT);
    expect(script.results()[2]?.text).toMatch(/changed/);
    expect(script.results()[3]?.text).toContain("not b");
  });

  it("never makes a call that was rejected, though a rule allows it by then [LCH-26]", async () => {
    const { workspace, files, script, start, resume } = scene((place) => [
      edit(place, "a.txt", "remembered"),
      create(place, "c.txt"),
    ]);
    await start();
    files.approvals.answer("call-3", { answer: "allow", remember: "session" });
    files.toolkit.permissions.setMode("acceptEdits");
    await resume({ decisions: [approve, reject("no new files")] });
    expect(workspace.read("a.txt")).toBe("alpha\nremembered\n");
    expect(workspace.stamp("c.txt")).toBeUndefined();
    expect(script.results()[3]?.text).toContain("no new files");
  });

  it("makes a change once, however often it is resumed [LCH-27]", async () => {
    const { workspace, files, script, start, resume } = scene((place) => [edit(place, "a.txt", "beta beta")]);
    await start();
    await resume({ decisions: [approve] });
    await resume({ decisions: [approve] });
    expect(workspace.read("a.txt")).toBe("alpha\nbeta beta\n");
    expect(await files.toolkit.history.list()).toHaveLength(1);
    expect(script.said()).toBe("done");
  });

  it("asks again, and says why, when the answer is none [LCH-28]", async () => {
    const { workspace, start, resume } = scene((place) => [edit(place, "a.txt", "BETA")]);
    await start();
    const unusable = [true, { decisions: [] }, { decisions: ["approve"] }, { decisions: [{ type: "edit" }] }];
    for (const answer of unusable) {
      const request = await resume(answer);
      expect(request?.problem).toMatch(/decision/i);
      expect(request?.actionRequests).toHaveLength(1);
    }
    expect(workspace.read("a.txt")).toBe(TEXT);
    await resume({ decisions: [approve] });
    expect(workspace.read("a.txt")).toBe("alpha\nBETA\n");
  });
});

describe("An edited call of LangChain", () => {
  const original = { file_path: "/w/a.txt", content: "model's\n" };
  const edited = { file_path: "/w/a.txt", content: "person's\n" };

  it.each([
    [
      "Anthropic's, streamed",
      {
        content: [
          { type: "text", text: "I write." },
          { type: "tool_use", id: "call-1", name: "Write", input: "", index: 1 },
          { type: "input_json_delta", index: 1, input: JSON.stringify(original) },
          { type: "tool_use", id: "call-2", name: "Other", input: { kept: true }, index: 2 },
        ],
      },
      {
        content: [
          { type: "text", text: "I write." },
          { type: "tool_use", id: "call-1", name: "Write", input: edited, index: 1 },
          { type: "tool_use", id: "call-2", name: "Other", input: { kept: true }, index: 2 },
        ],
      },
    ],
    [
      "standard blocks",
      { content: [{ type: "tool_call", id: "call-1", name: "Write", args: original }] },
      { content: [{ type: "tool_call", id: "call-1", name: "Write", args: edited }] },
    ],
    [
      "OpenAI's Responses",
      {
        content: "",
        response_metadata: {
          output: [
            { type: "reasoning", id: "rs_1" },
            {
              type: "function_call",
              call_id: "call-1",
              name: "Write",
              arguments: JSON.stringify(original),
            },
          ],
        },
      },
      {
        response_metadata: {
          output: [
            { type: "reasoning", id: "rs_1" },
            { type: "function_call", call_id: "call-1", name: "Write", arguments: JSON.stringify(edited) },
          ],
        },
      },
    ],
  ])("is in every place of %s that goes back to the provider [LCH-42]", (_, fields, expected) => {
    const call = { type: "tool_call" as const, id: "call-1", name: "Write", args: original };
    const message = new AIMessage({ ...fields, id: "m", tool_calls: [call] });
    const revised = withEditedCalls(message, new Map([["call-1", { ...call, args: edited }]]));
    expect(revised).toMatchObject({ id: "m", tool_calls: [{ ...call, args: edited }], ...expected });
    expect(message.tool_calls).toEqual([call]);
    expect(JSON.stringify(revised)).not.toContain("model's");
  });
});
