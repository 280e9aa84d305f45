/** Any edit with any noise, in a file of near duplicates: it comes out right, or not at all. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findLanguage } from "../../../bench/edits/languages.js";
import { kinds } from "../../../bench/edits/noise/kinds.js";
import { occursOnce } from "../../../bench/edits/text.js";
import { planEdit } from "../../../src/text/edit/plan-edit.js";
import { type MatchTier, relaxationsOf } from "../../../src/text/edit/tiers.js";
import { applySplices } from "../../../src/text/splice.js";
import { requestOf } from "../../support/edits.js";

const language = findLanguage("a.ts");
if (language === undefined) throw new Error("no language for .ts");

const statement = fc.constantFrom(
  "total += price;",
  "say(\"a - b\", 'c');",
  "if (a < b && c > d) {",
  "}",
  "return this.items[0];",
  "// It is what it is...",
  "call(first,",
  "     second);",
  "",
);
/** Lines of one function, whose body the others share but for a few lines. */
const body = fc.array(fc.tuple(fc.nat({ max: 2 }), statement), { minLength: 2, maxLength: 7 });

type Line = readonly [level: number, text: string];

/** No line is more than one level deeper than the one before. */
function render(lines: readonly Line[], step: string): string[] {
  let deepest = 0;
  return lines.map(([level, text]) => {
    if (text === "") return "";
    const depth = Math.min(level, deepest);
    deepest = depth + 1;
    return step.repeat(depth) + text;
  });
}

interface NoisyFile {
  readonly before: string;
  readonly expected: string;
  readonly old: string;
  readonly new: string;
  readonly firstLine: number;
}

const files: fc.Arbitrary<NoisyFile> = fc
  .record({
    step: fc.constantFrom("\t", "  ", "    "),
    shared: body,
    changes: fc.array(fc.tuple(fc.nat(), statement), { minLength: 2, maxLength: 4 }),
    depths: fc.array(fc.nat({ max: 2 }), { minLength: 4, maxLength: 4 }),
    start: fc.nat(),
    height: fc.integer({ min: 1, max: 6 }),
    edited: fc.tuple(
      fc.nat(),
      fc.array(fc.tuple(fc.nat({ max: 3 }), statement), { maxLength: 3 }),
      fc.nat({ max: 2 }),
    ),
  })
  .map(({ step, shared, changes, depths, start, height, edited }) => {
    const lines = [...changes.entries()].flatMap(([index, [at, replacement]]) => {
      const depth = depths[index] ?? 0;
      const own = shared.map(
        ([level, text], position): Line => [
          depth + 1 + level,
          position === at % shared.length ? replacement : text,
        ],
      );
      return [[depth, `function f${index}() {`], ...own, [depth, "}"], [0, ""]] as Line[];
    });
    const first = start % lines.length;
    const end = Math.min(lines.length, first + height);
    const [at, added, removed] = edited;
    const from = first + (at % (end - first + 1));
    const to = Math.min(end, from + removed);
    const before = render(lines, step);
    const after = render([...lines.slice(0, from), ...added, ...lines.slice(to)], step);
    const fresh = after.slice(from, from + added.length);
    return {
      before: `${before.join("\n")}\n`,
      expected: `${[...before.slice(0, from), ...fresh, ...before.slice(to)].join("\n")}\n`,
      old: before.slice(first, end).join("\n"),
      new: [...before.slice(first, from), ...fresh, ...before.slice(to, end)].join("\n"),
      firstLine: first + 1,
    };
  })
  .filter(
    (file) =>
      file.old.trim() !== "" &&
      file.new.trim() !== "" &&
      file.old !== file.new &&
      occursOnce(file.before, file.old),
  );

/** The files here have no blanks to drop and no typographic quotes, and blank lines at the edges of edits, which nobody can restore. */
const recoverable = kinds.filter(
  ({ id, expects, mayFit }) =>
    expects === undefined && mayFit === undefined && !/blank-line|blanks-dropped|straight-quotes/.test(id),
);

describe("an edit with noise", () => {
  it.each(recoverable)("$id is right or refused [EDIT-497, EDIT-499]", ({ apply }) => {
    fc.assert(
      fc.property(files, fc.string(), (file, key) => {
        const noisy = apply(file, { ...file, language, key });
        fc.pre(noisy !== undefined && noisy.old.trim() !== "" && noisy.old !== noisy.new);
        // An old text that is in the file is not noisy, whatever the new one is.
        fc.pre(!file.before.includes(noisy.old));
        const plan = planEdit(file.before, requestOf(noisy.old, noisy.new, { isProse: false }));
        if (plan.kind === "plan") expect(applySplices(file.before, plan.splices)).toBe(file.expected);
      }),
      { numRuns: 300 },
    );
  });

  it("finds only the place with the same characters, once what its tier names is left out [EDIT-499, EDIT-4]", () => {
    const word = fc.tuple(fc.nat(), fc.constantFrom("x", "0", ";", "price", "—"));
    fc.assert(
      fc.property(
        files,
        fc.constantFrom(...kinds),
        word,
        fc.string(),
        ({ before, ...file }, { apply }, [at, letter], key) => {
          const noisy = apply(file, { ...file, before, language, key });
          fc.pre(noisy !== undefined);
          const position = at % (noisy.old.length + 1);
          const old = noisy.old.slice(0, position) + letter + noisy.old.slice(position + 1);
          const plan = planEdit(before, requestOf(old, noisy.new));
          if (plan.kind !== "plan") return;
          for (const { start, end } of plan.matches) {
            expect(skeletons(old, plan.tier)).toContain(skeleton(before.slice(start, end)));
          }
        },
      ),
      { numRuns: 3000 },
    );
  });
});

function skeleton(text: string): string {
  return text
    .replace(/[“”]/g, '"')
    .replace(/[‘’]/g, "'")
    .replace(/[–—\u2011]/g, "-")
    .replaceAll("…", "...")
    .replace(/[！-～]/g, (form) => String.fromCharCode(form.charCodeAt(0) - 0xfee0))
    .replace(/\s/g, "");
}

/** What is left of a sent text, by rules of their own for the tiers that rewrite it. */
function skeletons(old: string, tier: MatchTier): string[] {
  let texts = [old];
  const relaxations = relaxationsOf(tier);
  if (relaxations.includes("escapes"))
    texts = texts.flatMap((text) => [
      text.replace(/\\[nrt]/g, " "),
      text.replace(/\\[nrt]/g, " ").replace(/\\(["'\\])/g, "$1"),
    ]);
  if (relaxations.includes("fence")) texts = texts.map((text) => text.replace(/^```\w*\n|```\n?$/g, ""));
  if (relaxations.includes("line-numbers"))
    texts = texts.map((text) => text.replace(/^ *\d+ ?(?:→|\t|\||:)?/gm, ""));
  if (relaxations.includes("entities"))
    texts = texts.map((text) =>
      text.replace(
        /&(lt|gt|quot|#39|amp);/g,
        (_, name: string) => ({ lt: "<", gt: ">", quot: '"', "#39": "'", amp: "&" })[name] ?? "",
      ),
    );
  return texts.map(skeleton);
}
