/** What Git LFS commits in the place of a large file: a few lines that say which. Nothing a file could be compared with. */
const BEGINNING = "version https://git-lfs.github.com/spec/";
const MAX_POINTER_BYTES = 1024;

export function isLargeFilePointer(bytes: Uint8Array): boolean {
  if (bytes.length > MAX_POINTER_BYTES) return false;
  return Buffer.from(bytes).toString("latin1").startsWith(BEGINNING);
}

/** The SHA-256 of the file that it stands for. */
export function findPointedHash(pointer: Uint8Array): string | undefined {
  return /^oid sha256:([0-9a-f]{64})$/m.exec(Buffer.from(pointer).toString("latin1"))?.[1];
}
