/** How a promise of the contract is written down, and what it has at hand. */
import assert from "node:assert/strict";
import { type FileStat, FileSystemError } from "../../fs/file-system.js";
import type { AbsolutePath, RealPath } from "../../fs/paths.js";
import type { DiskCapability, DiskUnderTest } from "./disk-under-test.js";

export interface CaseDefinition {
  /** Stays what it is when the title is put better. */
  readonly id: string;
  readonly title: string;
  /** Without these there is nothing to check. */
  readonly needs?: readonly DiskCapability[];
  readonly check: (setUp: ContractSetUp) => Promise<void>;
}

/** A disk whose optional parts are there to be called; `has` says whether they work. */
export interface ContractSetUp {
  readonly disk: Omit<DiskUnderTest, "dispose"> & {
    readonly link: NonNullable<DiskUnderTest["link"]>;
    readonly fifo: NonNullable<DiskUnderTest["fifo"]>;
  };
  readonly fileSystem: DiskUnderTest["fileSystem"];
  readonly has: (capability: DiskCapability) => boolean;
  readonly at: (path: string) => AbsolutePath;
  readonly real: (path: string) => RealPath;
  /** Fails unless the action throws a FileSystemError with this code. */
  readonly fails: (action: () => unknown, code: string) => Promise<void>;
}

export const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
export const textOf = (bytes: Uint8Array | undefined): string | undefined =>
  bytes === undefined ? undefined : new TextDecoder().decode(bytes);

export function setUpCase(disk: DiskUnderTest, lacks: readonly DiskCapability[]): ContractSetUp {
  const at = (path: string): AbsolutePath => `${disk.folder}/${path}` as AbsolutePath;
  const absent = (method: string, capability: DiskCapability) => (): never => {
    throw new Error(
      `This disk has no ${method}(). Give it one, or say lacks: [${JSON.stringify(capability)}].`,
    );
  };
  return {
    disk: {
      fileSystem: disk.fileSystem,
      folder: disk.folder,
      writeFile: (path, bytes) => disk.writeFile(path, bytes),
      makeFolder: (path) => disk.makeFolder(path),
      remove: (path) => disk.remove(path),
      link: disk.link?.bind(disk) ?? absent("link", "links"),
      fifo: disk.fifo?.bind(disk) ?? absent("fifo", "fifos"),
    },
    fileSystem: disk.fileSystem,
    has: (capability) => !lacks.includes(capability),
    at,
    real: (path) => at(path) as RealPath,
    fails: async (action, code) => assert.equal(await codeOf(action), code),
  };
}

async function codeOf(action: () => unknown): Promise<string> {
  try {
    await action();
  } catch (cause) {
    if (cause instanceof FileSystemError) return cause.code;
    throw new Error(`It failed with something that is no FileSystemError: ${String(cause)}`, { cause });
  }
  return "no error";
}

/** Field by field: a stat may be of any class, and have more to tell. */
export function assertSameStat(actual: FileStat | undefined, expected: FileStat | undefined): void {
  assert.deepEqual(pickStat(actual), pickStat(expected));
}

function pickStat(stat: FileStat | undefined): FileStat | undefined {
  if (stat === undefined) return undefined;
  const { kind, size, mode, links, device, inode, modifiedNs, changedNs } = stat;
  return { kind, size, mode, links, device, inode, modifiedNs, changedNs };
}
