/** A disk for readers that know files by their paths alone. */
import { type FileStat, type FileSystem, FileSystemError, type MaybePromise } from "./file-system.js";
import { type RealPathOrBytes, textOfPath } from "./paths.js";

/** Opens a file with several hard links only if it may be read, judged by what was opened: MOVED otherwise. */
export function withJudgedReads(
  fileSystem: FileSystem,
  mayRead: (opened: FileStat) => MaybePromise<boolean>,
): FileSystem {
  const require = async (opened: FileStat, path: RealPathOrBytes): Promise<void> => {
    if (opened.links > 1 && !(await mayRead(opened))) throw new FileSystemError("MOVED", textOfPath(path));
  };
  const judged: Pick<FileSystem, "readSmallFile" | "open"> = {
    readSmallFile: async (path, maxBytes, expected) => {
      const read = await fileSystem.readSmallFile(path, maxBytes, expected);
      await require(read.stat, path);
      return read;
    },
    open: async (path, expected) => {
      const file = await fileSystem.open(path, expected);
      try {
        await require(await file.stat(), path);
        return file;
      } catch (cause) {
        await file.close();
        throw cause;
      }
    },
  };
  return new Proxy(fileSystem, {
    get: (target, name) => {
      if (name === "readSmallFile" || name === "open") return judged[name];
      const method: unknown = Reflect.get(target, name);
      return typeof method === "function" ? (method.bind(target) as unknown) : method;
    },
  });
}
