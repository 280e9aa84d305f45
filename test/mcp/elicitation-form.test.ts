/** A question as a form: what it shows can't deceive, and whatever is not plainly a yes is a no. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { AbsolutePath, RealPath } from "../../src/fs/paths.js";
import type { OpenQuestion, Suggestion } from "../../src/index.js";
import { readForm, renderForm } from "../../src/mcp/elicitation-form.js";

const session: Suggestion = { scope: "session", covers: "file", rule: "Edit(/a.txt)" };
const always: Suggestion = {
  ...session,
  scope: "always",
  savedTo: "/w/app/.filewright/settings.local.json" as AbsolutePath,
};

function question(over: Partial<OpenQuestion> = {}): OpenQuestion {
  const path = "/w/app/a.txt" as AbsolutePath & RealPath;
  return {
    id: "q1",
    sessionId: "s",
    callId: "1",
    askedAt: 0,
    tool: "Edit",
    operation: "write",
    path,
    realPath: path,
    reason: "changes need permission",
    flags: [],
    suggestions: [{ scope: "once", covers: "file" }, session, always],
    ...over,
  };
}

const choices = (asked: OpenQuestion): string[] =>
  (renderForm(asked).requestedSchema.properties["answer"] as unknown as { enum: string[] }).enum;

describe("A question as a form", () => {
  it("says what would happen to which file, why it is asked, and what each answer would add [MCP-66]", () => {
    const lines = [" kept", "-old\tline", "+new\u202e line\u001b[2J"];
    const hunk = { oldStart: 1, oldLines: 2, newStart: 1, newLines: 2, lines };
    const change = {
      kind: "update",
      structuredPatch: [hunk],
      before: "",
      after: "",
      isRevisable: true,
    } as const;
    const flags = [{ kind: "runs-later", risk: "warning", text: "adds the script postinstall" }] as const;
    const realPath = "/elsewhere/a.txt" as RealPath;
    const asked = question({ change, flags, realPath });
    expect(renderForm(asked).message).toBe(
      [
        "Edit wants to change /w/app/a.txt",
        "which leads to /elsewhere/a.txt",
        "Asked because changes need permission.",
        "Warning: it adds the script postinstall.",
        "",
        "@@ -1,2 +1,2 @@",
        " kept",
        "-old\tline",
        "+new\\u202e line\\u001b[2J",
      ].join("\n"),
    );
    expect(choices(asked)).toEqual([
      "Yes, this once",
      "Yes, and allow Edit(/a.txt) for this session",
      "Yes, and always allow Edit(/a.txt) (saved to /w/app/.filewright/settings.local.json)",
      "No",
    ]);
  });

  it("shows the beginning of a long change and counts the rest [MCP-66]", () => {
    const lines = Array.from({ length: 500 }, (_, index) => `+${index} ${"x".repeat(1000)}`);
    const hunk = { oldStart: 0, oldLines: 0, newStart: 1, newLines: 500, lines };
    const change = {
      kind: "create",
      structuredPatch: [hunk],
      before: null,
      after: "",
      isRevisable: true,
    } as const;
    const { message } = renderForm(question({ change }));
    expect(message).toContain("wants to create");
    expect(message.endsWith("… and 381 more lines")).toBe(true);
    expect(message.length).toBeLessThan(40_000);
  });

  it("is answered by the words that were offered [MCP-66]", () => {
    const asked = question();
    const answers = choices(asked).map((answer) =>
      readForm({ action: "accept", content: { answer } }, asked),
    );
    expect(answers).toEqual([
      { answer: "allow" },
      { answer: "allow", remember: session },
      { answer: "allow", remember: always },
      { answer: "deny" },
    ]);
    const withReason = { action: "accept", content: { answer: "No", reason: "  use the other file " } };
    expect(readForm(withReason, asked)).toEqual({ answer: "deny", reason: "use the other file" });
  });

  it("is a no, whatever else comes back [MCP-66]", () => {
    const asked = question();
    const yes = { answer: "Yes, this once" };
    for (const filled of [
      { action: "decline", content: yes },
      { action: "cancel", content: yes },
      { content: yes },
    ])
      expect(readForm(filled, asked)).toEqual({ answer: "deny" });
    fc.assert(
      fc.property(fc.anything(), fc.anything(), (answer, reason) => {
        fc.pre(typeof answer !== "string" || !choices(asked).includes(answer));
        expect(readForm({ action: "accept", content: { answer, reason } }, asked).answer).toBe("deny");
        expect(readForm(answer, asked).answer).toBe("deny");
      }),
    );
  });
});
