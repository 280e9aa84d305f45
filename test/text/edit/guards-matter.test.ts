/** Takes each guard of the relaxed tiers out of the source, and shows an edit that goes wrong without it. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { rolldown } from "rolldown";
import { afterAll, describe, expect, it } from "vitest";
import { planEdit } from "../../../src/text/edit/plan-edit.js";
import { applySplices } from "../../../src/text/splice.js";
import { requestOf } from "../../support/edits.js";

const sources = resolve("src/text/edit");
const directory = mkdtempSync(join(tmpdir(), "filewright-guards-"));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

interface Guard {
  readonly name: string;
  readonly source: string;
  readonly code: string;
  readonly without: string;
  readonly edit: readonly [file: string, old: string, fresh: string];
  /** What the file would become: other bytes than those that the sender meant, or a guess. */
  readonly wrong: string;
  readonly stripTrailingBlanks?: boolean;
}

const refusal = (condition: string): string => `if (${condition}) return undefined;`;

const guards: readonly Guard[] = [
  {
    name: "numbered lines are whole lines of the file",
    source: "compare-place.ts",
    code: refusal("reading.isWholeLines && !isWhole"),
    without: "",
    edit: ["4: foo\n", "3: foo", "3: bar"],
    wrong: "4: bar\n",
  },
  {
    name: "numbers that may be content are not removed",
    source: "rewrites/line-numbers.ts",
    code: 'if (separator !== "→") return undefined;',
    without: "",
    edit: ["a {\n}\n", "1:a {\n2:}", "1:a {\n200: ok,\nb\n2:}"],
    wrong: "a {\n ok,\nb\n}\n",
  },
  {
    name: "fences of the file are content",
    source: "rewrites/fence.ts",
    code: "if (hasFenceLike(sent.opening, file)) return undefined;",
    without: "",
    edit: ["```ts\na\n```\n", "```js\na\n```", "```js\nb\n```"],
    wrong: "```ts\nb\n```\n",
  },
  {
    name: "entities in a clean new text are content",
    source: "rewrites/entities.ts",
    code: "if (isClean || (!isNoisy && isUnescaped(oldText, newText))) return newText;",
    without: "",
    edit: ["<b>x</b>\n", "&lt;b&gt;x&lt;/b&gt;", "<b>&quot;</b>"],
    wrong: '<b>"</b>\n',
  },
  {
    name: "entities that the file has are content or noise",
    source: "rewrites/entities.ts",
    code: "if ([...used].some(isUnclear)) return undefined;",
    without: "",
    edit: ["&lt;\na < b\n", "a &lt; b", "a &lt; c"],
    wrong: "&lt;\na < c\n",
  },
  {
    name: "an escaped break in a literal is content",
    source: "rewrites/escapes.ts",
    code: "hasOnlyLineBreaks(text, unescaped)",
    without: "true",
    edit: ["a();\nb();\n", "a();\\nb();", 'a();\\nb("\\n");'],
    wrong: 'a();\nb("\n");\n',
  },
  {
    name: "look-alikes of the file are content or noise",
    source: "merge-place.ts",
    code: "if (isNoise ? mayBeMeant : !isMeant) return undefined;",
    without: "",
    edit: ["–\na - b\n", "a – b", "a – c"],
    wrong: "–\na - c\n",
  },
  {
    name: "explanations of the indentation must agree",
    source: "indentation.ts",
    code: "if (result === undefined || another !== undefined || results.size > 1) return undefined;",
    without: "if (result === undefined) return undefined;",
    edit: ["a:\n  b:\n", "    b:", "    b:\n        x"],
    wrong: "a:\n  b:\n      x\n",
  },
  {
    name: "an indent may stand for one of the file only",
    source: "indentation.ts",
    code: "return isAmbiguous ? undefined : result;",
    without: "return result;",
    edit: ["\ta\n\tb\n\t    c\n", "    a\n    b", "    a\n        d\n    b"],
    wrong: "\ta\n\t\td\n\tb\n\t    c\n",
  },
  {
    name: "the new text may be indented like the file, or have a block around its lines",
    source: "new-indentation.ts",
    code: "if (first !== undefined) return first && votes.at(-1) === true;",
    without: "if (first !== undefined) return true;",
    edit: ["  aa\n  bb\n", "aa\nbb", "aa\n  bb"],
    wrong: "  aa\n    bb\n",
  },
  {
    name: "one line without its indentation does not tell that of others",
    source: "new-indentation.ts",
    code: "if (!isIndentedAsSent(texts) || lacksIndent(texts)) return undefined;",
    without: "if (!isIndentedAsSent(texts)) return undefined;",
    edit: ["  a & b\n", "a &amp; b", "a &amp; b\nc"],
    wrong: "  a & b\nc\n",
  },
  {
    name: "lines go only where blank lines are alike",
    source: "blank-lines.ts",
    code: "return isTight ? [at, at] : undefined;",
    without: "return [at, at];",
    edit: ["a\n\nb\nc\n", "a\nb\nc", "a\nx\nb\nc"],
    wrong: "a\nx\n\nb\nc\n",
  },
  {
    name: "a sender without blank lines may have left out those of new lines",
    source: "blank-lines.ts",
    code: "if (this.#dropsAll && added > 1 && added !== removed) return undefined;",
    without: "",
    edit: ["a\n\nb\nc\n", "a\nb\nc", "a\nb\nx\ny\nc"],
    wrong: "a\n\nb\nx\ny\nc\n",
  },
  {
    name: "a sender who doubles line breaks may do so in new lines",
    source: "blank-lines.ts",
    code: "if (this.#addsAny && this.#newLines.slice(afterStart, afterEnd).some(isBlankLine)) return undefined;",
    without: "",
    edit: ["a\nb\nc\n", "a\n\nb\n\nc", "a\n\nb\n\nx\n\ny"],
    wrong: "a\nb\nx\n\ny\n",
  },
  {
    name: "a change that fits at several lines leaves the file's blanks in doubt",
    source: "merge-place.ts",
    code: "canSlide(change, keys, texts, blankLines) ? undefined : blankLines.locate(change)",
    without: "blankLines.locate(change)",
    edit: ["a\n  \nb\n", "a\n\nb", "a\n\nx\n\nb"],
    wrong: "a\n  \nx\n\nb\n",
  },
  {
    name: "breaks too many at the ends must be so in both texts",
    source: "aligned-texts.ts",
    code: "return isAlike ? lines : undefined;",
    without: "return lines;",
    edit: ["a\nb\n", "\n\n\nb", "x"],
    wrong: "ax\n",
  },
  {
    name: "indentation and blank lines are equally loose",
    source: "tiers.ts",
    code: 'only === "blank-lines" ? "indentation" : only',
    without: "only",
    edit: ["\ta\n\tb\n--\na\n\nb\n", "a\nb", "a\nc"],
    wrong: "\ta\n\tc\n--\na\n\nb\n",
  },
  {
    name: "three relaxations are too many",
    source: "tiers.ts",
    code: "if (relaxations.size > MAX_RELAXATIONS) return undefined;",
    without: "",
    edit: ["\tsay(“a”); \n\tb();\n", '  say("a");\n  b();', '  say("a");\n  c();'],
    wrong: "\tsay(“a”); \n\tc();\n",
  },
  {
    name: "blanks at line ends that mean something may be noise",
    source: "merge-place.ts",
    code: "if (TRAILING_BLANKS.test(file.withPlainBreaks.text)) return undefined;",
    without: "",
    edit: ["a\nb\nc  \n", "a \nb", "a \nd  "],
    wrong: "a\nd\nc  \n",
    stripTrailingBlanks: false,
  },
  {
    name: "blanks like those of the file may be noise where the old text has some",
    source: "merge-place.ts",
    code: "isNoisy && TRAILING_BLANKS.test(stripped.text) ? undefined : stripped",
    without: "stripped",
    edit: ["a \nb\n", "a \nb ", "a \nc "],
    wrong: "a \nc \n",
  },
  {
    name: "a new text without a line of the old one may have the file's indentation",
    source: "new-indentation.ts",
    code: "if (indents.some((indent) => inFile.has(indent) && !sent.has(indent))) return false;",
    without: "return true;",
    edit: ["    a\n        b\n", "  a\n    b", "    x\n        y"],
    wrong: "        x\n                y\n",
  },
  {
    name: "entities of old and new text must be of one kind",
    source: "rewrites/entities.ts",
    code: "if (isNoisy && isClean) return undefined;",
    without: "",
    edit: ["a < b\nc < d\n", "a &lt; b\nc &lt; d", "a < b\nc &lt; d\ne &lt; f"],
    wrong: "a < b\nc &lt; d\ne &lt; f\n",
  },
  {
    name: "blanks at the end of a line of the file may be meant to go",
    source: "merge-place.ts",
    code: "if (this.#hasDoubtfulEnd(changes)) return undefined;",
    without: "",
    edit: ["aa \nb\n", "aa   \nb", "aa  \nc"],
    wrong: "aa \nc\n",
  },
  {
    name: "places that overlap are several",
    source: "plan-edit.ts",
    code: "[...found.places, ...found.rivals]",
    without: "[...found.places]",
    edit: ["      }\n    }\n  }\n", "  }\n}", "  }\n  x\n}"],
    wrong: "      }\n      x\n    }\n  }\n",
  },
  {
    name: "a shift by parts of a level says nothing of other indents",
    source: "indentation.ts",
    code: "if (changes.length > 0 || isPlausibleShift(pairs, file)) return [shift, ...changes];",
    without: "return [shift, ...changes];",
    edit: ["a:\n    bb:\n        cc\n", "  bb:\n      cc", "  bb:\n      cc\n     dd"],
    wrong: "a:\n    bb:\n        cc\n       dd\n",
  },
  {
    name: "a copy of the place that differs by one more relaxation may be meant",
    source: "find-relaxed.ts",
    code: "if (known.has(place.coreStart) || !relaxations.every((each) => others.includes(each))) continue;",
    without: "if (relaxations.length > 0) continue;",
    edit: ["\taa\n\tbb\n--\n\taa\n\n\tbb\n", "aa\nbb", "aa\ncc"],
    wrong: "\taa\n\tcc\n--\n\taa\n\n\tbb\n",
  },
];

