/**
 * The files that the tools have changed, each compared with what they found there at first. Where one is gone, git is asked
 * for a file with the very same content under another name; without git, what was moved is out of sight.
 */
import type { RealPath } from "../fs/paths.js";
import { findGit, unlessConfined } from "../git/locate-git.js";
import type { FileChanges } from "./file-changes.js";
import { GitRoot } from "./git-root.js";
import { matchMoves, type Wanderer } from "./moved-files.js";
import { findPresentBytes, findPresentSize, versionOf } from "./present-file.js";
import { arrivedAt, departedFrom, findRealRoots, type Survey, type SurveyGround } from "./survey.js";
import { MAX_COMPARED_BYTES } from "./walk-changes.js";

export async function surveyHistory(changes: FileChanges, ground: SurveyGround): Promise<Survey> {
  const present: RealPath[] = [];
  const gone: Wanderer[] = [];
  for (const path of changes.paths as readonly RealPath[]) {
    if ((await findPresentSize(path, ground.fileSystem)) !== undefined) present.push(path);
    else gone.push(...[departedFrom(path, changes, ground)].filter((file) => file !== undefined));
  }
  const others = gone.length === 0 ? [] : await findSameSized(gone, changes, ground);
  const arrived = changes.paths.map((path) => arrivedAt(path, changes, ground));
  const come = [...arrived.filter((file) => file !== undefined), ...others];
  for (const [path, origin] of await matchMoves(gone, come, { isExact: true })) changes.move(origin, path);
  const moved = others
    .map(({ path }) => path as RealPath)
    .filter((path) => changes.originOf(path) !== undefined);
  const paths = [...present, ...moved].filter(ground.isWanted);
  return { paths, changes, close: async () => undefined };
}

/** Files that the tools never touched, and that are as large as one that is gone: any other can't be the same. */
async function findSameSized(
  gone: readonly Wanderer[],
  changes: FileChanges,
  ground: SurveyGround,
): Promise<Wanderer[]> {
  const { fileSystem, content } = ground;
  const sizes = new Set(gone.map(({ size }) => size));
  const found = new Map<string, Wanderer>();
  for (const path of await listByGit(ground)) {
    if (changes.has(path) || found.has(path) || !ground.mayRead(path)) continue;
    const size = await findPresentSize(path, fileSystem);
    if (size === undefined || !sizes.has(size)) continue;
    const bytes = await findPresentBytes(path, MAX_COMPARED_BYTES, fileSystem);
    if (bytes === undefined) continue;
    found.set(path, { path, size, names: [versionOf(bytes, content).id], readText: async () => undefined });
  }
  return [...found.values()];
}

async function listByGit(ground: SurveyGround): Promise<readonly RealPath[]> {
  const program = await unlessConfined(() => findGit(ground));
  if (program === undefined) return [];
  const listed: string[] = [];
  for (const root of await findRealRoots(ground)) {
    const git = await GitRoot.open(root, program, ground.fileSystem);
    if (git === undefined) continue;
    try {
      listed.push(...((await git.findPresent()) ?? []));
    } finally {
      await git.close();
    }
  }
  return listed as RealPath[];
}
