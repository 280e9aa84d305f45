/** The ids of calls are the model's, who may give any, and the same again. */
import { AIMessage } from "@langchain/core/messages";
import { describe, expect, it } from "vitest";
import { createFileTools, type FileReviewRequest } from "../../src/adapters/langchain/index.js";
import { type TempWorkspace, tempWorkspace } from "../support/workspace.js";
import { converse } from "./support/langchain-harness.js";
import { scriptModel } from "./support/langchain-model.js";
import { approve, reject } from "./support/langchain-scene.js";

/** A model that writes files, each call with the id that is given here, one message after another. */
function writer(workspace: TempWorkspace, messages: readonly (readonly { id: string; name: string }[])[]) {
  const files = createFileTools(workspace.toolkit());
  const toCall = ({ id, name }: { id: string; name: string }) => ({
    id,
    name: "Write",
    args: { file_path: workspace.path(name), content: `${name}\n` },
  });
  const turns = messages.map((calls) => new AIMessage({ content: "", tool_calls: calls.map(toCall) }));
  return converse({ files, script: scriptModel([...turns, { say: "done" }]) });
}

const askedAbout = (request: FileReviewRequest | undefined) => request?.actionRequests.map(({ id }) => id);

describe("A call in LangChain", () => {
  it("is asked about whatever its id [FIX-244]", async () => {
    for (const id of ["__proto__", "constructor", "", "x".repeat(100_000)]) {
      const workspace = tempWorkspace();
      const { start, resume } = writer(workspace, [[{ id, name: "a.txt" }]]);
      expect(askedAbout(await start())).toEqual([id]);
      expect(workspace.stamp("a.txt")).toBeUndefined();
      await resume({ decisions: [approve] });
      expect(workspace.read("a.txt")).toBe("a.txt\n");
    }
  });

  it("is asked about under an id that an earlier call has had, and is refused or made [FIX-244]", async () => {
    const workspace = tempWorkspace();
    const names = ["a.txt", "b.txt", "c.txt"];
    const { start, resume } = writer(
      workspace,
      names.map((name) => [{ id: "call_0", name }]),
    );
    expect(askedAbout(await start())).toEqual(["call_0"]);
    expect(askedAbout(await resume({ decisions: [approve] }))).toEqual(["call_0"]);
    expect(askedAbout(await resume({ decisions: [reject("not that one")] }))).toEqual(["call_0"]);
    expect(await resume({ decisions: [approve] })).toBeUndefined();
    expect(names.map((name) => workspace.stamp(name) !== undefined)).toEqual([true, false, true]);
  });

  it("is not made by the yes to another of the same id and message [FIX-244]", async () => {
    for (const decisions of [
      [approve, reject("no")],
      [reject("no"), approve],
      [approve, approve],
    ]) {
      const workspace = tempWorkspace();
      const calls = ["a.txt", "b.txt"].map((name) => ({ id: "call_0", name }));
      const { start, resume } = writer(workspace, [calls]);
      expect(askedAbout(await start())).toEqual(["call_0", "call_0"]);
      await resume({ decisions });
      expect([workspace.stamp("a.txt"), workspace.stamp("b.txt")]).toEqual([undefined, undefined]);
    }
  });
});
