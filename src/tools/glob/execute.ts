import { join } from "node:path";
import type { AbsolutePath } from "../../fs/paths.js";
import { type FoundFiles, findFiles } from "../../search/find-files.js";
import { findFoldersBeside } from "../../search/narrow.js";
import type { Scope } from "../../search/query.js";
import type { Site } from "../../search/site.js";
import type { CallContext } from "../context.js";
import type { Outcome } from "../define-tool.js";
import { createShowPolicy, mayShow } from "../judge-access.js";
import { findResolved } from "../look-around.js";
import { reportingProgress } from "../report-progress.js";
import { reachOutput } from "../search-notes.js";
import { createPlaceNames, refuseNoDirectory, requireExisting, shownBelow } from "../search-place.js";
import { findUnreadablePlaces } from "../unreadable-places.js";
import type { GlobPlan } from "./check.js";
import { renderGlob } from "./render.js";
import type { GlobOutput } from "./schema.js";

const MAX_FILES = 100;

export async function executeGlob(
  plan: GlobPlan,
  context: CallContext,
): Promise<Outcome<GlobOutput, string>> {
  const { place } = plan;
  const stat = await requireExisting(place, context, { mayBeFile: false });
  if (stat.kind !== "directory") throw refuseNoDirectory(place);
  const startedAt = performance.now();
  const timeoutMs = context.session.limits.searchTimeoutMs;
  const nameOf = createPlaceNames(place, context);
  const search = await context.workspace.getSearch();
  const request = {
    folder: place.realPath,
    timeoutMs,
    signal: context.signal,
    walks: true,
    nameOf,
  };
  const found = await reportingProgress(context, "files found", (meter) =>
    search.at({ ...request, meter }, (site) => findMatching(site, plan, context)),
  );
  const unreadable = await findUnreadablePlaces(found.reach.unreadable, place.realPath, nameOf, context);
  const output: GlobOutput = {
    durationMs: Math.round(performance.now() - startedAt),
    numFiles: found.files.length,
    filenames: found.files.map(({ text }) => join(place.path, text)),
    truncated: found.total > found.files.length,
    totalMatches: found.total,
    ...(found.isIgnored ? { ignoredFiles: true as const } : {}),
    ...reachOutput(found.reach, unreadable),
  };
  return { output, shown: renderGlob(output, { reach: found.reach, unreadable, timeoutMs }) };
}

async function findMatching(
  site: Site,
  plan: GlobPlan,
  context: CallContext,
): Promise<FoundFiles & { readonly isIgnored: boolean }> {
  const mayName = createShowPolicy(context);
  const scope: Scope = {
    folder: plan.place.realPath,
    obeysIgnoreFiles: true,
    nameGlobs: plan.nameGlobs,
    excludedFolders: await findFoldersBeside(plan.way, plan.place.realPath, site.fileSystem),
    accepts: (path) => plan.matcher.matches(path) && mayName(shownBelow(plan.place, path, site.pathOf(path))),
  };
  const find = (within: Scope): Promise<FoundFiles> =>
    findFiles(site, within, undefined, { offset: 0, limit: MAX_FILES });
  const found = await find(scope);
  if (found.total > 0 || found.reach.timedOut) return { ...found, isIgnored: false };
  const ignored = await find({ ...scope, obeysIgnoreFiles: false });
  if (ignored.total > 0 || plan.literal === undefined) return { ...ignored, isIgnored: ignored.total > 0 };
  const isThere = await isFileToShow(join(plan.place.path, plan.literal) as AbsolutePath, context);
  return isThere
    ? { ...ignored, files: [{ text: plan.literal }], total: 1, isIgnored: false }
    : { ...ignored, isIgnored: false };
}

/** A file named outright may be reached through a link, which no walk follows. */
async function isFileToShow(path: AbsolutePath, context: CallContext): Promise<boolean> {
  const resolved = await findResolved(path, context.workspace.fileSystem);
  if (resolved?.stat?.kind !== "file") return false;
  return mayShow({ path, realPath: resolved.realPath, kind: "file" }, context);
}
