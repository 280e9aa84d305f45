import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { CleanEdit } from "../../bench/edits/cases/case.js";
import { findLanguage } from "../../bench/edits/languages.js";
import { kinds } from "../../bench/edits/noise/kinds.js";
import { findIndentStep } from "../../bench/edits/text.js";

const language = findLanguage("a.ts");
if (language === undefined) throw new Error("no language for .ts");

const words = fc.array(
  fc.constantFrom("alpha", "beta(x);", '"gamma"', "it's", "a-b", "<p>", "&", "...", "x = 1"),
  {
    minLength: 1,
    maxLength: 5,
  },
);
const codeLines = (levels: readonly string[]): fc.Arbitrary<string> =>
  fc.tuple(fc.constantFrom(...levels), words).map(([blanks, parts]) => blanks + parts.join(" "));
const codeLine = fc.oneof(codeLines(["", "    ", "        "]), codeLines(["", "\t"]));
const line = fc.oneof({ weight: 5, arbitrary: codeLine }, { weight: 1, arbitrary: fc.constant("") });
const block = fc.array(line, { minLength: 1, maxLength: 5 });

const context = fc
  .tuple(codeLine, fc.array(fc.oneof(codeLine, fc.constant("")), { maxLength: 3 }), codeLine)
  .map(([first, middle, last]) => [first, ...middle, last]);

/** An edit that replaces, inserts or removes lines between lines of context. */
const edits: fc.Arbitrary<CleanEdit> = fc
  .record({ above: block, head: context, removed: fc.array(line), added: fc.array(line), tail: context })
  .map(({ above, head, removed, added, tail }) => {
    const old = [...head, ...removed, ...tail].join("\n");
    const changed = [...head, ...added, ...tail].join("\n");
    const start = above.join("\n");
    return {
      before: `${start}\n${old}\nend`,
      expected: `${start}\n${changed}\nend`,
      old,
      new: changed,
      firstLine: above.length + 1,
      language,
    };
  });

type Undo = (text: string, edit: CleanEdit) => string;

const eachLine = (text: string, change: (line: string) => string): string =>
  text.split("\n").map(change).join("\n");
