/**
 * A change of a file too large to hold. The new file is made beside it in the background; only putting it in place is
 * one step. The history keeps what was replaced and what replaced it, from which either version can be made of the other.
 */
import { dirname, join } from "node:path";
import type { ContentReader } from "../content/content-reader.js";
import type { ContentVersion } from "../content/content-version.js";
import type { LineIndex } from "../content/line-index.js";
import type { Reading } from "../content/reading.js";
import { type FileStat, type FileSystem, FileSystemError, type StagedFile } from "../fs/file-system.js";
import type { AbsolutePath, RealPath } from "../fs/paths.js";
import { TEMPORARY_PREFIX } from "../fs/temporary-names.js";
import { unlessUnavailable } from "../fs/unless-unavailable.js";
import type { ChangeDraft } from "../history/drafts.js";
import type { ByteSplice } from "../text/byte-splices.js";
import type { ChangeOrigin } from "./commit.js";
import { copyWithSplices } from "./copy-with-splices.js";
import {
  beginInHistory,
  type CommitNote,
  failInHistory,
  type MutationGround,
  noteReplaced,
} from "./write-ahead.js";

export interface LargeChange {
  readonly path: RealPath;
  /** The file as it was searched: its version, its digests, its stamps. */
  readonly index: LineIndex;
  readonly splices: readonly ByteSplice[];
  readonly origin: ChangeOrigin;
}

export type LargeCommitted =
  | {
      readonly outcome: "committed";
      readonly change: string | undefined;
      readonly stat: FileStat;
      readonly after: ContentVersion;
      readonly notes: readonly CommitNote[];
    }
  | { readonly outcome: "changed" }
  | { readonly outcome: "not-replaceable"; readonly reason: string };

export interface LargeGround extends MutationGround {
  readonly content: ContentReader;
}

export async function commitLarge(
  change: LargeChange,
  ground: LargeGround,
  signal: AbortSignal | undefined,
): Promise<LargeCommitted> {
  const { path, index } = change;
  if (index.stat.links > 1)
    return { outcome: "not-replaceable", reason: "it has several names (hard links)" };
  return ground.content.openLarge(path, { judged: index.stat, signal }, (reading) =>
    stageAndPublish(change, reading, ground),
  );
}

async function stageAndPublish(
  change: LargeChange,
  reading: Reading,
  ground: LargeGround,
): Promise<LargeCommitted> {
  const { fileSystem, history, isDurable, randomName } = ground;
  const { path, index, splices } = change;
  const temporaryName = `${TEMPORARY_PREFIX}${randomName()}.tmp`;
  const temporary = join(dirname(path), temporaryName);
  await history?.noteStaging(temporary);
  const staged = await fileSystem.stage(path, temporaryName, {
    isDurable,
    watchFormer: history !== undefined,
  });
  const notes: CommitNote[] = [];
  let id: string | undefined;
  try {
    const stat = await reading.file.stat();
    // Blocks are compared while they are copied; only the size tells that something was appended since the search.
    if (stat.size !== index.stat.size) return { outcome: "changed" };
    const copied = await copyWithSplices({ reading, index, splices, staged });
    if (copied === undefined) return { outcome: "changed" };
    const { version: after, removed } = copied;
    const draft = {
      ...change.origin,
      path,
      before: { version: index.version, bytes: undefined },
      after: { version: after, bytes: undefined },
      ...keepWithinBounds(splices, removed, ground, notes),
      temporary,
    };
    id = await beginInHistory(() => draft, ground, notes);
    const published = await staged.publish(stat);
    if (published.outcome === "replaced") {
      await noteReplaced(id, published, ground, notes);
      return { outcome: "committed", change: id, stat: published.stat, after, notes };
    }
    await failInHistory(id, "the file was changed by another program", ground);
    return published.outcome === "changed" ? { outcome: "changed" } : published;
  } catch (cause) {
    await failInHistory(id, cause instanceof FileSystemError ? cause.code : "failed", ground);
    throw cause;
  } finally {
    await discard(staged, temporary as AbsolutePath, fileSystem);
  }
}

/** The outcome is known by now, and no failure to clean up may take its place. */
async function discard(staged: StagedFile, path: AbsolutePath, fileSystem: FileSystem): Promise<void> {
  try {
    await staged.discard();
  } catch {
    await unlessUnavailable(() => fileSystem.removeFile(path));
  }
}

/** Only the replaced places are kept; should even they be too much, the result says so. */
function keepWithinBounds(
  splices: readonly ByteSplice[],
  removed: readonly Uint8Array[],
  { history }: LargeGround,
  notes: CommitNote[],
): Pick<ChangeDraft, "splices"> {
  let size = 0;
  for (const [index, { bytes }] of splices.entries()) size += bytes.length + (removed[index]?.length ?? 0);
  if (history !== undefined && size > history.options.maxFileBytes) {
    notes.push({ kind: "no-history", reason: "more was replaced than can be kept" });
    return {};
  }
  return {
    splices: splices.map(({ start, bytes }, index) => ({
      start,
      removed: removed[index] ?? new Uint8Array(0),
      inserted: bytes,
    })),
  };
}
