/** Where patterns begin and how deep they reach: each line a rule, a request and whether the rule matches. */
import { describe, expect, it } from "vitest";
import type { RuleList } from "../../src/permissions/access.js";
import type { Anchors } from "../../src/permissions/rule-set.js";
import { compileLines, request } from "../support/permission-rules.js";

type Case = readonly [rule: string, request: string, isMatched: boolean];

function matches(rule: string, asked: string, where?: Partial<Anchors>): boolean {
  const list = /\b(deny|ask|allow) /.exec(rule)?.[1] as RuleList;
  return compileLines([rule], where).find(list, request(asked))?.text !== undefined;
}

const everyList = ["deny", "ask", "allow"] as const;

describe("A pattern begins", () => {
  it.each<Case>([
    // The disk.
    ["deny Read(//Users/alice/secrets/**)", "read /Users/alice/secrets/a/b.txt", true],
    ["deny Read(//Users/alice/secrets/**)", "read /w/app/Users/alice/secrets/a", false],
    ["deny Read(//Users/alice/secrets/**)", "read /Users/alice/secrets/", true],
    ["allow Edit(//tmp/scratch.txt)", "write /tmp/scratch.txt", true],
    ["allow Edit(//tmp/scratch.txt)", "write /w/app/tmp/scratch.txt", false],
    ["allow Edit(//tmp/scratch.txt)", "write /x/tmp/scratch.txt", false],
    ["deny Read(//**/.env)", "read /.env", true],
    ["deny Read(//**/.env)", "read /w/app/.env", true],
    ["deny Read(//**/.env)", "read /somewhere/else/.env", true],
    ["deny Read(///etc/hosts)", "read /etc/hosts", true],
    ["deny Read(//)", "read /", true],
    ["deny Read(//)", "read /any/file", true],
    ["deny Read(//**)", "read /any/file", true],
    // The home directory.
    ["allow Read(~/Documents/*.pdf)", "read /home/me/Documents/a.pdf", true],
    ["allow Read(~/Documents/*.pdf)", "read /home/me/Documents/sub/a.pdf", false],
    ["allow Read(~/Documents/*.pdf)", "read /home/you/Documents/a.pdf", false],
    ["deny Read(~/.zshrc)", "read /home/me/.zshrc", true],
    ["deny Read(~/.zshrc)", "read /home/me/sub/.zshrc", false],
    ["deny Read(~/.ssh/**)", "read /home/me/.ssh/id_rsa", true],
    ["deny Read(~/.ssh)", "read /home/me/.ssh/id_rsa", true],
    ["deny Read(~)", "read /home/me/a/b", true],
    ["deny Read(~)", "read /home/me/", true],
    ["deny Read(~you/x)", "read /home/you/x", false],
    ["deny Read(~you/x)", "read /w/app/~you/x", true],
    // The folder of the settings.
    ["allow Edit(/src/**/*.ts)", "write /w/app/src/a.ts", true],
    ["allow Edit(/src/**/*.ts)", "write /w/app/src/a/b/c.ts", true],
    ["allow Edit(/src/**/*.ts)", "write /w/app/src/a/b/c.js", false],
    ["allow Edit(/src/**/*.ts)", "write /w/app/lib/src/c.ts", false],
    ["allow Edit(/docs/**)", "write /w/app/docs/a.md", true],
    ["allow Edit(/docs/**)", "write /docs/a.md", false],
    ["allow Edit(/docs/**)", "write /w/app/.claude/docs/a.md", false],
    ["local allow Edit(/docs/**)", "write /w/app/docs/a.md", true],
    ["host allow Edit(/docs/**)", "write /w/app/docs/a.md", true],
    ["session allow Edit(/docs/**)", "write /w/app/docs/a.md", true],
    ["user deny Read(/secrets/**)", "read /w/app/secrets/a", false],
    ["user deny Read(/secrets/**)", "read /home/me/.config/filewright/secrets/a", true],
    ["flag deny Read(/secrets/**)", "read /w/app/secrets/a", false],
    ["flag deny Read(/secrets/**)", "read /home/me/agent/secrets/a", true],
    ["deny Read(/)", "read /w/app/a", true],
    ["deny Read(/)", "read /w/app/", true],
    ["deny Read(/)", "read /w/b", false],
    // The working directory.
    ["deny Read(*.env)", "read /w/app/prod.env", true],
    ["deny Read(*.env)", "read /w/app/a/b/prod.env", true],
    ["deny Read(*.env)", "read /w/prod.env", false],
    ["user deny Read(*.env)", "read /w/app/a/prod.env", true],
    ["allow Read(src/**)", "read /w/app/src/a", true],
    ["deny Read(./.env)", "read /w/app/.env", true],
    ["deny Read(./.env)", "read /w/app/sub/.env", false],
    ["deny Read(./secrets/**)", "read /w/app/secrets/a", true],
    ["deny Read(./secrets/**)", "read /w/app/sub/secrets/a", false],
    ["deny Read(.env)", "read /w/.env", false],
    ["deny Read(.env)", "read /w/other/.env", false],
    ["deny Read(.)", "read /w/app/a", true],
    ["deny Read(./)", "read /w/app/", true],
    ["deny Read(a//b)", "read /w/app/a/b", true],
    ["deny Read(./a/./b)", "read /w/app/a/b", true],
    ["deny Read(a/../b)", "read /w/app/b", true],
  ])("%s: %s is matched: %s [PERM-2]", (rule, asked, isMatched) => {
    expect(matches(rule, asked)).toBe(isMatched);
  });

  it.each<Case>([
    ["deny Read(.env)", "read /srv/data/sub/.env", true],
    ["ask Read(.env)", "read /srv/data/.env", true],
    ["deny Read(./.env)", "read /srv/data/.env", true],
    ["deny Read(secrets/**)", "read /srv/data/a/secrets/b", true],
    ["allow Read(.env)", "read /srv/data/.env", false],
    ["allow Read(./**)", "read /srv/data/.env", false],
    ["allow Read(.env)", "read /w/app/.env", true],
  ])("at every root too where it guards, %s: %s is matched: %s [PERM-2]", (rule, asked, isMatched) => {
    expect(matches(rule, asked, { roots: ["/w/app", "/srv/data"] })).toBe(isMatched);
  });

  it.each<Case>([
    ["deny Read(~/.ssh/**)", "read /real/me/.ssh/x", true],
    ["allow Read(~/a)", "read /link/me/a -> /real/me/a", true],
    ["allow Edit(a.ts)", "write /link/app/a.ts -> /real/app/a.ts", true],
    ["deny Read(a.ts)", "read /real/app/a.ts", true],
  ])("under each name of a folder, %s: %s is matched: %s [PERM-2, PERM-7]", (rule, asked, isMatched) => {
    const where = {
      homes: ["/link/me", "/real/me"],
      workingDirectories: ["/link/app", "/real/app"],
      roots: [],
    };
    expect(matches(rule, asked, where)).toBe(isMatched);
  });
});

