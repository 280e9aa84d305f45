/** Undoing changes of a file that has been changed since: a conflict, for which a three-way merge may be offered. */
import type { ContentVersion } from "../content/content-version.js";
import { decodeText } from "../content/decode-text.js";
import type { RealPath } from "../fs/paths.js";
import type { ChangeRecord, Image } from "../history/records.js";
import { mergeLines } from "../text/diff/merge-lines.js";
import { encodeText } from "../text/encode-text.js";
import { findBinaryKind } from "../text/sniff.js";
import type { RestoreDeps, RestorePlan } from "./restore-plan.js";
import { diffTexts, findText } from "./text-of-content.js";

/** Merges only if all three sides are texts that are still kept; never guesses. */
export async function planMerge(
  first: ChangeRecord,
  last: ChangeRecord,
  present: ContentVersion | undefined,
  deps: RestoreDeps,
): Promise<RestorePlan> {
  const reason =
    present === undefined && last.after !== null
      ? "the file was removed or changed by others in between"
      : "the file has been changed since";
  const conflict = { outcome: "conflict", reason, merged: undefined } as const;
  if (present?.bytes === undefined || first.before === null || last.after === null) return conflict;
  const path = first.path as RealPath;
  const { fileSystem } = deps;
  const base = await readText(last.after, path, deps);
  const goal = await readText(first.before, path, deps);
  if (base === undefined || goal === undefined || findBinaryKind(present.bytes) !== undefined)
    return conflict;
  const decoded = await decodeText(present.bytes, path, fileSystem);
  const { text, conflicts } = mergeLines(base, decoded.text, goal);
  if (conflicts.length > 0) return { ...conflict, reason: "the same lines have been changed since" };
  const encoded = encodeText(text, decoded.encoding.name, decoded.codec);
  if (encoded.kind === "unencodable") return conflict;
  const mark = present.bytes.subarray(0, decoded.encoding.bomLength);
  const after = deps.content.versionOf(Buffer.concat([mark, encoded.bytes]));
  const step = { kind: "write", before: present, after } as const;
  return { ...conflict, merged: { step, diff: async () => diffTexts(decoded.text, text) } };
}

async function readText(
  image: Image,
  path: RealPath,
  { reader, fileSystem }: RestoreDeps,
): Promise<string | undefined> {
  if (image.pieces === undefined) return undefined;
  return findText(await (await reader()).readImage(image), path, fileSystem);
}
