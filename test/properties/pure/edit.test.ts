/** Edits against what splitting, joining and slicing say, over texts rich in what goes wrong. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { EditPlan } from "../../../src/text/edit/edit-plan.js";
import { planEdit } from "../../../src/text/edit/plan-edit.js";
import { type MatchTier, type Relaxation, relaxationsOf } from "../../../src/text/edit/tiers.js";
import { endsWithReturns } from "../../../src/text/line-endings.js";
import { applySplices } from "../../../src/text/splice.js";
import { requestOf } from "../../support/edits.js";

const pieces = (...list: string[]): fc.Arbitrary<string> =>
  fc.array(fc.constantFrom(...list), { maxLength: 14 }).map((parts) => parts.join(""));
const mixed = pieces(
  "a",
  "b",
  " ",
  "\t",
  "\n",
  "\r\n",
  "\r",
  "'",
  "’",
  "“",
  '"',
  "<n>",
  "<name>",
  "😀",
  "\ud83d",
);
const literal = pieces("$", "&", "`", "\\", "'", "1", "<n>", "\r\n", "\n", "$&", "$1", "\\n", "&amp;", "a");
const plain = pieces("a", "b", "ab", "\n", " ", "$&");
const lines = pieces("a\n", "\ta\n", "  a\r\n", "    b\n", "b \r\n", "\n", " \n", "\t\tb\n", "a", "  b");

/** A text and a part of it, possibly told with other whitespace, quotes and endings. */
const textAndPart = fc
  .tuple(fc.oneof(mixed, lines), fc.nat(), fc.nat(), fc.integer({ min: 0, max: 7 }))
  .map(([text, from, length, disguise]) => {
    const start = from % (text.length + 1);
    const part = text.slice(start, start + 1 + (length % 12));
    return { text, part: disguiseText(part, disguise) };
  })
  .filter(({ part }) => part !== "");

function disguiseText(text: string, disguise: number): string {
  let result = text;
  if (disguise === 1) result = result.replaceAll("\r\n", "\n");
  if (disguise === 2) result = result.replaceAll("’", "'").replaceAll("“", '"');
  if (disguise === 3) result = result.replace(/[ \t]+(?=\r?\n|$)/g, "");
  if (disguise === 4) result = result.replaceAll("<name>", "<n>");
  if (disguise === 5) result = result.replaceAll("\t", "    ");
  if (disguise === 6) result = result.replace(/^/gm, "  ");
  return result;
}

const flags = fc.record({ replaceAll: fc.boolean(), stripTrailingBlanks: fc.boolean() });

function findPlan(...parameters: Parameters<typeof planEdit>): EditPlan | undefined {
  const plan = planEdit(...parameters);
  return plan.kind === "plan" ? plan : undefined;
}

const unify = (text: string): string => text.replaceAll("\r\n", "\n");
const trimLines = (text: string): string => text.replace(/[ \t]+(?=\n|$)/g, "");
const trimIndents = (text: string): string => text.replace(/^[ \t]+/gm, "");

/** What each relaxation ignores, in texts whose breaks are unified: done twice, that would take a return that is content for a part of one. */
const ignore: Record<Relaxation, (text: string) => string> = {
  quotes: (text) => text.replace(/[‘’]/g, "'").replace(/[“”]/g, '"'),
  "trailing-whitespace": trimLines,
  desanitized: (text) => text.replaceAll("<n>", "<name>"),
  indentation: trimIndents,
  "line-numbers": (text) => text.replace(/^[ \t]*\d+(?:→|\t| ?\||:) ?/gm, ""),
  escapes: (text) =>
    text.replaceAll("\\n", "\n").replaceAll("\\t", "\t").replaceAll('\\"', '"').replaceAll("\\\\", "\\"),
  entities: (text) => text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&"),
  "look-alikes": (text) => text.replaceAll("\u00a0", " ").replaceAll("–", "-"),
  "blank-lines": (text) =>
    text
      .split("\n")
      .filter((line) => line.trim() !== "")
      .join("\n"),
  fence: (text) => text.replace(/^```\w*\n/, "").replace(/\n```\n?$/, ""),
};

const normalise = (tier: MatchTier, text: string): string =>
  relaxationsOf(tier)
    .toReversed()
    .reduce((result, relaxation) => ignore[relaxation](result), text);

const isBreakOnly = (taken: string, text: string): boolean =>
  taken === "\n" || taken === "\r\n" || (taken === "\r" && endsWithReturns(text));

/** A part of a text with its line breaks as the comparison sees them: lone carriage returns where there are no others. */
const breaksIn = (text: string, part: string): string =>
  endsWithReturns(text) ? part.replace(/\r\n?/g, "\n") : unify(part);

const countWithOverlaps = (text: string, part: string): number =>
  text.split("").filter((_, at) => text.startsWith(part, at)).length;

