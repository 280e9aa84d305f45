/** Several agents at one file: in one process, in four, on different lines and on the same. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Toolkit } from "../../src/index.js";
import { errorOf } from "../support/answers.js";
import { type Edit, startEditors } from "../support/editors.js";
import { takeSnapshot } from "../support/snapshot.js";
import { tempWorkspace } from "../support/workspace.js";

const LINES = 50;
const PROCESSES = 4;

const nameOf = (line: number): string => `line ${String(line).padStart(3, "0")}`;
const contentOf = (ending: string): string =>
  Array.from({ length: LINES }, (_, line) => `${nameOf(line)} ${ending}\n`).join("");

function editOf(path: string, line: number): Edit {
  return { file_path: path, old_string: `${nameOf(line)} old`, new_string: `${nameOf(line)} new` };
}

/** Every applied change of the file begins with what the one before it left. */
async function expectUnbrokenHistory(toolkit: Toolkit, path: string, count: number): Promise<void> {
  const changes = await toolkit.history.list({ path, limit: 100_000 });
  const applied = changes.filter(({ state }) => state === "applied").toReversed();
  expect(applied).toHaveLength(count);
  const befores = applied.slice(1).map(({ record }) => record.before?.id);
  const afters = applied.slice(0, -1).map(({ record }) => record.after?.id);
  expect(befores).toEqual(afters);
}

describe("Fifty edits of different lines by four processes", () => {
  it.each([
    ["rebase", "in one go", { staleEdits: "rebase" }],
    ["refuse", "by reading again after each refusal", {}],
  ])("are all made with staleEdits %s, %s [RACE-1]", async (rule, _, options) => {
    const files = tempWorkspace({ "a.txt": contentOf("old") });
    const path = files.path("a.txt");
    const editors = await startEditors(files, PROCESSES, options);
    for (const editor of editors)
      expect(await editor.call("Read", { file_path: path })).toMatchObject({ isError: false });
    const answers = await Promise.all(
      editors.map((editor, index) => {
        const own = Array.from({ length: LINES }, (_, line) => line).filter(
          (line) => line % PROCESSES === index,
        );
        return editor.editAll(own.map((line) => editOf(path, line)));
      }),
    );
    const refusals = answers.map((answer) => (typeof answer === "string" ? answer : answer.refusals));
    if (rule === "rebase") expect(refusals).toEqual([0, 0, 0, 0]);
    else expect(refusals).toEqual(refusals.map(() => expect.any(Number)));
    expect(readFileSync(path, "utf8")).toBe(contentOf("new"));
    expect(Object.keys(takeSnapshot(files.root))).toEqual(["a.txt"]);
    await expectUnbrokenHistory(files.toolkit(), path, LINES);
  });
});

describe("Edits of one line by four processes", () => {
  it.each(["refuse", "rebase"])(
    "have one winner each time, with staleEdits %s [RACE-2]",
    async (staleEdits) => {
      const files = tempWorkspace({ "a.txt": "head\nround 0\nfoot\n" });
      const path = files.path("a.txt");
      const editors = await startEditors(files, PROCESSES, { staleEdits });
      for (let round = 0; round < 12; round += 1) {
        for (const editor of editors) await editor.call("Read", { file_path: path });
        const old = /^round .*$/m.exec(readFileSync(path, "utf8"))?.[0] ?? "";
        const answers = await Promise.all(
          editors.map((editor, index) =>
            editor.call("Edit", {
              file_path: path,
              old_string: old,
              new_string: `round ${round + 1} by ${index}`,
            }),
          ),
        );
        const winners = answers.flatMap(({ isError }, index) => (isError ? [] : [index]));
        expect(winners).toHaveLength(1);
        expect(readFileSync(path, "utf8")).toBe(`head\nround ${round + 1} by ${winners[0]}\nfoot\n`);
        const losers = answers.filter(({ isError }) => isError);
        expect(losers.map(({ code, number }) => ({ code, number }))).toEqual(
          losers.map(() => ({ code: "FILE_CHANGED_SINCE_READ", number: 3 })),
        );
        // The refusal shows what the winner did.
        for (const { text } of losers) expect(text).toContain(`+round ${round + 1} by ${winners[0]}`);
      }
      await expectUnbrokenHistory(files.toolkit(), path, 12);
    },
  );

  it("that create the file have one winner, and the others are told that it exists [RACE-2]", async () => {
    const files = tempWorkspace();
    const editors = await startEditors(files, PROCESSES);
    for (let round = 0; round < 8; round += 1) {
      const path = files.path(`new-${round}/a.txt`);
      const answers = await Promise.all(
        editors.map((editor, index) =>
          index % 2 === 0
            ? editor.call("Write", { file_path: path, content: `by ${index}` })
            : editor.call("Edit", { file_path: path, old_string: "", new_string: `by ${index}` }),
        ),
      );
      const winners = answers.flatMap(({ isError }, index) => (isError ? [] : [index]));
      expect(winners).toHaveLength(1);
      expect(readFileSync(path, "utf8")).toBe(`by ${winners[0]}`);
      for (const { isError, code } of answers) if (isError) expect(code).toMatch(/^FILE_(EXISTS|NOT_READ)$/);
    }
    expect(Object.keys(takeSnapshot(files.root)).filter((name) => name.includes("filewright"))).toEqual([]);
  });
});

describe("Calls of one toolkit at the same time", () => {
  it.each([50, 150])("%i edits of different lines are all made [RACE-3]", async (count) => {
    const content = (ending: string): string =>
      Array.from({ length: count }, (_, line) => `${nameOf(line)} ${ending}\n`).join("");
    const files = tempWorkspace({ "a.txt": content("old") });
    const path = files.path("a.txt");
    const toolkit = files.toolkit({ onAsk: () => ({ answer: "allow" }), durability: "none" });
    await toolkit.call("Read", { file_path: path });
    const results = await Promise.all(
      Array.from({ length: count }, (_, line) => toolkit.call("Edit", editOf(path, line))),
    );
    expect(results.flatMap(({ error }) => (error === undefined ? [] : [error.message]))).toEqual([]);
    expect(readFileSync(path, "utf8")).toBe(content("new"));
    await expectUnbrokenHistory(toolkit, path, count);
  });

  it("edits of one line: one is made, the others find nothing to replace [RACE-3]", async () => {
    const files = tempWorkspace({ "a.txt": "one\n" });
    const path = files.path("a.txt");
    const toolkit = files.toolkit({ onAsk: () => ({ answer: "allow" }) });
    await toolkit.call("Read", { file_path: path });
    const results = await Promise.all(
      [1, 2, 3, 4].map((who) =>
        toolkit.call("Edit", { file_path: path, old_string: "one", new_string: `by ${who}` }),
      ),
    );
    const losers = results.filter(({ isError }) => isError);
    expect(losers.map((loser) => errorOf(loser).code)).toEqual(losers.map(() => "MATCH_NOT_FOUND"));
    expect(losers).toHaveLength(3);
    expect(readFileSync(path, "utf8")).toMatch(/^by \d\n$/);
  });
});
