import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { serve, until } from "./server-support.js";

const brief = { limits: { answerMs: 400 } };

describe("What a language server found", () => {
  it("is told with lines and columns as people count them, and who says so [LSP-6]", async () => {
    const { check } = serve({});
    expect(await check("a.txt", "first\n😀 ERROR(one)\nWARN(two)")).toEqual({
      state: "fresh",
      diagnostics: [
        {
          line: 2,
          column: 4,
          endLine: 2,
          endColumn: 14,
          severity: "error",
          message: "one",
          code: "ERROR",
          source: "fake",
        },
        {
          line: 3,
          column: 1,
          endLine: 3,
          endColumn: 10,
          severity: "warning",
          message: "two",
          code: "WARN",
          source: "fake",
        },
      ],
    });
  });

  it("counts only for the version it was said of [LSP-7]", async () => {
    const stale = serve({ staleFirst: true, delayMs: 30 });
    expect(await stale.look("a.txt", "ERROR(one)")).toEqual(["one"]);
    expect(await stale.look("a.txt", "ERROR(two)")).toEqual(["two"]);
    for (const wrongVersion of [-1, 1]) {
      const wrong = serve({ wrongVersion }, brief);
      expect(await wrong.look("a.txt", "ERROR(one)")).toBe("no-answer");
    }
  });

  it("counts only once every text before has had its answer, where no version is said [LSP-8]", async () => {
    const { fake, look, check } = serve({ push: "unversioned", delayMs: 60, freezesFindings: true });
    expect(await look("a.txt", "ERROR(zero)")).toEqual(["zero"]);
    const first = look("a.txt", "ERROR(one)");
    await until(() => fake.documentStory().length === 2);
    const second = look("a.txt", "ERROR(two)");
    const third = look("a.txt", "ERROR(three)");
    expect(await Promise.all([first, second, third])).toEqual(["superseded", "superseded", ["three"]]);
    // The second text never left: the third one waited until what was owed about the first had come.
    expect(fake.documentStory()).toEqual(["didOpen a.txt 1", "didChange a.txt 2", "didChange a.txt 3"]);
    expect(await check("a.txt", "fine")).toEqual({ state: "fresh", diagnostics: [] });
  });

  it("is found also by servers that pass over a text that was replaced [LSP-8]", async () => {
    const { look } = serve({ push: "unversioned", delayMs: 50, skipsOvertaken: true });
    expect(await look("a.txt", "ERROR(zero)")).toEqual(["zero"]);
    const first = look("a.txt", "ERROR(one)");
    const second = look("a.txt", "ERROR(two)");
    expect(await Promise.all([first, second])).toEqual(["superseded", ["two"]]);
    expect(await look("a.txt", "fine")).toEqual([]);
  });

  it.each(["versioned", "unversioned"] as const)(
    "is taken when nothing more comes, if it comes in stages (%s) [LSP-9]",
    async (push) => {
      const { look } = serve({ push, stages: true, stageMs: 5 }, { spec: { settleMs: 400 } });
      expect(await look("a.txt", "ERROR(one)")).toEqual(["one"]);
      expect(await look("a.txt", "ERROR(two)")).toEqual(["two"]);
    },
  );

  it("and what comes after all is handed on as news [LSP-9]", async () => {
    const { look, others } = serve({ stages: true, stageMs: 60 }, { spec: { settleMs: 1 } });
    expect(await look("a.txt", "ERROR(one)")).toEqual([]);
    await until(() => others.length > 0);
    expect(others).toEqual([{ name: "a.txt", messages: ["one"] }]);
  });

  it("is unknown, never nothing, when the server does not answer [LSP-10]", async () => {
    const quiet = [{ silent: true }, { silent: true, pull: "static" }] as const;
    const nonsense = [{ malformed: true }, { malformed: true, pull: "static" }] as const;
    for (const behaviour of [...quiet, ...nonsense]) {
      const { check } = serve(behaviour, brief);
      expect(await check("a.txt", "ERROR(one)")).toMatchObject({ state: "unknown", reason: "no-answer" });
    }
    const late = serve({ delayMs: 150 }, { limits: { answerMs: 50 } });
    expect(await late.look("a.txt", "ERROR(one)")).toBe("no-answer");
    await until(() => late.others.length > 0);
    expect(late.others).toEqual([{ name: "a.txt", messages: ["one"] }]);
    expect(await late.look("a.txt", "ERROR(one)")).toEqual(["one"]);
  });

  it("is superseded by a later check of the same document, and by no other [LSP-10]", async () => {
    const { look } = serve({ delayMs: 30, startMs: 50 });
    const looks = [look("a.txt", "ERROR(one)"), look("b.txt", "ERROR(b)"), look("a.txt", "ERROR(two)")];
    expect(await Promise.all(looks)).toEqual(["superseded", ["b"], ["two"]]);
    const running = [look("a.txt", "ERROR(three)"), look("b.txt", "fine"), look("a.txt", "ERROR(four)")];
    expect(await Promise.all(running)).toEqual(["superseded", [], ["four"]]);
  });

  it("in another document is news of that one [LSP-11]", async () => {
    const { look, others } = serve({ tellsOthers: true });
    expect(await look("uses.txt", "USES(thing)")).toEqual(["thing is not defined"]);
    expect(await look("defines.txt", "DEFINES(thing)")).toEqual([]);
    await until(() => others.length > 0);
    expect(others).toEqual([{ name: "uses.txt", messages: [] }]);
    // What is the same as before is no news.
    await look("defines.txt", "DEFINES(thing) once more");
    await delay(100);
    expect(others).toHaveLength(1);
  });
});
