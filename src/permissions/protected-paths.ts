/**
 * Files that run code later or decide what programs may do: changing them is asked about whatever rules allow. Names are
 * compared as rules that deny compare them, below the root that the path lies in.
 */
import { isWindowsPath, spellPath, toRulePath } from "./path-letters.js";

/** Folders; what is called so and is none counts too, such as the file .git of a worktree. */
const folders: ReadonlySet<string> = new Set(
  `.git .vscode .idea .husky .cargo .devcontainer .yarn .mvn .filewright .cursor .codex .gemini .zed .ssh`.split(
    " ",
  ),
);

/** Folders by their last two names. */
const nestedFolders: Readonly<Record<string, string>> = { git: ".config", hooks: ".github" };

const files: ReadonlySet<string> = new Set(
  `.gitconfig .gitmodules
  .bashrc .bash_profile .bash_login .bash_aliases .bash_logout .zshrc .zprofile .zshenv .zlogin .zlogout .profile
  .login .cshrc .tcshrc .kshrc .inputrc .envrc .direnvrc
  .npmrc .yarnrc .yarnrc.yml .pnp.cjs .pnp.loader.mjs .pnpmfile.cjs bunfig.toml .bunfig.toml .pypirc pip.conf
  .bazelrc .bazelversion .bazeliskrc gradle-wrapper.properties maven-wrapper.properties
  .pre-commit-config.yaml lefthook.yml lefthook.yaml .lefthook.yml .lefthook.yaml
  .devcontainer.json .ripgreprc pyrightconfig.json .mcp.json .claude.json
  .vimrc .exrc .nvimrc .gdbinit .lldbinit .dir-locals.el mise.toml .mise.toml .tool-versions`.split(/\s+/),
);

/** Files by their folder's name and their own. */
const nestedFiles: Readonly<Record<string, string>> = { "config.fish": "fish" };

/** The agent's own folder, the only one that a person can open for a session, and with it nothing protected inside of it. */
export const AGENT_FOLDER = ".claude";

/** What git's folder is also called where names have short forms. */
const SHORT_NAME_OF_GIT = "git~1";

/** All of these names begin in one of few ways, which most paths can be told by not to have any. */
const BEGINNINGS = /\/(?:\.|bunfig\.|config\.fish|git~1|gradle-|lefthook\.|maven-|mise\.|pip\.|pyright)/;

/** The protected name that the path has in it; the agent's own folder only where there is no other. */
export function findProtected(path: string, roots: readonly string[]): string | undefined {
  const isWindows = isWindowsPath(path);
  const spelled = spell(path, isWindows);
  if (!BEGINNINGS.test(spelled)) return undefined;
  const names = namesBelowRoot(spelled, roots, isWindows);
  let agentFolder: string | undefined;
  for (const [index, name] of names.entries()) {
    const parent = names[index - 1];
    if (parent !== undefined && nestedFolders[name] === parent) return `${parent}/${name}`;
    // Worktrees are ordinary copies of the project.
    if (name === AGENT_FOLDER && names[index + 1] !== "worktrees") agentFolder = name;
    if (folders.has(name)) return name;
    if (isWindows && name === SHORT_NAME_OF_GIT) return ".git";
  }
  const last = names.at(-1) ?? "";
  const isProtected =
    files.has(last) || (nestedFiles[last] !== undefined && nestedFiles[last] === names.at(-2));
  return isProtected ? last : agentFolder;
}

/** Below the innermost root that holds it; all of them where none does. */
function namesBelowRoot(spelled: string, roots: readonly string[], isWindows: boolean): string[] {
  let start = 1;
  for (const root of roots) {
    const folder = spell(root, isWindows);
    const prefix = folder === "/" ? folder : `${folder}/`;
    if (spelled.startsWith(prefix) && prefix.length > start) start = prefix.length;
  }
  return spelled.slice(start).split("/");
}

function spell(path: string, isWindows: boolean): string {
  return spellPath(toRulePath(path, isWindows), "guarding", isWindows);
}
