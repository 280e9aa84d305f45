/** The quotes tier over code in many languages, held against their real parsers. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { planEdit } from "../../src/text/edit/plan-edit.js";
import { applySplices } from "../../src/text/splice.js";
import { requestOf } from "../support/edits.js";
import { isInstalled, type Language, languages } from "../support/languages.js";
import { curl, flatten, piece, plainPiece, type QuotedEdit, quotedEdit } from "../support/quoted-code.js";

const CURLY = /[‘’“”]/;

/** What the file becomes, or undefined where the old text is found exactly, more than once or not at all. */
function editByQuotes(before: string, oldString: string, newString: string): string | undefined {
  if (oldString === newString) return undefined;
  const plan = planEdit(
    before,
    requestOf(oldString, newString, { isProse: false, stripTrailingBlanks: false }),
  );
  return plan.kind === "plan" && plan.tier === "quotes" ? applySplices(before, plan.splices) : undefined;
}

/** Where the delimiters are: all quotes in the content of the literals are typographic. */
function listStraight(text: string): number[] {
  return Array.from(text.matchAll(/['"]/g), ({ index }) => index);
}

const ways: readonly (readonly [string, (found: string, wanted: string) => [string, string]])[] = [
  ["with straight quotes only", (found, wanted) => [flatten(found), flatten(wanted)]],
  ["with typographic quotes only", (found, wanted) => [curl(found), curl(wanted)]],
  ["with the new quotes as intended", (found, wanted) => [flatten(found), wanted]],
];

function sampleCases(language: Language, of: fc.Arbitrary<string>): fc.Arbitrary<QuotedEdit[]> {
  return fc.array(quotedEdit(language, of), { minLength: 20, maxLength: 40 });
}

describe("an edit sent with other quotes than the file's", { timeout: 120_000 }, () => {
  for (const language of languages) {
    const { name } = language;
    const isThere = isInstalled(language);
    it.runIf(isThere)(`keeps ${name} parseable, and its delimiters straight [EDIT-460]`, () => {
      fc.assert(
        fc.property(sampleCases(language, piece), fc.constantFrom(...ways), (cases, [, send]) => {
          const results = cases.flatMap(({ before, intended, found, wanted }) => {
            const result = editByQuotes(before, ...send(found, wanted));
            return result === undefined ? [] : [{ before, intended, result }];
          });
          const parsed = language.parse(results.flatMap(({ intended, result }) => [intended, result]));
          for (const [index, { before, intended, result }] of results.entries()) {
            expect(flatten(result)).toBe(flatten(intended));
            expect(listStraight(intended).filter((at) => CURLY.test(result.charAt(at)))).toEqual([]);
            const parses = parsed[2 * index] === true ? parsed[2 * index + 1] : true;
            expect({ before, intended, result, parses }).toEqual({ before, intended, result, parses: true });
          }
        }),
        { numRuns: 12, endOnFailure: true },
      );
    });

    it.runIf(isThere)(`puts no typographic quote into ${name} that has none [EDIT-461]`, () => {
      fc.assert(
        fc.property(quotedEdit(language, plainPiece), ({ before, found, wanted }) => {
          const result = editByQuotes(before, curl(found), curl(wanted));
          if (result !== undefined) expect(result).not.toMatch(CURLY);
        }),
        { numRuns: 300, endOnFailure: true },
      );
    });
  }
});
