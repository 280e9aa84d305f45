/** Which files an account is about, and what each is compared with. */
import { FileSystemError } from "../fs/file-system.js";
import type { RealPath } from "../fs/paths.js";
import type { GitGround } from "../git/locate-git.js";
import type { Image } from "../history/records.js";
import { findText } from "../mutation/text-of-content.js";
import type { FilesGround, FilesRequest } from "./attribute-files.js";
import type { Attribution } from "./attribution.js";
import type { FileChanges } from "./file-changes.js";
import type { Wanderer } from "./moved-files.js";

export interface SurveyGround extends FilesGround, GitGround {
  /** Whether the rules let a path be read. */
  readonly mayRead: (path: RealPath) => boolean;
  /** Whether a path was asked about. */
  readonly isWanted: (path: RealPath) => boolean;
}

export interface Survey extends FilesRequest, Pick<Attribution, "since"> {
  /** To be called when all has been read. */
  close(): Promise<void>;
}

/** The roots that are there, by their real paths. */
export async function findRealRoots({ roots, fileSystem }: SurveyGround): Promise<readonly RealPath[]> {
  const found = new Set<RealPath>();
  for (const root of roots.given) {
    try {
      const { realPath, stat } = await fileSystem.resolve(root);
      if (stat?.kind === "directory") found.add(realPath);
    } catch (cause) {
      if (!(cause instanceof FileSystemError)) throw cause;
    }
  }
  return [...found];
}

/** A file that the tools left at a path where it no longer is; undefined if they removed it themselves. */
export function departedFrom(path: string, changes: FileChanges, ground: FilesGround): Wanderer | undefined {
  const image = changes.endsOf(path)?.last.after;
  return image === null || image === undefined ? undefined : wandererOf(path, image, ground);
}

/** A file that was at a path already when the tools first came there; undefined if they made it. */
export function arrivedAt(path: string, changes: FileChanges, ground: FilesGround): Wanderer | undefined {
  const image = changes.endsOf(path)?.first.before;
  return image === null || image === undefined ? undefined : wandererOf(path, image, ground);
}

function wandererOf(path: string, image: Image, { reader, fileSystem }: FilesGround): Wanderer {
  return {
    path,
    size: image.size,
    names: [image.id],
    readText: async () => findText(await reader.readImage(image), path as RealPath, fileSystem),
  };
}
