import { describe, expect, it } from "vitest";
import { findProtected } from "../../src/permissions/protected-paths.js";

describe("Protected", () => {
  it.each(
    `.git .vscode .idea .husky .cargo .devcontainer .yarn .mvn .claude .filewright .cursor .codex .gemini .zed .ssh
    .config/git .github/hooks`.split(/\s+/),
  )("is everything in a folder %s, and what has its name [PERM-11]", (name) => {
    for (const path of [`/w/app/${name}/a/b`, `/w/app/sub/${name}/a`, `/w/app/${name}`, `/else/${name}/a`]) {
      expect(findProtected(path, ["/w/app"])).toBe(name);
    }
    expect(findProtected(`/w/app/${name}x/a`, ["/w/app"])).toBeUndefined();
    expect(findProtected(`/w/app/x${name}/a`, ["/w/app"])).toBeUndefined();
  });

  it.each(
    `.gitconfig .gitmodules .bashrc .bash_profile .bash_login .bash_aliases .bash_logout .zshrc .zprofile .zshenv
    .zlogin .zlogout .profile .login .cshrc .tcshrc .kshrc .inputrc .envrc .direnvrc .npmrc .yarnrc .yarnrc.yml .pnp.cjs
    .pnp.loader.mjs .pnpmfile.cjs bunfig.toml .bunfig.toml .pypirc pip.conf .bazelrc .bazelversion .bazeliskrc
    gradle-wrapper.properties maven-wrapper.properties .pre-commit-config.yaml lefthook.yml lefthook.yaml .lefthook.yml
    .lefthook.yaml .devcontainer.json .ripgreprc pyrightconfig.json .mcp.json .claude.json .vimrc .exrc .nvimrc .gdbinit
    .lldbinit .dir-locals.el mise.toml .mise.toml .tool-versions`.split(/\s+/),
  )("is a file %s, wherever it lies [PERM-11]", (name) => {
    for (const path of [`/w/app/${name}`, `/w/app/a/b/${name}`, `/home/me/${name}`]) {
      expect(findProtected(path, ["/w/app"])).toBe(name);
    }
    expect(findProtected(`/w/app/${name}/inside`, ["/w/app"])).toBeUndefined();
    expect(findProtected(`/w/app/my${name}`, ["/w/app"])).toBeUndefined();
  });

  it.each<readonly [path: string, name: string | undefined]>([
    ["/home/me/.config/fish/config.fish", "config.fish"],
    ["/w/app/config.fish", undefined],
    ["/w/app/.github/workflows/ci.yml", ".github/workflows"],
    ["/w/app/.github/ISSUE_TEMPLATE/bug.yml", undefined],
    ["/w/app/Lefthook.TOML", "lefthook.toml"],
    ["/w/app/my app.code-workspace", "*.code-workspace"],
    ["/w/app/mise.local.toml", "mise.local.toml"],
    ["/w/app/mise/config.toml", "config.toml"],
    ["/w/app/mise/src/config.toml", undefined],
    ["/etc/profile.d/x.sh", "etc/profile.d"],
    ["/w/app/etc/profile.d/x.sh", undefined],
    ["/w/app/Makefile", undefined],
    ["/w/app/git/hooks/x", undefined],
    ["/w/app/.claude/worktrees/one/src/a.ts", undefined],
    ["/w/app/.claude/worktrees/one/.git/config", ".git"],
    ["/w/app/.claude/settings.json", ".claude"],
    ["/else/.claude/worktrees/one/a.ts", undefined],
    ["/w/app/.GIT/config", ".git"],
    ["/w/app/.g\u200cit/config", ".git"],
    ["/w/app/.BashRC", ".bashrc"],
    ["/w/app/.git./config", undefined],
    ["C:\\w\\app\\.git.\\config", ".git"],
    ["C:\\w\\app\\.git::$INDEX_ALLOCATION\\config", ".git"],
    ["C:\\w\\app\\GIT~1\\config", ".git"],
    ["/w/app/git~1/config", undefined],
    ["C:\\w\\app\\.npmrc ", ".npmrc"],
    ["C:\\w\\app\\src\\a.ts", undefined],
    ["/w/app", undefined],
    ["/", undefined],
  ])("%s: %s [PERM-11]", (path, name) => {
    expect(findProtected(path, ["/w/app", "C:\\w\\app"])).toBe(name);
  });

  it("is told below the innermost root, so that a root inside of one is not all protected [PERM-11]", () => {
    const roots = ["/w", "/w/.claude/worktrees/one", "/real/.git/worktrees/two"];
    expect(findProtected("/w/.claude/worktrees/one/src/a.ts", roots)).toBeUndefined();
    expect(findProtected("/real/.git/worktrees/two/src/a.ts", roots)).toBeUndefined();
    expect(findProtected("/real/.git/worktrees/two/.git", roots)).toBe(".git");
    expect(findProtected("/real/.git/config", roots)).toBe(".git");
    expect(findProtected("/w/.claude/settings.json", roots)).toBe(".claude");
    expect(findProtected("/any/.git/config", ["/"])).toBe(".git");
  });
});
