/** Two trees of files, byte by byte. */
import type { FileTree } from "../../fs/node/scratch-folder.js";

export function compareFiles(
  expected: FileTree,
  found: { readonly files: FileTree; readonly oddEntries?: readonly string[] },
): readonly string[] {
  const differences: string[] = [];
  for (const [name, wanted] of Object.entries(expected)) {
    const actual = fileOf(found.files, name);
    if (actual === undefined) differences.push(`${name}: is missing`);
    else if (Buffer.compare(wanted, actual) !== 0) differences.push(`${name}: ${describe(wanted, actual)}`);
  }
  const unexpected = Object.keys(found.files).filter((name) => fileOf(expected, name) === undefined);
  for (const name of [...unexpected, ...(found.oddEntries ?? [])])
    differences.push(`${name}: should not be there`);
  return differences;
}

/** Files may be called `constructor` or anything else that every object has. */
function fileOf(files: FileTree, name: string): Uint8Array | undefined {
  return Object.hasOwn(files, name) ? files[name] : undefined;
}

/** By line, with everything that does not show written out: an ending that was lost is a difference of two characters. */
function describe(wanted: Uint8Array, actual: Uint8Array): string {
  const at = wanted.findIndex((byte, index) => byte !== actual[index]);
  const place = at < 0 ? wanted.length : at;
  const line = wanted.subarray(0, place).reduce((sum, byte) => sum + (byte === 0x0a ? 1 : 0), 1);
  const start = wanted.subarray(0, place).lastIndexOf(0x0a) + 1;
  return `line ${line}: expected ${lineFrom(wanted, start)}, found ${lineFrom(actual, start)}`;
}

function lineFrom(bytes: Uint8Array, start: number): string {
  if (start >= bytes.length) return "the end of the file";
  const end = bytes.indexOf(0x0a, start);
  const line = bytes.subarray(start, Math.min(end < 0 ? bytes.length : end + 1, start + 160));
  return JSON.stringify(Buffer.from(line).toString("latin1"));
}
