/** An agent of LangChain beside other middleware, and one that goes on in another process. */
import { symlinkSync, unlinkSync } from "node:fs";
import { ToolMessage } from "@langchain/core/messages";
import { tool } from "@langchain/core/tools";
import { MemorySaver } from "@langchain/langgraph";
import { createMiddleware, humanInTheLoopMiddleware } from "langchain";
import { describe, expect, it } from "vitest";
import { createFileTools } from "../../src/adapters/langchain/index.js";
import { type TempWorkspace, tempWorkspace } from "../support/workspace.js";
import type { ScriptedCall } from "./support/agents.js";
import { converse } from "./support/langchain-harness.js";
import { scriptModel } from "./support/langchain-model.js";
import { approve, create, edit, type Scene, scene, TEXT } from "./support/langchain-scene.js";

describe("A LangChain agent that others have a hand in", () => {
  it("takes silence for no answer, if a call gets past the review [LCH-29]", async () => {
    const hasty = createMiddleware({
      name: "Hasty",
      afterModel: {
        canJumpTo: ["tools"],
        hook: ({ messages }) => (messages.length > 2 ? undefined : { jumpTo: "tools" as const }),
      },
    });
    const workspace = tempWorkspace();
    const files = createFileTools(workspace.toolkit());
    const script = scriptModel([{ calls: [create(workspace, "c.txt")] }, { say: "done" }]);
    // Hooks after the model run from the last middleware to the first.
    const { start } = converse({ files, script, middleware: [files.middleware, hasty] });
    await start();
    expect(workspace.stamp("c.txt")).toBeUndefined();
    expect(script.results()[0]?.isError).toBe(true);
  });

  it("stands beside LangChain's own middleware, which asks about other tools [LCH-30]", async () => {
    const workspace = tempWorkspace();
    const files = createFileTools(workspace.toolkit());
    const mailed: unknown[] = [];
    const mail = tool((input) => `mailed ${mailed.push(input)}`, {
      name: "mail",
      description: "Sends a message",
      schema: { type: "object", properties: { to: { type: "string" } } },
    });
    const script = scriptModel([
      { calls: [{ tool: "mail", input: { to: "you" } }, create(workspace, "c.txt")] },
      { say: "done" },
    ]);
    // Its types take no options where optional properties are exact.
    const other = Reflect.apply(humanInTheLoopMiddleware, undefined, [{ interruptOn: { mail: true } }]);
    const carrying = createMiddleware({ name: "Mail", tools: [mail] });
    const { start, resume } = converse({ files, script, middleware: [files.middleware, other, carrying] });
    expect((await start())?.actionRequests.map(({ name }) => name)).toEqual(["mail"]);
    const second = await resume({ decisions: [approve] });
    expect(second?.actionRequests.map(({ name }) => name)).toEqual(["Write"]);
    await resume({ decisions: [approve] });
    expect([mailed.length, workspace.read("c.txt"), script.said()]).toEqual([1, "new\n", "done"]);
  });
});

describe("A LangChain agent that goes on in another process", () => {
  /** The same conversation, with tools that know nothing of what the first ones have asked. */
  async function moved(
    calls: (workspace: TempWorkspace) => readonly ScriptedCall[],
    { knows }: { readonly knows: boolean },
  ): Promise<Scene> {
    const checkpointer = new MemorySaver();
    const first = scene(calls, { checkpointer });
    await first.start();
    const toolkit = first.workspace.toolkit();
    if (knows) toolkit.session.import(first.files.toolkit.session.export());
    const files = createFileTools(toolkit);
    return { ...first, files, ...converse({ files, script: first.script, checkpointer }) };
  }

  it("carries out what was approved there, if it is still the same [LCH-31]", async () => {
    const { workspace, script, resume } = await moved(
      (place) => [edit(place, "a.txt", "BETA"), create(place, "c.txt")],
      { knows: true },
    );
    expect(await resume({ decisions: [approve, approve] })).toBeUndefined();
    expect([workspace.read("a.txt"), workspace.read("c.txt")]).toEqual(["alpha\nBETA\n", "new\n"]);
    expect(script.said()).toBe("done");
  });

  it("does nothing that was not seen there, and is told to make the call again [LCH-32]", async () => {
    const { workspace, script, resume } = await moved(
      (place) => [create(place, "link/c.txt"), create(place, "c.txt")],
      { knows: true },
    );
    unlinkSync(workspace.path("link"));
    symlinkSync("two", workspace.path("link"));
    await resume({ decisions: [approve, approve] });
    const [refused, done] = script.results().slice(2);
    expect(refused).toMatchObject({ isError: true, text: expect.stringContaining("make the call again") });
    expect(done?.isError).toBe(false);
    expect(["one/c.txt", "two/c.txt"].map((name) => workspace.stamp(name))).toEqual([undefined, undefined]);
    expect(workspace.read("c.txt")).toBe("new\n");
  });

  it("is told to read a file that these tools have not seen [LCH-33]", async () => {
    const { workspace, script, resume } = await moved((place) => [edit(place, "a.txt", "BETA")], {
      knows: false,
    });
    await resume({ decisions: [approve] });
    expect(script.results()[2]?.text).toContain("Read it first");
    expect(workspace.read("a.txt")).toBe(TEXT);
    expect(ToolMessage.isInstance(script.sent().at(-1))).toBe(true);
  });
});
