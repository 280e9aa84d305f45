/** A plain word in one file of ordinary size, found without starting a program. */
import { isUtf8 } from "node:buffer";
import { FileSystemError } from "../../fs/file-system.js";
import type { RealPath } from "../../fs/paths.js";
import { findBom } from "../../text/bom.js";
import { asBuffer } from "../../text/codec.js";
import type { Finder } from "../finder.js";
import type { FoundPath } from "../found-path.js";
import type { OwnTextDeps } from "../own-text.js";
import type { LineQuery, Page, Reach } from "../query.js";
import { findLiteralLines, findOccurrences } from "./literal-lines.js";
import { findWholeLiteral } from "./whole-literal.js";

const MAX_BYTES = 1024 * 1024;
/** Everything was looked at. */
const whole: { readonly reach: Reach; readonly complaint: undefined } = {
  reach: { timedOut: false, unreadable: [] },
  complaint: undefined,
};

/** Undefined when the pattern is more than text, or the file is anything but plain UTF-8: then it is ripgrep's to search. */
export async function createLiteralFinder(
  place: RealPath,
  path: FoundPath,
  query: LineQuery,
  deps: OwnTextDeps,
): Promise<Finder | undefined> {
  const literal = query.ignoreCase || query.multiline ? undefined : findWholeLiteral(query.pattern);
  const text = literal === undefined ? undefined : await readPlain(place, deps);
  if (literal === undefined || text === undefined) return undefined;
  const needle = Buffer.from(literal, "utf8");
  return {
    files: async (page) => {
      const modifiedMs = (await deps.fileSystem.findModifiedTime(place)) ?? 0;
      const found = text.includes(needle) ? [{ path, modifiedMs }] : [];
      return { ...whole, files: found.slice(page.offset, lastOf(page)), total: found.length };
    },
    counts: async (page) => {
      const matches = findOccurrences(text, needle).length;
      const found = matches > 0 ? [{ path, matches }] : [];
      return {
        ...whole,
        counts: found.slice(page.offset, lastOf(page)),
        totalFiles: found.length,
        totalMatches: matches,
      };
    },
    lines: async (page) => {
      const found = findLiteralLines(text, needle, query, lastOf(page));
      return {
        ...whole,
        lines: found.slice(page.offset, lastOf(page)).map((line) => ({ ...line, path, encoding: undefined })),
        seen: found.length,
        hasMore: found.length > lastOf(page),
        binary: [],
      };
    },
  };
}

function lastOf({ offset, limit }: Page): number {
  return offset + limit;
}

async function readPlain(
  place: RealPath,
  { fileSystem, requireReadable }: OwnTextDeps,
): Promise<Buffer | undefined> {
  try {
    const { bytes, stat } = await fileSystem.readSmallFile(place, MAX_BYTES);
    await requireReadable(stat, place);
    if (bytes === undefined || bytes.includes(0) || findBom(bytes) !== undefined || !isUtf8(bytes))
      return undefined;
    return asBuffer(bytes);
  } catch (cause) {
    if (cause instanceof FileSystemError) return undefined;
    throw cause;
  }
}
