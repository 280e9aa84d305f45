/**
 * Files that run later: programs run them, or read in them what to run, without anybody looking again. One row for each
 * category; to close a gap, add a name to its row. Names are written in small letters and found in any folder, in any
 * spelling that some volume takes for the same.
 *
 * | written     | matches                                                                  |
 * | ----------- | ------------------------------------------------------------------------ |
 * | `name`      | a file of that name; `*` stands for any part of it                       |
 * | `name/`     | a folder of that name with everything in it, and a file of that name     |
 * | `a/b`       | `b` right inside of a folder `a`                                          |
 * | `/a/b`      | the same from the root of the disk                                        |
 */
import type { Risk } from "./ask.js";

export interface LaterFiles {
  /** Separated by blanks or line breaks; a blank in a name is written as `?`. */
  readonly names: string;
  /** For the person who reviews a change; without it the content decides what is pointed out. */
  readonly flag?: { readonly risk: Risk; readonly text: string };
}

/** Changes of these are asked about, whatever rules and modes allow. */
export const protectedFiles: readonly LaterFiles[] = [
  {
    names: ".git/hooks/ .husky/ .githooks/ .git-hooks/",
    flag: { risk: "danger", text: "is run by git" },
  },
  { names: ".git/", flag: { risk: "danger", text: "changes git's own files, which can start programs" } },
  {
    names: ".gitconfig .config/git/ .hg/ .hgrc .config/hg/ .jj/ .config/jj/ .sl/",
    flag: { risk: "danger", text: "changes settings of version control, which can start programs" },
  },
  { names: ".gitmodules" },
  {
    names: `.pre-commit-config.yaml .pre-commit-config.yml .pre-commit-hooks.yaml prek.toml .overcommit.yml captainhook.json
      lefthook.* .lefthook.* lefthook-local.* .lefthook-local.* .lintstagedrc* lint-staged.config.* .huskyrc* husky.config.*
      .simple-git-hooks.* simple-git-hooks.* .rusty-hook.toml .cargo-husky/`,
    flag: { risk: "warning", text: "changes what git's hooks run" },
  },
  {
    names: `.bashrc .bash_profile .bash_login .bash_logout .bash_aliases .bashenv .zshrc .zprofile .zshenv .zlogin .zlogout
      .profile .login .logout .cshrc .tcshrc .kshrc .mkshrc .xonshrc .inputrc .envrc .direnvrc .pam_environment
      .xprofile .xinitrc .xsession .xsessionrc fish/config.fish fish/conf.d/ fish/functions/ fish/completions/ .oh-my-zsh/
      nushell/config.nu nushell/env.nu profile.ps1 microsoft.*profile.ps1
      /etc/profile /etc/profile.d/ /etc/bash.bashrc /etc/bashrc /etc/zshrc /etc/zshenv /etc/zprofile /etc/zsh/ /etc/fish/ /etc/environment`,
    flag: { risk: "danger", text: "is run whenever a shell starts" },
  },
  {
    names: `.config/autostart/ .config/systemd/ .config/environment.d/ .config/plasma-workspace/ .local/share/systemd/
      .local/share/applications/ library/launchagents/ library/launchdaemons/ start?menu/programs/startup/
      etc/systemd/ etc/cron.d/ etc/cron.hourly/ etc/cron.daily/ etc/cron.weekly/ etc/cron.monthly/ spool/cron/
      etc/xdg/autostart/ etc/init.d/ /etc/crontab /etc/rc.local /etc/ld.so.preload /etc/ld.so.conf /etc/ld.so.conf.d/
      /etc/udev/ /etc/pam.d/ /etc/sudoers /etc/sudoers.d/`,
    flag: { risk: "danger", text: "is started by the system" },
  },
  {
    names: ".ssh/authorized_keys .ssh/authorized_keys2 .ssh/config .ssh/rc .ssh/environment",
    flag: { risk: "danger", text: "decides who may log in, or what a login runs" },
  },
  { names: ".ssh/ .gnupg/ .kube/config .docker/config.json .aws/config .aws/credentials" },
  {
    names: `.tool-versions .asdfrc .prototools .rtx.toml .rtx.local.toml .autoenv .autoenv.zsh .flox/ devbox.json devenv.nix devenv.yaml
      mise.toml .mise.toml mise.*.toml .mise.*.toml .mise/ .config/mise/ .config/mise.toml mise/config.toml mise/config.*.toml
      mise/conf.d/ mise/tasks/ mise-tasks/ .mise-tasks/`,
    flag: { risk: "warning", text: "is applied when a shell enters the folder" },
  },
  {
    names: `.npmrc .yarnrc .yarnrc.yml .yarn/ .pnp.js .pnp.cjs .pnp.loader.mjs .pnpmfile.* pnpm-workspace.yaml bunfig.toml .bunfig.toml
      .pypirc pip.conf pip.ini uv.toml .condarc .cargo/ .mvn/ .m2/settings.xml gradle-wrapper.properties maven-wrapper.properties
      init.gradle init.gradle.kts .gradle/init.d/ .gradle/gradle.properties .gemrc .bundle/ nuget.config .sbtopts .jvmopts
      .bazelrc user.bazelrc .bazelversion .bazeliskrc .buckconfig .buckconfig.local`,
    flag: { risk: "warning", text: "changes what package managers and build tools load or run" },
  },
  {
    names: `.vscode/ .vscode-server/ .idea/ .fleet/ .vs/ .zed/ .devcontainer/ .devcontainer.json *.code-workspace`,
  },
  {
    names: `.nvim.lua .nvimrc .nvim/ .config/nvim/ .vimrc .gvimrc .exrc .vim/ .lvimrc .local.vimrc .ideavimrc .vimspector.json
      .helix/ .config/helix/ .kakrc .emacs .emacs.d/ .spacemacs .dir-locals.el .dir-locals-2.el .lapce/ .nova/ .theia/
      *.sublime-project *.sublime-build .gitpod.yml .replit replit.nix .idx/ .codesandbox/ .stackblitzrc pyrightconfig.json`,
    flag: { risk: "warning", text: "is applied by an editor that opens the folder, and can start programs" },
  },
  {
    names: `.gdbinit .lldbinit .ghci .pdbrc .pdbrc.py .irbrc .pryrc .rdebugrc .byebugrc .rprofile .renviron .iex.exs .psqlrc .sqliterc
      .perldb .octaverc .jupyter/ .ipython/ sitecustomize.py usercustomize.py .tmux.conf tmux/tmux.conf .screenrc .ripgreprc
      .curlrc .wgetrc .lesskey`,
    flag: { risk: "warning", text: "is read by a program of yours when it starts" },
  },
  {
    names: `.claude/ .claude.json .claude-plugin/ claude_desktop_config.json .mcp.json .filewright/ .cursor/ .codex/ .gemini/ .qwen/
      .opencode/ opencode.json opencode.jsonc .opencode.json .opencode.jsonc .windsurf/ .codeium/ .kiro/ .roo/ .roomodes .kilocode/ .kilocodemodes .cline/
      .continue/ .continuerc.json .goose/ .crush/ crush.json .crush.json .trae/ .junie/ .augment/ .amazonq/ .factory/ .amp/
      .openhands/ .copilot/ .github/hooks/ .agents/ .agent/ .antigravity/ .zencoder/ .codebuddy/ .rovodev/ .iflow/ .warp/
      .tabnine/ .aider.conf.yml .aider.conf.yaml`,
    flag: { risk: "warning", text: "changes what agents may do, or what they run" },
  },
  {
    names: `.github/workflows/ .github/actions/ .gitea/workflows/ .gitea/actions/ .forgejo/workflows/ .forgejo/actions/ .gitlab-ci.yml .gitlab-ci.yaml .gitlab-ci/ .gitlab/ci/ *.gitlab-ci*.yml *.gitlab-ci*.yaml
      .circleci/ .buildkite/ buildkite.yml .woodpecker/ .woodpecker.yml .woodpecker.yaml .travis.yml .travis.yaml .drone.yml
      .drone.yaml .drone.jsonnet .drone.star azure-pipelines* azure-pipelines/ .azure-pipelines/ .azuredevops/ .pipelines/ vsts-ci.yml
      .vsts-ci.yml bitbucket-pipelines.yml bitbucket-pipelines.yaml jenkinsfile* *.jenkinsfile .jenkins/
      appveyor.yml appveyor.yaml .appveyor.yml .appveyor.yaml .cirrus.yml .cirrus.yaml .cirrus.star .semaphore/ .teamcity/ .build.yml .builds/ .tekton/ cloudbuild.yaml
      cloudbuild.yml cloudbuild.json buildspec.yml buildspec.yaml codefresh.yml .codefresh/ bitrise.yml codemagic.yaml
      ci_scripts/ wercker.yml screwdriver.yaml .scrutinizer.yml .onedev-buildspec.yml .harness/ .vela.yml .prow.yaml .zuul.yaml
      .zuul.d/ .taskcluster.yml *.gocd.yaml .buddy/ .space.kts .expeditor/ .laminar/ .dagger/ dagger.json .concourse/`,
    flag: { risk: "warning", text: "changes what runs on build servers" },
  },
];

