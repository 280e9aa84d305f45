import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createEdit } from "../../bench/edits/cases/clean-edit.js";
import { judge } from "../../bench/edits/contest/verdict.js";
import { findLanguage } from "../../bench/edits/languages.js";
import { scenarioFamilies } from "../../bench/edits/scenarios/all.js";
import { occursOnce } from "../../bench/edits/text.js";

const language = findLanguage("a.py");
if (language === undefined) throw new Error("no language for .py");

/** Few different lines, so that most of them occur more than once. */
const lines = fc.array(fc.constantFrom("", "a", "b", "  a", "a b"), { maxLength: 12 });

describe("The cases of the edits benchmark", () => {
  it("have an old string that occurs once, and the file with only that hunk applied [REPLAY-2]", () => {
    const hunks = fc.record({
      above: lines,
      removed: lines,
      added: lines,
      below: lines,
      ending: fc.boolean(),
    });
    fc.assert(
      fc.property(hunks, fc.nat(), ({ above, removed, added, below, ending }, seed) => {
        const last = ending ? "\n" : "";
        const before = [...above, ...removed, ...below].join("\n") + last;
        const place = { before, start: above.length, removed: removed.length, added, index: 0, language };
        const edit = createEdit({ ...place, repository: "r", commit: "c", path: "a.py" }, seed);
        fc.pre(edit !== undefined);
        expect(occursOnce(before, edit.old)).toBe(true);
        expect(edit.expected).toBe([...above, ...added, ...below].join("\n") + last);
        expect(before.replace(edit.old, () => edit.new)).toBe(edit.expected);
        expect(
          before
            .split("\n")
            .slice(edit.firstLine - 1)
            .join("\n")
            .startsWith(edit.old),
        ).toBe(true);
      }),
    );
  });

  it.each([
    { actual: "b 'x'", isRefused: false, verdict: "right" },
    { actual: "b  ‘x’\n", isRefused: false, verdict: "style" },
    { actual: "a", isRefused: true, verdict: "refused" },
    { actual: "a", isRefused: false, verdict: "wrong" },
    { actual: "b 'x'", isRefused: true, verdict: "wrong" },
    { actual: 'b "x"', isRefused: false, verdict: "wrong" },
    { actual: undefined, isRefused: false, verdict: "wrong" },
    { actual: undefined, isRefused: true, verdict: "wrong" },
  ])("$actual, refused: $isRefused, is $verdict [REPLAY-4]", ({ actual, isRefused, verdict }) => {
    expect(judge({ before: "a", expected: "b 'x'", actual, isRefused })).toBe(verdict);
  });

  it("has no right content where only a refusal is right [REPLAY-4]", () => {
    expect(judge({ before: "a", expected: undefined, actual: "b", isRefused: false })).toBe("wrong");
    expect(judge({ before: "a", expected: undefined, actual: "a", isRefused: true })).toBe("refused");
  });
});

describe("The scenarios of edits", () => {
  const all = scenarioFamilies.flatMap(({ id, scenarios }) =>
    scenarios.map((scenario) => ({ ...scenario, name: `${id}: ${scenario.id}` })),
  );

  it("are many, in families of four or more, under names of their own [REPLAY-5]", () => {
    expect(all.length).toBeGreaterThanOrEqual(40);
    expect(new Set(all.map(({ name }) => name)).size).toBe(all.length);
    expect(scenarioFamilies.filter(({ scenarios }) => scenarios.length < 4)).toEqual([]);
  });

  it.each(all)("$name: exact text is replaced if it occurs once [REPLAY-5]", (scenario) => {
    const { before, old, expected, mayRefuse } = scenario;
    expect(expected).not.toBe(before);
    expect(scenario.new).not.toBe(old);
    if (occursOnce(before, old)) expect(expected).toBe(before.replace(old, () => scenario.new));
    // Only a content can be an alternative to a refusal.
    if (expected === undefined) expect(mayRefuse).toBeUndefined();
  });
});
