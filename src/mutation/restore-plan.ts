/**
 * What taking changes back would do to one file. Work done since is never wiped: the file must hold exactly what the
 * last of the changes left there; otherwise this is a conflict, and a three-way merge may be offered.
 */
import type { ContentReader } from "../content/content-reader.js";
import { ContentVersion } from "../content/content-version.js";
import { decodeText } from "../content/decode-text.js";
import { type FileSystem, FileSystemError } from "../fs/file-system.js";
import type { AbsolutePath, RealPath } from "../fs/paths.js";
import type { History } from "../history/history.js";
import type { HistoryReader } from "../history/history-reader.js";
import type { ChangeRecord, Image } from "../history/records.js";
import { applyByteSplices } from "../text/byte-splices.js";
import type { Hunk } from "../text/diff/hunks.js";
import { mergeLines } from "../text/diff/merge-lines.js";
import { encodeText } from "../text/encode-text.js";
import { findBinaryKind } from "../text/sniff.js";
import { HELD_BYTES } from "./file-restore.js";
import { reverseSplices } from "./reverse-splices.js";
import { diffTexts, findText } from "./text-of-content.js";

export interface RestoreGround {
  readonly fileSystem: FileSystem;
  readonly content: ContentReader;
  readonly history: History;
  /** Opened once, however many changes are undone. */
  readonly reader: () => Promise<HistoryReader>;
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

export type RestorePlan =
  | { readonly outcome: "ready"; readonly step: RestoreStep; readonly structuredPatch: readonly Hunk[] }
  /** The file already is as it would become. */
  | { readonly outcome: "unchanged" }
  | {
      readonly outcome: "conflict";
      readonly reason: string;
      /** A merge of the file as it is with the changes taken back, when both touch different lines. */
      readonly merged: { readonly step: RestoreStep; readonly structuredPatch: readonly Hunk[] } | undefined;
    }
  | { readonly outcome: "unavailable" | "refused"; readonly reason: string };

/** `changes` are one file's, oldest first. */
export async function planRestore(
  changes: readonly ChangeRecord[],
  ground: RestoreGround,
): Promise<RestorePlan> {
  const first = changes[0] as ChangeRecord;
  const last = changes.at(-1) as ChangeRecord;
  const present = await findPresent(first.path as AbsolutePath, ground);
  if (typeof present === "string") return { outcome: "refused", reason: present };
  const presentId = present?.id ?? null;
  const goalId = first.before?.id ?? null;
  if (presentId === goalId) return { outcome: "unchanged" };
  const isBroken = changes.some(
    (change, index) => index > 0 && change.before?.id !== changes[index - 1]?.after?.id,
  );
  if (presentId !== (last.after?.id ?? null) || isBroken) {
    return planMerge(first, last, isBroken ? undefined : present, ground);
  }
  const isAlone = changes.length === 1 && first.splices !== undefined;
  if (isAlone && first.before?.pieces === undefined && present?.bytes === undefined) {
    return { outcome: "ready", step: { kind: "splice", change: first }, structuredPatch: [] };
  }
  if (first.before === null) {
    if (present === undefined) return { outcome: "unchanged" };
    return ready({ kind: "delete", before: present }, undefined, first, ground);
  }
  const bytes = await findFormer(changes, present?.bytes, ground);
  if (bytes === undefined) return unavailable(first.before);
  const after = ground.content.versionOf(bytes);
  if (after.id !== first.before.id) return unavailable(first.before);
  return ready({ kind: "write", before: present, after, ...modeOf(first.before) }, bytes, first, ground);
}

/** What the file held before all of these: as it is kept, else made of the present by taking each back, newest first. */
async function findFormer(
  changes: readonly ChangeRecord[],
  present: Uint8Array | undefined,
  ground: RestoreGround,
): Promise<Uint8Array | undefined> {
  const oldest = changes[0]?.before;
  if (oldest?.pieces !== undefined) return readImage(oldest, ground);
  let bytes = present;
  for (const change of changes.toReversed()) {
    const { before } = change;
    const isKept = before?.pieces !== undefined;
    bytes = isKept ? await readImage(before, ground) : await undoSplices(change, bytes, ground);
  }
  return bytes;
}

async function readImage(image: Image, { reader }: RestoreGround): Promise<Uint8Array | undefined> {
  return image.pieces === undefined ? undefined : (await reader()).readImage(image);
}

/** The former content, made of the present one and what is kept of the replaced places. */
async function undoSplices(
  change: ChangeRecord,
  present: Uint8Array | undefined,
  { reader }: RestoreGround,
): Promise<Uint8Array | undefined> {
  const splices = await reverseSplices(change, await reader());
  return splices === undefined || present === undefined ? undefined : applyByteSplices(present, splices);
}

/** The content on disk with its version, undefined when there is no file, or why the path may not be touched. */
async function findPresent(
  path: AbsolutePath,
  { fileSystem, content }: RestoreGround,
): Promise<ContentVersion | undefined | string> {
  try {
    const { realPath, stat } = await fileSystem.resolve(path);
    if (realPath !== path) return "a link now stands on the way to it";
    if (stat === undefined) return undefined;
    if (stat.kind !== "file") return "it is no regular file any more";
    const { bytes } = await fileSystem.readSmallFile(realPath, HELD_BYTES);
    return bytes === undefined ? await content.currentVersion(realPath) : content.versionOf(bytes);
  } catch (cause) {
    if (cause instanceof FileSystemError) return `the disk answered ${cause.code}`;
    throw cause;
  }
}

async function ready(
  step: Exclude<RestoreStep, { kind: "splice" }>,
  goal: Uint8Array | undefined,
  change: ChangeRecord,
  ground: RestoreGround,
): Promise<RestorePlan> {
  const path = change.path as RealPath;
  const before = await findText(step.before?.bytes, path, ground.fileSystem);
  const after = await findText(goal, path, ground.fileSystem);
  return { outcome: "ready", step, structuredPatch: diffTexts(before ?? "", after ?? "") };
}

/** Only where every side is a text that is still known; a merge is never guessed. */
async function planMerge(
  first: ChangeRecord,
  last: ChangeRecord,
  present: ContentVersion | undefined,
  ground: RestoreGround,
): Promise<RestorePlan> {
  const reason =
    present === undefined && last.after !== null
      ? "the file was removed or changed by others in between"
      : "the file has been changed since";
  const conflict = { outcome: "conflict", reason, merged: undefined } as const;
  if (present?.bytes === undefined || first.before === null || last.after === null) return conflict;
  const path = first.path as RealPath;
  const { fileSystem } = ground;
  const base = await findText(await readImage(last.after, ground), path, ground.fileSystem);
  const goal = await findText(await readImage(first.before, ground), path, ground.fileSystem);
  if (base === undefined || goal === undefined || findBinaryKind(present.bytes) !== undefined)
    return conflict;
  const decoded = await decodeText(present.bytes, path, fileSystem);
  const { text, conflicts } = mergeLines(base, decoded.text, goal);
  if (conflicts.length > 0) return { ...conflict, reason: "the same lines have been changed since" };
  const encoded = encodeText(text, decoded.encoding.name, decoded.codec);
  if (encoded.kind === "unencodable") return conflict;
  const mark = present.bytes.subarray(0, decoded.encoding.bomLength);
  const after = ground.content.versionOf(Buffer.concat([mark, encoded.bytes]));
  const step = { kind: "write", before: present, after } as const;
  return { ...conflict, merged: { step, structuredPatch: diffTexts(decoded.text, text) } };
}

function modeOf({ mode }: Image): { mode?: number } {
  return mode === undefined ? {} : { mode };
}

function unavailable(image: Image): RestorePlan {
  const why = image.pieces === undefined ? "was too large to be kept" : "is no longer kept";
  return { outcome: "unavailable", reason: `its former content ${why}` };
}
