import { describe, expect, it } from "vitest";
import { compileLines, request } from "../support/permission-rules.js";

function warningsOf(...lines: readonly string[]): string[] {
  return compileLines(lines).warnings.map(({ problem }) => problem);
}

describe("A rule that does not do what it seems to", () => {
  it.each<readonly [rule: string, ...problems: string[]]>([
    [
      "deny Write(*.md)",
      "Only Read and Edit take paths, so that it is taken for Edit(*.md). Write that instead.",
    ],
    [
      "ask NotebookEdit(a)",
      "Only Read and Edit take paths, so that it is taken for Edit(a). Write that instead.",
    ],
    [
      "deny MultiEdit(a)",
      "Only Read and Edit take paths, so that it is taken for Edit(a). Write that instead.",
    ],
    ["deny Glob(a)", "Only Read and Edit take paths, so that it is taken for Read(a). Write that instead."],
    ["deny Grep(a)", "Only Read and Edit take paths, so that it is taken for Read(a). Write that instead."],
    [
      "deny *(a)",
      "Only Read and Edit take paths, so that it is taken for Read(a) and Edit(a). Write that instead.",
    ],
    ["allow Write(a)", "Only Read and Edit can be allowed by path, so that it never matches. Write Edit(a)."],
    ["allow LS(a)", "Only Read and Edit can be allowed by path, so that it never matches. Write Read(a)."],
    ["deny MultiEdit", "There is no tool MultiEdit here, so that it never matches. Write Edit."],
    ["deny LS", "There is no tool LS here, so that it never matches. Write Read."],
    ["deny Raed(.env)", "There is no tool Raed, so that it never matches. Write Read(.env)."],
    ["allow Edti", "There is no tool Edti, so that it never matches. Write Edit."],
    ["deny NotebokEdit", "There is no tool NotebokEdit, so that it never matches. Write NotebookEdit."],
    ["deny read(.env)", "The tool is called Read, in these letters. Write Read(.env)."],
    ["allow EDIT", "The tool is called Edit, in these letters. Write Edit."],
    [
      "allow *",
      "A rule that allows must name its tool, so that it never matches. Write Read, Edit or another tool's name.",
    ],
    ["deny Rea?*", "No tool here has such a name, so that it never matches. Write * for every tool."],
    ["allow acceptEdits", 'acceptEdits is a mode, not a tool. Write it as "defaultMode", beside the lists.'],
    ["deny plan", 'plan is a mode, not a tool. Write it as "defaultMode", beside the lists.'],
    ["deny .env", "It names no tool, so that it never matches. Write Read(.env) or Edit(…)."],
    ["deny ~/secrets", "It names no tool, so that it never matches. Write Read(~/secrets) or Edit(…)."],
    [
      "deny Read(!.env)",
      "A pattern with ! takes something out of the rules before it, and there is none before it that begins at the same folder. Write it after the rule that it is to take from.",
    ],
    [
      "deny Read(*.{pem,key})",
      "Braces are letters in a pattern, not a choice, though it is taken for that as well. Write a rule for each.",
    ],
    ["allow Edit({a,b}.ts)", "Braces are letters in a pattern, not a choice. Write a rule for each."],
    [
      'deny Read(".env")',
      "Quotes are letters in a pattern, though it is taken without them as well. Write Read(.env).",
    ],
    [
      "deny Read(.env), Read(secrets/**)",
      "This is one rule, not several, though it is taken for that as well. Write each as an entry of its own.",
    ],
    [
      "deny Read(../x)",
      "It leaves the folder that it begins at, which other rules can't. Write the whole path after two slashes: Read(//…).",
    ],
    [
      "allow Edit(../x)",
      "It leaves the folder that it begins at, so that it never matches. Write the whole path after two slashes: Edit(//…).",
    ],
    [
      "deny Read(/home/me/.ssh/**)",
      "One leading slash begins at the folder of the settings, not at the root of the disk. Write Read(//home/me/.ssh/**).",
    ],
    [
      "deny Read(/etc/passwd)",
      "One leading slash begins at the folder of the settings, not at the root of the disk. Write Read(//etc/passwd).",
    ],
    [
      "allow Edit(/w/app/src/**)",
      "One leading slash begins at the folder of the settings, not at the root of the disk. Write Edit(//w/app/src/**).",
    ],
    [
      "deny Read([x)",
      "Its pattern has a bracket or an escape without end, so that it is taken letter by letter. Put a backslash before the [ that is meant as a letter.",
    ],
    [
      "allow Edit([x)",
      "Its pattern has a bracket or an escape without end, so that it never matches. Put a backslash before the [ that is meant as a letter.",
    ],
    [
      "deny Read(src\\secret)",
      "A backslash or a drive does not separate names in a pattern. Write Read(src/secret).",
    ],
    [
      "deny Read(C:\\Users\\me)",
      "A backslash or a drive does not separate names in a pattern. Write Read(//c/Users/me).",
    ],
    ["allow Edit(/)", "It names no file, so that it never matches. Write Edit(/**)."],
    ["allow Edit(.)", "It names no file, so that it never matches. Write Edit(./**)."],
    [
      "deny Read(a/**/b/**/c/**/d/**/e)",
      "It has more than 3 ** and is taken to cover whatever lies between the first and the last. Write several rules with fewer.",
    ],
    [
      "allow Edit(a/**/b/**/c/**/d/**/e)",
      "It has more than 3 ** and never matches. Write several rules with fewer.",
    ],
  ])("is warned of with what to write: %s [PERM-10]", (rule, ...problems) => {
    expect(warningsOf(rule)).toEqual(problems);
  });

  it("is shown with its invisible characters [PERM-10]", () => {
    expect(warningsOf("deny Write(a\u202eb)")).toEqual([
      "Only Read and Edit take paths, so that it is taken for Edit(a\\u202eb). Write that instead.",
    ]);
  });
});

