/** Which calls a rule speaks of, which names reach a file, and what a `!` takes out. */
import { describe, expect, it } from "vitest";
import { ToolError } from "../../src/errors/tool-error.js";
import type { AbsolutePath } from "../../src/fs/paths.js";
import type { RuleList } from "../../src/permissions/access.js";
import { compileRules } from "../../src/permissions/compile-rules.js";
import { emptyRules } from "../../src/permissions/rule-set.js";
import { anchors, compileLines, givenRule, request } from "../support/permission-rules.js";

/** Rules, a request, and the rule that decides. */
type Case = readonly [rules: string | readonly string[], request: string, deciding: string | undefined];

function findText(rules: string | readonly string[], asked: string): string | undefined {
  const lines = [rules].flat();
  const list = /\b(deny|ask|allow) /.exec(lines[0] ?? "")?.[1] as RuleList;
  return compileLines(lines).find(list, request(asked))?.text;
}

describe("A rule speaks of", () => {
  it.each<Case>([
    ["deny Read(.env)", "Read read /w/app/.env", "Read(.env)"],
    ["deny Read(.env)", "Grep read /w/app/.env", "Read(.env)"],
    ["deny Read(.env)", "Glob read /w/app/.env", "Read(.env)"],
    ["deny Read(.env)", "Edit write /w/app/.env", "Read(.env)"],
    ["deny Read(.env)", "Write write /w/app/.env", "Read(.env)"],
    ["deny Read(.env)", "NotebookEdit write /w/app/.env", "Read(.env)"],
    ["deny Read(.env)", "Custom read /w/app/.env", "Read(.env)"],
    ["ask Read(.env)", "Grep read /w/app/.env", "Read(.env)"],
    ["ask Read(.env)", "Edit write /w/app/.env", undefined],
    ["allow Read(.env)", "Grep read /w/app/.env", "Read(.env)"],
    ["allow Read(.env)", "Edit write /w/app/.env", undefined],
    ["deny Edit(.env)", "Write write /w/app/.env", "Edit(.env)"],
    ["deny Edit(.env)", "NotebookEdit write /w/app/.env", "Edit(.env)"],
    ["deny Edit(.env)", "Read read /w/app/.env", undefined],
    ["allow Edit(.env)", "Write write /w/app/.env", "Edit(.env)"],
    ["allow Edit(.env)", "Read read /w/app/.env", undefined],
    ["deny Read", "Grep read /etc/hosts", "Read"],
    ["deny Read", "Edit write /w/app/a", "Read"],
    ["ask Read", "Grep read /w/app/a", "Read"],
    ["ask Read", "Edit write /w/app/a", undefined],
    ["deny Edit", "Write write /w/app/a", "Edit"],
    ["deny Edit", "Read read /w/app/a", undefined],
    ["allow Edit", "NotebookEdit write /anywhere", "Edit"],
    ["deny Read(*)", "Glob read /etc/hosts", "Read(*)"],
    ["allow Edit(*)", "Write write /anywhere", "Edit(*)"],
    ["deny Write", "Write write /w/app/a", "Write"],
    ["deny Write", "Edit write /w/app/a", undefined],
    ["deny Write(*)", "Write write /w/app/a", "Write(*)"],
    ["allow Grep", "Grep read /etc/hosts", "Grep"],
    ["allow Grep", "Read read /etc/hosts", undefined],
    ["deny *", "Read read /w/app/a", "*"],
    ["deny *", "Custom write /w/app/a", "*"],
    ["ask *", "Grep read /w/app/a", "*"],
    ["allow *", "Read read /etc/hosts", undefined],
    ["allow *", "Edit write /w/app/a", undefined],
    ["deny Note*", "NotebookEdit write /w/app/a.ipynb", "Note*"],
    ["deny Note*", "Edit write /w/app/a.ipynb", undefined],
    ["deny *Edit", "Write write /w/app/a", "*Edit"],
    ["deny mcp__*", "Read read /w/app/a", undefined],
    ["deny Bash(rm *)", "Edit write /w/app/rm", undefined],
    ["deny  Read(.env) ", "Read read /w/app/.env", " Read(.env) "],
  ])("calls: %s: %s is decided by %s [PERM-5]", (rules, asked, deciding) => {
    expect(findText(rules, asked)).toBe(deciding);
  });

  it.each<Case>([
    ["deny Write(*.md)", "Edit write /w/app/a.md", "Write(*.md)"],
    ["deny Write(*.md)", "Read read /w/app/a.md", undefined],
    ["ask NotebookEdit(*.ipynb)", "Write write /w/app/a.ipynb", "NotebookEdit(*.ipynb)"],
    ["deny MultiEdit(x)", "Edit write /w/app/x", "MultiEdit(x)"],
    ["deny Glob(x)", "Read read /w/app/x", "Glob(x)"],
    ["deny Grep(x)", "Edit write /w/app/x", "Grep(x)"],
    ["ask LS(x/**)", "Read read /w/app/x/y", "LS(x/**)"],
    ["ask NotebookRead(x)", "Grep read /w/app/x", "NotebookRead(x)"],
    ["deny read(.env)", "Read read /w/app/.env", "read(.env)"],
    ["deny *(.env)", "Read read /w/app/.env", "*(.env)"],
    ["ask *(.env)", "Edit write /w/app/.env", "*(.env)"],
    ["allow Write(*.md)", "Write write /w/app/a.md", undefined],
    ["allow NotebookEdit(x)", "NotebookEdit write /w/app/x", undefined],
    ["allow MultiEdit(x)", "Edit write /w/app/x", undefined],
    ["allow Glob(//x)", "Glob read /x", undefined],
    ["allow Grep(//x)", "Grep read /x", undefined],
    ["allow read(//x)", "Read read /x", undefined],
  ])("paths by a tool that takes none: %s: %s is decided by %s [PERM-6]", (rules, asked, deciding) => {
    expect(findText(rules, asked)).toBe(deciding);
  });

  it("tools of the host by their names, and by path as reading and writing [PERM-6]", () => {
    const lines = ["deny Move(*.lock)", "deny Copy"];
    const rules = compileRules(lines.map(givenRule), anchors, { tools: ["Read", "Edit", "Move", "Copy"] });
    expect(rules.find("deny", request("Move write /w/app/a.lock"))?.text).toBe("Move(*.lock)");
    expect(rules.find("deny", request("Read read /w/app/a.lock"))?.text).toBe("Move(*.lock)");
    expect(rules.find("deny", request("Copy write /w/app/a"))?.text).toBe("Copy");
    expect(rules.warnings.map(({ rule }) => rule.text)).toEqual(["Move(*.lock)"]);
  });

  it("nothing, when there are none [PERM-5]", () => {
    const rules = compileLines(["deny Bash(rm:*)", "allow Write(x)"]);
    expect(rules.rules).toEqual([]);
    for (const list of ["deny", "ask", "allow"] as const) {
      expect([rules, emptyRules].map((set) => set.has(list, "read") || set.has(list, "write"))).toEqual([
        false,
        false,
      ]);
      expect(emptyRules.find(list, request("read /w/app/a"))).toBeUndefined();
    }
  });

  it.each<readonly [string, readonly [boolean, boolean]]>([
    ["deny Read(x)", [true, true]],
    ["deny Edit(x)", [false, true]],
    ["deny Read", [true, true]],
    ["deny Write", [true, true]],
    ["deny *", [true, true]],
  ])("operations: %s could concern reading and writing: %j [PERM-5]", (rule, expected) => {
    const rules = compileLines([rule]);
    expect([rules.has("deny", "read"), rules.has("deny", "write")]).toEqual(expected);
    expect(rules.has("ask", "write") || rules.has("allow", "write")).toBe(false);
  });
});