/** Changes of these are pointed out to whoever is asked, and ask no more than others: they are most of what a project changes. */
export const flaggedFiles: readonly LaterFiles[] = [
  {
    names: `makefile gnumakefile bsdmakefile makefile.* *.mk justfile .justfile *.just taskfile.* taskfile.dist.* taskfile rakefile *.rake
      gulpfile.* gruntfile.* jakefile jakefile.* noxfile.py tox.ini fabfile.py dodo.py tasks.py sconstruct sconscript wscript
      earthfile tiltfile vagrantfile procfile procfile.* magefile.go moon.yml turbo.json nx.json gradlew gradlew.bat mvnw
      mvnw.cmd guardfile brewfile fastfile dangerfile* netlify.toml vercel.json render.yaml action.yml action.yaml`,
    flag: { risk: "warning", text: "changes what runs when somebody calls a task" },
  },
  {
    names: `build.rs build.gradle build.gradle.kts settings.gradle settings.gradle.kts *.gradle build.sbt build.sc mix.exs rebar.config
      package.swift build.zig setup.py setup.hs conftest.py hatch_build.py *.pth cmakelists.txt *.cmake meson.build xmake.lua
      premake5.lua configure.ac *.csproj *.fsproj *.vbproj directory.build.props directory.build.targets flake.nix shell.nix
      default.nix gemfile *.gemspec rust-toolchain rust-toolchain.toml
      eslint.config.* .eslintrc* prettier.config.* .prettierrc* stylelint.config.* .stylelintrc* tailwind.config.* postcss.config.*
      .postcssrc* babel.config.* .babelrc* vite.config.* vitest.config.* vitest.workspace.* jest.config.* webpack.config.*
      rollup.config.* rspack.config.* next.config.* nuxt.config.* svelte.config.* astro.config.* metro.config.* karma.conf.*
      playwright.config.* cypress.config.* commitlint.config.* .commitlintrc* .mocharc* .rubocop.yml .solargraph.yml .pylintrc
      pylintrc mypy.ini .luarc.json .luarc.jsonc .clangd compile_commands.json compile_flags.txt .ccls hie.yaml phpstan.neon
      .php-cs-fixer.php`,
    flag: { risk: "warning", text: "is run or loaded by build tools and language servers" },
  },
];
