/** Answers for paths that lead to no text file: each says what is there and the next call to make. */
import { basename, dirname, join, parse, sep } from "node:path";
import { ToolError } from "../errors/tool-error.js";
import type { FileStat } from "../fs/file-system.js";
import type { AbsolutePath, RealPath } from "../fs/paths.js";
import { findNearestNames } from "../text/nearest-names.js";
import { formatBytes } from "../text/quantities.js";
import { visible, visiblePath } from "../text/visible.js";
import { findRestored } from "./change/restored-file.js";
import type { CallContext } from "./context.js";
import { createShowPolicy, mayShow } from "./judge-access.js";
import { findEntries, findResolved } from "./look-around.js";

const LISTED_ENTRIES = 20;
/** Longer ends of a path are not looked for: each takes a look at every folder on its way. */
const MAX_TAIL = 20;

/** A path as it was given, where it leads, and what is there. */
export interface Target {
  readonly path: AbsolutePath;
  readonly realPath: RealPath;
  readonly stat: FileStat | undefined;
}

export async function refuseMissing(target: Target, context: CallContext): Promise<ToolError> {
  const near = await findNearFiles(target.realPath, context);
  const elsewhere = await findSameTail(target.path, context);
  const suggestions = [...new Set([...near, ...(elsewhere === undefined ? [] : [elsewhere])])];
  const isKnown = context.session.ledger.find(target.realPath) !== undefined;
  const restored = isKnown ? await findRestored(target.realPath, null, context) : undefined;
  const details = {
    data: { filePath: target.path, suggestions, ...(restored && { restoredBy: restored.by }) },
  };
  const sentence = `File does not exist: ${visiblePath(target.path)}.`;
  if (restored !== undefined) {
    return new ToolError("FILE_NOT_FOUND", `${sentence} ${restored.sentence}`, details);
  }
  if (suggestions.length === 0)
    return new ToolError("FILE_NOT_FOUND", `${sentence} Use Glob to find it.`, details);
  const hint = `Did you mean ${suggestions.map(visible).join(" or ")}?`;
  return new ToolError("FILE_NOT_FOUND", sentence, { ...details, hint });
}

/** Up to three files with a name like this one beside it. */
export function findNearFiles(missing: RealPath, context: CallContext): Promise<string[]> {
  return findNearPaths(missing, { isDirectory: false }, context);
}

/** Up to three folders with a name like this one beside it. */
export function findNearFolders(missing: RealPath, context: CallContext): Promise<string[]> {
  return findNearPaths(missing, { isDirectory: true }, context);
}

async function findNearPaths(
  missing: RealPath,
  wanted: { readonly isDirectory: boolean },
  context: CallContext,
): Promise<string[]> {
  const folder = dirname(missing) as RealPath;
  const entries = (await findEntries(folder, context.workspace.fileSystem)) ?? [];
  const names = entries
    .filter((entry) => entry.isDirectory === wanted.isDirectory)
    .map((entry) => entry.name);
  const mayName = createShowPolicy(context);
  const kind = wanted.isDirectory ? "folder" : "file";
  const nameable = names.filter((name) => {
    const path = join(folder, name) as RealPath;
    return mayName({ path, realPath: path, kind });
  });
  const near = findNearestNames(basename(missing), nameable, { limit: 3, tolerance: 0.34 }).map((name) =>
    join(folder, name),
  );
  const shown = await Promise.all(near.map((path) => mayShowEntry(path as AbsolutePath, context)));
  return near.filter((_, index) => shown[index]);
}

/** Under its own name and under the one it leads to. */
async function mayShowEntry(path: AbsolutePath, context: CallContext): Promise<boolean> {
  const resolved = await findResolved(path, context.workspace.fileSystem);
  if (resolved === undefined) return false;
  const { realPath, stat } = resolved;
  const mayName = createShowPolicy(context);
  // A link to nothing is named only if it would be whatever lay there: otherwise it would tell that nothing does.
  const kinds =
    stat === undefined
      ? (["file", "folder"] as const)
      : ([stat.kind === "directory" ? "folder" : "file"] as const);
  return kinds.every((kind) => mayName({ path, realPath, kind }));
}

/** The longest end of the path that exists under a root: `/wrong/src/a.ts` for `/root/src/a.ts`. */
async function findSameTail(path: AbsolutePath, context: CallContext): Promise<string | undefined> {
  const { roots, fileSystem } = context.workspace;
  const segments = path.slice(parse(path).root.length).split(sep);
  for (let from = Math.max(1, segments.length - MAX_TAIL); from < segments.length; from += 1) {
    for (const root of roots.given) {
      const candidate = join(root, ...segments.slice(from)) as AbsolutePath;
      const resolved = await findResolved(candidate, fileSystem);
      if (resolved?.stat?.kind !== "file") continue;
      const shown = { path: candidate, realPath: resolved.realPath, kind: "file" } as const;
      if (await mayShow(shown, context)) return candidate;
    }
  }
  return undefined;
}

export async function refuseDirectory(target: Target, context: CallContext): Promise<ToolError> {
  const entries = await findEntries(target.realPath, context.workspace.fileSystem);
  const mayName = createShowPolicy(context);
  const nameable = entries?.filter(({ name, isDirectory }) =>
    mayName({
      path: join(target.path, name) as AbsolutePath,
      realPath: join(target.realPath, name) as RealPath,
      kind: isDirectory ? "folder" : "file",
    }),
  );
  const names = nameable?.map((entry) => `${visible(entry.name)}${entry.isDirectory ? "/" : ""}`).toSorted();
  const shown = names?.slice(0, LISTED_ENTRIES) ?? [];
  return new ToolError(
    "IS_DIRECTORY",
    `${visiblePath(target.path)} is a directory, not a file. List it with Glob: pattern "*" and this path.`,
    { data: { filePath: target.path, entries: shown }, hint: describeEntries(names, shown) },
  );
}

function describeEntries(names: readonly string[] | undefined, shown: readonly string[]): string {
  if (names === undefined) return "Its entries can't be listed now.";
  if (names.length === 0) return "It is empty.";
  const more = names.length > shown.length ? `, and ${names.length - shown.length} more` : "";
  return `First entries: ${shown.join(", ")}${more}`;
}

export function refuseBinary(target: Target, kind: string): ToolError {
  const size = target.stat?.size ?? 0;
  return new ToolError(
    "BINARY_FILE",
    `${visiblePath(target.path)} is not a text file but ${article(kind)} (${formatBytes(size)}); it can't be shown as text. Read the file it is made from, if there is one.`,
    { data: { filePath: target.path, kind, size } },
  );
}

export function article(kind: string): string {
  if (kind.endsWith("data")) return kind;
  // By sound: "an ELF executable", "an MP3", but "a PNG image".
  return `${/^(?:[AEFHILMNORSX][A-Z\d]|[aeioAEIO])/.test(kind) ? "an" : "a"} ${kind}`;
}
