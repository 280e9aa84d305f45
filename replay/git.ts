/** What the replay asks of git: commits, what they changed, contents. Plain git, started without a shell. */
import { execFile } from "node:child_process";

export interface Commit {
  readonly id: string;
  /** Undefined for the first commit, and where a shallow clone ends. */
  readonly parent: string | undefined;
}

export interface ChangedFile {
  /** As git names it: A, M, D, R, C or T. */
  readonly status: string;
  readonly path: string;
  readonly before: Blob;
  readonly after: Blob;
}

/** A file's mode and the id of its content, as a tree has them. */
interface Blob {
  readonly mode: string;
  readonly id: string;
}

const MAX_OUTPUT_BYTES = 256 * 1024 * 1024;

/** The newest commits that are no merges, along first parents. */
export async function listCommits(repository: string, count: number): Promise<readonly Commit[]> {
  const range = ["--first-parent", "--no-merges", `--max-count=${count}`, "--parents", "HEAD"];
  const lines = (await git(repository, ["rev-list", ...range])).toString("utf8").split("\n");
  return lines.filter(Boolean).map((line) => {
    const [id = "", parent] = line.split(" ");
    return { id, parent };
  });
}

export async function listChangedFiles(
  repository: string,
  parent: string,
  commit: string,
): Promise<readonly ChangedFile[]> {
  const options = ["-r", "-z", "-M", "--raw", "--no-abbrev", "--no-commit-id"];
  const output = await git(repository, ["diff-tree", ...options, parent, commit]);
  const fields = output.toString("utf8").split("\0");
  const files: ChangedFile[] = [];
  for (let at = 0; at < fields.length - 1; ) {
    const [oldMode = "", newMode = "", oldId = "", newId = "", statusAndScore = ""] = (fields[at] ?? "")
      .slice(1)
      .split(" ");
    const status = statusAndScore.slice(0, 1);
    // A rename or copy names both paths, the new one last.
    const names = status === "R" || status === "C" ? 2 : 1;
    const path = fields[at + names] ?? "";
    files.push({ status, path, before: { mode: oldMode, id: oldId }, after: { mode: newMode, id: newId } });
    at += names + 1;
  }
  return files;
}

export function readBlob(repository: string, id: string): Promise<Buffer> {
  return git(repository, ["cat-file", "blob", id]);
}

/** The patch between two files anywhere, without context. */
export async function diffFiles(before: string, after: string): Promise<string> {
  const plain = ["--no-index", "--text", "--no-color", "--no-ext-diff", "--no-textconv"];
  const settings = ["-c", "core.autocrlf=false", "-c", "core.safecrlf=false"];
  const words = [...settings, "diff", ...plain, "-U0", "--inter-hunk-context=0", "--", before, after];
  // It ends with 1 when there are differences.
  return (await runGit(words, [0, 1])).toString("utf8");
}

function git(repository: string, words: readonly string[]): Promise<Buffer> {
  return runGit(["-C", repository, ...words], [0]);
}

function runGit(words: readonly string[], accepted: readonly number[]): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const options = { encoding: "buffer", maxBuffer: MAX_OUTPUT_BYTES } as const;
    execFile("git", words, options, (cause, stdout, stderr) => {
      const code = cause === null ? 0 : cause.code;
      if (typeof code === "number" && accepted.includes(code)) resolve(stdout);
      else reject(new Error(stderr.toString("utf8").trim() || cause?.message || "git failed"));
    });
  });
}
