import { describe, expect, it } from "vitest";
import type { QuestionDetail } from "../../src/desk/desk.js";
import { createHunks } from "../../src/text/diff/hunks.js";
import { splitLines } from "../../src/text/diff/split-lines.js";
import {
  acceptsNothing,
  beginDraft,
  canChooseHunks,
  editHunk,
  toAllow,
  toDeny,
  toggleHunk,
} from "../../web/src/views/questions/answer-draft.js";
import {
  describeScope,
  describeWish,
  kindOf,
  labelAccept,
} from "../../web/src/views/questions/question-words.js";
import { waitingQuestion } from "../support/waiting-question.js";

const numbers = (change: (line: number) => string): string[] =>
  splitLines(Array.from({ length: 60 }, (_, at) => `${change(at + 1)}\n`).join(""));

function question(parts: Partial<QuestionDetail> = {}): QuestionDetail {
  const hunks = createHunks(
    numbers(String),
    numbers((line) => (line % 20 === 10 ? `new ${line}` : String(line))),
  );
  return {
    ...waitingQuestion,
    suggestions: [
      { scope: "once", covers: "file" },
      { scope: "session", covers: "file", rule: "Edit(/a.ts)" },
      { scope: "always", covers: "folder", rule: "Edit(/**)" },
    ],
    change: { kind: "update", added: 3, removed: 3, hunks: 3, isRevisable: true },
    hunks,
    isWhole: true,
    ...parts,
  };
}

describe("an answer that is being made", () => {
  it("takes the whole change, this once, as long as nobody says otherwise [WEB-28]", () => {
    const asked = question();
    const draft = beginDraft(asked);
    expect(toAllow(draft, asked)).toEqual({ answer: "allow", digest: "d" });
    expect(labelAccept(asked, draft)).toEqual({ text: "Accept all 3 hunks", rule: undefined });
  });

  it("leaves hunks out, and takes them again as they were, also when they had been changed [WEB-28]", () => {
    const asked = question();
    const edited = editHunk(beginDraft(asked), 1, { use: "edited", lines: ["mine"] });
    const without = toggleHunk(toggleHunk(edited, 1), 0);
    expect(toAllow(without, asked)).toEqual({
      answer: "allow",
      digest: "d",
      hunks: [{ use: "old" }, { use: "old" }, { use: "new" }],
    });
    expect(toggleHunk(without, 1).choices).toEqual([
      { use: "old" },
      { use: "edited", lines: ["mine"] },
      { use: "new" },
    ]);
    expect(toAllow(toggleHunk(toggleHunk(beginDraft(asked), 2), 2), asked)).toEqual({
      answer: "allow",
      digest: "d",
    });
  });

  it("is none when it takes nothing [WEB-28]", () => {
    const asked = question();
    const none = [0, 1, 2].reduce(toggleHunk, beginDraft(asked));
    expect(acceptsNothing(none)).toBe(true);
    expect(acceptsNothing(toggleHunk(none, 1))).toBe(false);
    expect(acceptsNothing(beginDraft(question({ hunks: [], change: null })))).toBe(false);
  });

  it("carries a comment or a reason when there is one [WEB-28]", () => {
    const asked = question();
    const draft = { ...beginDraft(asked), comment: " thanks ", reason: "  " };
    expect(toAllow({ ...draft, remember: 1 }, asked)).toEqual({
      answer: "allow",
      digest: "d",
      remember: 1,
      comment: "thanks",
    });
    expect(toDeny(draft, asked)).toEqual({ answer: "deny", digest: "d" });
    expect(toDeny({ ...draft, reason: "use tabs" }, asked)).toEqual({
      answer: "deny",
      digest: "d",
      reason: "use tabs",
    });
  });

  it("can't choose among hunks of what is not shown whole, or can't be revised [WEB-28]", () => {
    expect(canChooseHunks(question())).toBe(true);
    expect(canChooseHunks(question({ isWhole: false }))).toBe(false);
    const asked = question({
      change: { kind: "update", added: 1, removed: 1, hunks: 3, isRevisable: false },
    });
    expect(beginDraft(asked).choices).toEqual([]);
    expect(labelAccept(asked, beginDraft(asked)).text).toBe("Accept the whole change");
  });
});

describe("the words of a question", () => {
  it("of the accept button say what will be accepted, and which rule it adds [WEB-29]", () => {
    const asked = question();
    const draft = beginDraft(asked);
    const part = toggleHunk(draft, 0);
    const mine = editHunk(draft, 1, { use: "edited", lines: [] });
    const text = (made: typeof draft): string => labelAccept(asked, made).text;
    expect(text(part)).toBe("Accept 2 of 3 hunks");
    expect(text(mine)).toBe("Accept with your changes");
    expect(text(toggleHunk(mine, 0))).toBe("Accept 2 of 3 hunks with your changes");
    expect(labelAccept(asked, { ...draft, remember: 2 })).toEqual({
      text: "Accept all 3 hunks and always allow",
      rule: "Edit(/**)",
    });
    expect(labelAccept(asked, { ...part, remember: 1 })).toEqual({
      text: "Accept 2 of 3 hunks and in this session allow",
      rule: "Edit(/a.ts)",
    });
    expect(labelAccept(asked, { ...draft, remember: 0 }).rule).toBeUndefined();
  });

  it.each([
    { with: {}, kind: "update", wish: "wants to change", accept: "Accept all 3 hunks" },
    { with: { tool: "Write" }, kind: "overwrite", wish: "wants to overwrite", accept: "Accept all 3 hunks" },
    {
      with: { tool: "Write", change: { kind: "create", added: 1, removed: 0, hunks: 1, isRevisable: true } },
      kind: "create",
      wish: "wants to create the new file",
      accept: "Accept the new file",
    },
    {
      with: { tool: "Read", operation: "read", change: null, hunks: [] },
      kind: "read",
      wish: "wants to read",
      accept: "Accept this read",
    },
  ] as const)("tell $kind from the others [WEB-29]", ({ with: parts, kind, wish, accept }) => {
    const asked = question(parts);
    expect(kindOf(asked)).toBe(kind);
    expect(describeWish(asked)).toBe(wish);
    expect(labelAccept(asked, beginDraft(asked)).text).toBe(accept);
  });

  it("of a suggestion say for how long and for what [WEB-29]", () => {
    expect(question().suggestions.map(describeScope)).toEqual([
      "Only this once",
      "Until the session ends, for this file",
      "Always, for everything in this folder",
    ]);
  });
});
