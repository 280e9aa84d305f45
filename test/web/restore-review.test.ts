import { describe, expect, it } from "vitest";
import type { RestoreResult } from "../../src/history-restore.js";
import type { FileRestore } from "../../src/mutation/file-restore.js";
import {
  adviseOn,
  askForPlan,
  askToDo,
  type Decisions,
  describeDone,
  describePlanned,
  findWayBack,
  isSamePlan,
  nameDeed,
  type RestoreGoal,
  reviewPlan,
  summarise,
  undecided,
} from "../../web/src/views/timeline/restore-review.js";

const goal: RestoreGoal = { kind: "undo", changes: ["c1", "c2"] };

function file(outcome: FileRestore["outcome"], more: Partial<FileRestore> = {}): FileRestore {
  return {
    path: `/w/app/${outcome}.ts`,
    changes: ["c1"],
    outcome,
    isApplied: false,
    structuredPatch: [],
    ...more,
  };
}

function plan(...files: readonly FileRestore[]): RestoreResult {
  return { isDone: false, files };
}

const ready = file("restored");
const mergeable = file("conflict", { isMergeable: true, path: "/w/app/merge.ts", reason: "it was changed" });
const overlapping = file("conflict", { isMergeable: false, reason: "it was changed" });
const refused = file("refused", { reason: "it is denied" });

describe("a preview of taking something back", () => {
  it("asks for a dry run first, and without leave to merge, so that conflicts are seen as such [WEB-45]", () => {
    expect(askForPlan(goal)).toEqual({ kind: "undo", changes: ["c1", "c2"], dryRun: true });
    const rewind = { kind: "rewind", to: "p", scope: "roots" } as const;
    expect(askForPlan(rewind)).toEqual({ ...rewind, dryRun: true });
  });

  const choices: readonly Decisions[] = (["undecided", "merge", "skip"] as const).flatMap((first) =>
    (["undecided", "skip"] as const).map((second) => ({ mergeable: first, blocked: second })),
  );

  it.each<{ what: string; files: readonly FileRestore[]; decided: readonly string[] }>([
    {
      what: "nothing is in the way",
      files: [ready],
      decided: [
        "undecided undecided: stop",
        "undecided skip: stop",
        "merge undecided: stop",
        "merge skip: stop",
        "skip undecided: stop",
        "skip skip: stop",
      ],
    },
    {
      what: "a merge would be clean",
      files: [ready, mergeable],
      decided: [
        "merge undecided: merge stop",
        "merge skip: merge stop",
        "skip undecided: skip",
        "skip skip: skip",
      ],
    },
    {
      what: "nothing helps",
      files: [ready, overlapping, refused],
      decided: ["undecided skip: skip", "merge skip: skip", "skip skip: skip"],
    },
    {
      what: "both are there",
      files: [mergeable, refused],
      decided: ["merge skip: merge skip", "skip skip: skip"],
    },
  ])(
    "does nothing while something is undecided, and leaves out only what was decided: $what [WEB-45]",
    ({ files, decided }) => {
      const told: string[] = [];
      for (const decisions of choices) {
        const review = reviewPlan(plan(...files), decisions);
        if (!review.isDecided) {
          expect(() => askToDo(goal, review, decisions)).toThrow();
          continue;
        }
        const request = askToDo(goal, review, decisions);
        expect(request.dryRun).toBe(false);
        const merge = request.merge === true ? "merge " : "";
        told.push(`${decisions.mergeable} ${decisions.blocked}: ${merge}${request.onConflict}`);
      }
      expect(told).toEqual(decided);
    },
  );

  it("sorts files by what will become of them [WEB-45]", () => {
    const same = file("unchanged");
    const files = [ready, mergeable, overlapping, refused, same];
    expect(reviewPlan(plan(...files), undecided)).toEqual({
      mergeable: [mergeable],
      blocked: [overlapping, refused],
      changing: [ready],
      unchanged: [same],
      isDecided: false,
    });
    const merging = reviewPlan(plan(...files), { mergeable: "merge", blocked: "skip" });
    expect(merging.changing).toEqual([ready, mergeable]);
    expect(nameDeed(goal, merging)).toBe("Undo in 2 files");
  });

  it("is looked at again when it is no longer what would be done [WEB-46]", () => {
    const seen = plan(ready);
    expect(isSamePlan(seen, plan({ ...ready }))).toBe(true);
    expect(isSamePlan(seen, plan(ready, mergeable))).toBe(false);
    expect(isSamePlan(seen, plan({ ...ready, changes: ["c1", "c9"] }))).toBe(false);
    expect(isSamePlan(seen, { ...seen, withheld: 1 })).toBe(false);
    const hunk = { oldStart: 1, oldLines: 1, newStart: 1, newLines: 1, lines: ["-a", "+b"] };
    expect(isSamePlan(seen, plan({ ...ready, structuredPatch: [hunk] }))).toBe(false);
  });

  it("says of each file what will happen, as decided, and what did [WEB-47]", () => {
    const decided: Decisions = { mergeable: "merge", blocked: "skip" };
    const files = [
      ready,
      file("deleted"),
      mergeable,
      overlapping,
      file("unavailable"),
      refused,
      file("unchanged"),
    ];
    expect(files.map((each) => describePlanned(each, undecided))).toEqual([
      "will be restored",
      "will be deleted",
      "conflict",
      "conflict",
      "can't be restored",
      "refused",
      "already restored",
    ]);
    expect(files.map((each) => describePlanned(each, decided)).slice(2, 6)).toEqual([
      "will be merged",
      "will be left alone",
      "will be left alone",
      "will be left alone",
    ]);
    expect(describePlanned(mergeable, { mergeable: "skip", blocked: "undecided" })).toBe(
      "will be left alone",
    );
    expect(describeDone(file("merged", { isApplied: true }))).toBe("merged");
    expect(describeDone(file("merged"))).toBe("left alone");
    expect(describeDone(file("failed"))).toBe("left alone, failed");
    expect(describeDone(refused)).toBe("left alone, refused");
    expect(new Set([mergeable, overlapping, file("unavailable"), refused].map(adviseOn)).size).toBe(4);
  });

  it("ends with what was done and a way back [WEB-47]", () => {
    const done: RestoreResult = {
      isDone: false,
      withheld: 1,
      files: [
        { ...ready, isApplied: true, change: "u1" },
        { ...ready, isApplied: true, path: "/w/app/b.ts", change: "u2" },
        file("deleted", { isApplied: true, change: "u3" }),
        refused,
      ],
    };
    expect(summarise(goal, done)).toBe("Undone: 2 files restored, 1 deleted, 2 left alone.");
    expect(summarise(goal, { isDone: false, files: [] })).toBe("There was nothing to do.");
    expect(summarise(goal, { isDone: true, files: [file("unchanged")] })).toBe(
      "Undone: 1 file already restored.",
    );
    expect(summarise(goal, { isDone: false, files: [ready, file("failed")] })).toBe("Nothing was done.");
    expect(summarise(goal, plan(ready))).toBe("Nothing was done.");
    expect(findWayBack(goal, done)).toEqual({ kind: "redo", changes: ["u1", "u2", "u3"] });
    expect(findWayBack({ kind: "redo", changes: ["u1"] }, done)).toMatchObject({ kind: "undo" });
    expect(findWayBack({ kind: "rewind", to: "p", scope: "session" }, done)).toMatchObject({ kind: "redo" });
    expect(findWayBack({ kind: "restore", change: "c1", side: "displaced" }, done)).toMatchObject({
      kind: "undo",
    });
    expect(findWayBack(goal, { isDone: false, files: [refused] })).toBeUndefined();
  });
});
