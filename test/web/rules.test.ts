import { describe, expect, it } from "vitest";
import { permissionModes, ruleLists } from "../../src/permissions/access.js";
import type { ListedRule } from "../../src/permissions/listed-rule.js";
import {
  findDeciding,
  groupRules,
  groupSources,
  isRemovable,
  modeMeanings,
} from "../../web/src/views/rules/rules-model.js";

const file = "/w/app/.filewright/settings.json";
const rules: readonly ListedRule[] = [
  {
    text: "Edit(/src/**)",
    list: "allow",
    source: "project",
    file,
    withheld: "the folder /w/app is not trusted",
  },
  { text: "Edit(/src/**)", list: "allow", source: "project", file },
  { text: "Read(.env)", list: "deny", source: "user", file: "/home/me/.config/filewright/settings.json" },
  { text: "Read(.env)", list: "deny", source: "host" },
  { text: "Edit(/db/**)", list: "ask", source: "project", file },
];

describe("the rules", () => {
  it("stand in the order in which they are consulted, and every mode has a meaning [WEB-52]", () => {
    const groups = groupRules(rules);
    expect(groups.map(({ list }) => list)).toEqual(ruleLists);
    expect(groups.map((group) => group.rules.length)).toEqual([2, 1, 2]);
    expect(groups.flatMap((group) => group.rules).every((rule) => rules.includes(rule))).toBe(true);
    expect(permissionModes.filter((mode) => modeMeanings[mode] === undefined)).toEqual([]);
  });

  it("can be removed where they stand in a file [WEB-52]", () => {
    expect(rules.map(isRemovable)).toEqual([true, true, true, false, true]);
  });

  it("are found by what an explanation names, and never as one that does not count [WEB-53]", () => {
    const found = (rule: ListedRule): number => rules.indexOf(findDeciding(rules, { rule }) as ListedRule);
    expect(found({ text: "Edit(/src/**)", list: "allow", source: "project", file })).toBe(1);
    expect(found({ text: "Read(.env)", list: "deny", source: "host" })).toBe(3);
    expect(found({ text: "Read(.env)", list: "ask", source: "host" })).toBe(-1);
    expect(findDeciding(rules, {})).toBeUndefined();
  });
});

describe("sources of rules", () => {
  it("are trusted by folder, each with both of its files, and the person's own need no trust [WEB-54]", () => {
    const local = "/w/app/.filewright/settings.local.json";
    const own = "/home/me/.config/filewright/settings.json";
    const source = { isPresent: true, isTrusted: false };
    const sources = [
      { ...source, kind: "local", file: local } as const,
      { ...source, kind: "project", file } as const,
      { ...source, kind: "project", file: "/.filewright/settings.json", isTrusted: true } as const,
      { ...source, kind: "user", file: own, isTrusted: true } as const,
    ];
    expect(groupSources(sources)).toEqual([
      { folder: "/w/app", isTrusted: false, sources: sources.slice(0, 2) },
      { folder: "/", isTrusted: true, sources: sources.slice(2, 3) },
      { folder: undefined, isTrusted: true, sources: sources.slice(3) },
    ]);
  });
});
