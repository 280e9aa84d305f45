/** What the parts of the file system contract share: a disk prepared by hand, and short names for what they need. */
import { type AbsolutePath, type FileSystem, FileSystemError, type RealPath } from "../../src/index.js";

export interface PreparedDisk {
  readonly fileSystem: FileSystem;
  /** A folder, by its real path, that the test owns. */
  readonly folder: string;
  writeFile(path: string, bytes: Uint8Array): void;
  makeFolder(path: string): void;
  link(path: string, target: string): void;
  fifo(path: string): void;
  remove(path: string): void;
}

export interface ContractSetUp {
  readonly disk: PreparedDisk;
  readonly fileSystem: FileSystem;
  readonly at: (path: string) => AbsolutePath;
  readonly real: (path: string) => RealPath;
  /** The code an action fails with. */
  readonly codeOf: (action: () => unknown) => Promise<string>;
}

export const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
export const textOf = (bytes: Uint8Array | undefined): string | undefined =>
  bytes === undefined ? undefined : new TextDecoder().decode(bytes);

export function setUpContract(disk: PreparedDisk): ContractSetUp {
  const at = (path: string): AbsolutePath => `${disk.folder}/${path}` as AbsolutePath;
  const codeOf = async (action: () => unknown): Promise<string> => {
    try {
      await action();
    } catch (cause) {
      if (cause instanceof FileSystemError) return cause.code;
      throw cause;
    }
    return "no error";
  };
  return { disk, fileSystem: disk.fileSystem, at, real: (path) => at(path) as RealPath, codeOf };
}
