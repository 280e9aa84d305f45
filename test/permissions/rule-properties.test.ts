/** What holds for all rules, modes and requests. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type AccessRequest, type GivenRule, permissionModes } from "../../src/permissions/access.js";
import { compileRules } from "../../src/permissions/compile-rules.js";
import { decide, type Policy } from "../../src/permissions/decide.js";
import { ruleForPath } from "../../src/permissions/print-rule.js";
import { findProtected } from "../../src/permissions/protected-paths.js";
import { anchors, compileLines, givenRule, request } from "../support/permission-rules.js";

const names = fc.constantFrom(
  "src",
  "lib",
  "a.ts",
  ".env",
  "secrets",
  ".git",
  "config",
  ".npmrc",
  "b c",
  "[x]",
);
const path = fc
  .tuple(fc.constantFrom("/w/app", "/w", "/home/me", ""), fc.array(names, { minLength: 1, maxLength: 4 }))
  .map(([start, rest]) => `${start}/${rest.join("/")}`);
const pattern = fc
  .tuple(
    fc.constantFrom("", "!", ""),
    fc.constantFrom("", "/", "//", "~/", "./", "../"),
    fc.array(fc.oneof(names, fc.constantFrom("*", "**", "?*", "[a-z]*", "[", "\\", "..")), {
      minLength: 1,
      maxLength: 4,
    }),
  )
  .map(([negation, start, rest]) => `${negation}${start}${rest.join("/")}`);
const ruleText = fc.oneof(
  fc.constantFrom("Read", "Edit", "Write", "*", "Read(*)", "Bash(x)", "Grep"),
  fc
    .tuple(fc.constantFrom("Read", "Edit", "Read", "Edit", "Write", "Grep"), pattern)
    .map(([tool, text]) => `${tool}(${text})`),
);
const source = fc.constantFrom("user ", "project ", "local ", "session ", "host ");
const lineOf = (list: string): fc.Arbitrary<string> =>
  fc.tuple(source, ruleText).map(([from, text]) => `${from}${list} ${text}`);
const rule: fc.Arbitrary<GivenRule> = fc
  .oneof(lineOf("deny"), lineOf("ask"), lineOf("allow"), lineOf("allow"))
  .map(givenRule);
const mode = fc.constantFrom(...permissionModes);
const asked: fc.Arbitrary<AccessRequest> = fc
  .record({
    operation: fc.constantFrom("read" as const, "write" as const),
    path,
    leadsTo: fc.option(path, { nil: undefined }),
    foldsCase: fc.boolean(),
    isTwinUnknown: fc.boolean(),
    runsLater: fc.constantFrom(undefined, undefined, "scripts"),
  })
  .map(({ operation, path: given, leadsTo = given, ...rest }) => ({
    ...request(`${operation} ${given} -> ${leadsTo}`),
    ...rest,
  }));
const policy: fc.Arbitrary<Policy> = fc
  .record({
    sets: fc.array(fc.array(rule, { maxLength: 6 }), { maxLength: 3 }),
    mode,
    ceilings: fc.array(mode, { maxLength: 2 }),
  })
  .map(({ sets, ...modes }) => ({
    ...modes,
    sets: sets.map((rules) => compileRules(rules, anchors)),
    roots: ["/w/app"],
  }));

const runs = { numRuns: 500 };

describe("For all rules, modes and requests", () => {
  it("deny beats everything, and whichever name of the file it names [PERM-1, PERM-7]", () => {
    fc.assert(
      fc.property(policy, asked, fc.boolean(), (others, wanted, isByName) => {
        const denied = isByName ? wanted.path : wanted.realPath;
        const text = ruleForPath({ operation: wanted.operation, path: denied, covers: "file" }) ?? "";
        const sets = [...others.sets, compileLines([`deny ${text}`])];
        const { answer, by } = decide({ ...others, sets }, wanted);
        expect({ answer, kind: by.kind }).toEqual({ answer: "deny", kind: "rule" });
      }),
      runs,
    );
  });

  it("ask beats allow and mode [PERM-1]", () => {
    fc.assert(
      fc.property(policy, asked, (others, wanted) => {
        const text =
          ruleForPath({ operation: wanted.operation, path: wanted.realPath, covers: "file" }) ?? "";
        const sets = [...others.sets, compileLines([`ask ${text}`])];
        expect(decide({ ...others, sets }, wanted).answer).not.toBe("allow");
      }),
      runs,
    );
  });

  it("no rule allows a change of a protected file, nor one that runs later [PERM-11]", () => {
    fc.assert(
      fc.property(policy, asked, (given, wanted) => {
        const isProtected = [wanted.path, wanted.realPath].some(
          (name) => findProtected(name, given.roots) !== undefined,
        );
        fc.pre(wanted.operation === "write" && (isProtected || wanted.runsLater !== undefined));
        const decision = decide(given, wanted);
        if (decision.answer === "allow")
          expect(decision.by).toEqual({ kind: "mode", mode: "bypassPermissions" });
      }),
      runs,
    );
  });

  it("dontAsk never asks, and plan never allows a change [PERM-12]", () => {
    fc.assert(
      fc.property(policy, asked, (given, wanted) => {
        expect(decide({ ...given, mode: "dontAsk" }, wanted).answer).not.toBe("ask");
        expect(decide({ ...given, ceilings: ["dontAsk"] }, wanted).answer).not.toBe("ask");
        if (wanted.operation === "read") return;
        expect(decide({ ...given, mode: "plan" }, wanted).answer).toBe("deny");
        expect(decide({ ...given, ceilings: ["plan"] }, wanted).answer).toBe("deny");
      }),
      runs,
    );
  });

  it("a ceiling or one more rule that denies or asks makes nothing easier [PERM-13, PERM-1]", () => {
    const strictness = ["allow", "ask", "deny"];
    const guard = fc
      .oneof(lineOf("deny"), lineOf("ask"))
      .map((line) => compileRules([givenRule(line)], anchors));
    fc.assert(
      fc.property(policy, asked, mode, guard, (some, wanted, ceiling, set) => {
        const given = { ...some, ceilings: [] };
        const before = strictness.indexOf(decide(given, wanted).answer);
        expect(
          strictness.indexOf(decide({ ...given, ceilings: [ceiling] }, wanted).answer),
        ).toBeGreaterThanOrEqual(before);
        const sets = [...given.sets, set];
        expect(strictness.indexOf(decide({ ...given, sets }, wanted).answer)).toBeGreaterThanOrEqual(before);
      }),
      runs,
    );
  });

  it("what a ! takes out of allowed rules is no longer allowed, nor anything below it [PERM-4]", () => {
    fc.assert(
      fc.property(fc.array(lineOf("allow"), { maxLength: 4 }), path, names, (lines, taken, child) => {
        const paths = lines.filter((line) => line.includes("(//") && line.startsWith("project"));
        const text = ruleForPath({ operation: "write", path: taken, covers: "file" }) ?? "";
        const rules = compileLines([...paths, "allow Edit(//**)", `allow ${text.replace("(", () => "(!")}`]);
        for (const place of [taken, `${taken}/${child}`]) {
          expect(rules.find("allow", request(`write ${place}`))).toBeUndefined();
        }
      }),
      runs,
    );
  });

  it("any text is a rule, a rule of others, or refused with SETTINGS_INVALID [PERM-9]", () => {
    const text = fc.oneof(
      fc.string({ unit: "binary", maxLength: 20 }),
      fc.string({ unit: "binary", maxLength: 20 }).map((inner) => `Read(${inner})`),
      fc
        .array(fc.constantFrom(...Array.from("[]!*?/\\~.()-: a^"), "[:", ":]"), { maxLength: 14 })
        .map((parts) => `Edit(${parts.join("")})`),
    );
    fc.assert(
      fc.property(text, fc.constantFrom("deny", "ask", "allow"), path, (body, list, place) => {
        const given = { ...givenRule(`${list} x`), text: body };
        try {
          const rules = compileRules([given], anchors);
          rules.find(given.list, request(`write ${place}`));
        } catch (cause) {
          expect(cause).toMatchObject({ code: "SETTINGS_INVALID" });
        }
      }),
      { numRuns: 2000 },
    );
  });
});
