import fs from "node:fs";

const HEAD_BYTES = 4096;
const ELF = "\u007fELF";
const LITTLE_ENDIAN_64 = 0x0102;
/** Names the loader of programs that are linked with libraries when they start. */
const INTERPRETER = 3;

/** Whether a program needs no files but its own. False where that can't be told. */
export function isStaticProgram(path: string): boolean {
  try {
    const head = readHead(path);
    if (head.toString("latin1", 0, 4) !== ELF || head.readUInt16LE(4) !== LITTLE_ENDIAN_64) return false;
    const [offset, size, count] = [
      Number(head.readBigUInt64LE(32)),
      head.readUInt16LE(54),
      head.readUInt16LE(56),
    ];
    const kinds = Array.from({ length: count }, (_, index) => head.readUInt32LE(offset + index * size));
    return !kinds.includes(INTERPRETER);
  } catch {
    return false;
  }
}

function readHead(path: string): Buffer {
  const descriptor = fs.openSync(path, fs.constants.O_RDONLY);
  try {
    const head = Buffer.alloc(HEAD_BYTES);
    return head.subarray(0, fs.readSync(descriptor, head, 0, HEAD_BYTES, 0));
  } finally {
    fs.closeSync(descriptor);
  }
}
