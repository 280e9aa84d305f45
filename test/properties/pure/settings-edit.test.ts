/** Rules come and go, and every other byte of the settings stays. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { RuleList } from "../../../src/permissions/access.js";
import { planRuleAddition, planRuleRemoval } from "../../../src/permissions/settings/edit-settings.js";
import { parseSettings, type Settings } from "../../../src/permissions/settings/parse-settings.js";

const lists: readonly RuleList[] = ["deny", "ask", "allow"];
const rules = fc.oneof(
  fc.constantFrom("Read(.env)", "Edit(/src/**)", "Read", "Bash(ls:*)"),
  fc.string({ unit: "binary" }),
  fc.string({ unit: "grapheme" }),
);
const foreign = fc.dictionary(
  fc.string({ unit: "grapheme" }).filter((key) => key !== "permissions"),
  fc.jsonValue({ maxDepth: 2 }),
  { maxKeys: 3 },
);
const blocks = fc.record(
  {
    deny: fc.array(rules, { maxLength: 4 }),
    ask: fc.array(rules, { maxLength: 4 }),
    allow: fc.array(rules, { maxLength: 4 }),
    defaultMode: fc.constantFrom("plan", "default"),
    additionalDirectories: fc.array(fc.string(), { maxLength: 2 }),
  },
  { requiredKeys: [] },
);
const texts = fc
  .tuple(
    foreign,
    fc.option(blocks, { nil: undefined }),
    fc.constantFrom(0, 1, 2, 4, "\t"),
    fc.constantFrom("\n", "\r\n"),
    fc.constantFrom("", "\ufeff"),
    fc.constantFrom("", "\n", "\n\n  "),
    fc.constantFrom("before", "behind"),
  )
  .map(([others, block, indent, lineBreak, mark, end, place]) => {
    const own = block === undefined ? {} : { permissions: block };
    const value = place === "before" ? { ...own, ...others } : { ...others, ...own };
    return mark + (JSON.stringify(value, undefined, indent) + end).replaceAll("\n", () => lineBreak);
  });

function read(text: string): Settings {
  const parsed = parseSettings(text);
  if (parsed.kind === "invalid") throw new Error(`${parsed.problem}: ${text}`);
  return parsed.settings;
}

/** How much of both ends the two texts share. */
function sharedEnds(before: string, after: string): number {
  let start = 0;
  while (start < before.length && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < before.length - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  return start + end;
}

describe("Settings", () => {
  it("gain a rule and nothing else [PERM-22]", () => {
    fc.assert(
      fc.property(texts, fc.constantFrom(...lists), rules, (text, list, rule) => {
        const before = read(text);
        const edit = planRuleAddition(text, list, rule);
        expect(edit.kind).toBe(before[list].includes(rule) ? "unchanged" : "changed");
        if (edit.kind !== "changed") return;
        expect(read(edit.text)).toEqual({ ...before, [list]: [...before[list], rule] });
        // One insertion: all of the old text is there, at both ends.
        expect(sharedEnds(text, edit.text)).toBe(text.length);
        expect(edit.text.includes("\r\n") || !text.includes("\r\n")).toBe(true);
        expect(/[^\r]\n/.test(edit.text) && text.includes("\r\n")).toBe(false);
      }),
      { numRuns: 1000 },
    );
  });

  it("are as before when a rule is added and removed again [PERM-22]", () => {
    fc.assert(
      fc.property(texts, fc.constantFrom(...lists), rules, (text, list, rule) => {
        const added = planRuleAddition(text, list, rule);
        const hadList = list in (JSON.parse(text.replace(/^\ufeff/, "")).permissions ?? {});
        if (added.kind !== "changed" || !hadList) return;
        expect(planRuleRemoval(added.text, list, rule)).toEqual({ kind: "changed", text });
      }),
      { numRuns: 1000 },
    );
  });

  it("lose a rule and nothing else [PERM-22]", () => {
    fc.assert(
      fc.property(texts, fc.constantFrom(...lists), fc.nat(), (text, list, index) => {
        const before = read(text);
        const rule = before[list][index % Math.max(1, before[list].length)];
        if (rule === undefined) return;
        const edit = planRuleRemoval(text, list, rule);
        if (edit.kind !== "changed") throw new Error(edit.kind);
        expect(read(edit.text)).toEqual({ ...before, [list]: before[list].filter((each) => each !== rule) });
      }),
      { numRuns: 1000 },
    );
  });
});