describe("Through links", () => {
  it.each<Case>([
    ["deny Read(~/.ssh/**)", "read /w/app/key -> /home/me/.ssh/id_rsa", "Read(~/.ssh/**)"],
    ["deny Read(.env)", "read /w/app/.env -> /w/app/plain", "Read(.env)"],
    ["deny Read(.env)", "write /w/app/plain -> /w/app/.env", "Read(.env)"],
    ["ask Edit(//etc/**)", "write /w/app/hosts -> /etc/hosts", "Edit(//etc/**)"],
    ["allow Read(./project/**)", "read /w/app/project/key -> /home/me/.ssh/id_rsa", undefined],
    ["allow Edit(/src/**)", "write /w/app/src/a -> /w/app/lib/a", undefined],
    ["allow Edit(/src/**)", "write /w/app/lib/a -> /w/app/src/a", undefined],
    ["allow Edit(/src/**)", "write /w/app/src/b -> /w/app/src/a", "Edit(/src/**)"],
    [["allow Edit(/src/**)", "allow Edit(/lib/**)"], "write /w/app/src/b -> /w/app/lib/a", "Edit(/src/**)"],
  ])("%s: %s is decided by %s [PERM-7]", (rules, asked, deciding) => {
    expect(findText(rules, asked)).toBe(deciding);
  });
});

