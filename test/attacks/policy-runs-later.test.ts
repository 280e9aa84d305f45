/** Files that something runs later, each under the name that its program looks for: none is changed unasked, or flagged too little. */
import { symlinkSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Question } from "../../src/index.js";
import { randomLetters } from "../support/secret-corpus.js";
import { tempWorkspace } from "../support/workspace.js";

const protectedNames = {
  hooks: `lefthook.yml lefthook.toml lefthook.json .lefthook.json lefthook-local.yml .lefthook-local.yaml .lintstagedrc .lintstagedrc.js
    .lintstagedrc.json lint-staged.config.mjs .huskyrc.js .simple-git-hooks.cjs .simple-git-hooks.json simple-git-hooks.js
    .githooks/pre-commit .git-hooks/pre-push .pre-commit-hooks.yaml .overcommit.yml captainhook.json`,
  "version control": ".hg/hgrc .hgrc .hg/store/x .jj/repo/config.toml .sl/config",
  packages: `pnpm-workspace.yaml .pnpmfile.cjs .pnpmfile.mjs .pnpmfile.js .pnp.js pip.ini nuget.config init.gradle .gradle/init.d/x.gradle
    .bundle/config .condarc`,
  editors: `app.code-workspace .nvim.lua .nvim/init.lua .helix/config.toml .helix/languages.toml .fleet/run.json .vs/tasks.vs.json
    .gvimrc .emacs .dir-locals-2.el app.sublime-project .gitpod.yml .idx/dev.nix`,
  versions: `mise.local.toml .mise.local.toml mise.production.toml .mise/config.toml .config/mise/config.toml mise/config.toml
    .mise-tasks/build mise-tasks/build .rtx.toml .prototools devbox.json .config/mise.toml`,
  agents: `.opencode/agent/x.md opencode.json opencode.jsonc .windsurf/mcp.json .kiro/hooks/x.json .kiro/settings/mcp.json .roo/mcp.json
    .roomodes .cline/x.json .continue/config.yaml .qwen/settings.json .crush.json .amazonq/mcp.json .aider.conf.yml .junie/mcp/mcp.json
    .opencode.json .opencode.jsonc`,
  shells: `fish/conf.d/x.fish .config/fish/conf.d/x.fish .config/fish/functions/ls.fish .xprofile .bashenv .config/nushell/env.nu
    Microsoft.PowerShell_profile.ps1 profile.ps1`,
  system: `.config/autostart/x.desktop .config/systemd/user/x.service Library/LaunchAgents/x.plist .local/share/applications/x.desktop
    .config/environment.d/x.conf`,
  "build servers": `.github/workflows/ci.yml .github/actions/setup/action.yml .gitlab-ci.yml .gitlab/ci/build.yml .circleci/config.yml
    azure-pipelines.yml azure-pipelines.release.yaml Jenkinsfile Jenkinsfile.release release.jenkinsfile .travis.yml .drone.yml
    .drone.star .woodpecker.yml .woodpecker/build.yaml .buildkite/pipeline.yml bitbucket-pipelines.yml .gitea/workflows/ci.yaml
    .forgejo/workflows/ci.yml appveyor.yml .cirrus.yml .semaphore/semaphore.yml .teamcity/settings.kts .build.yml .builds/x.yml
    .tekton/push.yaml cloudbuild.yaml buildspec.yml codefresh.yml bitrise.yml ci_scripts/ci_post_clone.sh .zuul.yaml .taskcluster.yml
    Jenkinsfile-nightly Jenkinsfile_release ci/.gitlab-ci-build.yml build.gitlab-ci.yml .gitlab-ci.yaml azure-pipelines/build.yml
    .cirrus.yaml appveyor.yaml`,
  "programs that start": ".ghci .irbrc .pryrc .pdbrc .Rprofile .iex.exs .psqlrc .tmux.conf sitecustomize.py",
} as const;

const flaggedNames =
  `Makefile GNUmakefile rules.mk justfile .justfile Taskfile.yml Taskfile.dist.yaml Rakefile gulpfile.js noxfile.py
  build.rs build.gradle.kts settings.gradle setup.py conftest.py CMakeLists.txt mix.exs eslint.config.mjs .eslintrc.cjs
  tailwind.config.ts vite.config.ts .pylintrc compile_commands.json .luarc.json flake.nix`.split(/\s+/);

const memoryNames =
  `GEMINI.md .cursorrules .github/copilot-instructions.md copilot-instructions.md AGENTS.override.md QWEN.md .windsurfrules
  .clinerules .clinerules/a.md .roorules .roorules-code .github/instructions/ts.instructions.md .kiro/steering/a.md
  .cursor/rules/a.mdc .roo/rules-code/a.md .goosehints WARP.md .junie/guidelines.md`.split(/\s+/);

