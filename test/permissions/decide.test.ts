/** The order of decision: each line rules, a mode, a request, the answer and what it rests on. */
import { describe, expect, it } from "vitest";
import {
  type AccessRequest,
  type Decision,
  type PermissionMode,
  permissionModes,
  type Reason,
} from "../../src/permissions/access.js";
import { compileRules } from "../../src/permissions/compile-rules.js";
import { decide } from "../../src/permissions/decide.js";
import { emptyRules } from "../../src/permissions/rule-set.js";
import { anchors, compileLines, givenRule, request } from "../support/permission-rules.js";

const roots = ["/w/app"];

function decideOn(
  rules: readonly string[],
  mode: PermissionMode,
  asked: string,
  more: Partial<AccessRequest> = {},
  ceiling?: PermissionMode,
): Decision {
  const sets = [emptyRules, rules.length === 0 ? emptyRules : compileLines(rules)];
  const ceilings = ceiling === undefined ? [] : [ceiling];
  return decide({ sets, mode, roots, ceilings }, { ...request(asked), ...more });
}

/** "deny Read(x)" for a rule, else the reason's own words. */
function short(by: Reason): string {
  if (by.kind === "rule" || by.kind === "twin") {
    return `${by.kind === "twin" ? "twin " : ""}${by.rule.list} ${by.rule.text}`;
  }
  if (by.kind === "mode") return by.instead === undefined ? by.mode : `${by.mode}: ${short(by.instead)}`;
  if (by.kind === "protected") return `protected ${by.name}`;
  if (by.kind === "runs-later") return `runs-later ${by.what}`;
  return by.kind === "default" ? by.because : by.kind;
}

function told({ answer, by }: Decision): string {
  return `${answer}: ${short(by)}`;
}

type Case = readonly [rules: readonly string[], mode: PermissionMode, request: string, decision: string];

const deny = "deny Read(.env)";
const ask = "ask Edit(*.sql)";
const allow = "allow Edit(/src/**)";