describe("an edit of any text", () => {
  it("changes nothing outside its matches, but for the break of a deleted line [EDIT-1, EDIT-11]", () => {
    fc.assert(
      fc.property(textAndPart, fc.oneof(mixed, literal), flags, ({ text, part }, newString, options) => {
        fc.pre(part !== newString);
        const plan = findPlan(text, requestOf(part, newString, options));
        if (plan === undefined) return;
        const mayTake = (taken: string): boolean =>
          taken === "" || (newString === "" && isBreakOnly(taken, text));
        for (const splice of plan.splices) {
          const isInside = plan.matches.some(
            ({ start, end }) =>
              mayTake(text.slice(splice.start, Math.max(splice.start, start))) &&
              mayTake(text.slice(Math.min(end, splice.end), splice.end)),
          );
          expect(isInside).toBe(true);
        }
        // Sorted, disjoint and in the text, or this throws.
        applySplices(text, plan.splices);
        expect(plan.replacements).toBe(plan.matches.length);
      }),
      { numRuns: 4000 },
    );
  });

  it("finds only what the tier takes for equal [EDIT-1, EDIT-4]", () => {
    fc.assert(
      fc.property(textAndPart, ({ text, part }) => {
        const plan = findPlan(text, requestOf(part, "new", { replaceAll: true }));
        if (plan === undefined) return;
        const wanted = normalise(plan.tier, breaksIn(text, part));
        for (const { start, end } of plan.matches) {
          expect(normalise(plan.tier, breaksIn(text, text.slice(start, end)))).toBe(wanted);
        }
      }),
      { numRuns: 4000, examples: [[{ text: "\r\t\r\n", part: "\r\r\n" }]] },
    );
  });

  it("finds every part of a text in it, and refuses it where it stands more than once [EDIT-1, EDIT-4]", () => {
    fc.assert(
      fc.property(textAndPart, ({ text, part }) => {
        const count = countWithOverlaps(breaksIn(text, text), breaksIn(text, part));
        const answer = planEdit(text, requestOf(part, `${part}!`));
        if (count === 1) expect(answer).toMatchObject({ kind: "plan", tier: "exact", replacements: 1 });
        if (count > 1) expect(answer).toMatchObject({ kind: "not-unique", tier: "exact" });
        if (count === 0) expect(answer).not.toMatchObject({ tier: "exact" });
      }),
      { numRuns: 3000 },
    );
  });

  it("equals splitting and joining, with its count [EDIT-3]", () => {
    fc.assert(
      fc.property(plain, plain, fc.oneof(plain, literal), (text, oldString, newText) => {
        const newString = newText.replaceAll("\r\n", "\n");
        fc.pre(oldString !== "" && newString !== "" && text.includes(oldString));
        const plan = findPlan(
          text,
          requestOf(oldString, newString, { replaceAll: true, stripTrailingBlanks: false }),
        );
        const parts = text.split(oldString);
        expect(plan?.replacements).toBe(parts.length - 1);
        expect(plan && applySplices(text, plan.splices)).toBe(parts.join(newString));
      }),
      { numRuns: 3000 },
    );
  });

  it("puts the new text in literally [EDIT-2]", () => {
    fc.assert(
      fc.property(literal, literal, literal, fc.boolean(), (before, newText, after, isCrlf) => {
        const ending = isCrlf ? "\r\n" : "\n";
        const withEnding = (text: string): string => unify(text).replaceAll("\n", () => ending);
        const text = withEnding(`${before}@${after}\n`);
        const newString = unify(newText);
        fc.pre(newString !== "");
        const plan = findPlan(text, requestOf("@", newString));
        const expected = withEnding(before) + withEnding(newString) + withEnding(`${after}\n`);
        expect(plan && applySplices(text, plan.splices)).toBe(expected);
      }),
      { numRuns: 3000 },
    );
  });

  it("changes endings only inside what it replaces, and adds only endings the file has [EDIT-10]", () => {
    const texts = pieces("a\n", "b\r\n", "c\n", "d\r\n", "e");
    fc.assert(
      fc.property(texts, fc.nat(), fc.nat(), lines, (text, from, length, newString) => {
        const start = from % (text.length + 1);
        const part = text.slice(start, start + 1 + (length % 9));
        fc.pre(part !== "" && newString !== "" && part !== newString);
        const plan = findPlan(text, requestOf(part, newString, { replaceAll: true, exactOnly: true }));
        if (plan === undefined) return;
        const known = new Set(text.match(/\r?\n/g) ?? newString.match(/\r?\n/g) ?? []);
        for (const splice of plan.splices) {
          expect(text.slice(splice.start - 1, splice.start + 1)).not.toBe("\r\n");
          expect(text.slice(splice.end - 1, splice.end + 1)).not.toBe("\r\n");
          expect(known).toEqual(new Set([...known, ...(splice.text.match(/\r?\n/g) ?? [])]));
        }
      }),
      { numRuns: 3000 },
    );
  });

  it("leaves no blank line and no other final newline behind a deleted line [EDIT-11]", () => {
    const words = fc.array(fc.constantFrom("a", "b", "x", "xx", "c x"), { minLength: 1, maxLength: 9 });
    fc.assert(
      fc.property(words, fc.boolean(), fc.constantFrom("\n", "\r\n"), (list, hasFinal, ending) => {
        fc.pre(list.includes("x"));
        const final = hasFinal ? ending : "";
        const text = list.join(ending) + final;
        const plan = findPlan(text, requestOf("x", "", { replaceAll: true }));
        const kept = list.filter((line) => line !== "x").map((line) => line.replaceAll("x", ""));
        const expected = kept.length === 0 ? "" : kept.join(ending) + final;
        expect(plan && applySplices(text, plan.splices)).toBe(expected);
      }),
      { numRuns: 2000 },
    );
  });
});