const ZERO_WIDTH = "\u200c";
const spellings = (name: string): readonly string[] => [
  name,
  `packages/one/${name}`,
  name.toUpperCase(),
  `${name.slice(0, -1)}${ZERO_WIDTH}${name.slice(-1)}`,
];

function attempt(permissions: object) {
  const files = tempWorkspace();
  const questions: Question[] = [];
  const toolkit = files.toolkit({
    permissions,
    onAsk: (question) => {
      questions.push(question);
      return { answer: "deny" };
    },
  });
  const write = async (name: string, content = "x\n") => {
    questions.length = 0;
    const { error } = await toolkit.call("Write", { file_path: files.path(name), content });
    return { code: error?.code, asked: [...questions] };
  };
  return { files, write };
}

const inFavour = { mode: "acceptEdits", allow: ["Edit", "Edit(**)", "Edit(/**)"] } as const;

describe("What runs later", () => {
  it.each(Object.entries(protectedNames))(
    "is asked about, whatever allows it: %s [HOST-122]",
    async (_, names) => {
      const { files, write } = attempt(inFavour);
      for (const name of names.split(/\s+/).flatMap(spellings)) {
        const { code, asked } = await write(name);
        expect([name, code, asked.map(({ reason }) => reason.split(" (")[0])]).toEqual([
          name,
          "PERMISSION_DENIED",
          ["it is protected"],
        ]);
        expect(files.stamp(name)).toBeUndefined();
      }
    },
  );

  it("is asked about through a link of another name [HOST-122]", async () => {
    const { files, write } = attempt(inFavour);
    symlinkSync("lefthook.toml", files.path("notes.txt"));
    const { code, asked } = await write("notes.txt");
    expect([code, asked[0]?.reason]).toEqual(["PERMISSION_DENIED", "it is protected (lefthook.toml)"]);
    expect(files.stamp("lefthook.toml")).toBeUndefined();
  });

  it("is pointed out and not protected where it is what projects change [HOST-122]", async () => {
    const asking = attempt({ mode: "default" });
    const allowed = attempt(inFavour);
    for (const name of flaggedNames.flatMap(spellings)) {
      const { asked } = await asking.write(name);
      const flags = asked.flatMap(({ flags }) => flags).filter(({ kind }) => kind === "runs-later");
      expect([name, flags.map(({ risk }) => risk)]).toEqual([name, ["warning"]]);
      expect([name, (await allowed.write(name)).code]).toEqual([name, undefined]);
    }
  });

  it("is not seen in ordinary files, nor in a root that lies in such a folder [HOST-122]", async () => {
    const { write } = attempt(inFavour);
    for (const name of [
      "src/lefthook/index.ts",
      "docs/workflows/ci.yml",
      "src/mise.ts",
      "fish/net.txt",
      "workflows/a.yml",
      "helix/a.ts",
      ".github/ISSUE_TEMPLATE/a.md",
      "src/kiro.ts",
      "config.toml",
      "conf.d/nginx.conf",
      "makefiles/a.txt",
      "src/opencode.ts",
    ])
      expect([name, (await write(name)).code]).toEqual([name, undefined]);
    const files = tempWorkspace({ ".cursor/worktrees/one/a.txt": "x" });
    const root = files.path(".cursor/worktrees/one");
    const questions: Question[] = [];
    const onAsk = (question: Question) => (questions.push(question), { answer: "allow" as const });
    const toolkit = files.toolkit({ roots: [root], permissions: { mode: "default" }, onAsk });
    const { isError } = await toolkit.call("Write", { file_path: `${root}/b.txt`, content: "x" });
    expect([isError, questions.map(({ flags }) => flags)]).toEqual([false, [[]]]);
  });
});

describe("Memory files", () => {
  it("of every listed agent take no secret, and are pointed out [HOST-123]", async () => {
    const { files, write } = attempt({ mode: "default" });
    for (const name of memoryNames.flatMap(spellings)) {
      expect([name, (await write(name, `ghp_${randomLetters(36, 79)}\n`)).code]).toEqual([
        name,
        "SECRET_IN_CONTENT",
      ]);
      const { asked } = await write(name);
      expect([name, asked.flatMap(({ flags }) => flags.map(({ kind }) => kind))]).toEqual([
        name,
        expect.arrayContaining(["memory-file"]),
      ]);
      expect(files.stamp(name)).toBeUndefined();
    }
  });
});
