/** Whether a file on disk is, byte for byte and in its mode, what it should be. */
import { readFileSync, statSync } from "node:fs";

export interface Expected {
  readonly bytes: Uint8Array;
  /** Permission bits; undefined where the system's default for new files decides. */
  readonly mode: number | undefined;
}

/** What differs, in words; undefined when nothing does. Expecting undefined is expecting no file. */
export function findDifference(path: string, expected: Expected | undefined): string | undefined {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (expected === undefined) return stat === undefined ? undefined : "is there and should not be";
  if (stat === undefined) return "is not there";
  const actual = readFileSync(path);
  if (!actual.equals(expected.bytes)) return describeBytes(actual, expected.bytes);
  const mode = stat.mode & 0o777;
  return expected.mode === undefined || mode === expected.mode
    ? undefined
    : `has mode ${mode.toString(8)}, not ${expected.mode.toString(8)}`;
}

function describeBytes(actual: Uint8Array, expected: Uint8Array): string {
  let at = 0;
  while (at < expected.length && actual[at] === expected[at]) at += 1;
  const shown = (bytes: Uint8Array): string =>
    JSON.stringify(Buffer.from(bytes.subarray(at, at + 30)).toString("latin1"));
  return `${actual.length} bytes, not ${expected.length}; at ${at} it has ${shown(actual)}, not ${shown(expected)}`;
}