describe("A pattern with !", () => {
  it.each<Case>([
    [["deny Read(*.env)", "deny Read(!sample.env)"], "read /w/app/sample.env", undefined],
    [["deny Read(*.env)", "deny Read(!sample.env)"], "read /w/app/prod.env", "Read(*.env)"],
    [["deny Read(!sample.env)", "deny Read(*.env)"], "read /w/app/sample.env", "Read(*.env)"],
    [["deny Read(*.env)", "user deny Read(!sample.env)"], "read /w/app/sample.env", "Read(*.env)"],
    [["deny Read(*.env)", "local deny Read(!sample.env)"], "read /w/app/sample.env", "Read(*.env)"],
    [["deny Read(*.env)", "ask Read(!sample.env)"], "read /w/app/sample.env", "Read(*.env)"],
    [["deny Read(*.env)", "deny Edit(!sample.env)"], "write /w/app/sample.env", "Read(*.env)"],
    [["deny Read(*.env)", "deny Read(!/sample.env)"], "read /w/app/sample.env", "Read(*.env)"],
    [["deny Read(/*.env)", "deny Read(!/sample.env)"], "read /w/app/sample.env", undefined],
    [["deny Read(*.env)", "deny Read(!s.env)", "deny Read(s.env)"], "read /w/app/s.env", "Read(s.env)"],
    // As in git, nothing comes out of a folder that is in as a whole.
    [
      ["deny Read(secrets/**)", "deny Read(!secrets/open/**)"],
      "read /w/app/secrets/open/a",
      "Read(secrets/**)",
    ],
    // Where rules allow, that would open more than was meant.
    [["allow Edit(/src/**)", "allow Edit(!/src/gen/**)"], "write /w/app/src/gen/a", undefined],
    [["allow Edit(/src/**)", "allow Edit(!/src/gen)"], "write /w/app/src/gen/a", undefined],
    [["allow Edit(/src/**)", "allow Edit(!/src/gen/**)"], "write /w/app/src/a", "Edit(/src/**)"],
    [
      ["allow Edit(/src/**)", "allow Edit(!/src/gen/**)", "allow Edit(/src/gen/ok.ts)"],
      "write /w/app/src/gen/ok.ts",
      "Edit(/src/gen/ok.ts)",
    ],
    [["allow Edit", "allow Edit(!x)"], "write /w/app/x", "Edit"],
  ])("%j: %s is decided by %s [PERM-4]", (rules, asked, deciding) => {
    expect(findText(rules, asked)).toBe(deciding);
  });
});

