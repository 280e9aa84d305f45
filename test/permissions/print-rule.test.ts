import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compileRules } from "../../src/permissions/compile-rules.js";
import { ruleForPath } from "../../src/permissions/print-rule.js";
import { anchors, givenRule, request } from "../support/permission-rules.js";

function isMatched(rule: string, path: string): boolean {
  const set = compileRules([givenRule(`allow ${rule}`)], anchors);
  expect(set.warnings).toEqual([]);
  return set.find("allow", { ...request("write /x"), path, realPath: path }) !== undefined;
}

describe("The rule for a path", () => {
  it.each<readonly [Parameters<typeof ruleForPath>[0], string]>([
    [{ operation: "write", path: "/w/app/src/a.ts", covers: "file", from: "/w/app" }, "Edit(/src/a.ts)"],
    [{ operation: "read", path: "/w/app/src/a.ts", covers: "file", from: "/w/app/" }, "Read(/src/a.ts)"],
    [{ operation: "write", path: "/w/app/src", covers: "folder", from: "/w/app" }, "Edit(/src/**)"],
    [{ operation: "write", path: "/w/app", covers: "folder", from: "/w/app" }, "Edit(/**)"],
    [{ operation: "write", path: "/w/app-evil/a", covers: "file", from: "/w/app" }, "Edit(//w/app-evil/a)"],
    [{ operation: "read", path: "/etc/hosts", covers: "file" }, "Read(//etc/hosts)"],
    [{ operation: "read", path: "/etc", covers: "folder", from: "/w/app" }, "Read(//etc/**)"],
    [{ operation: "read", path: "/", covers: "folder" }, "Read(//**)"],
    [{ operation: "read", path: "/a/b", covers: "folder", from: "/" }, "Read(//a/b/**)"],
    [
      { operation: "write", path: "/w/[2024-06] Reports", covers: "folder" },
      "Edit(//w/\\[2024-06] Reports/**)",
    ],
    [{ operation: "write", path: "/w/a*b?c\\d", covers: "file" }, "Edit(//w/a\\*b\\?c\\\\d)"],
    [{ operation: "write", path: "/w/a  ", covers: "file" }, "Edit(//w/a \\ )"],
    [{ operation: "write", path: "/w/!a#b (1)", covers: "file" }, "Edit(//w/!a#b (1))"],
    [{ operation: "write", path: "C:\\w\\app\\a.ts", covers: "file", from: "C:\\w\\app" }, "Edit(/a.ts)"],
    [{ operation: "write", path: "C:\\w\\b.ts", covers: "file", from: "C:\\w\\app" }, "Edit(//c/w/b.ts)"],
  ])("%j is %s [PERM-15]", (asked, rule) => {
    expect(ruleForPath(asked)).toBe(rule);
  });

  it("is not made for a path that is no text [PERM-15]", () => {
    expect(ruleForPath({ operation: "read", path: "/a\ud800", covers: "file" })).toBeUndefined();
    expect(ruleForPath({ operation: "read", path: "/a\0", covers: "file" })).toBeUndefined();
  });

  const name = fc
    .array(
      fc.oneof(
        fc.constantFrom(
          ...Array.from("ab[]*?!#\\(){}^$+|-.~:"),
          " ",
          "\n",
          "\r",
          "\t",
          "\u2028",
          "é",
          "e\u0301",
          "\ufeff",
          "\ue000",
          "😀",
        ),
        fc.string({ unit: "grapheme", minLength: 1, maxLength: 2 }),
      ),
      { minLength: 1, maxLength: 6 },
    )
    .map((parts) => parts.join("").replaceAll("/", "_").replaceAll("\0", "_"))
    .filter((text) => text !== "." && text !== ".." && text.isWellFormed());
  const path = fc.array(name, { minLength: 1, maxLength: 4 }).map((names) => `/${names.join("/")}`);
  const place = fc.tuple(fc.constantFrom("", "/w/app", "/w"), path).map((parts) => parts.join(""));

  it("matches that path and no other, however odd its names [PERM-15]", () => {
    fc.assert(
      fc.property(place, place, fc.constantFrom(undefined, "/w/app"), (wanted, other, from) => {
        const rule = ruleForPath({ operation: "write", path: wanted, covers: "file", from });
        if (rule === undefined) throw new Error("no rule");
        expect(isMatched(rule, wanted)).toBe(true);
        const isBelow = other === wanted || other.startsWith(`${wanted}/`);
        expect(isMatched(rule, other)).toBe(isBelow);
        for (const near of [
          `${wanted}x`,
          `${wanted} `,
          `${wanted}.`,
          wanted.slice(0, -1),
          wanted.toUpperCase(),
        ]) {
          if (near !== wanted && near !== "" && !near.endsWith("/"))
            expect(isMatched(rule, near)).toBe(false);
        }
      }),
      { numRuns: 600 },
    );
  });

  it("for a folder matches all that lies in it and nothing else [PERM-15]", () => {
    fc.assert(
      fc.property(place, name, fc.constantFrom(undefined, "/w/app"), (folder, child, from) => {
        const rule = ruleForPath({ operation: "write", path: folder, covers: "folder", from });
        if (rule === undefined) throw new Error("no rule");
        expect(isMatched(rule, `${folder}/${child}`)).toBe(true);
        expect(isMatched(rule, `${folder}/${child}/${child}`)).toBe(true);
        expect(isMatched(rule, `${folder}x/${child}`)).toBe(false);
        expect(isMatched(rule, folder)).toBe(false);
      }),
      { numRuns: 300 },
    );
  });
});
