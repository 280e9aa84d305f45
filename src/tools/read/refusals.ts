/** Answers for what can't be read as text: each says what is there and the next call to make. */
import { basename, dirname, join, parse, sep } from "node:path";
import { ToolError } from "../../errors/tool-error.js";
import type { AbsolutePath, RealPath } from "../../fs/paths.js";
import { findNearestNames } from "../../text/nearest-names.js";
import { formatBytes } from "../../text/quantities.js";
import { visible, visiblePath } from "../../text/visible.js";
import type { CallContext } from "../context.js";
import { mayShow } from "../require-permission.js";
import type { ReadPlan } from "./check.js";
import { findEntries, findResolved } from "./look-around.js";

const LISTED_ENTRIES = 20;

export async function refuseMissing(plan: ReadPlan, context: CallContext): Promise<ToolError> {
  const near = await findNearPaths(plan.realPath, context);
  const elsewhere = await findSameTail(plan.path, context);
  const suggestions = [...new Set([...near, ...(elsewhere === undefined ? [] : [elsewhere])])];
  const details = { data: { filePath: plan.path, suggestions } };
  const sentence = `File does not exist: ${visiblePath(plan.path)}.`;
  if (suggestions.length === 0)
    return new ToolError("FILE_NOT_FOUND", `${sentence} Use Glob to find it.`, details);
  const hint = `Did you mean ${suggestions.map(visible).join(" or ")}?`;
  return new ToolError("FILE_NOT_FOUND", sentence, { ...details, hint });
}

/** Up to three names like this one in the same folder. */
async function findNearPaths(missing: RealPath, context: CallContext): Promise<string[]> {
  const folder = dirname(missing) as RealPath;
  const entries = (await findEntries(folder, context.workspace.fileSystem)) ?? [];
  const names = entries.filter((entry) => !entry.isDirectory).map((entry) => entry.name);
  const near = findNearestNames(basename(missing), names, { limit: 3, tolerance: 0.34 }).map((name) =>
    join(folder, name),
  );
  const shown = await Promise.all(near.map((path) => mayShow(path as RealPath, context)));
  return near.filter((_, index) => shown[index]);
}

/** The longest end of the path that exists under a root: `/wrong/src/a.ts` for `/root/src/a.ts`. */
async function findSameTail(path: AbsolutePath, context: CallContext): Promise<string | undefined> {
  const { roots, fileSystem } = context.workspace;
  const segments = path.slice(parse(path).root.length).split(sep);
  for (let from = 1; from < segments.length; from += 1) {
    for (const root of roots.given) {
      const candidate = join(root, ...segments.slice(from)) as AbsolutePath;
      const resolved = await findResolved(candidate, fileSystem);
      if (resolved?.stat?.kind === "file" && (await mayShow(resolved.realPath, context))) return candidate;
    }
  }
  return undefined;
}

export async function refuseDirectory(plan: ReadPlan, context: CallContext): Promise<ToolError> {
  const entries = await findEntries(plan.realPath, context.workspace.fileSystem);
  const names = entries?.map((entry) => `${visible(entry.name)}${entry.isDirectory ? "/" : ""}`).toSorted();
  const shown = names?.slice(0, LISTED_ENTRIES) ?? [];
  return new ToolError(
    "IS_DIRECTORY",
    `${visiblePath(plan.path)} is a directory, not a file. List it with Glob: pattern "*" and this path.`,
    { data: { filePath: plan.path, entries: shown }, hint: describeEntries(names, shown) },
  );
}

function describeEntries(names: readonly string[] | undefined, shown: readonly string[]): string {
  if (names === undefined) return "Its entries can't be listed now.";
  if (names.length === 0) return "It is empty.";
  const more = names.length > shown.length ? `, and ${names.length - shown.length} more` : "";
  return `First entries: ${shown.join(", ")}${more}`;
}

export function refuseBinary(plan: ReadPlan, kind: string): ToolError {
  const size = plan.stat?.size ?? 0;
  return new ToolError(
    "BINARY_FILE",
    `${visiblePath(plan.path)} is not a text file but ${article(kind)} (${formatBytes(size)}); it can't be shown as text. Read the file it is made from, if there is one.`,
    { data: { filePath: plan.path, kind, size } },
  );
}

export function refusePages(plan: ReadPlan): ToolError {
  return new ToolError(
    "INPUT_INVALID",
    `Read: pages is for PDF files only. For text leave it out; offset and limit choose the lines.`,
    { data: { filePath: plan.path, pages: plan.pages } },
  );
}

function article(kind: string): string {
  if (kind.endsWith("data")) return kind;
  // By sound: "an ELF executable", "an MP3", but "a PNG image".
  return `${/^(?:[AEFHILMNORSX][A-Z\d]|[aeioAEIO])/.test(kind) ? "an" : "a"} ${kind}`;
}
