/** Makes a repository's commits again by Read, Edit and Write, and holds the result against git's own bytes. */
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { type Commit, listCommits } from "./git.js";
import { replayCommit } from "./replay-commit.js";
import { Tally } from "./tally.js";

const HELP = `Makes a repository's commits again by tool calls and compares every file with git's, byte for byte.

Usage:
  npm run replay -- <git repository> [options]

Options:
  --commits N   how many of the newest commits, merges left out, along first parents (100)
  --undo        after each commit, rewinds everything and compares with the parent's files
  --help        this text

Exit code 1 means that a file differs or a call was refused.
`;

async function main(words: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...words],
    allowPositionals: true,
    options: {
      commits: { type: "string", default: "100" },
      undo: { type: "boolean", default: false },
      help: { type: "boolean", short: "h", default: false },
    },
  });
  if (values.help) {
    print(HELP.trimEnd());
    return 0;
  }
  const [repository] = positionals;
  const count = Number(values.commits);
  if (repository === undefined || positionals.length > 1) throw new Error("name one git repository");
  if (!Number.isSafeInteger(count) || count < 1) throw new Error("--commits takes a number from 1 on");
  const commits = await listCommits(resolve(repository), count);
  return replayAll(resolve(repository), commits.filter(hasParent), values.undo);
}

type ChildCommit = Commit & { readonly parent: string };

function hasParent(commit: Commit): commit is ChildCommit {
  return commit.parent !== undefined;
}

async function replayAll(
  repository: string,
  commits: readonly ChildCommit[],
  isUndone: boolean,
): Promise<number> {
  if (commits.length === 0) {
    print("No commit here has a parent (a shallow clone, or a first commit): there is nothing to replay.");
    return 0;
  }
  const base = realpathSync(mkdtempSync(join(tmpdir(), "filewright-replay-")));
  const tally = new Tally();
  try {
    for (const commit of commits) {
      const known = tally.mismatches.length;
      await replayCommit(commit, { repository, base, isUndone, tally });
      for (const line of tally.mismatches.slice(known)) print(line);
    }
  } finally {
    rmSync(base, { recursive: true, force: true });
  }
  print(tally.render());
  return tally.mismatches.length === 0 ? 0 : 1;
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (cause) {
  process.stderr.write(`replay: ${cause instanceof Error ? cause.message : String(cause)}\n`);
  process.exitCode = 2;
}
