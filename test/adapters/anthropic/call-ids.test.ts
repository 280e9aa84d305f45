/** Ids of calls are the model's. The loops of this SDK make every call, so that a no has to hold by itself. */
import { describe, expect, it } from "vitest";
import { createFileTools } from "../../../src/adapters/anthropic/index.js";
import { tempWorkspace } from "../../support/workspace.js";

describe("Two calls of one id, for the Anthropic SDK", () => {
  it("are both refused, though a rule allows by then what was denied [FIX-245]", async () => {
    const workspace = tempWorkspace();
    const { approvals, run } = createFileTools(workspace.toolkit());
    const write = (id: string, name: string) => ({
      id,
      name: "Write",
      input: { file_path: workspace.path(name), content: "x\n" },
    });
    const [allowing, first, denied] = [write("1", "a.txt"), write("2", "b.txt"), write("2", "c.txt")];
    const asked = await approvals.request(allowing);
    const wide = asked?.questions[0]?.suggestions.find(
      ({ scope, covers }) => scope === "session" && covers === "folder",
    );
    approvals.answer("1", { answer: "allow", remember: wide ?? "session" });
    await approvals.request(first);
    approvals.answer("2", { answer: "allow" });
    await approvals.request(denied);
    approvals.answer("2", { answer: "deny", reason: "not c" });
    const results = [await run(allowing), await run(first), await run(denied)];
    expect(results.map(({ is_error }) => is_error ?? false)).toEqual([false, true, true]);
    expect(JSON.stringify(results[1])).toContain("Two calls had the same id");
    expect(JSON.stringify(results[2])).toContain("not c");
    expect([workspace.stamp("b.txt"), workspace.stamp("c.txt")]).toEqual([undefined, undefined]);
  });
});
