import { describe, expect, it } from "vitest";
import type { RealPath } from "../../src/fs/paths.js";
import { type Finding, type Goal, TrackedDocument } from "../../src/lsp/tracked-document.js";
import type { Diagnostic } from "../../src/notify/diagnostic.js";
import { createHunks } from "../../src/text/diff/hunks.js";
import { splitLines } from "../../src/text/diff/split-lines.js";

/** A server that finds a fault in every line with "bad" in it, named after the line. */
function findFaults(text: string): Diagnostic[] {
  return text.split("\n").flatMap((line, index) => {
    const place = { line: index + 1, column: 1, endLine: index + 1, endColumn: 2 };
    return line.includes("bad") ? [{ ...place, severity: "error" as const, message: line }] : [];
  });
}

function findingOf(text: string): Finding {
  return { state: "fresh", byServer: new Map([["test", findFaults(text)]]) };
}

class Story {
  readonly document = new TrackedDocument("/w/a.ts" as RealPath);
  text: string | undefined;

  edit(after: string, { sessionId = "me", before = this.text } = {}): number {
    const hunks = createHunks(splitLines(before ?? ""), splitLines(after));
    this.text = after;
    return this.document.change({ sessionId, before, after, hunks });
  }

  /** Answers as a server would that is asked about each goal in turn. */
  answer(): Goal[] {
    const goals: Goal[] = [];
    for (
      let goal = this.document.goal;
      goal !== undefined && !this.document.isSettled;
      goal = this.document.goal
    ) {
      goals.push(goal);
      this.document.accept(goal, findingOf(goal.text));
    }
    return goals;
  }

  told(sessionId: string = "me") {
    const told = this.document.tell(sessionId);
    if (told?.state !== "fresh") return told?.state;
    const messages = (list: readonly Diagnostic[]): string[] => list.map(({ message }) => message);
    return { introduced: messages(told.changes.introduced), resolved: messages(told.changes.resolved) };
  }
}

function storyOf(text: string): Story {
  const story = new Story();
  story.text = text;
  return story;
}

