/**
 * Finds the files that ripgrep has to be told the encoding of. In a small folder every file is looked at while ripgrep
 * works. A large one is only gone through again, by ripgrep itself, when it is likely to matter.
 */
import { join } from "node:path";
import { FileSystemError } from "../../fs/file-system.js";
import type { RealPath } from "../../fs/paths.js";
import { createRest } from "../../fs/rest.js";
import { findBinaryKindByName } from "../../text/binary-extensions.js";
import type { Scope, TextQuery } from "../query.js";
import { candidateArguments, listArguments, versionControlNames } from "../ripgrep/arguments.js";
import { parsePaths } from "../ripgrep/parsers.js";
import type { Site } from "../site.js";
import { findByteNeedles } from "./byte-needles.js";
import { findOddEncoding, type OddFile } from "./odd-file.js";

/** A folder with more entries than this, all levels counted, is a large one. */
const MAX_SMALL_ENTRIES = 500;

/** The odd ones among all files of a small folder; undefined for a large one. */
export async function findOddFilesInSmall(site: Site, scope: Scope): Promise<readonly OddFile[] | undefined> {
  const paths = await listSmall(site);
  if (paths === undefined) return undefined;
  const accepted: string[] = [];
  const rest = createRest();
  for (const path of paths) {
    if (findBinaryKindByName(path) === undefined && scope.accepts(path)) accepted.push(path);
    await rest();
  }
  const odd = await pickOdd(accepted, site);
  return odd.length === 0 ? odd : keepWalked(odd, site, scope);
}

/** The odd ones among the files of any folder that contain, in some encoding, what the query looks for. */
export async function findOddFilesWith(
  query: TextQuery,
  site: Site,
  scope: Scope,
): Promise<readonly OddFile[]> {
  const needles = await findByteNeedles(query.pattern, query.ignoreCase);
  if (needles.length === 0) return [];
  const paths: string[] = [];
  const collect = parsePaths((path) => {
    if (path.bytes === undefined && scope.accepts(path.text)) paths.push(path.text);
    return false;
  });
  await site.run(candidateArguments(scope, needles), collect);
  return pickOdd(paths, site);
}

async function pickOdd(paths: readonly string[], site: Site): Promise<OddFile[]> {
  const odd: OddFile[] = [];
  const rest = createRest();
  for (const path of paths) {
    const place = join(site.folder, path) as RealPath;
    // Looked at first: even to open a pipe or a device in order to turn it down would be felt at its other end.
    const isRegular = (await findModified(place, site)) !== undefined;
    const encoding = isRegular ? await findOddEncoding(place, site) : undefined;
    if (encoding !== undefined) odd.push({ path, encoding });
    await rest();
    if (site.isTimeUp) break;
  }
  return odd;
}

async function findModified(place: RealPath, site: Site): Promise<number | undefined> {
  try {
    return await site.fileSystem.findModifiedTime(place);
  } catch (cause) {
    if (cause instanceof FileSystemError) return undefined;
    throw cause;
  }
}

/** Ignore files and types are ripgrep's business: only what it would walk to is kept. */
async function keepWalked(odd: readonly OddFile[], site: Site, scope: Scope): Promise<readonly OddFile[]> {
  const walked = new Set<string>();
  const collect = parsePaths(({ text }) => {
    walked.add(text);
    return false;
  });
  await site.run(listArguments(scope, "one"), collect);
  return odd.filter(({ path }) => walked.has(path));
}

/** All files below the folder, ignored ones too; undefined as soon as there are too many entries. */
async function listSmall(site: Site): Promise<readonly string[] | undefined> {
  const files: string[] = [];
  const folders = [""];
  const rest = createRest();
  let room = MAX_SMALL_ENTRIES;
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    const listing = await listFolder(site, folder, room);
    if (!listing.complete) return undefined;
    room -= listing.entries.length;
    for (const { name, isDirectory } of listing.entries) {
      const path = folder === "" ? name : `${folder}/${name}`;
      if (!isDirectory) files.push(path);
      else if (!versionControlNames.includes(name)) folders.push(path);
    }
    await rest();
  }
  return files;
}

async function listFolder(
  site: Site,
  folder: string,
  room: number,
): Promise<{
  readonly entries: readonly { name: string; isDirectory: boolean }[];
  readonly complete: boolean;
}> {
  try {
    return await site.fileSystem.list(join(site.folder, folder) as RealPath, room);
  } catch (cause) {
    if (cause instanceof FileSystemError) return { entries: [], complete: true };
    throw cause;
  }
}
