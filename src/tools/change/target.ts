/** The file a change is about, as it is now: where the path leads, what it holds, in which encoding. */
import { basename } from "node:path";
import type { ContentVersion } from "../../content/content-version.js";
import { type DecodedText, decodeText } from "../../content/decode-text.js";
import { ToolError } from "../../errors/tool-error.js";
import type { FileStat } from "../../fs/file-system.js";
import type { AbsolutePath, RealPath } from "../../fs/paths.js";
import { findBinaryKindByName, findPromisedKind } from "../../text/binary-extensions.js";
import { isUnicode } from "../../text/codec.js";
import { isPdf } from "../../text/pdf-header.js";
import { formatBytes } from "../../text/quantities.js";
import { type BinaryKind, binaryData, findBinaryKind, isMostlyControls } from "../../text/sniff.js";
import { visiblePath } from "../../text/visible.js";
import type { CallContext } from "../context.js";
import { refuseDirectory } from "../path-refusals.js";
import { refuseSpecial } from "../translate-failure.js";
import { refuseBinaryChange } from "./refuse-binary.js";

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
  if (kindByName !== undefined && stat.size > 0) throw await refuseBinaryChange(target, { name: kindByName });
  return stat;
}

export async function loadPresent(
  target: ChangeTarget,
  maxBytes: number,
  context: CallContext,
): Promise<PresentFile> {
  const { fileSystem, content } = context.workspace;
  const { bytes, stat } = await fileSystem.readSmallFile(target.realPath, maxBytes, target.stat);
  if (bytes === undefined) throw refuseTooLarge(target, maxBytes);
  const binary = findBinary(bytes, target);
  if (binary !== undefined) throw await refuseBinaryChange(target, binary, bytes);
  const decoded = await decodeText(bytes, target.realPath, fileSystem);
  if (!isUnicode(decoded.encoding) && isMostlyControls(bytes))
    throw await refuseBinaryChange(target, binaryData);
  return { version: content.versionOf(bytes, stat), decoded };
}

/** Refuses a file of up to `maxBytes` that is not text, whatever else would be said of it. */
export async function requireTextContent(
  target: ChangeTarget,
  maxBytes: number,
  { workspace }: CallContext,
): Promise<void> {
  const { bytes } = await workspace.fileSystem.readSmallFile(target.realPath, maxBytes, target.stat);
  const binary = bytes === undefined ? undefined : findBinary(bytes, target);
  if (binary !== undefined) throw await refuseBinaryChange(target, binary, bytes);
}

function findBinary(bytes: Uint8Array, target: ChangeTarget): BinaryKind | undefined {
  const binary = findBinaryKind(bytes);
  // Read shows a file that is named so as the PDF it is, also with lines of other programs before its beginning.
  const isNamedPdf = binary === undefined && findPromisedKind(target.realPath) === "PDF" && isPdf(bytes);
  return isNamedPdf ? { name: "PDF document", shownAs: "pdf" } : binary;
}

export function refuseTooLarge(target: ChangeTarget, maxBytes: number): ToolError {
  return new ToolError(
    "FILE_TOO_LARGE",
    `${visiblePath(target.path)} is ${formatBytes(target.stat?.size ?? 0)}; files over ${formatBytes(maxBytes)} can't be changed this way. Use a program made for files of that size.`,
    { data: { filePath: target.path, size: target.stat?.size ?? 0, maxBytes } },
  );
}