describe("A rule that does", () => {
  it.each([
    "Read(.env)",
    "Read",
    "Edit",
    "Write",
    "NotebookEdit",
    "Glob",
    "Edit(/src/**)",
    "Edit(/docs/**)",
    "Edit(./Finance (2024)/**)",
    "Read(//Users/alice/secrets/**)",
    "Edit(//tmp/scratch.txt)",
    "Read(~/Documents/*.pdf)",
    "Read(//elsewhere/**)",
    "Edit(/\\[2024-06] Reports/**)",
    "Edit(a\\ )",
    "Edit(a\\\\b)",
    "Bash(npm run test *)",
    "WebFetch(domain:example.com)",
    "mcp__server__tool",
    "Agent(Explore)",
    "Task",
    "Skill(x)",
    "PowerShell(ls)",
    "WebSearch",
    "TodoWrite",
    "LSP",
    "ReadMcpResourceTool",
    "ExitPlanMode",
  ])("or is none of ours is not warned of, in any list: %s [PERM-10]", (rule) => {
    expect(warningsOf(`deny ${rule}`, `ask ${rule}`, `allow ${rule}`)).toEqual([]);
  });

  it("is not warned of as a name with stars, nor when it is there twice [PERM-10]", () => {
    expect(warningsOf("deny *", "ask *", "deny mcp__*", "allow mcp__x__*", "deny *", "deny Note*")).toEqual(
      [],
    );
  });
});

describe("A pattern that guards and is written as other programs have it", () => {
  const many = `{${Array.from({ length: 100 }, (_, index) => `n${index}`).join(",")}}`;

  it.each<[pattern: string, denied: string, open: string]>([
    ["*.{pem,key}", "a/b.key", "b.txt"],
    ["*.{pem,key}", "x.{pem,key}", "x.{pem"],
    ["{src,test}/{a,b{1,2}}.ts", "test/b2.ts", "test/b.ts"],
    [".env{,.local}", ".env", "other"],
    ["{,.env}", ".env", "other"],
    [`${many}.txt`, "n77.txt", "n77.md"],
    ['".env"', ".env", "env"],
    ["'secrets/**'", "a/secrets/b", "secret"],
    [".env), Read(secrets/**", "secrets/b", "other"],
    [".env), Edit(*.pem", ".env", "other"],
    ["), Read(.env", ".env", "other"],
  ])("%s denies %s and not %s [PERM-10]", (pattern, denied, open) => {
    const rules = compileLines([`deny Read(${pattern})`]);
    const isDenied = (path: string): boolean =>
      rules.find("deny", request(`read /w/app/${path}`)) !== undefined;
    expect([isDenied(denied), isDenied(open)]).toEqual([true, false]);
  });

  it("allows no more than its letters [PERM-10]", () => {
    const rules = compileLines(["allow Edit(/{a,b}.ts)", 'allow Edit("c.ts")']);
    const allowed = ["a.ts", "c.ts", "{a,b}.ts"].filter(
      (path) => rules.find("allow", request(`write /w/app/${path}`)) !== undefined,
    );
    expect(allowed).toEqual(["{a,b}.ts"]);
  });
});
