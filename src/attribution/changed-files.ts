/** Which files are no longer as they were in a commit, found by comparing contents: git's own comparison may run programs. */
import type { RealPath } from "../fs/paths.js";
import type { TreeFile } from "../git/work-tree.js";
import { findText } from "../mutation/text-of-content.js";
import type { FileChanges } from "./file-changes.js";
import type { GitRoot } from "./git-root.js";
import { matchMoves, type Wanderer } from "./moved-files.js";
import { findPresentBytes, findPresentSize, hasObjectName, objectNameOf, versionOf } from "./present-file.js";
import { arrivedAt, departedFrom, type SurveyGround } from "./survey.js";
import { MAX_COMPARED_BYTES } from "./walk-changes.js";

/** A file as it was in a commit. */
export interface CommittedFile extends TreeFile {
  /** Where it can be read. */
  readonly git: GitRoot;
}

export async function findChangedFiles(
  paths: readonly RealPath[],
  committed: ReadonlyMap<string, CommittedFile>,
  { fileSystem }: SurveyGround,
): Promise<readonly RealPath[]> {
  const changed: RealPath[] = [];
  for (const path of paths) {
    const size = await findPresentSize(path, fileSystem);
    if (size === undefined) continue;
    const file = committed.get(path);
    const isSame = file?.size === size && (await hasObjectName(path, file.object, fileSystem));
    if (!isSame) changed.push(path);
  }
  return changed;
}

export interface Moving {
  readonly committed: ReadonlyMap<string, CommittedFile>;
  readonly changes: FileChanges;
  readonly ground: SurveyGround;
}

/** Finds out which of the files that have come since the commit are others that are gone, and notes it. */
export async function followMoves(present: readonly RealPath[], moving: Moving): Promise<void> {
  const { committed, changes, ground } = moving;
  const gone: Wanderer[] = [];
  for (const name of new Set([...committed.keys(), ...changes.paths])) {
    const path = name as RealPath;
    const isThere = (await findPresentSize(path, ground.fileSystem)) !== undefined;
    if (isThere || !ground.mayRead(path)) continue;
    const file = goneFrom(path, moving);
    if (file !== undefined) gone.push(file);
  }
  if (gone.length === 0) return;
  const come: Wanderer[] = [];
  for (const path of new Set([...present, ...changes.paths])) {
    const file = committed.has(path) ? undefined : await comeTo(path as RealPath, gone, moving);
    if (file !== undefined) come.push(file);
  }
  for (const [path, origin] of await matchMoves(gone, come)) changes.move(origin, path);
}

function goneFrom(path: RealPath, { committed, changes, ground }: Moving): Wanderer | undefined {
  const left = departedFrom(path, changes, ground);
  const file = committed.get(path);
  if (file === undefined) return left;
  const readText = async (): Promise<string | undefined> =>
    file.size > MAX_COMPARED_BYTES
      ? undefined
      : findText(await file.git.createReader([]).read(file.object), path, ground.fileSystem);
  // What the tools left there is nearer to what it may have become than what was committed.
  return left === undefined
    ? { path, size: file.size, names: [file.object], readText }
    : { ...left, names: [...left.names, file.object] };
}

/** A file that the tools came across, or one that they never touched, as it was when it came. */
async function comeTo(
  path: RealPath,
  gone: readonly Wanderer[],
  { changes, ground }: Moving,
): Promise<Wanderer | undefined> {
  if (changes.has(path)) return arrivedAt(path, changes, ground);
  const bytes = await findPresentBytes(path, MAX_COMPARED_BYTES, ground.fileSystem);
  if (bytes === undefined) return undefined;
  const kinds = new Set(
    gone
      .flatMap(({ names }) => names)
      .filter((name) => !name.includes(":"))
      .map(({ length }) => length),
  );
  const objects = [...kinds].map((length) => objectNameOf(bytes, length));
  return {
    path,
    size: bytes.length,
    names: [versionOf(bytes, ground.content).id, ...objects],
    readText: async () => findText(bytes, path, ground.fileSystem),
  };
}