describe("The order of decision", () => {
  it.each<Case>([
    // Without rules.
    [[], "default", "read /w/app/a", "allow: read-inside"],
    [[], "default", "read /w/app/a -> /w/app/b", "allow: read-inside"],
    [[], "default", "read /w/app/link -> /etc/hosts", "ask: link-out"],
    [[], "default", "read /etc/hosts", "ask: outside"],
    [[], "default", "read /elsewhere -> /w/app/a", "allow: read-inside"],
    [[], "default", "write /w/app/a", "ask: change"],
    [[], "default", "write /etc/hosts", "ask: outside"],
    [[], "default", "write /w/app/link -> /etc/hosts", "ask: link-out"],
    [[], "acceptEdits", "write /w/app/a", "allow: acceptEdits"],
    [[], "acceptEdits", "write /w/app/link -> /x/a", "ask: link-out"],
    [[], "acceptEdits", "write /etc/hosts", "ask: outside"],
    [[], "acceptEdits", "read /etc/hosts", "ask: outside"],
    [[], "plan", "write /w/app/a", "deny: plan"],
    [[], "plan", "write /etc/hosts", "deny: plan"],
    [[], "plan", "read /w/app/a", "allow: read-inside"],
    [[], "plan", "read /etc/hosts", "ask: outside"],
    [[], "dontAsk", "write /w/app/a", "deny: dontAsk: change"],
    [[], "dontAsk", "read /w/app/a", "allow: read-inside"],
    [[], "dontAsk", "read /etc/hosts", "deny: dontAsk: outside"],
    [[], "bypassPermissions", "write /etc/hosts", "allow: bypassPermissions"],
    [[], "bypassPermissions", "read /etc/hosts", "allow: bypassPermissions"],
    [[], "bypassPermissions", "write /w/app/.git/config", "allow: bypassPermissions"],
    // Deny comes first, in every mode.
    ...permissionModes.map((mode): Case => [[deny], mode, "read /w/app/.env", "deny: deny Read(.env)"]),
    ...permissionModes.map((mode): Case => [[deny], mode, "write /w/app/.env", "deny: deny Read(.env)"]),
    [["allow Read(.env)", "ask Read(.env)", deny], "default", "read /w/app/.env", "deny: deny Read(.env)"],
    [["session allow Read(//w/app/a/.env)", deny], "default", "read /w/app/a/.env", "deny: deny Read(.env)"],
    [["user deny Edit(*)", allow], "default", "write /w/app/src/a", "deny: deny Edit(*)"],
    [["host deny *", allow], "bypassPermissions", "read /w/app/src/a", "deny: deny *"],
    // Then what plan mode refuses, then ask.
    [[ask], "plan", "write /w/app/a.sql", "deny: plan"],
    [[ask], "default", "write /w/app/a.sql", "ask: ask Edit(*.sql)"],
    [[ask], "acceptEdits", "write /w/app/a.sql", "ask: ask Edit(*.sql)"],
    [[ask], "bypassPermissions", "write /w/app/a.sql", "ask: ask Edit(*.sql)"],
    [[ask], "dontAsk", "write /w/app/a.sql", "deny: dontAsk: ask Edit(*.sql)"],
    [[ask, "allow Edit(/a.sql)"], "default", "write /w/app/a.sql", "ask: ask Edit(*.sql)"],
    [["ask Read(*.key)"], "default", "read /w/app/a.key", "ask: ask Read(*.key)"],
    [["ask Read(*.key)"], "default", "Grep read /w/app/a.key", "ask: ask Read(*.key)"],
    // Then protected files, then acceptEdits, then allow.
    [["allow Edit"], "default", "write /w/app/.git/config", "ask: protected .git"],
    [["allow Edit(//**)"], "acceptEdits", "write /w/app/.npmrc", "ask: protected .npmrc"],
    [["allow Edit"], "dontAsk", "write /w/app/.npmrc", "deny: dontAsk: protected .npmrc"],
    [["session allow Edit"], "default", "write /w/app/.git/config", "ask: protected .git"],
    [["allow Edit"], "default", "write /w/app/x -> /w/app/.vscode/tasks.json", "ask: protected .vscode"],
    [["allow Edit"], "default", "write /w/app/.vscode/x -> /w/app/x", "ask: protected .vscode"],
    [[], "default", "read /w/app/.git/config", "allow: read-inside"],
    [[allow], "acceptEdits", "write /w/app/src/a", "allow: acceptEdits"],
    [[allow], "default", "write /w/app/src/a", "allow: allow Edit(/src/**)"],
    [[allow], "dontAsk", "write /w/app/src/a", "allow: allow Edit(/src/**)"],
    [[allow], "plan", "write /w/app/src/a", "deny: plan"],
    [[allow], "default", "write /w/app/lib/a", "ask: change"],
    [[allow], "default", "write /w/app/src/a -> /etc/hosts", "ask: link-out"],
    [["allow Edit(//tmp/**)"], "default", "write /tmp/a", "allow: allow Edit(//tmp/**)"],
    [["allow Edit(//tmp/**)"], "acceptEdits", "write /tmp/a", "allow: allow Edit(//tmp/**)"],
    [["allow Read(//tmp/**)"], "default", "read /tmp/a", "allow: allow Read(//tmp/**)"],
    [["allow Read(//tmp/**)"], "default", "write /tmp/a", "ask: outside"],
    [["allow Read(/src/**)"], "default", "read /w/app/src/a", "allow: read-inside"],
    [
      ["allow Read(~/.ssh/**)", "deny Read(~/.ssh/**)"],
      "default",
      "read /w/app/k -> /home/me/.ssh/k",
      "deny: deny Read(~/.ssh/**)",
    ],
    [["allow Write"], "default", "Write write /w/app/a", "allow: allow Write"],
    [["allow Write"], "default", "Edit write /w/app/a", "ask: change"],
  ])("%j in %s mode: %s gets %s [PERM-1, PERM-12]", (rules, mode, asked, decision) => {
    expect(told(decideOn(rules, mode, asked))).toBe(decision);
  });

  it.each<readonly [mode: PermissionMode, ceiling: PermissionMode, request: string, decision: string]>([
    ["bypassPermissions", "default", "write /w/app/a", "ask: change"],
    ["acceptEdits", "default", "write /w/app/a", "ask: change"],
    ["acceptEdits", "plan", "write /w/app/a", "deny: plan"],
    ["plan", "bypassPermissions", "write /w/app/a", "deny: plan"],
    ["default", "bypassPermissions", "write /w/app/a", "ask: change"],
    ["default", "dontAsk", "write /w/app/a", "deny: dontAsk: change"],
    ["bypassPermissions", "acceptEdits", "write /w/app/a", "allow: bypassPermissions"],
    ["bypassPermissions", "acceptEdits", "write /w/app/.git/x", "ask: protected .git"],
    ["plan", "plan", "read /w/app/a", "allow: read-inside"],
  ])("in %s mode under a ceiling of %s: %s gets %s [PERM-13]", (mode, ceiling, asked, decision) => {
    expect(told(decideOn([], mode, asked, {}, ceiling))).toBe(decision);
  });
});

