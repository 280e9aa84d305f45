import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import {
  createMemoryFileSystem,
  createNodeFileSystem,
  type FileSystem,
  type MemoryDiskOptions,
} from "../../src/index.js";
import { createFaultyFileSystem } from "../support/faulty-file-system.js";
import type { PreparedDisk } from "./contract-set-up.js";
import { describeFileSystemContract } from "./file-system-contract.js";

function localDisk(fileSystem: FileSystem): PreparedDisk {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "filewright-contract-")));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return {
    fileSystem,
    folder,
    writeFile: writeFileSync,
    makeFolder: (path) => mkdirSync(path, { recursive: true }),
    link: (path, target) => symlinkSync(target, path),
    fifo: (path) => execFileSync("mkfifo", [path]),
    remove: (path) => rmSync(path, { recursive: true }),
  };
}

function memoryDisk(options: MemoryDiskOptions = {}): PreparedDisk {
  const fileSystem = createMemoryFileSystem(options);
  void fileSystem.makeDirectory("/disk" as never, 0o755);
  return {
    fileSystem,
    folder: "/disk",
    writeFile: (path, bytes) => fileSystem.put(path, bytes),
    makeFolder: (path) => void fileSystem.makeDirectory(path as never, 0o755),
    link: (path, target) => fileSystem.putLink(path, target),
    fifo: (path) => fileSystem.putSpecial(path, "fifo"),
    remove: (path) => fileSystem.remove(path),
  };
}

describeFileSystemContract("the local disk", () => localDisk(createNodeFileSystem()));
describeFileSystemContract("the local disk without synchronous reads", () =>
  localDisk(createNodeFileSystem({ syncUpToBytes: 0 })),
);
describeFileSystemContract("the disk in memory", () => memoryDisk());
describeFileSystemContract("the disk in memory that folds capitals", () => memoryDisk({ foldsCase: true }));
describeFileSystemContract("a fault injector without faults", () => {
  const disk = localDisk(createNodeFileSystem());
  return { ...disk, fileSystem: createFaultyFileSystem(disk.fileSystem) };
});
describeFileSystemContract("a fault injector over memory", () => {
  const disk = memoryDisk();
  return { ...disk, fileSystem: createFaultyFileSystem(disk.fileSystem) };
});
