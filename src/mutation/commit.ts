/**
 * The one path by which content reaches user files. The history has the former content and the plan before the file
 * changes; the file changes in one step of the disk's own (`replaceIfUnchanged`). What goes wrong before that step leaves
 * the file as it was, and the history says that nothing happened; what goes wrong after it becomes a note.
 */
import { dirname, join } from "node:path";
import type { ContentVersion } from "../content/content-version.js";
import { type FileStat, type FileSystem, FileSystemError, type Replaced } from "../fs/file-system.js";
import type { AbsolutePath, RealPath } from "../fs/paths.js";
import { TEMPORARY_PREFIX } from "../fs/temporary-names.js";
import { unlessUnavailable } from "../fs/unless-unavailable.js";
import type { ChangeDraft, SpliceDraft } from "../history/drafts.js";
import type { ByteSplice } from "../text/byte-splices.js";
import { isTorn, leaveToRecovery } from "./torn-file.js";
import {
  beginInHistory,
  type CommitNote,
  failInHistory,
  type MutationGround,
  noteReplaced,
} from "./write-ahead.js";

export interface ChangeOrigin {
  readonly sessionId: string;
  readonly callId: string;
  readonly tool: string;
  readonly decision?: "allowed" | "approved";
  readonly client?: string;
  readonly agent?: string;
  readonly undoes?: readonly string[];
  readonly step?: string;
}

export interface FileChange {
  readonly path: RealPath;
  /** The content this change replaces; undefined: there is no file. */
  readonly before: ContentVersion | undefined;
  /** The content it brings, held. */
  readonly after: ContentVersion;
  /** Mode of a file that is created; the system's default without it. */
  readonly mode?: number;
  readonly origin: ChangeOrigin;
  /** The places that differ, where the change is known as such; files of some size are kept by them alone. */
  readonly splices?: readonly ByteSplice[];
  /** The stat by which the change was permitted: a file with other hard links is neither compared nor changed. */
  readonly judged?: FileStat | undefined;
  /** The file may well be another by now: it is looked at before anything is written down. */
  readonly isWorthALook?: boolean;
}

export type Committed =
  | {
      readonly outcome: "committed";
      /** The change's name in the history. */
      readonly change: string | undefined;
      readonly stat: FileStat;
      readonly notes: readonly CommitNote[];
    }
  /** Something else is there now; nothing was changed. */
  | { readonly outcome: "changed"; readonly present: Uint8Array | undefined };

/**
 * Past this size an edit is kept by what it replaced and what it put there: either content can be made of the other, and
 * a thousand edits of a large file do not fill the history.
 */
const WHOLE_IMAGE_BYTES = 256 * 1024;

export async function commit(change: FileChange, ground: MutationGround): Promise<Committed> {
  const { fileSystem, isDurable, randomName } = ground;
  const { path, before, after, mode } = change;
  const isLooked = change.isWorthALook === true && ground.history !== undefined;
  const present = isLooked ? await findOther(change, fileSystem) : undefined;
  if (present !== undefined) return { outcome: "changed", present: present.bytes };
  const createdFolder = before === undefined ? await fileSystem.findMissingFolder(path) : undefined;
  const temporaryName = `${TEMPORARY_PREFIX}${randomName()}.tmp`;
  // An empty folder that stays is no reason to hide why the change was not made.
  const undoFolders = async (): Promise<void> => {
    if (createdFolder !== undefined)
      await unlessUnavailable(() => fileSystem.removeEmptyParents(path, createdFolder));
  };
  const notes: CommitNote[] = [];
  let id: string | undefined;
  try {
    id = await beginInHistory(() => draftOf(change, temporaryName, createdFolder), ground, notes);
    // Only now: a crash must not leave folders that no one knows of.
    if (createdFolder !== undefined) await fileSystem.createParents(path);
    const replacement = {
      expected: before === undefined ? undefined : requireBytes(before, path),
      content: requireBytes(after, path),
      temporaryName,
      isDurable,
      judged: change.judged,
      watchFormer: id !== undefined,
      ...(mode === undefined ? {} : { mode }),
    };
    let replaced: Replaced = await fileSystem.replaceIfUnchanged(path, { ...replacement, way: "rename" });
    if (replaced.outcome === "not-replaceable") {
      notes.push({ kind: "in-place", reason: replaced.reason });
      if (id !== undefined && before !== undefined) {
        await ground.history?.noteInPlace(
          id,
          { version: before, bytes: before.bytes },
          { version: after, bytes: after.bytes },
        );
      }
      replaced = await fileSystem.replaceIfUnchanged(path, { ...replacement, way: "in-place" });
    }
    if (replaced.outcome !== "replaced") {
      await failInHistory(id, "the file was changed by another program", ground);
      await undoFolders();
      return { outcome: "changed", present: replaced.outcome === "changed" ? replaced.present : undefined };
    }
    await noteReplaced(id, replaced, ground, notes);
    return { outcome: "committed", change: id, stat: replaced.stat, notes };
  } catch (cause) {
    if (isTorn(cause)) throw leaveToRecovery(id, cause, ground);
    await failInHistory(id, cause instanceof FileSystemError ? cause.code : "failed", ground);
    await undoFolders();
    throw cause;
  }
}