describe("A document that is followed", () => {
  it("is asked about as it was before its first change, so that old faults are not told as new [LSP-32]", () => {
    const story = storyOf("bad old\nfine\n");
    story.edit("bad old\nbad new\n");
    expect(story.answer().map(({ text, isBaseline }) => [text, isBaseline])).toEqual([
      ["bad old\nfine\n", true],
      ["bad old\nbad new\n", false],
    ]);
    expect(story.told()).toEqual({ introduced: ["bad new"], resolved: [] });
    expect(story.told()).toBeUndefined();
    story.edit("top\nbad old\nfine\n");
    expect(story.answer()).toHaveLength(1);
    expect(story.told()).toEqual({ introduced: [], resolved: ["bad new"] });
  });

  it("has no past where the file is new [LSP-32]", () => {
    const story = new Story();
    story.edit("bad from the start\n");
    expect(story.answer()).toHaveLength(1);
    expect(story.told()).toEqual({ introduced: ["bad from the start"], resolved: [] });
  });

  it("tells each session what its own changes did, and nobody twice [LSP-32]", () => {
    const story = storyOf("one\ntwo\nthree\n");
    story.edit("bad mine\ntwo\nthree\n");
    story.answer();
    story.edit("bad mine\ntwo\nbad theirs\n", { sessionId: "other" });
    story.answer();
    expect(story.told("other")).toEqual({ introduced: ["bad theirs"], resolved: [] });
    expect(story.told("me")).toEqual({ introduced: ["bad mine", "bad theirs"], resolved: [] });
    expect(story.told("me")).toBeUndefined();
    expect(story.told("stranger")).toBeUndefined();
  });

  it("tells of several changes at once where no answer came between them [LSP-32]", () => {
    const story = storyOf("one\ntwo\n");
    story.edit("bad one\ntwo\n");
    story.edit("bad one\nbad two\n");
    story.edit("x\nbad one\nbad two\n");
    const goals = story.answer();
    expect(goals.map(({ text }) => text)).toEqual(["one\ntwo\n", "x\nbad one\nbad two\n"]);
    expect(story.told()).toEqual({ introduced: ["bad one", "bad two"], resolved: [] });
  });

  it("does not lay others' changes at the door of ours [LSP-32]", () => {
    const story = storyOf("one\ntwo\n");
    story.edit("one!\ntwo\n");
    story.answer();
    story.told();
    story.edit("bad ours\nbad human\n", { before: "one!\nbad human\n" });
    expect(story.answer().map(({ text }) => text)).toEqual(["one!\nbad human\n", "bad ours\nbad human\n"]);
    expect(story.told()).toEqual({ introduced: ["bad ours"], resolved: [] });
  });

  it("still tells of our own fault when others changed the file before an answer came [LSP-32]", () => {
    const story = storyOf("one\ntwo\n");
    const first = story.document;
    story.edit("bad ours\ntwo\n");
    // The past is known, the present not yet.
    const past = first.goal as Goal;
    first.accept(past, findingOf(past.text));
    story.edit("human\nbad ours\nthree\n", { before: "human\nbad ours\ntwo\n" });
    story.answer();
    expect(story.told()).toEqual({ introduced: ["bad ours"], resolved: [] });
  });

  it("takes no answer about a text that it has left behind [LSP-33]", async () => {
    const story = new Story();
    const first = story.edit("bad one\n");
    const goal = story.document.goal as Goal;
    const waited = story.document.whenSettled(first);
    story.edit("fine\n");
    await waited;
    expect(story.document.accept(goal, findingOf(goal.text))).toBeUndefined();
    expect(story.document.describe()).toEqual({ path: "/w/a.ts", state: "unknown", diagnostics: [] });
    story.answer();
    expect(story.told()).toEqual({ introduced: [], resolved: [] });
    expect(story.document.describe()).toMatchObject({ state: "fresh", diagnostics: [] });
  });

  it("forgets what was delivered as soon as it changes [LSP-33]", () => {
    const story = new Story();
    story.edit("bad one\n");
    story.answer();
    expect(story.document.describe()).toMatchObject({
      state: "fresh",
      diagnostics: [{ message: "bad one" }],
    });
    story.edit("bad one\nmore\n");
    expect(story.document.describe()).toEqual({ path: "/w/a.ts", state: "unknown", diagnostics: [] });
  });

  it("is unknown, not clean, where no answer came about it or about what was there before [LSP-33]", () => {
    const story = storyOf("bad old\n");
    story.edit("bad old\nmore\n");
    const past = story.document.goal as Goal;
    story.document.accept(past, { state: "unknown", reason: "it ended" });
    story.answer();
    expect(story.told()).toBe("unknown");
    story.edit("bad old\nmore\nbad new\n");
    const goal = story.document.goal as Goal;
    story.document.accept(goal, { state: "unknown", reason: "it ended" });
    expect(story.told()).toBe("unknown");
    // Once it answers again, nothing is lost.
    story.edit("bad old\nmore\nbad new\nend\n");
    story.answer();
    expect(story.told()).toEqual({ introduced: ["bad new"], resolved: [] });
  });

  it("owes its sessions an answer when a server thinks again because another file changed [LSP-32]", () => {
    const story = new Story();
    story.edit("use of x\n");
    story.answer();
    story.told();
    const changes = story.document.revise("test", findFaults("bad use of x\n"));
    expect(changes.introduced).toHaveLength(1);
    expect(story.told()).toEqual({ introduced: ["bad use of x"], resolved: [] });
    expect(story.document.revise("test", findFaults("bad use of x\n"))).toEqual({
      introduced: [],
      resolved: [],
    });
    expect(story.told()).toBeUndefined();
  });
});
