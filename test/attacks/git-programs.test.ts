/** A repository's own settings can make git run programs. Each of these would leave a file behind. */
import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import type { GitDiff, ToolkitOptions } from "../../src/index.js";
import { linesOf } from "../support/attribution.js";
import { git, type Repository, repository } from "../support/repository.js";

const LINES = "one\ntwo\nthree\n";

interface Trap {
  readonly files: Repository;
  /** The program that settings name; it leaves its first argument, or "trap", in the folder of traces. */
  readonly program: string;
  traces(): readonly string[];
}

function setTrap(tree: Record<string, string> = {}): Trap {
  const files = repository({ "a.txt": LINES, "sub/b.txt": LINES, ...tree });
  const traces = join(dirname(files.root), "traces");
  mkdirSync(traces);
  const program = join(dirname(files.root), "trap");
  writeFileSync(program, `#!/bin/sh\ntouch '${traces}'/"$(printf %s "\${1:-trap}" | tr / _)"\n`);
  chmodSync(program, 0o755);
  return { files, program, traces: () => readdirSync(traces) };
}

async function change(files: Repository, options: ToolkitOptions = {}): Promise<GitDiff | undefined> {
  const toolkit = files.editor({ gitDiff: true, ...options });
  const file_path = files.path("a.txt");
  await toolkit.call("Read", { file_path });
  const { output, error } = await toolkit.call("Edit", { file_path, old_string: "two", new_string: "2" });
  expect(error).toBeUndefined();
  expect(files.read("a.txt")).toBe(LINES.replace("two", "2"));
  // The account asks git for more than a change does. Where the repository is not whole, it may be refused.
  await toolkit.history.attribution({ since: "HEAD" }).catch(() => undefined);
  return output?.gitDiff;
}

/** Settings that name the program in every place where git would take one. */
function settingsOf(program: string): string {
  return `
[core]
  fsmonitor = ${program} fsmonitor
  sshCommand = ${program} ssh
  pager = ${program} pager
  editor = ${program} editor
  askPass = ${program}
  gitProxy = ${program}
  hooksPath = ${dirname(program)}/hooks
  alternateRefsCommand = ${program} refs
[pager]
  cat-file = ${program} pager-cat-file
  rev-parse = ${program} pager-rev-parse
  ls-tree = ${program} pager-ls-tree
  ls-files = ${program} pager-ls-files
  config = ${program} pager-config
  for-each-ref = ${program} pager-refs
[diff]
  external = ${program} external
[diff "trap"]
  command = ${program} diff-command
  textconv = ${program} textconv
[merge "trap"]
  driver = ${program} merge
[filter "trap"]
  clean = ${program} clean
  smudge = ${program} smudge
  process = ${program} process
  required = true
[credential]
  helper = !${program} credential
[gpg]
  program = ${program}
[log]
  showSignature = true
[uploadpack]
  packObjectsHook = ${program} pack
[alias]
  cat-file = !${program} alias-cat-file
  rev-parse = !${program} alias-rev-parse
  ls-files = !${program} alias-ls-files
[interactive]
  diffFilter = ${program} diff-filter
`;
}

const HOOKS = [
  "post-index-change",
  "post-checkout",
  "pre-commit",
  "reference-transaction",
  "fsmonitor-watchman",
];

function plantHooks(folder: string, program: string): void {
  mkdirSync(folder, { recursive: true });
  for (const hook of HOOKS) {
    writeFileSync(join(folder, hook), `#!/bin/sh\nexec ${program} hook-${hook}\n`);
    chmodSync(join(folder, hook), 0o755);
  }
}

