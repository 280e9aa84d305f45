/** A DiskUnderTest for every FileSystem that stands on the disk of this machine, such as one that wraps ours. */
import type { FileSystem } from "../../fs/file-system.js";
import {
  makeScratchFolder,
  makeScratchSubfolder,
  putFile,
  putLink,
  removeScratch,
} from "../../fs/node/scratch-folder.js";
import type { DiskUnderTest } from "./disk-under-test.js";

/** It can't make pipes: say `lacks: ["fifos"]`, or add `fifo` to what this answers. */
export function createLocalDisk(fileSystem: FileSystem): DiskUnderTest {
  const folder = makeScratchFolder("filewright-contract-");
  return {
    fileSystem,
    folder,
    writeFile: putFile,
    makeFolder: makeScratchSubfolder,
    remove: removeScratch,
    link: putLink,
    dispose: () => removeScratch(folder),
  };
}
