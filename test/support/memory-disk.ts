/** The disk in memory, as the contract of file systems prepares it. */
import type { FileSystem, MemoryFileSystem } from "../../src/index.js";
import type { DiskUnderTest } from "../../src/testing/index.js";

/** `fileSystem` is another one over the same memory, if it is that which is tried. */
export function createMemoryDisk(memory: MemoryFileSystem, fileSystem: FileSystem = memory): DiskUnderTest {
  memory.putFolder("/disk");
  return {
    fileSystem,
    folder: "/disk",
    writeFile: (path, bytes) => memory.put(path, bytes),
    makeFolder: (path) => memory.putFolder(path),
    remove: (path) => memory.remove(path),
    link: (path, target) => memory.putLink(path, target),
    fifo: (path) => memory.putSpecial(path, "fifo"),
  };
}
