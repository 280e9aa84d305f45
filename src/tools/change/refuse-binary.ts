/** For changes of files that are not text: says what the file is and what to do instead. */
import { ToolError } from "../../errors/tool-error.js";
import { findImageFormat } from "../../text/image-format.js";
import { formatBytes } from "../../text/quantities.js";
import type { BinaryKind } from "../../text/sniff.js";
import { visiblePath } from "../../text/visible.js";
import { article, type Target } from "../path-refusals.js";

/** `bytes` is the file's content where that is at hand: an image then says its size in pixels. */
export async function refuseBinaryChange(
  target: Target,
  { name, shownAs }: BinaryKind,
  bytes?: Uint8Array,
): Promise<ToolError> {
  const size = target.stat?.size ?? 0;
  const pixels = bytes === undefined || shownAs !== "image" ? undefined : await findPixels(bytes);
  const facts = [...(pixels === undefined ? [] : [pixels]), formatBytes(size)].join(", ");
  const advice =
    shownAs === undefined
      ? "Change the file it is made from, or ask the user."
      : "Read shows it. To change it, change the file it is made from, or ask the user.";
  return new ToolError(
    "BINARY_FILE",
    `${visiblePath(target.path)} is ${article(name)} (${facts}), and only text can be changed here. ${advice}`,
    { data: { filePath: target.path, kind: name, size } },
  );
}

/** "640x480"; `undefined` for damaged images and formats whose structure is not known. */
async function findPixels(bytes: Uint8Array): Promise<string | undefined> {
  const format = findImageFormat(bytes);
  if (format === undefined) return undefined;
  const { findShownFormat } = await import("../../media/image/structure/check-structure.js");
  const structure = findShownFormat(format)?.check(bytes);
  return structure === undefined || typeof structure === "string"
    ? undefined
    : `${structure.width}x${structure.height}`;
}
