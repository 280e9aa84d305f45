import { join } from "node:path";
import type { AbsolutePath } from "../../fs/paths.js";
import { type FoundFiles, findFiles } from "../../search/find-files.js";
import type { FoundMeter } from "../../search/found-meter.js";
import { findFoldersBeside } from "../../search/narrow.js";
import type { Scope } from "../../search/query.js";
import type { Site } from "../../search/site.js";
import type { CallContext } from "../context.js";
import type { Outcome } from "../define-tool.js";
import { createReadPolicy, createShowPolicy, mayShow } from "../judge-access.js";
import { findResolved } from "../look-around.js";
import { reportingProgress } from "../report-progress.js";
import { reachOutput } from "../search-notes.js";
import { createPlaceNames, refuseNoDirectory, requireExisting, shownBelow } from "../search-place.js";
import { findUnreadablePlaces } from "../unreadable-places.js";
import type { GlobPlan, GlobTarget } from "./check.js";
import { renderGlob } from "./render.js";
import type { GlobOutput } from "./schema.js";

const MAX_FILES = 100;

export async function executeGlob(
  plan: GlobPlan,
  context: CallContext,
): Promise<Outcome<GlobOutput, string>> {
  const targets = await requireFolders(plan, context);
  const startedAt = performance.now();
  const timeoutMs = context.session.limits.searchTimeoutMs;
  const search = await context.workspace.getSearch();
  const found = await reportingProgress(context, "files found", (meter) => {
    const mayReadIgnoreFile = createReadPolicy(context);
    const requests = targets.map(({ place, way }) => ({
      folder: place.realPath,
      session: context.session.id,
      way,
      mayReadIgnoreFile,
      timeoutMs,
      signal: context.signal,
      walks: true,
      nameOf: createPlaceNames(place, context),
      meter,
    }));
    return search.atAll(requests, (sites) => findInAll(sites, targets, context, meter));
  });
  const reach = {
    timedOut: found.timedOut,
    timeoutMs,
    unreadable: found.unreadable,
    skippedRoots: plan.skippedRoots,
    leavesOutIgnoreFiles: found.leavesOutIgnoreFiles,
  };
  const output: GlobOutput = {
    durationMs: Math.round(performance.now() - startedAt),
    numFiles: found.names.length,
    filenames: found.names,
    truncated: found.total > found.names.length,
    totalMatches: found.total,
    ...(found.isIgnored ? { ignoredFiles: true as const } : {}),
    ...reachOutput(reach),
  };
  return { output, shown: renderGlob(output, reach) };
}

/** With several roots, those where there is a folder; else the only one, or the reason why there is none. */
async function requireFolders(
  { targets, skippedRoots }: GlobPlan,
  context: CallContext,
): Promise<readonly GlobTarget[]> {
  const folders = targets.filter(({ place }) => place.stat?.kind === "directory");
  const [first] = targets;
  if (folders.length > 0 || first === undefined) return folders;
  await requireExisting(first.place, context, { mayBeFile: false, skippedRoots });
  throw refuseNoDirectory(first.place);
}

interface FoundInAll {
  /** The newest of them. */
  readonly names: readonly string[];
  readonly total: number;
  readonly timedOut: boolean;
  readonly unreadable: readonly string[];
  readonly isIgnored: boolean;
  /** Ignore files were not obeyed, because one leads to a file that may not be read. */
  readonly leavesOutIgnoreFiles: boolean;
}

/** Ignored files and links count only where no folder has anything else that matches. */
async function findInAll(
  sites: readonly Site[],
  targets: readonly GlobTarget[],
  context: CallContext,
  meter: FoundMeter | undefined,
): Promise<FoundInAll> {
  const leavesOutIgnoreFiles = sites.some((site) => site.leavesOutIgnoreFiles);
  const findWith = async (obeysIgnoreFiles: boolean): Promise<Omit<FoundInAll, "isIgnored">> => {
    const files: { readonly name: string; readonly modifiedMs: number }[] = [];
    const unreadable: string[] = [];
    let total = 0;
    let timedOut = false;
    for (const [index, target] of targets.entries()) {
      const site = sites[index] as Site;
      meter?.startFolder();
      const found = await findMatching(site, target, obeysIgnoreFiles, context);
      const { place } = target;
      files.push(
        ...found.files.map(({ path, modifiedMs }) => ({ name: join(place.path, path.text), modifiedMs })),
      );
      total += found.total;
      timedOut ||= found.reach.timedOut;
      const nameOf = createPlaceNames(place, context);
      unreadable.push(
        ...(await findUnreadablePlaces(found.reach.unreadable, place.realPath, nameOf, context)),
      );
    }
    // A folder's own files come in this order already; sorting keeps it.
    if (targets.length > 1) files.sort((a, b) => b.modifiedMs - a.modifiedMs);
    const names = files.slice(0, MAX_FILES).map(({ name }) => name);
    return { names, total, timedOut, unreadable, leavesOutIgnoreFiles };
  };
  const found = await findWith(true);
  if (found.total > 0 || found.timedOut) return { ...found, isIgnored: false };
  const ignored = await findWith(false);
  if (ignored.total > 0) return { ...ignored, isIgnored: true };
  const named = await findNamedFiles(targets, context);
  return { ...ignored, names: named, total: named.length, isIgnored: false };
}

async function findMatching(
  site: Site,
  target: GlobTarget,
  obeysIgnoreFiles: boolean,
  context: CallContext,
): Promise<FoundFiles> {
  const { place, matcher, nameGlobs, way } = target;
  const mayName = createShowPolicy(context);
  const scope: Scope = {
    folder: place.realPath,
    obeysIgnoreFiles,
    nameGlobs,
    excludedFolders: await findFoldersBeside(way, place.realPath, site.fileSystem),
    accepts: (path) => matcher.matches(path) && mayName(shownBelow(place, path, site.pathOf(path))),
  };
  return findFiles(site, scope, undefined, { offset: 0, limit: MAX_FILES });
}

async function findNamedFiles(
  targets: readonly GlobTarget[],
  context: CallContext,
): Promise<readonly string[]> {
  const named: string[] = [];
  for (const { place, literal } of targets) {
    if (literal === undefined) continue;
    const path = join(place.path, literal) as AbsolutePath;
    if (await isFileToShow(path, context)) named.push(path);
  }
  return named;
}

/** A file named outright may be reached through a link, which no walk follows. */
async function isFileToShow(path: AbsolutePath, context: CallContext): Promise<boolean> {
  const resolved = await findResolved(path, context.workspace.fileSystem);
  if (resolved?.stat?.kind !== "file") return false;
  return mayShow({ path, realPath: resolved.realPath, kind: "file" }, context);
}