/**
 * What is there, if it plainly is something else than expected: then there is no need to write anything down. That it
 * is not is no proof; the disk compares again when it replaces.
 */
async function findOther(
  { path, before: expected, judged }: FileChange,
  fileSystem: FileSystem,
): Promise<{ readonly bytes: Uint8Array | undefined } | undefined> {
  const { realPath, stat } = await fileSystem.resolve(path);
  if (realPath !== path) throw new FileSystemError("MOVED", path);
  if (stat === undefined) return expected === undefined ? undefined : { bytes: undefined };
  if (stat.kind !== "file") return undefined;
  const { bytes } = await fileSystem.readSmallFile(path, expected?.size ?? 0, judged ?? stat);
  const isExpected =
    expected?.bytes !== undefined && bytes !== undefined && Buffer.compare(bytes, expected.bytes) === 0;
  if (isExpected) return undefined;
  return { bytes: bytes ?? (await fileSystem.readSmallFile(path, PRESENT_MAX_BYTES, judged ?? stat)).bytes };
}

/** What is found instead of the expected content is looked at up to this size. */
const PRESENT_MAX_BYTES = 64 * 1024 * 1024;

/** Removes a file as a change like any other: written down first, and only if it holds what is expected. */
export async function commitRemoval(
  change: Pick<FileChange, "path" | "origin" | "judged"> & {
    readonly before: ContentVersion;
    /** The topmost folder that goes with it, if nothing else is in there. */
    readonly createdFolder: string | undefined;
  },
  ground: MutationGround,
): Promise<Committed> {
  const { fileSystem, isDurable, randomName } = ground;
  const { path, before } = change;
  const notes: CommitNote[] = [];
  const temporaryName = `${TEMPORARY_PREFIX}${randomName()}.tmp`;
  const expected = requireBytes(before, path);
  const { stat } = await fileSystem.resolve(path);
  const mode = stat === undefined ? {} : { mode: stat.mode };
  const draft = {
    ...change.origin,
    path,
    before: { version: before, bytes: expected, ...mode },
    after: null,
    temporary: join(dirname(path), temporaryName),
    ...(change.createdFolder === undefined ? {} : { createdFolder: change.createdFolder }),
  };
  const id = await beginInHistory(() => draft, ground, notes);
  try {
    const replaced = await fileSystem.removeIfUnchanged(path, expected, {
      isDurable,
      temporaryName,
      judged: change.judged,
      watchFormer: id !== undefined,
    });
    if (replaced.outcome !== "replaced") {
      await failInHistory(id, "the file was changed by another program", ground);
      return { outcome: "changed", present: replaced.outcome === "changed" ? replaced.present : undefined };
    }
    await noteReplaced(id, replaced, ground, notes);
    return { outcome: "committed", change: id, stat: replaced.stat, notes };
  } catch (cause) {
    await failInHistory(id, cause instanceof FileSystemError ? cause.code : "failed", ground);
    throw cause;
  }
}

function draftOf(
  { path, before, after, mode, origin, splices }: FileChange,
  temporaryName: string,
  createdFolder: RealPath | undefined,
): ChangeDraft {
  if (before?.bytes !== undefined && splices !== undefined && before.size > WHOLE_IMAGE_BYTES) {
    return {
      ...origin,
      path,
      before: { version: before, bytes: undefined },
      after: { version: after, bytes: undefined },
      splices: toSpliceDrafts(before.bytes, splices),
      temporary: join(dirname(path), temporaryName),
    };
  }
  return {
    ...origin,
    path,
    before: before === undefined ? null : { version: before, bytes: before.bytes },
    after: { version: after, bytes: after.bytes, ...(mode === undefined ? {} : { mode }) },
    temporary: join(dirname(path), temporaryName),
    ...(createdFolder === undefined ? {} : { createdFolder }),
  };
}

function toSpliceDrafts(before: Uint8Array, splices: readonly ByteSplice[]): SpliceDraft[] {
  return splices.map(({ start, end, bytes }) => ({
    start,
    removed: before.subarray(start, end),
    inserted: bytes,
  }));
}

function requireBytes(version: ContentVersion, path: AbsolutePath): Uint8Array {
  if (version.bytes === undefined) throw new RangeError(`content of ${path} is not held`);
  return version.bytes;
}
