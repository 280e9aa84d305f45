/** Every file system of ours, and those of the tests, held to the contract that hosts hold theirs to. */
import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { createMemoryFileSystem, createNodeFileSystem, type FileSystem } from "../../src/index.js";
import { createLocalDisk, type DiskUnderTest, fileSystemContract } from "../../src/testing/index.js";
import { hasAttributePrograms } from "../process/attribute-support.js";
import { createFaultyFileSystem } from "../support/faulty-file-system.js";
import { createMemoryDisk } from "../support/memory-disk.js";
import { promisesOfContract } from "./promises.js";

function localDisk(fileSystem: FileSystem): DiskUnderTest {
  return {
    ...createLocalDisk(fileSystem),
    fifo: (path) => void execFileSync("mkfifo", [path]),
  };
}

const withoutFaults = (disk: DiskUnderTest): DiskUnderTest => ({
  ...disk,
  fileSystem: createFaultyFileSystem(disk.fileSystem),
});

const disks: Readonly<Record<string, () => DiskUnderTest>> = {
  "the local disk": () => localDisk(createNodeFileSystem()),
  "the local disk without synchronous reads": () => localDisk(createNodeFileSystem({ syncUpToBytes: 0 })),
  "the local disk without system calls": () => localDisk(createNodeFileSystem({ systemCalls: "ignore" })),
  "the disk in memory": () => createMemoryDisk(createMemoryFileSystem()),
  "the disk in memory that folds capitals": () =>
    createMemoryDisk(createMemoryFileSystem({ foldsCase: true })),
  "a fault injector without faults": () => withoutFaults(localDisk(createNodeFileSystem())),
  "a fault injector over memory": () => withoutFaults(createMemoryDisk(createMemoryFileSystem())),
};

for (const [name, create] of Object.entries(disks)) {
  describe(`${name} keeps the FileSystem contract`, () => {
    for (const { id, title, needs, run } of fileSystemContract({ create })) {
      const isLeftOut =
        !hasAttributePrograms && name.endsWith("without system calls") && needs.includes("renames");
      it.skipIf(isLeftOut)(`${title} ${promisesOfContract[id] ?? "without a promise"}`, run);
    }
  });
}

describe("The FileSystem contract", () => {
  it("has a promise of ours behind each of its cases [FS-1, FS-3]", () => {
    const ids = fileSystemContract({ create: () => createMemoryDisk(createMemoryFileSystem()) }).map(
      ({ id }) => id,
    );
    expect(ids.toSorted()).toEqual(Object.keys(promisesOfContract).toSorted());
    expect(new Set(ids).size).toBe(ids.length);
  });
});
