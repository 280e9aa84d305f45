import type { FileSystem } from "./file-system.js";
import type { AbsolutePath } from "./paths.js";
import { unlessUnavailable } from "./unless-unavailable.js";

/** The text of a file, links followed; `undefined` if there is none, or if it is not a regular file, too large or unreadable. */
export async function findSmallText(
  path: string,
  maxBytes: number,
  fileSystem: FileSystem,
): Promise<string | undefined> {
  // Most files that are looked for are not there, which this finds out more cheaply than by resolving the path.
  if ((await fileSystem.findKind(path as AbsolutePath)) !== "file") return undefined;
  const file = await unlessUnavailable(async () => {
    const { realPath, stat } = await fileSystem.resolve(path as AbsolutePath);
    return stat?.kind === "file" ? fileSystem.readSmallFile(realPath, maxBytes) : undefined;
  });
  return file?.bytes === undefined ? undefined : Buffer.from(file.bytes).toString("utf8");
}
