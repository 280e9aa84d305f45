/** One commit made again by tool calls, in a folder that holds its parent's version of the files it touched. */
import { chmodSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type Expected, findDifference } from "./compare.js";
import { type ChangedFile, type Commit, diffFiles, listChangedFiles, readBlob } from "./git.js";
import { type EditsPlan, parseHunks, planEdits } from "./plan-edits.js";
import { compareTrees, listTree, undoAll } from "./rewind.js";
import { NO_TEXT, Refused, ReplaySession } from "./session.js";
import type { Tally } from "./tally.js";
import { findText } from "./text-of.js";

export interface ReplayGround {
  readonly repository: string;
  /** A folder that is the replay's alone. */
  readonly base: string;
  readonly isUndone: boolean;
  readonly tally: Tally;
}

/** A file on its way: what it was, what it must become. */
interface Task {
  readonly file: ChangedFile;
  readonly path: string;
  readonly before: Expected | undefined;
  readonly after: Expected;
}

const MAX_BYTES = 16 * 1024 * 1024;

export async function replayCommit(
  commit: Commit & { readonly parent: string },
  ground: ReplayGround,
): Promise<void> {
  const { repository, base, tally } = ground;
  const root = join(base, "root");
  const state = join(base, "state");
  for (const folder of [root, state]) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder);
  }
  const tasks: Task[] = [];
  for (const file of await listChangedFiles(repository, commit.parent, commit.id)) {
    const reason = findReasonToSkip(file);
    if (reason === undefined) tasks.push(await createTask(file, root, ground));
    else tally.count("skipped", reason);
  }
  const startingTree = listTree(root);
  const session = new ReplaySession(root, state, tally);
  const checkpoint = ground.isUndone ? await session.toolkit.history.checkpoint("start") : undefined;
  try {
    for (const task of tasks) await replayFile(task, session, commit.id, ground);
    if (checkpoint !== undefined) {
      const files = tasks.map(({ file, path, before }) => ({ name: file.path, path, before }));
      await undoAll(session, checkpoint.id, files, commit.id, tally);
      compareTrees(startingTree, listTree(root), commit.id, tally);
    }
  } finally {
    await session.toolkit.close();
  }
  tally.count("done", "commits");
}

function findReasonToSkip({ status, path, before, after }: ChangedFile): string | undefined {
  if (status === "D") return "deleted";
  if (status === "R" || status === "C") return "renamed or copied";
  const modes = status === "A" ? [after.mode] : [before.mode, after.mode];
  if (modes.includes("120000")) return "symbolic link";
  if (modes.includes("160000")) return "submodule";
  if (path.includes("\ufffd")) return "name is not UTF-8";
  // No tool may change them, whoever asks.
  if (/(?:^|\/)\.filewright\/settings(?:\.local)?\.json$/i.test(path)) return "permission settings";
  if (before.id === after.id) return "only the mode changes";
  return undefined;
}

async function createTask(file: ChangedFile, root: string, { repository }: ReplayGround): Promise<Task> {
  const path = join(root, file.path);
  const after = await readBlob(repository, file.after.id);
  if (file.status === "A") return { file, path, before: undefined, after: { bytes: after, mode: undefined } };
  const mode = file.before.mode === "100755" ? 0o755 : 0o644;
  const before = { bytes: await readBlob(repository, file.before.id), mode };
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, before.bytes);
  chmodSync(path, mode);
  // The tools change contents; a mode that changes too stays as it was.
  return { file, path, before, after: { bytes: after, mode } };
}

async function replayFile(
  task: Task,
  session: ReplaySession,
  commit: string,
  ground: ReplayGround,
): Promise<void> {
  const { tally } = ground;
  const { path, file } = task;
  try {
    const reason =
      task.before === undefined
        ? await createFile(task, session, tally)
        : await changeFile(task, task.before, session, ground);
    if (reason !== undefined) {
      tally.count("skipped", reason);
      return;
    }
    tally.count("done", "files");
    if (file.status !== "A" && file.before.mode !== file.after.mode)
      tally.count("skipped", "mode of a changed file");
    const difference = findDifference(path, task.after);
    if (difference !== undefined) tally.mismatch(commit, file.path, difference);
  } catch (cause) {
    if (!(cause instanceof Refused)) throw cause;
    tally.mismatch(commit, file.path, cause.message);
  }
}

/** Answers why the file is left out; undefined when it was written. */
async function createFile(
  { path, after }: Task,
  session: ReplaySession,
  tally: Tally,
): Promise<string | undefined> {
  const bytes = Buffer.from(after.bytes);
  if (bytes.length > MAX_BYTES) return "too large";
  if (bytes.includes(0)) return "binary";
  const decoded = findText(bytes, "UTF-8");
  // Write makes new files in UTF-8 only.
  if (decoded === undefined) return "new file that is not UTF-8";
  tally.count("written", "new");
  await session.write(path, decoded.hasMark ? `\ufeff${decoded.text}` : decoded.text);
  return undefined;
}

async function changeFile(
  task: Task,
  before: Expected,
  session: ReplaySession,
  ground: ReplayGround,
): Promise<string | undefined> {
  const { path } = task;
  const [oldBytes, newBytes] = [Buffer.from(before.bytes), Buffer.from(task.after.bytes)];
  if (Math.max(oldBytes.length, newBytes.length) > MAX_BYTES) return "too large";
  const seen = await readOrSkip(path, session);
  if (seen === undefined) return "binary";
  const oldContent = findText(oldBytes, seen.encoding);
  if (oldContent === undefined) return `not all of it is ${seen.encoding}`;
  const newContent = findText(newBytes, seen.encoding);
  if (newContent?.hasMark !== oldContent.hasMark || newContent.text.includes("\0")) return "encoding changes";
  if (seen.text !== undefined && seen.text !== oldContent.text) {
    throw new Refused("Read", "other text", "what it shows is not what the file holds");
  }
  const plan = path.endsWith(".ipynb")
    ? ({ kind: "whole", reason: "notebook" } as const)
    : await planFile(oldContent.text, newContent.text, ground.base);
  await session.apply(path, plan, newContent.text);
  return undefined;
}

/** What Read answers for files that are no text: pictures and PDFs are shown, or refused for reasons of their own. */
const noText: ReadonlySet<string> = new Set([
  NO_TEXT,
  "BINARY_FILE",
  "IMAGE_TOO_LARGE",
  "IMAGE_UNREADABLE",
  "MEDIA_TIMED_OUT",
  "MEDIA_UNAVAILABLE",
  "PAGES_REQUIRED",
  "PDF_ENCRYPTED",
  "PDF_UNREADABLE",
]);

async function readOrSkip(
  path: string,
  session: ReplaySession,
): Promise<Awaited<ReturnType<ReplaySession["read"]>> | undefined> {
  try {
    return await session.read(path);
  } catch (cause) {
    if (cause instanceof Refused && noText.has(cause.code)) return undefined;
    throw cause;
  }
}

/** The texts are compared as UTF-8, because git takes other encodings for binary or splits them in the wrong places. */
async function planFile(oldText: string, newText: string, base: string): Promise<EditsPlan> {
  const [before, after] = [join(base, "before"), join(base, "after")];
  writeFileSync(before, oldText);
  writeFileSync(after, newText);
  return planEdits(oldText, newText, parseHunks(await diffFiles(before, after)));
}
