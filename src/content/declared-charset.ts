/** The charset that the nearest `.editorconfig` files give a file; asked only of files that are not UTF-8. */
import { dirname, join, relative, sep } from "node:path";
import { type FileSystem, FileSystemError } from "../fs/file-system.js";
import type { AbsolutePath, RealPath } from "../fs/paths.js";

const CONFIG_MAX_BYTES = 65_536;

export async function findDeclaredCharset(
  fileSystem: FileSystem,
  path: RealPath,
): Promise<string | undefined> {
  const { findCharset, parseEditorConfig } = await import("../text/editorconfig.js");
  let folder = dirname(path);
  for (;;) {
    const text = await readConfig(fileSystem, join(folder, ".editorconfig") as AbsolutePath);
    if (text !== undefined) {
      const config = parseEditorConfig(text);
      const charset = findCharset(config, relative(folder, path).split(sep).join("/"));
      if (charset !== undefined) return charset === "unset" ? undefined : charset;
      if (config.root) return undefined;
    }
    const parent = dirname(folder);
    if (parent === folder) return undefined;
    folder = parent;
  }
}

async function readConfig(fileSystem: FileSystem, path: AbsolutePath): Promise<string | undefined> {
  try {
    const { realPath, stat } = await fileSystem.resolve(path);
    if (stat?.kind !== "file") return undefined;
    const { bytes } = await fileSystem.readSmallFile(realPath, CONFIG_MAX_BYTES);
    return bytes === undefined ? undefined : Buffer.from(bytes).toString("utf8");
  } catch (cause) {
    // A configuration that can't be read is no reason to refuse the file it speaks of.
    if (cause instanceof FileSystemError) return undefined;
    throw cause;
  }
}
