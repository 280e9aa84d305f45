/** The file a change is about, as it is now: where the path leads, what it holds, in which encoding. */
import { basename } from "node:path";
import type { ContentVersion } from "../../content/content-version.js";
import { type DecodedText, decodeText } from "../../content/decode-text.js";
import { ToolError } from "../../errors/tool-error.js";
import type { FileStat } from "../../fs/file-system.js";
import type { AbsolutePath, RealPath } from "../../fs/paths.js";
import { findBinaryKindByName, findPromisedKind } from "../../text/binary-extensions.js";
import { isPdf } from "../../text/pdf-header.js";
import { formatBytes } from "../../text/quantities.js";
import { findBinaryKind, isMostlyControls } from "../../text/sniff.js";
import { visiblePath } from "../../text/visible.js";
import type { CallContext } from "../context.js";
import { refuseBinary, refuseDirectory } from "../path-refusals.js";
import { refuseSpecial } from "../translate-failure.js";

export interface ChangeTarget {
  readonly path: AbsolutePath;
  readonly realPath: RealPath;
  readonly stat: FileStat | undefined;
}

/** A file's whole present content. */
export interface PresentFile {
  readonly version: ContentVersion;
  readonly decoded: DecodedText;
}

/** Refuses what is no regular text file; answers its stat, or undefined when nothing is there. */
export async function requireTextFile(
  target: ChangeTarget,
  context: CallContext,
): Promise<FileStat | undefined> {
  const { stat } = target;
  if (stat === undefined) return undefined;
  if (stat.kind === "directory") throw await refuseDirectory(target, context);
  if (stat.kind !== "file") throw refuseSpecial(target.path, stat.kind);
  const kindByName = findBinaryKindByName(basename(target.realPath));
  if (kindByName !== undefined && stat.size > 0) throw refuseBinary(target, kindByName);
  return stat;
}

export async function loadPresent(
  target: ChangeTarget,
  maxBytes: number,
  context: CallContext,
): Promise<PresentFile> {
  const { fileSystem, content } = context.workspace;
  const { bytes } = await fileSystem.readSmallFile(target.realPath, maxBytes, target.stat);
  if (bytes === undefined) throw refuseTooLarge(target, maxBytes);
  const binary = findBinaryKind(bytes);
  if (binary !== undefined) throw refuseBinary(target, binary.name);
  // Read shows a file that is named so as the PDF it is, also with lines of other programs before its beginning.
  if (findPromisedKind(target.realPath) === "PDF" && isPdf(bytes)) throw refuseBinary(target, "PDF document");
  const decoded = await decodeText(bytes, target.realPath, fileSystem);
  const isLegacy = !decoded.encoding.name.startsWith("UTF-");
  if (isLegacy && isMostlyControls(bytes)) throw refuseBinary(target, "binary data");
  return { version: content.versionOf(bytes), decoded };
}

export function refuseTooLarge(target: ChangeTarget, maxBytes: number): ToolError {
  return new ToolError(
    "FILE_TOO_LARGE",
    `${visiblePath(target.path)} is ${formatBytes(target.stat?.size ?? 0)}; files over ${formatBytes(maxBytes)} can't be changed this way. Use a program made for files of that size.`,
    { data: { filePath: target.path, size: target.stat?.size ?? 0, maxBytes } },
  );
}
