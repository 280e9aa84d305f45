/**
 * What undoing changes would do to one file. Work done since is never overwritten: the file must hold exactly what the last
 * of the changes left there. Otherwise it is a conflict, for which a three-way merge may be offered.
 */
import type { ContentReader } from "../content/content-reader.js";
import { ContentVersion } from "../content/content-version.js";
import { type FileStat, type FileSystem, FileSystemError } from "../fs/file-system.js";
import type { AbsolutePath, RealPath } from "../fs/paths.js";
import type { History } from "../history/history.js";
import type { HistoryReader } from "../history/history-reader.js";
import type { ChangeRecord, Image } from "../history/records.js";
import { applyByteSplices } from "../text/byte-splices.js";
import type { Hunk } from "../text/diff/hunks.js";
import { describeFailure } from "./describe-failure.js";
import { HELD_BYTES } from "./file-restore.js";
import { planMerge } from "./merge-plan.js";
import { reverseSplices } from "./reverse-splices.js";
import { diffTexts, findText } from "./text-of-content.js";

export interface RestoreDeps {
  readonly fileSystem: FileSystem;
  readonly content: ContentReader;
  readonly history: History;
  /** Opened once for any number of changes. */
  readonly reader: () => Promise<HistoryReader>;
  /** The stat by which restoring the file was permitted: a file with other hard links is neither read nor changed. */
  readonly judged?: FileStat | undefined;
}

export type RestoreStep =
  | {
      readonly kind: "write";
      readonly before: ContentVersion | undefined;
      readonly after: ContentVersion;
      readonly mode?: number;
    }
  | { readonly kind: "delete"; readonly before: ContentVersion }
  | { readonly kind: "splice"; readonly change: ChangeRecord };

/** A step that can be taken. It holds contents: use it and let it go. */
export interface ReadyStep {
  readonly step: RestoreStep;
  /** Compares both contents; empty if one of them is not text or is too large to hold. */
  readonly diff: () => Promise<readonly Hunk[]>;
}

export type RestorePlan =
  | ({ readonly outcome: "ready" } & ReadyStep)
  /** The file already has that content. */
  | { readonly outcome: "unchanged" }
  | {
      readonly outcome: "conflict";
      readonly reason: string;
      /** A merge of the present content with the undone changes, if they touch different lines. */
      readonly merged: ReadyStep | undefined;
    }
  | { readonly outcome: "unavailable" | "refused"; readonly reason: string };

/**
 * `changes` are one file's, oldest first. `expected` is the content that the file will have by then, if an earlier step of the
 * same plan changes it; by default, the content on disk counts.
 */
export async function planRestore(
  changes: readonly ChangeRecord[],
  deps: RestoreDeps,
  expected?: Image | null,
): Promise<RestorePlan> {
  const first = changes[0] as ChangeRecord;
  const last = changes.at(-1) as ChangeRecord;
  const present = await findPresent(first.path as AbsolutePath, deps, expected);
  if (typeof present === "string") return { outcome: "refused", reason: present };
  const presentId = present?.id ?? null;
  const goalId = first.before?.id ?? null;
  if (presentId === goalId) return { outcome: "unchanged" };
  const isBroken = changes.some(
    (change, index) => index > 0 && change.before?.id !== changes[index - 1]?.after?.id,
  );
  if (presentId !== (last.after?.id ?? null) || isBroken) {
    return planMerge(first, last, isBroken ? undefined : present, deps);
  }
  const isAlone = changes.length === 1 && first.splices !== undefined;
  if (isAlone && first.before?.pieces === undefined && present?.bytes === undefined) {
    return { outcome: "ready", step: { kind: "splice", change: first }, diff: async () => [] };
  }
  if (first.before === null) {
    if (present === undefined) return { outcome: "unchanged" };
    return planContent({ present, after: null, path: first.path as RealPath }, deps);
  }
  const bytes = await findFormer(changes, present?.bytes, deps);
  const after = bytes === undefined ? undefined : deps.content.versionOf(bytes);
  if (after?.id !== first.before.id) return describeUnavailable(first.before);
  const { mode } = first.before;
  return planContent({ present, after, path: first.path as RealPath, mode }, deps);
}

export interface ContentGoal {
  readonly path: RealPath;
  readonly present: ContentVersion | undefined;
  /** The content that the file gets, held; null removes the file. */
  readonly after: ContentVersion | null;
  readonly mode?: number | undefined;
}

/** Replaces the present content by another, or removes the file. */
export function planContent({ path, present, after, mode }: ContentGoal, deps: RestoreDeps): RestorePlan {
  if ((present?.id ?? null) === (after?.id ?? null)) return { outcome: "unchanged" };
  const step: RestoreStep =
    after === null
      ? { kind: "delete", before: present as ContentVersion }
      : { kind: "write", before: present, after, ...(mode === undefined ? {} : { mode }) };
  const diff = async (): Promise<readonly Hunk[]> => {
    if (present !== undefined && present.bytes === undefined) return [];
    const old = await findText(present?.bytes, path, deps.fileSystem);
    const now = await findText(after?.bytes, path, deps.fileSystem);
    return diffTexts(old ?? "", now ?? "");
  };
  return { outcome: "ready", step, diff };
}

/** The content before all of these changes: as it is kept, or made from the present by undoing each, newest first. */
async function findFormer(
  changes: readonly ChangeRecord[],
  present: Uint8Array | undefined,
  deps: RestoreDeps,
): Promise<Uint8Array | undefined> {
  const oldest = changes[0]?.before;
  if (oldest?.pieces !== undefined) return (await deps.reader()).readImage(oldest);
  let bytes = present;
  for (const change of changes.toReversed()) {
    const { before } = change;
    const isKept = before?.pieces !== undefined;
    bytes = isKept ? await (await deps.reader()).readImage(before) : await undoSplices(change, bytes, deps);
  }
  return bytes;
}

/** The former content, made from the present one and the kept bytes of the replaced ranges. */
async function undoSplices(
  change: ChangeRecord,
  present: Uint8Array | undefined,
  { reader }: RestoreDeps,
): Promise<Uint8Array | undefined> {
  const splices = await reverseSplices(change, await reader());
  return splices === undefined || present === undefined ? undefined : applyByteSplices(present, splices);
}

/** The content on disk; `undefined` if there is no file, or the reason why the path may not be touched. */
export async function findPresent(
  path: AbsolutePath,
  { fileSystem, content, judged }: RestoreDeps,
  expected?: Image | null,
): Promise<ContentVersion | undefined | string> {
  if (expected === null) return undefined;
  if (expected !== undefined) return ContentVersion.restore(expected.id, expected.size);
  try {
    const { realPath, stat } = await fileSystem.resolve(path);
    if (realPath !== path) return "a link now stands on the way to it";
    if (stat === undefined) return undefined;
    if (stat.kind !== "file") return "it is not a regular file any more";
    const { bytes } = await fileSystem.readSmallFile(realPath, HELD_BYTES, judged ?? stat);
    return bytes === undefined
      ? await content.currentVersion(realPath, judged ?? stat)
      : content.versionOf(bytes);
  } catch (cause) {
    if (cause instanceof FileSystemError) return describeFailure(cause);
    throw cause;
  }
}

function describeUnavailable(image: Image): RestorePlan {
  const why = image.pieces === undefined ? "was too large to be kept" : "is no longer kept";
  return { outcome: "unavailable", reason: `its former content ${why}` };
}