describe("A pattern that git refuses", () => {
  it.each<Case>([
    ["deny Read([x)", "read /w/app/[x", "Read([x)"],
    ["deny Read([x)", "read /w/app/[x/below", "Read([x)"],
    ["deny Read([x)", "read /w/app/x", undefined],
    ["ask Edit(/a/b[c*)", "write /w/app/a/b[c*", "Edit(/a/b[c*)"],
    ["ask Edit(/a/b[c*)", "write /w/app/a/b[cd", undefined],
    ["deny Read(a\\)", "read /w/app/a\\", "Read(a\\)"],
    ["deny Read([[:none:]])", "read /w/app/[[:none:]]", "Read([[:none:]])"],
    ["allow Edit([x)", "write /w/app/[x", undefined],
    [["deny Read(*x)", "deny Read(![x)"], "read /w/app/[x", "Read(*x)"],
    [["allow Edit(*x)", "allow Edit(![x)"], "write /w/app/[x", undefined],
    [["allow Edit(*x)", "allow Edit(![x)"], "write /w/app/x", "Edit(*x)"],
  ])(
    "guards exactly its path and allows nothing, %j: %s is decided by %s [PERM-18]",
    (rules, asked, deciding) => {
      expect(findText(rules, asked)).toBe(deciding);
    },
  );
});

describe("A rule that can't be understood", () => {
  it.each<readonly [string, string]>([
    ["Read(", "its parenthesis is not closed"],
    ["Read(.env", "its parenthesis is not closed"],
    ["Edit(a)b", "something follows its parenthesis"],
    ["Edit()", "there is no path in its parentheses"],
    ["Write( )", "there is no path in its parentheses"],
    ["Read(!)", "there is no path in its parentheses"],
    ["Grep)", "its parenthesis was never opened"],
    ["read(", "its parenthesis is not closed"],
    ["", "it is empty"],
    ["  ", "it is empty"],
    ["(.env)", "it names no tool"],
    ["*(.env", "its parenthesis is not closed"],
    ["Re*()", "there is no path in its parentheses"],
  ])("is refused with what is wrong: %j, %s [PERM-9]", (text, problem) => {
    const source = givenRule("deny x").source;
    const compile = (): unknown => compileRules([{ text, list: "deny", source }], anchors);
    expect(compile).toThrow(ToolError);
    expect(compile).toThrow(
      `The rule ${JSON.stringify(text)} in the deny list of /w/app/settings.json can't be understood: ${problem}.\nWrite a tool's name, or Read(pattern) or Edit(pattern).`,
    );
    expect(compile).toThrow(expect.objectContaining({ code: "SETTINGS_INVALID" }) as Error);
  });

  it.each([
    `Read(${"a".repeat(600_000)})`,
    `Edit(${"*a".repeat(501)})`,
    `Edit(x)${'\\"'.repeat(100)}`,
    `Read(${"\u200b".repeat(100)}`,
  ])("is refused with what to do, however long it and its file's name are [PERM-9]", (text) => {
    const file = `/w/${"long/".repeat(60)}settings.json` as AbsolutePath;
    const source = { ...givenRule("deny x").source, file };
    const compile = (): unknown => compileRules([{ text, list: "deny", source }], anchors);
    expect(compile).toThrow(
      /^The rule .{70} in the deny list of \/w\/.*settings\.json can't be understood: [^…]+\.\nWrite a tool's name, or Read\(pattern\) or Edit\(pattern\)\.$/,
    );
  });

  it.each(["Bash(", "mcp__*(", "WebFetch(domain:x", "mcp__a(", "Bash()", "Task(x)y"])(
    "is left alone when it is another program's: %s [PERM-9]",
    (text) => {
      const rules = compileLines([`deny ${text}`]);
      expect({ rules: rules.rules, warnings: rules.warnings }).toEqual({ rules: [], warnings: [] });
    },
  );
});
