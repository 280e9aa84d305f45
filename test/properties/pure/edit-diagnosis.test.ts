/** Whatever is sent, a diagnosis keeps its bounds and tells nothing of lines that were not read. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { diagnoseMiss } from "../../../src/text/edit/diagnosis/diagnose-miss.js";
import { renderDiagnosis } from "../../../src/text/edit/diagnosis/render-diagnosis.js";
import { type LineRanges, lineRange, subtractRanges, uniteRanges } from "../../../src/text/line-ranges.js";

const texts = fc
  .array(
    fc.constantFrom(
      "return value;\n",
      "  Return value;\r\n",
      "\treturn other;\n",
      "}\n",
      "\n",
      "it’s\u00a0here\n",
      "a\\nb",
      "     1→",
      "😀",
      "x".repeat(300),
    ),
    { maxLength: 40 },
  )
  .map((parts) => parts.join(""));
const ranges = fc
  .array(fc.tuple(fc.integer({ min: 1, max: 40 }), fc.nat(6)), { maxLength: 4 })
  .map((list) =>
    list.reduce<LineRanges>((known, [from, more]) => uniteRanges(known, lineRange(from, from + more)), []),
  );

describe("a diagnosis of any miss", () => {
  it("quotes at most three places and twenty seen lines, as the file has them [EDIT-12, EDIT-498]", () => {
    fc.assert(
      fc.property(texts, texts, texts, fc.option(ranges), (text, oldString, newString, known) => {
        const seen = known ?? "whole";
        const { reason, places, firstDifference, paste } = diagnoseMiss(text, { oldString, newString, seen });
        const lines = text.split("\n").map((line) => line.replace(/\r$/, ""));
        expect(places.length).toBeLessThanOrEqual(3);
        expect(places.flatMap((place) => place.lines).length).toBeLessThanOrEqual(20);
        for (const place of places) {
          expect(place.lines).toHaveLength(place.endLine - place.startLine + 1);
          for (const [index, line] of place.lines.entries()) {
            const whole = lines[place.startLine - 1 + index] ?? "";
            expect(line).toBe(whole.length <= 200 ? whole : `${whole.slice(0, line.length - 1)}…`);
          }
          const shown = lineRange(place.startLine, place.endLine);
          if (seen !== "whole") expect(subtractRanges(shown, seen)).toEqual([]);
        }
        if (firstDifference !== undefined && seen !== "whole") {
          expect(subtractRanges(lineRange(firstDifference.line, firstDifference.line), seen)).toEqual([]);
        }
        if (paste !== undefined) {
          const unified = text.replaceAll("\r\n", "\n");
          expect(
            unified
              .split("\n")
              .slice(paste.startLine - 1, paste.endLine)
              .join("\n"),
          ).toBe(paste.text);
          expect(unified.indexOf(paste.text)).toBe(unified.lastIndexOf(paste.text));
          const sent = lineRange(paste.startLine, paste.endLine);
          if (seen !== "whole") expect(subtractRanges(sent, seen)).toEqual([]);
        }
        if (reason === "unread-lines" || reason === "absent") expect(places).toEqual([]);
      }),
      { numRuns: 1500 },
    );
  });

  it("is rendered in bounds, and its difference is one [EDIT-12]", () => {
    fc.assert(
      fc.property(texts, texts, (text, oldString) => {
        const diagnosis = diagnoseMiss(text, { oldString, newString: "", seen: "whole" });
        expect(diagnosis.sentence.length).toBeLessThanOrEqual(200);
        expect(renderDiagnosis(diagnosis).length).toBeLessThan(3500);
        const { firstDifference } = diagnosis;
        if (firstDifference === undefined) return;
        const line = text.replaceAll("\r\n", "\n").split("\n")[firstDifference.line - 1] ?? "";
        const rest = line.slice(firstDifference.column - 1);
        expect(firstDifference.found).toBe(
          rest.length <= 40 ? rest : `${rest.slice(0, firstDifference.found.length - 1)}…`,
        );
      }),
      { numRuns: 1500 },
    );
  });
});