const withoutBlankLines: Undo = (text) => text.replace(/\n+/g, "\n").replace(/^\n|\n$/g, "");
const withoutTrailingBlanks: Undo = (text) => text.replace(/[ \t]+$/gm, "");
const withoutIndentation: Undo = (text) => text.replace(/^[ \t]+/gm, "");
const withoutNumbers: Undo = (text) => text.replace(/^ *\d+(?:→|\t|\||: )/gm, "");
const withoutFence: Undo = (text) => text.replace(/^```ts\n|\n```$/g, "");
const straight: Undo = (text) => text.replace(/[“”]/g, '"').replace(/[‘’]/g, "'");
const plainSpaces: Undo = (text) => text.replace(/[\u00a0\u2009\u3000]/g, " ");
const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };
const decoded: Undo = (text) => text.replace(/&(#?\w+);/g, (_, name: string) => entities[name] ?? "");
const parsed: Undo = (text) => JSON.parse(`"${text}"`) as string;

/** Makes the noisy and the clean string equal again. */
const undo: Record<string, Undo> = {
  exact: (text) => text,
  crlf: (text) => text.replaceAll("\r\n", "\n"),
  "trailing-blanks-added": withoutTrailingBlanks,
  "trailing-blanks-dropped": withoutTrailingBlanks,
  "edge-newlines": (text) => text.replace(/^\n+|\n+$/g, ""),
  dedented: withoutIndentation,
  "first-line-dedented": (text) => text.trimStart(),
  deeper: withoutIndentation,
  "tabs-to-spaces": (text) =>
    eachLine(text, (each) => each.replace(/^\t+/, (tabs) => "    ".repeat(tabs.length))),
  "spaces-to-tabs": withoutIndentation,
  "two-for-four": withoutIndentation,
  "blank-lines-dropped": withoutBlankLines,
  "blank-line-dropped": withoutBlankLines,
  "blank-line-added": withoutBlankLines,
  "curly-quotes": straight,
  "straight-quotes": straight,
  "unicode-blanks": plainSpaces,
  "look-alikes": (text) =>
    text
      .replace(/[–—\u2011]/g, "-")
      .replaceAll("…", "...")
      .replace(/[！-～]/g, (form) => String.fromCharCode(form.charCodeAt(0) - 0xfee0)),
  "escaped-newlines": (text) => text.replaceAll("\\n", "\n").replaceAll("\\t", "\t"),
};

/** Those of which the clean string can be made out of the noisy one alone. */
const inverse: Record<string, Undo> = {
  "escaped-json": parsed,
  entities: decoded,
  "line-numbers": withoutNumbers,
  fence: withoutFence,
  deeper: (text, { before }) => {
    const step = findIndentStep(before) ?? "";
    return eachLine(text, (each) => (each.startsWith(step) ? each.slice(step.length) : each));
  },
  "line-numbers+fence": (text, edit) => withoutNumbers(withoutFence(text, edit), edit),
};

function applyKind(id: string, edit: CleanEdit): { readonly old: string; readonly new: string } | undefined {
  const kind = kinds.find((each) => each.id === id);
  return kind?.apply(edit, { ...edit, key: "1" });
}

describe("The noise of the edits benchmark", () => {
  it.each(kinds.map(({ id }) => id))("%s makes the same strings again [REPLAY-2]", (id) => {
    fc.assert(
      fc.property(edits, (edit) => {
        expect(applyKind(id, edit)).toEqual(applyKind(id, edit));
      }),
    );
  });

  it.each(Object.entries(undo))("%s changes nothing else [REPLAY-3]", (id, canonical) => {
    fc.assert(
      fc.property(edits, (edit) => {
        const noisy = applyKind(id, edit);
        fc.pre(noisy !== undefined);
        expect(canonical(noisy.old, edit)).toBe(canonical(edit.old, edit));
        expect(canonical(noisy.new, edit)).toBe(canonical(edit.new, edit));
      }),
    );
  });

  it.each(Object.entries(inverse))("%s can be undone [REPLAY-3]", (id, original) => {
    fc.assert(
      fc.property(edits, (edit) => {
        const noisy = applyKind(id, edit);
        fc.pre(noisy !== undefined);
        expect(original(noisy.old, edit)).toBe(edit.old);
        expect(original(noisy.new, edit)).toBe(edit.new);
      }),
    );
  });

  it("old-only kinds leave the new string alone [REPLAY-3]", () => {
    const oldOnly = kinds.filter(({ id }) => id.startsWith("old-")).map(({ id }) => id);
    expect(oldOnly).toHaveLength(3);
    fc.assert(
      fc.property(edits, fc.constantFrom(...oldOnly), (edit, id) => {
        const noisy = applyKind(id, edit);
        expect(noisy?.new ?? edit.new).toBe(edit.new);
        expect(noisy?.old).toBe(
          applyKind(id.replace("old-", "").replace("-blanks", "-blanks-added"), edit)?.old,
        );
      }),
    );
  });

  it("wrong-word swaps two letters, and the word is nowhere in the file [REPLAY-3]", () => {
    fc.assert(
      fc.property(edits, (edit) => {
        const noisy = applyKind("wrong-word", edit);
        fc.pre(noisy !== undefined);
        const changed = edit.old
          .split("")
          .flatMap((character, index) => (character === noisy.old[index] ? [] : [index]));
        const [left = 0, right = 0] = changed;
        expect([changed.length, right - left]).toEqual([2, 1]);
        expect([noisy.old[left], noisy.old[right]]).toEqual([edit.old[right], edit.old[left]]);
        expect(edit.before).not.toContain(noisy.old);
        expect(noisy.new).toBe(edit.new);
      }),
    );
  });

  it("elided-middle keeps the first and the last line, and the change [REPLAY-3]", () => {
    const before = ["a {", "  b", "  c", "  d", "  e", "  f", "}", ""].join("\n");
    const old = before.trimEnd();
    const edit = { before, old, new: old.replace("f", "g"), expected: "", firstLine: 1, language };
    const noisy = applyKind("elided-middle", edit);
    expect(noisy?.old).toMatch(/^a \{\n {2}(?:\.\.\.|\/\/ \.\.\. existing code \.\.\.)\n {2}f\n\}$/);
    expect(noisy?.new).toBe(noisy?.old.replace("f", "g"));
  });

  it.each([
    ["dedented+fence", "```ts\na(\n  b);\n```"],
    ["dedented+escaped-json", "a(\\n  b);"],
    ["dedented+curly-quotes", undefined],
  ])("%s needs both parts to apply [REPLAY-3]", (id, noisy) => {
    const old = "  a(\n    b);";
    const edit = { before: `${old}\n`, old, new: `${old}\n`, expected: "", firstLine: 1, language };
    expect(applyKind(id, edit)?.old).toBe(noisy);
  });
});
