/** A question as a form: what it shows can't deceive, and whatever is not plainly a yes is a no. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { AbsolutePath, RealPath } from "../../src/fs/paths.js";
import type { OpenQuestion, Suggestion } from "../../src/index.js";
import { readForm, renderForm } from "../../src/mcp/elicitation-form.js";
import type { ProposedChange } from "../../src/permissions/ask.js";

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

const creating = (lines: readonly string[]): ProposedChange => ({
  kind: "create",
  structuredPatch: [{ oldStart: 0, oldLines: 0, newStart: 1, newLines: lines.length, lines }],
  before: null,
  after: "",
  isRevisable: true,
});

const choices = (asked: OpenQuestion, page = 0): string[] =>
  (renderForm(asked, page).requestedSchema.properties["answer"] as unknown as { enum: string[] }).enum;

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

  it("shows a long change in parts, to the ends of its lines, and offers a yes with the last [HOST-126]", () => {
    const content = Array.from({ length: 300 }, (_, index) => `+${index} ${"x".repeat(700)}end`);
    const asked = question({ change: creating(content) });
    const pages: string[] = [];
    for (let page = 0; page < 20; page += 1) {
      pages.push(renderForm(asked, page).message);
      const offered = choices(asked, page);
      if (!offered.includes("Show the next part")) {
        expect(offered).toEqual(choices(question()));
        break;
      }
      expect(offered).toEqual(["Show the next part", "No"]);
      const accept = (answer: string) => readForm({ action: "accept", content: { answer } }, asked, page);
      expect(accept("Show the next part")).toBe("next");
      for (const yes of choices(question()).slice(0, -1)) expect(accept(yes)).toEqual({ answer: "deny" });
    }
    expect(pages).toHaveLength(8);
    expect(pages[0]).toMatch(/^Part 1 of 8\nEdit wants to create /);
    const rows = pages.flatMap((page) => page.split("\n").slice(1));
    const unwrapped = rows.join("\n").replaceAll("\n↪", () => "");
    expect(unwrapped).toContain(content.join("\n"));
    for (const page of pages) expect(page.length).toBeLessThan(40_000);
  });

  it("offers no rule that is too long to be read in a choice [HOST-126]", () => {
    const rule = `Edit(/${"deep/".repeat(100)}**)`;
    const suggestions = [{ scope: "session", covers: "folder", rule } as const];
    expect(choices(question({ suggestions }))).toEqual(["Yes, this once", "No"]);
  });

  it("shows long paths whole [HOST-126]", () => {
    const path = `/w/${"deep/".repeat(300)}a.txt` as AbsolutePath & RealPath;
    const { message } = renderForm(question({ path, realPath: `${path}x` as RealPath }));
    expect(message.replaceAll("\n↪", () => "")).toContain(`${path}\nwhich leads to ${path}x\n`);
  });

  it("offers no yes for what 20 forms can't show, and says where to review it [HOST-127]", () => {
    for (const lines of [Array.from({ length: 3000 }, () => "+x"), [`+${"y".repeat(5_000_000)}`]]) {
      const asked = question({ change: creating(lines) });
      expect(choices(asked)).toEqual(["No"]);
      expect(renderForm(asked).message).toContain("open the console (filewright console)");
      for (const answer of ["Yes, this once", "Show the next part"])
        expect(readForm({ action: "accept", content: { answer } }, asked)).toEqual({
          answer: "deny",
          reason: "It is too long to be reviewed in a form. Make the change in smaller steps.",
        });
    }
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
        expect(readForm({ action: "accept", content: { answer, reason } }, asked)).toMatchObject({
          answer: "deny",
        });
        expect(readForm(answer, asked)).toEqual({ answer: "deny" });
      }),
    );
  });
});
