/** A FileSystem with some operations replaced; the others are those of the one it stands on. */
import type { FileSystem } from "../../src/index.js";

export function alterFileSystem(inner: FileSystem, changes: Partial<FileSystem>): FileSystem {
  return new Proxy(inner, {
    get(target, name: keyof FileSystem) {
      const operation = changes[name] ?? target[name];
      return typeof operation === "function" ? operation.bind(target) : operation;
    },
  });
}