type Plan = typeof planEdit;

/** The planner without one guard. */
async function buildWithout({ source, code, without }: Guard): Promise<Plan> {
  const bundle = await rolldown({
    input: join(sources, "plan-edit.ts"),
    platform: "node",
    plugins: [
      {
        name: "remove-guard",
        load: (id) =>
          id === join(sources, source) ? readFileSync(id, "utf8").replace(code, () => without) : undefined,
      },
    ],
  });
  const file = join(directory, `${guards.findIndex((guard) => guard.code === code)}.mjs`);
  await bundle.write({ file, format: "esm" });
  await bundle.close();
  const module: { planEdit: Plan } = await import(pathToFileURL(file).href);
  return module.planEdit;
}

function result(plan: Plan, { edit: [file, old, fresh], stripTrailingBlanks = true }: Guard): string {
  const planned = plan(file, requestOf(old, fresh, { isProse: false, stripTrailingBlanks }));
  return planned.kind === "plan" ? applySplices(file, planned.splices) : planned.kind;
}

describe("an edit is right or refused", () => {
  it.each(guards)("because $name [EDIT-499, EDIT-497]", async (guard) => {
    expect(readFileSync(join(sources, guard.source), "utf8").split(guard.code)).toHaveLength(2);
    expect(result(planEdit, guard)).not.toBe(guard.wrong);
    expect(result(await buildWithout(guard), guard)).toBe(guard.wrong);
  });
});