describe("A pattern reaches", () => {
  it.each<readonly [pattern: string, path: string, guarded: boolean, allowed: boolean]>([
    ["src/**", "src/app.ts", true, true],
    ["src/**", "vendor/pkg/src/lib.js", true, false],
    ["/src/**", "src/app.ts", true, true],
    ["/src/**", "vendor/pkg/src/lib.js", false, false],
    ["**/src/**", "src/app.ts", true, true],
    ["**/src/**", "vendor/pkg/src/lib.js", true, true],
    ["./src/**", "src/app.ts", true, true],
    ["./src/**", "vendor/pkg/src/lib.js", false, false],
    ["src/components/**", "src/components/a.ts", true, true],
    ["src/components/**", "vendor/src/components/a.ts", false, false],
    ["src", "src/app.ts", true, true],
    ["src", "vendor/pkg/src/lib.js", true, true],
    ["src/", "vendor/pkg/src/lib.js", true, true],
    ["src/", "vendor/src", false, false],
    ["secrets/**", "deep/down/secrets/key", true, false],
    ["secret*/**", "deep/down/secrets/key", true, false],
    [".env", ".env", true, true],
    [".env", "a/b/.env", true, true],
    ["**/.env", ".env", true, true],
    ["**/.env", "a/b/.env", true, true],
    [".env", ".env.local", false, false],
    [".env*", ".env.local", true, true],
    ["src/*", "src/a.ts", true, true],
    ["src/*", "src/a/b.ts", true, true],
    ["src/*.ts", "src/a/b.ts", false, false],
    ["src/*.ts", "lib/src/b.ts", false, false],
    ["a?c", "abc", true, true],
    ["a?c", "a/c", false, false],
    ["[ab].txt", "b.txt", true, true],
    ["[!ab].txt", "b.txt", false, false],
    ["[[:digit:]].txt", "7.txt", true, true],
    ["[[:digit:]].txt", "x.txt", false, false],
    ["a/**/z", "a/z", true, true],
    ["a/**/z", "a/b/c/z", true, true],
    ["a/**/z", "b/a/z", false, false],
    ["a**z", "abz", true, true],
    ["a**z", "a/z", false, false],
    ["a**/z", "ab/z", true, true],
    ["a**/z", "ab/c/z", true, false],
    ["./Finance (2024)/**", "Finance (2024)/q1.csv", true, true],
    ["./Finance (2024)/**", "Finance 2024/q1.csv", false, false],
    ["a\\*b", "a*b", true, true],
    ["a\\*b", "axb", false, false],
    ["\\!important", "!important", true, true],
    ["\\#1", "#1", true, true],
    ["#1", "#1", true, true],
    ["trailing  ", "trailing", true, true],
    ["trailing\\ ", "trailing ", true, true],
    ["trailing\\ ", "trailing", false, false],
    ["{a,b}.ts", "a.ts", true, false],
    ["{a,b}.ts", "{a,b}.ts", true, true],
    ["a+b|c^$.ts", "a+b|c^$.ts", true, true],
    ["**", "any/file", true, true],
    ["*", "any/file", true, true],
    ["line\nend", "line\nend", true, true],
    ["logs/**", "logs/line\nend", true, true],
    ["*.log", "a\u2028b.log", true, true],
  ])("with %j: %j is guarded: %s, allowed: %s [PERM-3]", (pattern, path, guarded, allowed) => {
    const found = everyList.map((list) => matches(`${list} Read(${pattern})`, `read /w/app/${path}`));
    expect(found).toEqual([guarded, guarded, allowed]);
  });

  it.each<Case>([
    ["deny Read(secrets)", "read /w/app/secrets/", true],
    ["deny Read(secrets/)", "read /w/app/secrets/", true],
    ["deny Read(secrets/)", "read /w/app/secrets", false],
    ["deny Read(secrets/**)", "read /w/app/secrets/", true],
    ["deny Read(secrets/**)", "read /w/app/secrets", false],
    ["deny Read(secrets/*.pem)", "read /w/app/secrets/", false],
    ["ask Read(secrets/**)", "read /w/app/secrets/", true],
    ["allow Read(secrets/**)", "read /w/app/secrets/", false],
    ["deny Read(secrets/**)", "read /w/app/secrets/sub/", true],
  ])("folders by their own rules, %s: %s is matched: %s [PERM-3]", (rule, asked, isMatched) => {
    expect(matches(rule, asked)).toBe(isMatched);
  });
});