describe("A repository whose settings name programs", () => {
  it("has none of them run, by a change or by an account of changes [GIT-4]", async () => {
    const trap = setTrap();
    const { files, program } = trap;
    plantHooks(join(dirname(program), "hooks"), program);
    plantHooks(files.path(".git/hooks"), program);
    files.write(".git/config", files.read(".git/config") + settingsOf(program));
    // Newer than the index: git would have to look into them, and to filter what it finds.
    files.write("sub/b.txt", LINES.replace("one", "1"));
    expect(await change(files)).toMatchObject({ additions: 1, deletions: 1 });
    files.write(".gitattributes", "* filter=trap diff=trap merge=trap\n");
    files.write("a.txt", LINES);
    expect(await change(files)).toBeUndefined();
    const filtered = await files.editor().history.attribution({ since: "HEAD" });
    expect(filtered.uncounted.map(({ path }) => path)).toEqual([
      files.path("a.txt"),
      files.path("sub/b.txt"),
    ]);
    rmSync(files.path(".gitattributes"));
    const account = await files.editor().history.attribution({ since: "HEAD" });
    expect(linesOf(account, files.root)).toEqual({ "a.txt": [1, 0, 2], "sub/b.txt": [0, 1, 2] });
    expect(trap.traces()).toEqual([]);
    // The trap is one: git itself, asked in the ordinary way, runs into it.
    files.write(".gitattributes", "* filter=trap\n");
    expect(() => files.git("status")).not.toThrow();
    expect(trap.traces()).not.toEqual([]);
  });

  it("has none of them run where another file of settings is included [GIT-4]", async () => {
    const trap = setTrap();
    const { files, program } = trap;
    files.write("settings", settingsOf(program));
    files.write(".git/config", `${files.read(".git/config")}[include]\n  path = ${files.path("settings")}\n`);
    expect(await change(files)).toMatchObject({ additions: 1, deletions: 1 });
    expect(trap.traces()).toEqual([]);
  });

  it.each([
    [
      "another repository",
      (origin: string, program: string) => `url = ${origin}\n  uploadpack = ${program} uploadpack`,
    ],
    [
      "a file's address",
      (origin: string, program: string) => `url = file://${origin}\n  uploadpack = ${program} uploadpack`,
    ],
    ["a command", (_: string, program: string) => `url = ext::${program} ext`],
    [
      "a server",
      (_: string, program: string) => `url = ssh://127.0.0.1:9/x\n[core]\n  sshCommand = ${program} ssh`,
    ],
    ["a proxy", (_: string, program: string) => `url = git://127.0.0.1:9/x\n[core]\n  gitProxy = ${program}`],
  ])("fetches nothing that a partial clone lacks, from %s [GIT-4]", async (_, remote) => {
    const trap = setTrap();
    const { files, program } = trap;
    const object = files.git("rev-parse", "HEAD:a.txt").trim();
    const origin = join(dirname(files.root), "origin.git");
    git(dirname(files.root), "clone", "-q", "--bare", files.root, origin);
    rmSync(files.path(".git/objects", object.slice(0, 2), object.slice(2)), { force: true });
    const settings = `[extensions]\n  partialClone = origin\n[remote "origin"]\n  promisor = true\n  partialclonefilter = blob:none\n  ${remote(origin, program)}\n`;
    files.write(
      ".git/config",
      files.read(".git/config").replace("repositoryformatversion = 0", "repositoryformatversion = 1") +
        settings,
    );
    expect(await change(files)).toBeUndefined();
    expect(trap.traces()).toEqual([]);
    expect(existsSync(files.path(".git/FETCH_HEAD"))).toBe(false);
    // The trap is one: git itself goes and fetches.
    expect(() => files.git("-c", "protocol.allow=always", "cat-file", "blob", object)).toThrow();
    expect(trap.traces()).not.toEqual([]);
  });

  it("is found from the file alone, not from the host's own variables [GIT-4]", async () => {
    const trap = setTrap();
    const own = { GIT_DIR: process.env["GIT_DIR"], GIT_CONFIG_COUNT: process.env["GIT_CONFIG_COUNT"] };
    const given = { GIT_DIR: join(dirname(trap.files.root), "nowhere"), GIT_CONFIG_COUNT: "nonsense" };
    Object.assign(process.env, given);
    try {
      const environment = { HOME: trap.files.path("home"), ...given };
      expect(await change(trap.files, { environment })).toMatchObject({ additions: 1 });
    } finally {
      for (const [name, value] of Object.entries(own)) {
        if (value === undefined) delete process.env[name];
        else process.env[name] = value;
      }
    }
  });

  it("can make git hang, and the change is made all the same [GIT-6]", async () => {
    const trap = setTrap();
    const { files } = trap;
    rmSync(files.path(".gitattributes"), { force: true });
    execFileSync("mkfifo", [files.path("pipe")]);
    files.git("config", "core.attributesFile", files.path("pipe"));
    const toolkit = files.editor({ gitDiff: true });
    await toolkit.call("Read", { file_path: files.path("a.txt") });
    const { output, error } = await toolkit.call("Write", { file_path: files.path("a.txt"), content: "x\n" });
    expect(error).toBeUndefined();
    expect(output).not.toHaveProperty("gitDiff");
    expect(files.read("a.txt")).toBe("x\n");
  });
});
