/** Odd files beside the others: left out of the plain search, and searched apart, one encoding after another. */
import type { EncodingName } from "../../text/codec.js";
import type { Scope, TextQuery } from "../query.js";
import type { OddFile } from "./odd-file.js";

export function withoutOdd(scope: Scope, odd: readonly OddFile[]): Scope {
  if (odd.length === 0) return scope;
  const paths = new Set(odd.map(({ path }) => path));
  return { ...scope, accepts: (path) => !paths.has(path) && scope.accepts(path) };
}

/** Few enough bytes of names for one command line, whatever else is on it. */
const MAX_NAMES_BYTES = 256 * 1024;

export async function forEachEncoding<Query extends TextQuery>(
  odd: readonly OddFile[],
  scope: Scope,
  query: Query,
  search: (scope: Scope, query: Query) => Promise<unknown>,
): Promise<void> {
  const groups = new Map<EncodingName, string[]>();
  for (const { path, encoding } of odd) {
    const group = groups.get(encoding);
    if (group === undefined) groups.set(encoding, [path]);
    else group.push(path);
  }
  for (const [encoding, files] of groups) {
    for (const some of splitByBytes(files)) await search({ ...scope, files: some }, { ...query, encoding });
  }
}

function splitByBytes(names: readonly string[]): string[][] {
  const parts: string[][] = [];
  let room = 0;
  for (const name of names) {
    const bytes = Buffer.byteLength(name);
    if (bytes > room) {
      parts.push([]);
      room = MAX_NAMES_BYTES;
    }
    parts.at(-1)?.push(name);
    room -= bytes;
  }
  return parts;
}
