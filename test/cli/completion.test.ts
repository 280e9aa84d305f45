import { execFileSync, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { Command } from "commander";
import { describe, expect, it } from "vitest";
import { renderCompletion } from "../../src/cli/completion/render-completion.js";
import { homeless, program, typeCommand } from "../support/command-line.js";
import { tempWorkspace } from "../support/workspace.js";

async function scriptFor(shell: string): Promise<{ readonly path: string; readonly folder: string }> {
  const files = tempWorkspace({ "a.txt": "", "a b.txt": "" });
  const { code, stdout } = await typeCommand(["completion", shell], files.root);
  expect(code).toBe(0);
  return { path: files.write(`complete.${shell}`, stdout), folder: files.root };
}

const isInstalled = (program: string): boolean => spawnSync(program, ["-c", "exit 0"]).status === 0;

/** What the last of the words could become. */
const cases: readonly [string, readonly string[], readonly string[]][] = [
  ["commands", ["gr"], ["grep"]],
  ["all that begin so", ["re"], ["read", "redo", "rewind", "restore"]],
  ["long options", ["grep", "x", "--output"], ["--output-mode"]],
  ["choices", ["grep", "--output-mode", "co"], ["content", "count"]],
  ["choices of modes", ["edit", "a.txt", "--mode", "pl"], ["plan"]],
  ["words of a command", ["completion", "z"], ["zsh"]],
  ["commands to be helped with", ["help", "notebook"], ["notebook-edit"]],
  ["clients to install into", ["install", "claude-"], ["claude-code", "claude-desktop"]],
  ["kinds of rules to add", ["permissions", "add", "al"], ["allow"]],
  ["kinds of rules to remove", ["permissions", "remove", "de"], ["deny"]],
];

describe("Completion", () => {
  it.each(cases)("in bash finds %s [CLI-20]", async (_, words, expected) => {
    const { path, folder } = await scriptFor("bash");
    const script = `source "$1"; shift
COMP_WORDS=(filewright "$@"); COMP_CWORD=$#; _filewright; printf '%s\\n' "\${COMPREPLY[@]}"`;
    const found = execFileSync("bash", ["-c", script, "bash", path, ...words], {
      cwd: folder,
      encoding: "utf8",
    });
    expect(found.split("\n").filter((word) => word !== "")).toEqual(expected);
  });

  it("in bash takes a value after = as well, and leaves files to bash [CLI-20]", async () => {
    const { path, folder } = await scriptFor("bash");
    const script = `source "$1"
COMP_WORDS=(filewright grep --output-mode = con); COMP_CWORD=4; _filewright; echo "\${COMPREPLY[@]}"
COMP_WORDS=(filewright grep --output-mode =); COMP_CWORD=3; _filewright; echo "\${COMPREPLY[@]}"
COMP_WORDS=(filewright read a); COMP_CWORD=2; _filewright; echo "\${#COMPREPLY[@]}"
COMP_WORDS=(filewright write x --content-file a); COMP_CWORD=4; _filewright; echo "\${#COMPREPLY[@]}"
complete -p filewright`;
    const found = execFileSync("bash", ["-c", script, "bash", path], { cwd: folder, encoding: "utf8" });
    expect(found.trim().split("\n")).toEqual([
      "content",
      "content files_with_matches count",
      "0",
      "0",
      "complete -o default -F _filewright filewright",
    ]);
  });

  it("in zsh finds the same, where it is installed [CLI-20]", async () => {
    const { path, folder } = await scriptFor("zsh");
    // The parts of zsh that show what was found, as a test needs it.
    const script = `compdef() { :; }
_describe() { local word; for word in "\${(@P)2}"; do word="\${word%%:*}"; [[ $word == "\${words[CURRENT]}"* ]] && print -- $word; done; }
compadd() { shift; local word; for word in "$@"; do [[ $word == "\${words[CURRENT]}"* ]] && print -- $word; done; }
_files() { print files; }
source "$1"; shift; words=(filewright "$@"); CURRENT=$(($# + 1)); _filewright; true`;
    const all: (typeof cases)[number][] = [...cases, ["files", ["read", "a"], ["files"]]];
    for (const [, words, expected] of isInstalled("zsh") ? all : []) {
      const given = ["-f", "-c", script, "zsh", path, ...words];
      const found = execFileSync("zsh", given, { cwd: folder, encoding: "utf8" });
      expect(found.trim().split("\n")).toEqual(expected);
    }
  });

  it("in fish finds the same, where it is installed [CLI-20]", async () => {
    const { path, folder } = await scriptFor("fish");
    const all: (typeof cases)[number][] = [...cases, ["files", ["read", "a"], ["a b.txt", "a.txt"]]];
    const environment = { PATH: process.env["PATH"] ?? "", HOME: folder };
    for (const [, words, expected] of isInstalled("fish") ? all : []) {
      const script = `source ${path}; complete -C "filewright ${words.join(" ")}"`;
      const found = execFileSync("fish", ["-N", "-c", script], {
        cwd: folder,
        encoding: "utf8",
        env: environment,
      });
      const shown = found
        .trim()
        .split("\n")
        .map((line) => line.replace(/\t.*/, ""));
      expect(shown.toSorted()).toEqual([...expected].toSorted());
    }
  });

  it("finds checkpoints to rewind to, and runs none of their names [CLI-307]", async () => {
    const files = tempWorkspace();
    const labels = ["before-tests", "before lunch", "before $(touch pwned)", "`touch pwned`", "after"];
    for (const label of labels) await typeCommand(["checkpoint", label], files.root);
    const scripts = {
      bash: `filewright() { "$NODE" "$PROGRAM" "$@"; }; source ./bash
COMP_WORDS=(filewright rewind --dry-run be); COMP_CWORD=3; _filewright; printf '%s\\n' "\${COMPREPLY[@]}"
COMP_WORDS=(filewright rewind ''); COMP_CWORD=2; _filewright; echo "\${#COMPREPLY[@]}"
COMP_WORDS=(filewright rewind --scope se); COMP_CWORD=3; _filewright; echo "\${COMPREPLY[@]}"`,
      zsh: `filewright() { "$NODE" "$PROGRAM" "$@"; }; compdef() { :; }
compadd() { shift; local word; for word in "$@"; do [[ $word == "\${words[CURRENT]}"* ]] && print -r -- $word; done; }
source ./zsh; words=(filewright rewind be); CURRENT=3; _filewright; true`,
      fish: `function filewright; $NODE $PROGRAM $argv; end; source ./fish; complete -C "filewright rewind be"`,
    };
    const environment = { ...homeless(files.root), NODE: process.execPath, PROGRAM: program };
    const run = async (shell: keyof typeof scripts): Promise<string[]> => {
      files.write(shell, (await typeCommand(["completion", shell], files.root)).stdout);
      const words = shell === "fish" ? ["-N", "-c"] : ["-c"];
      const given = { cwd: files.root, env: environment, encoding: "utf8" as const };
      return execFileSync(shell, [...words, scripts[shell]], given)
        .trim()
        .split("\n");
    };
    const plain = ["before $(touch pwned)", "before lunch", "before-tests"];
    expect(await run("bash")).toEqual([
      "before\\ \\$\\(touch\\ pwned\\)",
      "before\\ lunch",
      "before-tests",
      "5",
      "session",
    ]);
    if (isInstalled("zsh")) expect(await run("zsh")).toEqual(plain);
    if (isInstalled("fish"))
      expect((await run("fish")).map((line) => line.replaceAll("\\", ""))).toEqual(plain.toSorted());
    expect(existsSync(files.path("pwned"))).toBe(false);
  });

  it("lists names that rewind takes, each in a line [CLI-307]", async () => {
    const files = tempWorkspace();
    for (const label of ["a b", "-x", "two\nlines", "a b"])
      await typeCommand(["checkpoint", "--", label], files.root);
    const { stdout } = await typeCommand(["checkpoint", "--names"], files.root);
    const names = stdout.trimEnd().split("\n");
    expect(names).toEqual(["a b", expect.stringMatching(/^[\w-]+$/), expect.stringMatching(/^[\w-]+$/)]);
    for (const name of names)
      expect((await typeCommand(["rewind", name, "--dry-run"], files.root)).stderr).toBe(
        "Nothing would change.\n",
      );
    const refused = await typeCommand(["checkpoint", "x", "--names"], files.root);
    expect(refused).toMatchObject({ code: 2, stdout: "" });
  });

  it("knows commands of commands, and lets no description be more than words [CLI-20]", () => {
    const program = new Command("filewright");
    program
      .command("outer")
      .command("inner")
      .option("--it <x>", "don't $(touch x) `touch x` \\ : end")
      .action(() => undefined);
    const files = tempWorkspace();
    for (const shell of ["bash", "zsh", "fish"] as const) {
      const path = files.write(shell, renderCompletion(program, shell));
      if (isInstalled(shell)) execFileSync(shell, ["-n", path]);
    }
    const script = `source "$1"; COMP_WORDS=(filewright outer inner --); COMP_CWORD=3; _filewright; echo "\${COMPREPLY[@]}"`;
    const found = execFileSync("bash", ["-c", script, "bash", files.path("bash")], { encoding: "utf8" });
    expect(found).toBe("--it --help\n");
  });

  it("is refused for a shell that is not known [CLI-20]", async () => {
    const files = tempWorkspace();
    const { code, stderr } = await typeCommand(["completion", "csh"], files.root);
    expect(code).toBe(2);
    expect(stderr).toContain("Allowed choices are bash, zsh, fish");
  });
});
