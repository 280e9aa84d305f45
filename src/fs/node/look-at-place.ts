/** What only the system knows of a folder: whose it is, what room is left, on what kind of volume it lies. */
import fs from "node:fs";
import { toFileSystemError } from "./translate.js";

export interface Place {
  readonly mode: number;
  /** Whether it belongs to the user of this process; also where the system has no owners. */
  readonly isOurs: boolean;
  /** Whether entries can be made in it. */
  readonly isWritable: boolean;
  readonly freeBytes: number;
  /** What serves the volume over a network, such as "NFS"; undefined for a local disk, and where it can't be told. */
  readonly network: string | undefined;
}

/** The numbers by which Linux names kinds of volumes. */
const networkVolumes: Readonly<Record<number, string>> = {
  0x6969: "NFS",
  0x517b: "SMB",
  0xff534d42: "CIFS",
  0xfe534d42: "SMB",
  0x5346414f: "AFS",
  0x00c36400: "Ceph",
  0x01021997: "9P",
};

/** Waits in the thread pool, not here: a server that is gone may never answer. */
export async function lookAtPlace(path: string): Promise<Place> {
  try {
    const [stat, volume] = await Promise.all([fs.promises.stat(path), fs.promises.statfs(path)]);
    const { mode, uid } = stat;
    const isWritable = await fs.promises.access(path, fs.constants.W_OK).then(
      () => true,
      () => false,
    );
    return {
      mode: mode & 0o7777,
      isOurs: process.getuid === undefined || uid === process.getuid(),
      isWritable,
      freeBytes: volume.bavail * volume.bsize,
      network: process.platform === "linux" ? networkVolumes[volume.type >>> 0] : undefined,
    };
  } catch (cause) {
    throw toFileSystemError(cause, path);
  }
}