describe("What is known about a file besides its path", () => {
  const twin = givenRule("user deny Read(~/.ssh/**)");

  it.each<
    readonly [rules: readonly string[], mode: PermissionMode, request: string, Partial<AccessRequest>, string]
  >([
    [
      [],
      "default",
      "read /state/saved",
      { closedPlace: "state", savedResult: "current" },
      "allow: saved-result",
    ],
    [
      ["ask Read"],
      "default",
      "read /state/saved",
      { closedPlace: "state", savedResult: "current" },
      "allow: saved-result",
    ],
    [
      ["deny Read"],
      "default",
      "read /state/saved",
      { closedPlace: "state", savedResult: "current" },
      "deny: deny Read",
    ],
    [[], "default", "read /out/saved", { savedResult: "current" }, "allow: saved-result"],
    [
      [],
      "default",
      "write /state/saved",
      { closedPlace: "state", savedResult: "current" },
      "deny: own-state",
    ],
    [[], "bypassPermissions", "read /w/app/.state/x", { closedPlace: "state" }, "deny: own-state"],
    [["allow Edit"], "bypassPermissions", "write /w/app/s", { closedPlace: "state" }, "deny: own-state"],
    [
      ["allow Edit"],
      "bypassPermissions",
      "write /w/app/s",
      { closedPlace: "settings" },
      "deny: own-settings",
    ],
    [[], "default", "read /w/app/s", { closedPlace: "settings" }, "allow: read-inside"],
  ])("%j in %s mode: %s, %j gets %s [STATE-1, CALL-9, PERM-14]", (rules, mode, asked, more, decision) => {
    expect(told(decideOn(rules, mode, asked, more))).toBe(decision);
  });

  it.each<
    readonly [rules: readonly string[], mode: PermissionMode, request: string, Partial<AccessRequest>, string]
  >([
    [[], "default", "read /w/app/a", { deniedTwin: twin }, "deny: twin deny Read(~/.ssh/**)"],
    [
      ["allow Edit"],
      "bypassPermissions",
      "write /w/app/a",
      { deniedTwin: twin },
      "deny: twin deny Read(~/.ssh/**)",
    ],
    [["deny Read(a)"], "default", "read /w/app/a", { deniedTwin: twin }, "deny: deny Read(a)"],
    [[], "default", "read /w/app/a", { isTwinUnknown: true }, "ask: twin-unknown"],
    [[], "bypassPermissions", "read /w/app/a", { isTwinUnknown: true }, "ask: twin-unknown"],
    [["allow Edit"], "acceptEdits", "write /w/app/a", { isTwinUnknown: true }, "ask: twin-unknown"],
    [[], "dontAsk", "read /w/app/a", { isTwinUnknown: true }, "deny: dontAsk: twin-unknown"],
    [["ask Read(a)"], "default", "read /w/app/a", { isTwinUnknown: true }, "ask: ask Read(a)"],
  ])("%j in %s mode: %s with other names, %j gets %s [PERM-17]", (rules, mode, asked, more, decision) => {
    expect(told(decideOn(rules, mode, asked, more))).toBe(decision);
  });

  it.each<readonly [rules: readonly string[], mode: PermissionMode, decision: string]>([
    [["allow Edit"], "default", "ask: runs-later scripts"],
    [[], "acceptEdits", "ask: runs-later scripts"],
    [[], "dontAsk", "deny: dontAsk: runs-later scripts"],
    [[], "bypassPermissions", "allow: bypassPermissions"],
  ])("%j in %s mode: a change that runs later gets %s [PERM-11]", (rules, mode, decision) => {
    expect(told(decideOn(rules, mode, "write /w/app/package.json", { runsLater: "scripts" }))).toBe(decision);
  });
});

describe("A grant for a protected folder", () => {
  const grant = { ...givenRule("session allow Edit(/.claude/**)"), isForProtected: true as const };
  const tell = (
    rules: readonly (typeof grant | ReturnType<typeof givenRule>)[],
    asked: string,
    more = {},
  ): string =>
    told(
      decide(
        {
          sets: [compileRules([givenRule("allow Edit")], anchors), compileRules(rules, anchors)],
          mode: "default",
          roots,
        },
        { ...request(asked), ...more },
      ),
    );

  it("passes what it was given for, though other rules match too, and nothing else [PERM-11]", () => {
    const rules = [givenRule("session allow Edit(//w/**)"), grant];
    expect(tell(rules, "write /w/app/.claude/a.md")).toBe("allow: allow Edit(/.claude/**)");
    expect(tell(rules, "write /w/app/.git/config")).toBe("ask: protected .git");
    expect(tell(rules, "write /w/app/.claude/a.md -> /w/app/.git/a.md")).toBe("ask: protected .git");
    expect(tell(rules, "write /w/app/.claude/a.md", { runsLater: "hooks" })).toBe("ask: runs-later hooks");
    expect(tell([...rules, givenRule("deny Edit(*.md)")], "write /w/app/.claude/a.md")).toBe(
      "deny: deny Edit(*.md)",
    );
  });

  it("comes from a person's answer alone, not from settings [PERM-11]", () => {
    const shipped = { ...givenRule("project allow Edit(/.claude/**)"), isForProtected: true as const };
    expect(tell([shipped], "write /w/app/.claude/a.md")).toBe("ask: protected .claude");
  });
});
