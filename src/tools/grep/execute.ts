import { dirname } from "node:path";
import type { RealPath } from "../../fs/paths.js";
import type { FoundMeter } from "../../search/found-meter.js";
import type { Site } from "../../search/site.js";
import type { LedgerUpdate } from "../../session/ledger.js";
import { shownLength } from "../bound-result.js";
import { isNotebook } from "../change/guard-notebook.js";
import type { CallContext } from "../context.js";
import type { Outcome } from "../define-tool.js";
import { createReadPolicy, hasRules } from "../judge-access.js";
import { reportingProgress } from "../report-progress.js";
import { reachOutput } from "../search-notes.js";
import { createPlaceNames, requireExisting, type SearchPlace } from "../search-place.js";
import { createLinkPolicy } from "../search-twins.js";
import { refuseSpecial } from "../translate-failure.js";
import type { GrepPlan } from "./check.js";
import { grepFace } from "./face.js";
import type { GrepOutput, OutputMode } from "./schema.js";
import { isFolder, PlacesSearch } from "./search-places.js";

export async function executeGrep(
  plan: GrepPlan,
  context: CallContext,
): Promise<Outcome<GrepOutput, string>> {
  const { page, mode } = plan;
  const places = await requirePlaces(plan, context);
  const timeoutMs = context.session.limits.searchTimeoutMs;
  const search = await context.workspace.getSearch();
  const { sequence } = context.session.ledger;
  const answer = async (
    sites: readonly Site[],
    meter: FoundMeter | undefined,
  ): Promise<Outcome<GrepOutput, string>> => {
    const found = await new PlacesSearch(sites, places, plan, context).find(meter);
    const { findings, isNothing, isIgnored, isLinkedLeftOut, searchedFiles, timedOut, unreadable } = found;
    const leavesOutIgnoreFiles = sites.some((site) => site.leavesOutIgnoreFiles);
    const { skippedRoots } = plan;
    const reach = { timedOut, timeoutMs, unreadable, skippedRoots, leavesOutIgnoreFiles };
    const output: GrepOutput = {
      mode,
      numFiles: findings.output.filenames.length,
      ...findings.output,
      ...(findings.hasMore ? { appliedLimit: Math.min(page.limit, findings.shown) } : {}),
      ...(page.offset > 0 && !isNothing ? { appliedOffset: page.offset } : {}),
      ...(isIgnored ? { ignoredFiles: true as const } : {}),
      ...reachOutput(reach),
    };
    const isAskedLeftOut = places.some(isFolder) && hasRules(context.policy, "ask", "read");
    const notes = { reach, isIgnored, isAskedLeftOut, isLinkedLeftOut, searchedFiles };
    const shown = findings.rendered(notes);
    const seen = findings.seen?.(shownLength(shown, grepFace.traits)) ?? [];
    return { output, shown, ledger: seen.filter((update) => isNews(update, sequence, context)) };
  };
  return reportingProgress(context, foundThings[mode], (meter) => {
    const mayReadIgnoreFile = createReadPolicy(context);
    const requests = places.map((place) => ({
      folder: folderOf(place),
      session: context.session.id,
      way: plan.filter?.way ?? [],
      mayReadIgnoreFile,
      timeoutMs,
      signal: context.signal,
      walks: isFolder(place),
      nameOf: createPlaceNames(place, context),
      mayReadLinked: createLinkPolicy(place.stat, context),
      meter,
    }));
    return search.atAll(requests, (sites) => answer(sites, meter));
  });
}

/**
 * Notebooks are tracked by cell, not by line. A version of a large file by its content is never replaced by one by its stat.
 */
function isNews({ path, version }: LedgerUpdate, sequence: number, { session }: CallContext): boolean {
  if (isNotebook({ realPath: path })) return false;
  const known = session.ledger.find(path);
  if (known === undefined || known.version.equals(version)) return true;
  // Another call has learned of a newer version since the search began.
  if ((known.sequence ?? 0) > sequence) return false;
  return known.version.isByStat || !version.isByStat;
}

/** With several roots, those where there is something to search; else the only one, or the reason why there is nothing. */
async function requirePlaces(
  { places, skippedRoots }: GrepPlan,
  context: CallContext,
): Promise<readonly SearchPlace[]> {
  const usable = places.filter((place) => isFolder(place) || place.stat?.kind === "file");
  const [first] = places;
  if (usable.length > 0 || first === undefined) return usable;
  const { kind } = await requireExisting(first, context, { mayBeFile: true, skippedRoots });
  throw refuseSpecial(first.path, kind);
}

/** A file is searched from its folder, under its own name. */
function folderOf(place: SearchPlace): RealPath {
  return (isFolder(place) ? place.realPath : dirname(place.realPath)) as RealPath;
}

/** What is counted while it is searched for. */
const foundThings: Readonly<Record<OutputMode, string>> = {
  files_with_matches: "files found",
  count: "matches found",
  content: "lines found",
};
