/** What the nearest `.editorconfig` files declare for a file. Read only when an answer depends on it. */
import { dirname, join, relative, sep } from "node:path";
import { type FileSystem, FileSystemError } from "../fs/file-system.js";
import type { AbsolutePath, RealPath } from "../fs/paths.js";
import type { DeclaredProperty } from "../text/editorconfig.js";

const CONFIG_MAX_BYTES = 65_536;

/** The value in lower case; `undefined` if nothing is declared, or "unset". */
export async function findDeclared(
  fileSystem: FileSystem,
  path: RealPath,
  property: DeclaredProperty,
): Promise<string | undefined> {
  const { findProperty, parseEditorConfig } = await import("../text/editorconfig.js");
  let folder = dirname(path);
  for (;;) {
    const text = await readConfig(fileSystem, join(folder, ".editorconfig") as AbsolutePath);
    if (text !== undefined) {
      const config = parseEditorConfig(text);
      const value = findProperty(config, relative(folder, path).split(sep).join("/"), property);
      if (value !== undefined) return value === "unset" ? undefined : value;
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
    const { bytes } = await fileSystem.readSmallFile(realPath, CONFIG_MAX_BYTES, stat);
    return bytes === undefined ? undefined : Buffer.from(bytes).toString("utf8");
  } catch (cause) {
    // A configuration that can't be read is no reason to refuse the file it is about.
    if (cause instanceof FileSystemError) return undefined;
    throw cause;
  }
}
