/** The torture kit judges by this oracle, so the oracle is shown to see what it is there for. */
import { describe, expect, it } from "vitest";
import {
  type HistoryChange,
  judgeScenario,
  type Observation,
  type StepAnswer,
  type StepEffect,
} from "../../torture/core/scenario-oracle.js";
import { admitsChange } from "../../torture/core/steps.js";

const edit: StepEffect = { name: "edit a.txt", before: { "a.txt": "old" }, after: { "a.txt": "new" } };
const applied: HistoryChange = { id: "1", path: "a.txt", state: "applied", before: "old", after: "new" };
const acknowledged: StepAnswer = { outcome: "ok", changes: { "a.txt": "1" } };
const good: Observation = { files: { "a.txt": "new" }, history: [applied], leftovers: [] };
const untouched: Observation = { files: { "a.txt": "old" }, history: [], leftovers: [] };

function judge(
  answer: StepAnswer,
  observation: Observation,
  effects: readonly StepEffect[] = [edit],
): string[] {
  return judgeScenario(effects, [answer], observation).map(({ kind, what }) => `${kind}: ${what}`);
}

describe("The oracle for one process", () => {
  it("accepts a change that is on disk and in the history, and one that never happened [SAFE-204]", () => {
    expect(judge(acknowledged, good)).toEqual([]);
    expect(judge({ outcome: "none" }, good)).toEqual([]);
    expect(judge({ outcome: "none" }, untouched)).toEqual([]);
    expect(judge({ outcome: "error" }, untouched)).toEqual([]);
    expect(judge({ outcome: "error", admitsChange: true }, good)).toEqual([]);
  });

  it("expects a step to begin with what was there when the one before it failed [SAFE-204]", () => {
    const second: StepEffect = {
      name: "write a.txt",
      before: { "a.txt": "new" },
      after: { "a.txt": "last" },
    };
    const change: HistoryChange = { ...applied, id: "2", before: "old", after: "last" };
    const observation = { ...good, files: { "a.txt": "last" }, history: [change] };
    const answers: StepAnswer[] = [{ outcome: "error" }, { outcome: "ok", changes: { "a.txt": "2" } }];
    expect(judgeScenario([edit, second], answers, observation)).toEqual([]);
    const [{ what } = { what: "" }] = judgeScenario([edit, second], [acknowledged, ...answers.slice(1)], {
      ...observation,
      history: [applied, change],
    });
    expect(what).toBe("an acknowledged change holds other contents");
  });

  it("reports an acknowledged change that the history does not have, or can't read [SAFE-200]", () => {
    expect(judge(acknowledged, { ...good, history: [] })).toEqual(["lost: acknowledged, not in the history"]);
    expect(judge(acknowledged, { ...good, history: [{ ...applied, before: "unreadable" }] })).toEqual([
      "lost: a content that the history lists can't be read (before)",
    ]);
    expect(judge({ outcome: "none" }, { ...untouched, files: {} })).toEqual(["lost: the file is gone"]);
  });

  it("reports a file that holds no version that ever stood there [SAFE-201]", () => {
    const mixed = { ...good, files: { "a.txt": "neld" }, history: [] };
    expect(judge({ outcome: "none" }, mixed)).toEqual([
      "mixture: the file is no version that ever stood there",
    ]);
  });

  it("reports answers that the disk contradicts [SAFE-202]", () => {
    expect(judge(acknowledged, { ...untouched, history: [applied] })).toEqual([
      "wrong answer: acknowledged, but not on disk",
      "history: the last applied change is not what is on disk",
    ]);
    expect(judge({ outcome: "error", message: "Nothing was changed." }, good)).toEqual([
      "wrong answer: an error, but the file was changed",
    ]);
    expect(judge(acknowledged, { ...good, history: [{ ...applied, state: "failed" }] })).toEqual([
      "wrong answer: acknowledged, but failed in the history",
    ]);
    const refused = { ...acknowledged, isDone: true, refusedFiles: ["b.txt"] };
    expect(judge(refused, good)).toEqual(["wrong answer: isDone with a refused file"]);
  });

  it("reports temporary files that are left, files that nobody made, and a history that can't be listed [SAFE-203]", () => {
    expect(judge(acknowledged, { ...good, leftovers: [".filewright-1.tmp"] })).toEqual([
      "leftover: a temporary file",
    ]);
    expect(judge(acknowledged, { ...good, files: { ...good.files, "b.txt": "b" } })).toEqual([
      "leftover: a file that no step makes",
    ]);
    expect(judge(acknowledged, { ...good, history: undefined })).toEqual(["history: can't be listed"]);
  });

  it("takes an error for an admission only if it says that something changed [SAFE-202]", () => {
    expect(admitsChange("The disk answered EIO for a.txt. Nothing was changed.")).toBe(false);
    expect(admitsChange("The disk answered EIO for a.txt.")).toBe(false);
    expect(admitsChange("The file was changed, but the disk could not confirm it (EIO).")).toBe(true);
  });
});
